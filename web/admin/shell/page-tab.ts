import { createContext, use, useEffect } from 'react'
import { useLocation } from 'react-router'
import type { Tabs } from './use-tabs.tsx'

type PageTab = Pick<Tabs, 'closePage' | 'rename'>

/** What a page can do with its tab. */
export const PageTabContext = createContext<PageTab>({ closePage: () => {}, rename: () => {} })

/** Closes the current page and returns to the tab that was open before. */
export const useClosePage = (): (() => void) => use(PageTabContext).closePage

/** Names the tab after what the page shows; without a name it keeps the name of its page. */
export const useTabName = (name: string | null | undefined): void => {
  const { rename } = use(PageTabContext)
  const { pathname, search } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the function is new in each render and does the same
  useEffect(() => {
    if (name) rename({ path: pathname, search }, name)
  }, [name, pathname, search])
}

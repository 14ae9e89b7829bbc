import { type ComponentType, createElement, lazy, useState } from 'react'
import { fetchCode } from './page-code.ts'

/** What an address shows. */
export interface LazyPage {
  (): React.ReactNode
  /** Fetches its code: what is there is shown at once, where a page the server has rendered must not go away again. */
  readonly fetch: () => Promise<unknown>
}

/** What an address shows; its code is fetched when it is first opened, or before. */
export const lazyPage = <N extends string>(
  load: () => Promise<{ readonly [name in N]: ComponentType }>,
  name: N,
): LazyPage => {
  let component: ComponentType | null = null
  const fetch = async () => {
    component = (await fetchCode(load))[name] as ComponentType
    return { default: component }
  }
  const lazyComponent = lazy(fetch)
  // once it is shown one way it stays so, and keeps what it holds
  const Page = () => createElement(useState(() => component ?? lazyComponent)[0])
  return Object.assign(Page, { fetch })
}

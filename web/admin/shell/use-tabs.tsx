import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { readLocal, writeLocal } from '#web/base/api/local.ts'
import { useConfirm } from '#web/base/page/confirmation.tsx'
import { dropUnsent, unsentPages, useUnsentPages } from '#web/base/preferences/unsaved.ts'
import { useToaster } from '#web/ui/toasts.tsx'
import { adjacentTab, close, evictedTab, idOf, maxTabs, readTabs, type Tab, visit, withName } from './open-tabs.ts'

export interface Tabs {
  readonly tabs: readonly Tab[]
  /** Id of the active tab; matches none if the address does not become a tab. */
  readonly activeId: string
  /** Ids of the tabs with unsent input. */
  readonly unsent: readonly string[]
  /** Closes tabs, after a confirmation if they have unsent input. */
  readonly close: (ids: readonly string[]) => Promise<void>
  /** Closes the active tab. A page that is not a tab is left for the tab that was active before. */
  readonly closePage: () => void
  readonly step: (to: 1 | -1) => void
  /** Names the tab of the page at this address after what it shows. */
  readonly rename: (page: Pick<Tab, 'path' | 'search'>, name: string) => void
}

/** State of a navigation whose page takes the tab of the page before it. */
export const inSameTab = { isSameTab: true } as const

const storageKey = 'tagList'

/** Stored twice: for this window, and as the start of a window opened later. */
const saveTabs = (tabs: readonly Tab[]) => {
  writeLocal(storageKey, tabs, true)
  writeLocal(storageKey, tabs)
}

/** Makes the browser ask before it closes a window with unsent input. */
const useGuard = (hasUnsent: boolean) =>
  useEffect(() => {
    if (!hasUnsent) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [hasUnsent])

const useCloseConfirmation = (labelOf: (tab: Tab) => string) => {
  const t = useLocalize()
  const confirm = useConfirm()
  return (unsentTabs: readonly Tab[]) => {
    const names = unsentTabs.map(labelOf)
    const title: Text =
      names.length === 1
        ? [`“${names[0]}”有未保存的内容，确定关闭？`, `“${names[0]}” has unsaved changes. Close it anyway?`]
        : ['以下页签有未保存的内容，确定关闭？', 'These tabs have unsaved changes. Close them anyway?']
    return confirm({
      title,
      content: names.length > 1 ? names.join(t(['、', ', '])) : null,
      ok: words.close,
      danger: true,
    })
  }
}

const limitItem = 'tabLimitExplained'

/** Says once in a window that the limit has closed a tab. */
const useLimitMessage = (labelOf: (tab: Tab) => string) => {
  const t = useLocalize()
  const toaster = useToaster()
  return (evicted: Tab) => {
    if (readLocal(limitItem)) return
    writeLocal(limitItem, true, true)
    const label = labelOf(evicted)
    toaster.warning(
      t([
        `最多保留 ${maxTabs} 个页签，已关闭最早的“${label}”。有未保存内容的页签不会自动关闭。`,
        `At most ${maxTabs} tabs stay open; the oldest was closed: ${label}. Tabs with unsaved changes stay open.`,
      ]),
    )
  }
}

/** The tabs of visited pages, stored in the browser until the session ends. */
export const useTabs = (isTab: boolean, labelOf: (tab: Tab) => string): Tabs => {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const unsent = useUnsentPages()
  const confirmClose = useCloseConfirmation(labelOf)
  const [tabs, setTabs] = useState<readonly Tab[]>(() => readTabs(readLocal(storageKey)))
  const activeId = idOf({ path: pathname, search })
  const explainLimit = useLimitMessage(labelOf)
  const lastTabId = useRef<string | null>(null)
  const addVisit = useEffectEvent((tab: Tab) => {
    const replaces = (state as Partial<typeof inSameTab> | null)?.isSameTab ? lastTabId.current : null
    const next = visit(tabs, tab, (id) => unsent.includes(id), replaces)
    const evicted = evictedTab(tabs, next)
    setTabs(next)
    lastTabId.current = idOf(tab)
    if (evicted && !replaces) explainLimit(evicted)
  })
  // before the effects of the page, which may name its tab
  useLayoutEffect(() => {
    if (isTab) addVisit({ path: pathname, search })
  }, [isTab, pathname, search])
  useEffect(() => saveTabs(tabs), [tabs])
  useGuard(unsent.length > 0)
  const go = (tab: Tab | null | undefined) => tab && navigate(tab.path + tab.search)
  const closeTabs = async (ids: readonly string[]) => {
    const { tabs: remaining, next } = close(tabs, ids, activeId)
    // not those of the last render: a page that has just been sent closes itself
    const unsentTabs = tabs.filter((tab) => !remaining.includes(tab) && unsentPages().includes(tab.path))
    if (unsentTabs.length && !(await confirmClose(unsentTabs))) return
    for (const { path } of unsentTabs) dropUnsent(path)
    setTabs(remaining)
    go(next)
  }
  return {
    tabs,
    activeId,
    unsent,
    close: closeTabs,
    closePage: () => {
      if (tabs.some((tab) => idOf(tab) === activeId)) void closeTabs([activeId])
      else go(tabs.find((tab) => idOf(tab) === lastTabId.current) ?? tabs.at(-1))
    },
    step: (to) => go(adjacentTab(tabs, activeId, to)),
    rename: (page, name) => setTabs((now) => withName(now, idOf(page), name)),
  }
}

/** One visited page; `search` is how it was left, so that its filters are there when one comes back. */
export interface Tab {
  readonly path: string
  readonly search: string
}

export const home = '/wel/index'
const maxTabs = 20

/** Which page a tab holds: an address is one page whatever its filters; embedded pages are told apart by what they embed. */
export const idOf = ({ path, search }: Tab): string => (path.startsWith('/myiframe/') ? path + search : path)

const withHome = (tabs: readonly Tab[]): Tab[] =>
  tabs.some(({ path }) => path === home) ? [...tabs] : [{ path: home, search: '' }, ...tabs]

type UnsentPredicate = (id: string) => boolean

/** Takes out the oldest that may go; the first is home. */
const evictOldest = (tabs: readonly Tab[], isUnsent: UnsentPredicate): Tab[] => {
  const oldest = tabs.findIndex((tab, i) => i > 0 && !isUnsent(idOf(tab)))
  return tabs.length < maxTabs || oldest < 0 ? [...tabs] : tabs.toSpliced(oldest, 1)
}

/**
 * A visit: a page already open keeps its place and takes the new search. When there are too many the oldest goes that holds
 * nothing unsent.
 */
export const visit = (tabs: readonly Tab[], tab: Tab, isUnsent: UnsentPredicate = () => false): Tab[] => {
  const tabsWithHome = withHome(tabs)
  const isOpen = tabsWithHome.some((one) => idOf(one) === idOf(tab))
  return isOpen
    ? tabsWithHome.map((one) => (idOf(one) === idOf(tab) ? tab : one))
    : [...evictOldest(tabsWithHome, isUnsent), tab]
}

export interface CloseResult {
  readonly tabs: Tab[]
  /** Where to go if the page shown is among those closed; null stays. */
  readonly next: Tab | null
}

/** Closes pages; where the shown one is among them, the nearest on its left that stays follows. Home stays. */
export const close = (tabs: readonly Tab[], ids: readonly string[], activeId: string): CloseResult => {
  const isClosing = (tab: Tab) => tab.path !== home && ids.includes(idOf(tab))
  const at = tabs.findIndex((tab) => idOf(tab) === activeId)
  const closesActive = tabs[at] !== undefined && isClosing(tabs[at])
  return {
    tabs: tabs.filter((tab) => !isClosing(tab)),
    next: closesActive ? (tabs.slice(0, at).findLast((tab) => !isClosing(tab)) ?? null) : null,
  }
}

/** What is closed with 关闭其他 of a page: all but that one. */
export const otherTabIds = (tabs: readonly Tab[], id: string): string[] =>
  tabs.filter((tab) => tab.path !== home && idOf(tab) !== id).map(idOf)

/** The page beside the shown one, from the last on to the first. */
export const adjacentTab = (tabs: readonly Tab[], activeId: string, step: 1 | -1): Tab | undefined => {
  const at = tabs.findIndex((tab) => idOf(tab) === activeId)
  return tabs.at((at + step) % tabs.length)
}

/** Whatever was kept, as tabs; anything else in the storage is dropped. */
export const readTabs = (stored: unknown): Tab[] =>
  withHome(
    Array.isArray(stored)
      ? stored.filter((one): one is Tab => typeof one?.path === 'string' && typeof one?.search === 'string')
      : [],
  )

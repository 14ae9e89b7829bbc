/** One visited page; `search` is its last query string, so that its filters are still there on return. */
export interface Tab {
  readonly path: string
  readonly search: string
  /** What its page is about, such as a project, if that says more than the name of the page. */
  readonly name?: string
}

export const home = '/wel/index'
export const maxTabs = 20

/** Page id of a tab: the path without filters; embedded pages include the query, which says what they embed. */
export const idOf = ({ path, search }: Tab): string => (path.startsWith('/myiframe/') ? path + search : path)

const withHome = (tabs: readonly Tab[]): Tab[] =>
  tabs.some(({ path }) => path === home) ? [...tabs] : [{ path: home, search: '' }, ...tabs]

type UnsentPredicate = (id: string) => boolean

/** Removes the oldest tab without unsent input once the limit is reached; never home, the first. */
const evictOldest = (tabs: readonly Tab[], isUnsent: UnsentPredicate): Tab[] => {
  const oldest = tabs.findIndex((tab, i) => i > 0 && !isUnsent(idOf(tab)))
  return tabs.length < maxTabs || oldest < 0 ? [...tabs] : tabs.toSpliced(oldest, 1)
}

/**
 * Adds a visit: a page already open keeps its position and takes the new search. Otherwise the tab of the page that it `replaces` becomes
 * its own, unless that has unsent input. If there are too many tabs, the oldest without unsent input is removed.
 */
export const visit = (
  tabs: readonly Tab[],
  tab: Tab,
  isUnsent: UnsentPredicate = () => false,
  replaces: string | null = null,
): Tab[] => {
  const tabsWithHome = withHome(tabs)
  const isOpen = (id: string) => tabsWithHome.some((one) => idOf(one) === id)
  if (isOpen(idOf(tab))) return tabsWithHome.map((one) => (idOf(one) === idOf(tab) ? { ...one, ...tab } : one))
  if (replaces && isOpen(replaces) && replaces !== home && !isUnsent(replaces))
    return tabsWithHome.map((one) => (idOf(one) === replaces ? tab : one))
  return [...evictOldest(tabsWithHome, isUnsent), tab]
}

/** The same tabs, the one of this page with a name of its own. */
export const withName = (tabs: readonly Tab[], id: string, name: string): readonly Tab[] =>
  tabs.some((tab) => idOf(tab) === id && tab.name !== name)
    ? tabs.map((tab) => (idOf(tab) === id ? { ...tab, name } : tab))
    : tabs

/** The tab that a visit closed to stay within the limit. */
export const evictedTab = (before: readonly Tab[], after: readonly Tab[]): Tab | undefined =>
  before.find((tab) => !after.some((one) => idOf(one) === idOf(tab)))

export interface CloseResult {
  readonly tabs: Tab[]
  /** The tab to open if the active one was closed; null if it stays open. */
  readonly next: Tab | null
}

/** Closes tabs; if the active one is among them, the nearest remaining tab on its left follows. Home stays. */
export const close = (tabs: readonly Tab[], ids: readonly string[], activeId: string): CloseResult => {
  const isClosing = (tab: Tab) => tab.path !== home && ids.includes(idOf(tab))
  const at = tabs.findIndex((tab) => idOf(tab) === activeId)
  const closesActive = tabs[at] !== undefined && isClosing(tabs[at])
  return {
    tabs: tabs.filter((tab) => !isClosing(tab)),
    next: closesActive ? (tabs.slice(0, at).findLast((tab) => !isClosing(tab)) ?? null) : null,
  }
}

/** The tabs that 关闭其他 closes: all but this one and home. */
export const otherTabIds = (tabs: readonly Tab[], id: string): string[] =>
  tabs.filter((tab) => tab.path !== home && idOf(tab) !== id).map(idOf)

/** The tab next to the active one; wraps around at both ends. */
export const adjacentTab = (tabs: readonly Tab[], activeId: string, step: 1 | -1): Tab | undefined => {
  const at = tabs.findIndex((tab) => idOf(tab) === activeId)
  return tabs.at((at + step) % tabs.length)
}

/** Parses stored tabs; drops anything else found in the storage. */
export const readTabs = (stored: unknown): Tab[] =>
  withHome(
    Array.isArray(stored)
      ? stored.filter((one): one is Tab => typeof one?.path === 'string' && typeof one?.search === 'string')
      : [],
  )

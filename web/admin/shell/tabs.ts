/** One visited page; `search` is how it was left, so that its filters are there when one comes back. */
export interface Tab {
  readonly path: string
  readonly search: string
}

export const home = '/wel/index'
const most = 20

/** Which page a tab holds: an address is one page whatever its filters; embedded pages are told apart by what they embed. */
export const idOf = ({ path, search }: Tab): string => (path.startsWith('/myiframe/') ? path + search : path)

const withHome = (tabs: readonly Tab[]): Tab[] =>
  tabs.some(({ path }) => path === home) ? [...tabs] : [{ path: home, search: '' }, ...tabs]

type Holds = (id: string) => boolean

/** Takes out the oldest that may go; the first is home. */
const makeRoom = (tabs: readonly Tab[], holds: Holds): Tab[] => {
  const oldest = tabs.findIndex((tab, i) => i > 0 && !holds(idOf(tab)))
  return tabs.length < most || oldest < 0 ? [...tabs] : tabs.toSpliced(oldest, 1)
}

/**
 * A visit: a page already open keeps its place and takes the new search. When there are too many the oldest goes that holds
 * nothing unsent.
 */
export const visit = (tabs: readonly Tab[], tab: Tab, holds: Holds = () => false): Tab[] => {
  const known = withHome(tabs)
  const isOpen = known.some((one) => idOf(one) === idOf(tab))
  return isOpen ? known.map((one) => (idOf(one) === idOf(tab) ? tab : one)) : [...makeRoom(known, holds), tab]
}

export interface Closed {
  readonly tabs: Tab[]
  /** Where to go if the page shown is among those closed; null stays. */
  readonly next: Tab | null
}

/** Closes pages; where the shown one is among them, the nearest on its left that stays follows. Home stays. */
export const close = (tabs: readonly Tab[], ids: readonly string[], shown: string): Closed => {
  const goes = (tab: Tab) => tab.path !== home && ids.includes(idOf(tab))
  const at = tabs.findIndex((tab) => idOf(tab) === shown)
  const hides = tabs[at] !== undefined && goes(tabs[at])
  return {
    tabs: tabs.filter((tab) => !goes(tab)),
    next: hides ? (tabs.slice(0, at).findLast((tab) => !goes(tab)) ?? null) : null,
  }
}

/** What is closed with 关闭其他 of a page: all but that one. */
export const othersThan = (tabs: readonly Tab[], id: string): string[] =>
  tabs.filter((tab) => tab.path !== home && idOf(tab) !== id).map(idOf)

/** The page beside the shown one, from the last on to the first. */
export const beside = (tabs: readonly Tab[], shown: string, step: 1 | -1): Tab | undefined => {
  const at = tabs.findIndex((tab) => idOf(tab) === shown)
  return tabs.at((at + step) % tabs.length)
}

/** Whatever was kept, as tabs; anything else in the storage is dropped. */
export const readTabs = (kept: unknown): Tab[] =>
  withHome(
    Array.isArray(kept)
      ? kept.filter((one): one is Tab => typeof one?.path === 'string' && typeof one?.search === 'string')
      : [],
  )

/** One visited page; `search` is how it was left, so that its filters are there when one comes back. */
export interface Tab {
  readonly path: string
  readonly search: string
}

export const home = '/wel/index'
const most = 20

const withHome = (tabs: readonly Tab[]): Tab[] =>
  tabs.some(({ path }) => path === home) ? [...tabs] : [{ path: home, search: '' }, ...tabs]

/** A visit: a page already open keeps its place and takes the new search; the oldest go when there are too many. */
export const visit = (tabs: readonly Tab[], tab: Tab): Tab[] => {
  const known = withHome(tabs)
  if (known.some(({ path }) => path === tab.path)) return known.map((one) => (one.path === tab.path ? tab : one))
  const [first, ...others] = known as [Tab, ...Tab[]]
  return [first, ...others.slice(-(most - 2)), tab]
}

export interface Closed {
  readonly tabs: Tab[]
  /** Where to go if the closed page was the one shown; null stays. */
  readonly next: Tab | null
}

/** Closes a page; its right neighbour follows, else the left one. Home stays. */
export const close = (tabs: readonly Tab[], path: string, shown: string): Closed => {
  const at = tabs.findIndex((tab) => tab.path === path)
  if (path === home || at < 0) return { tabs: [...tabs], next: null }
  const left = tabs.filter((tab) => tab.path !== path)
  return { tabs: left, next: path === shown ? (left[at] ?? left[at - 1] ?? null) : null }
}

export const closeOthers = (tabs: readonly Tab[], shown: string): Tab[] =>
  tabs.filter(({ path }) => path === home || path === shown)

export const closeAll = (): Tab[] => withHome([])

/** Whatever was kept, as tabs; anything else in the storage is dropped. */
export const readTabs = (kept: unknown): Tab[] =>
  withHome(
    Array.isArray(kept)
      ? kept.filter((one): one is Tab => typeof one?.path === 'string' && typeof one?.search === 'string')
      : [],
  )

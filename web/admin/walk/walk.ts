/** Matters that a person handles one after another: those of a list at the moment when the first one was opened (docs/decisions/0146). */
export interface Walk {
  /** Address of the list. */
  readonly list: string
  /** Key of the visit that began it: a reload is the same visit. */
  readonly visit: string
  /** Addresses of the pages, in the order of the list. */
  readonly paths: readonly string[]
  /** Those that the person has decided. */
  readonly decided: readonly string[]
}

/** More are not walked through at once. */
export const maxWalk = 1000

/** What the list contains now. */
export interface ListedPaths {
  readonly paths: readonly string[]
  /** Whether the list goes on. */
  readonly capped: boolean
}

export interface Position {
  /** Place of the page in the walk, from 1. */
  readonly at: number
  readonly count: number
  readonly previous: string | undefined
  readonly next: string | undefined
  /** What follows after a decision: the next page that waits, at the end the first one that was left out. */
  readonly nextOpen: string | undefined
  /** Between this page and the next one: how many somebody else has handled. */
  readonly handledByOthers: number
  readonly decided: number
  /** How many still wait, this page included. */
  readonly left: number
  /** What has come into the list since. */
  readonly arrivals: readonly string[]
}

/** Where a page stands in a walk; null if it is no part of it. Without `now` everything is taken to wait still. */
export const positionIn = (walk: Walk, path: string, now?: ListedPaths): Position | null => {
  const { paths, decided } = walk
  const index = paths.indexOf(path)
  if (index < 0) return null
  // a long list says nothing of what it does not contain
  const listed = now && !now.capped ? new Set(now.paths) : null
  const isHandled = (one: string) => listed !== null && !listed.has(one) && !decided.includes(one)
  const isOpen = (one: string) => !decided.includes(one) && !isHandled(one)
  const after = paths.slice(index + 1)
  const nextIndex = after.findIndex((one) => !isHandled(one))
  return {
    at: index + 1,
    count: paths.length,
    previous: paths.slice(0, index).findLast((one) => !isHandled(one)),
    next: after[nextIndex],
    nextOpen: after.find(isOpen) ?? paths.slice(0, index).find(isOpen),
    handledByOthers: nextIndex < 0 ? after.length : nextIndex,
    decided: decided.length,
    left: paths.filter((one) => isOpen(one) || (one === path && !decided.includes(one))).length,
    arrivals: (now?.paths ?? []).filter((one) => !paths.includes(one)),
  }
}

export const withDecided = (walk: Walk, path: string): Walk =>
  walk.decided.includes(path) ? walk : { ...walk, decided: [...walk.decided, path] }

/** What has arrived follows at the end, so that no place changes. */
export const withArrivals = (walk: Walk, arrivals: readonly string[]): Walk => ({
  ...walk,
  paths: [...walk.paths, ...arrivals].slice(0, maxWalk),
})

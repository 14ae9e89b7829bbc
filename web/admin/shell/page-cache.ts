import type { Location } from 'react-router'

/** A page whose state stays while another is visible, with its last address. */
export interface CachedPage {
  readonly id: string
  readonly location: Location
}

/** Pages beyond this number are dropped and reopen by their address; each keeps its elements and its data in memory. */
export const maxCachedPages = 8

/**
 * The cached pages, the current one first and the others by last visit: those with an open tab, as many as fit, and all with
 * unsent input. Returns the same list if nothing has changed.
 */
export const updateCachedPages = (
  cached: readonly CachedPage[],
  current: CachedPage,
  isOpen: (id: string) => boolean,
  isUnsent: (id: string) => boolean,
): readonly CachedPage[] => {
  const otherPages = cached.filter(({ id }) => id !== current.id && isOpen(id))
  const next = [current, ...otherPages.filter(({ id }, i) => i < maxCachedPages - 1 || isUnsent(id))]
  const same = next.length === cached.length && next.every(({ id, location }, i) => isSame(cached[i], id, location))
  return same ? cached : next
}

const isSame = (one: CachedPage | undefined, id: string, location: Location) =>
  one?.id === id && one.location === location

import type { Location } from 'react-router'

/** A page that stays as it was while another is shown, at the address at which it was left. */
export interface CachedPage {
  readonly id: string
  readonly location: Location
}

/** Pages beyond these are given up and opened anew by their address; each holds its elements and its data in memory. */
export const maxCachedPages = 8

/**
 * The pages that stay, the shown one first and the others as they were last shown: those whose tab is open, as many as fit
 * and all that hold something unsent. Gives the same list where nothing has changed.
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

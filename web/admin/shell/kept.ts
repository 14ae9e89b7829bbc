import type { Location } from 'react-router'

/** A page that stays as it was while another is shown, at the address at which it was left. */
export interface Kept {
  readonly id: string
  readonly location: Location
}

/** Pages beyond these are given up and opened anew by their address; each holds its elements and its data in memory. */
export const mostKept = 8

/**
 * The pages that stay, the shown one first and the others as they were last shown: those whose tab is open, as many as fit
 * and all that hold something unsent. Gives the same list where nothing has changed.
 */
export const keep = (
  kept: readonly Kept[],
  shown: Kept,
  isOpen: (id: string) => boolean,
  holds: (id: string) => boolean,
): readonly Kept[] => {
  const others = kept.filter(({ id }) => id !== shown.id && isOpen(id))
  const next = [shown, ...others.filter(({ id }, i) => i < mostKept - 1 || holds(id))]
  const same = next.length === kept.length && next.every(({ id, location }, i) => isSame(kept[i], id, location))
  return same ? kept : next
}

const isSame = (one: Kept | undefined, id: string, location: Location) => one?.id === id && one.location === location

/** The part of a storage that a lease needs. */
export interface Shelf {
  getItem(name: string): string | null
  setItem(name: string, value: string): void
  removeItem(name: string): void
}

interface Lease {
  readonly holder: string
  /** Milliseconds since 1970; a holder that was closed in the middle lets go then. */
  readonly until: number
}

const leaseOf = (shelf: Shelf, name: string): Lease | null => {
  try {
    return JSON.parse(shelf.getItem(name) ?? 'null') as Lease | null
  } catch {
    return null
  }
}

/** Writes itself down as the holder, unless somebody is, itself included. Two may do so at once: `holdsLease` tells who has it. */
export const takeLease = (shelf: Shelf, name: string, lease: Lease, now: number): boolean => {
  const held = leaseOf(shelf, name)
  if (held && held.until > now) return false
  shelf.setItem(name, JSON.stringify(lease))
  return true
}

export const holdsLease = (shelf: Shelf, name: string, holder: string, now: number): boolean => {
  const held = leaseOf(shelf, name)
  return held?.holder === holder && held.until > now
}

/** Lets go of what is one's own, never of what another has taken since. */
export const dropLease = (shelf: Shelf, name: string, holder: string): void => {
  if (leaseOf(shelf, name)?.holder === holder) shelf.removeItem(name)
}

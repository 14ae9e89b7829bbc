/** The part of a storage that a lease needs. */
export interface LeaseStorage {
  getItem(name: string): string | null
  setItem(name: string, value: string): void
  removeItem(name: string): void
}

interface Lease {
  readonly holder: string
  /** Milliseconds since 1970; a holder that was closed in the middle lets go then. */
  readonly until: number
}

const leaseOf = (storage: LeaseStorage, name: string): Lease | null => {
  try {
    return JSON.parse(storage.getItem(name) ?? 'null') as Lease | null
  } catch {
    return null
  }
}

/** Writes itself down as the holder, unless somebody is, itself included. Two may do so at once: `holdsLease` tells who has it. */
export const takeLease = (storage: LeaseStorage, name: string, lease: Lease, now: number): boolean => {
  const currentLease = leaseOf(storage, name)
  if (currentLease && currentLease.until > now) return false
  storage.setItem(name, JSON.stringify(lease))
  return true
}

export const holdsLease = (storage: LeaseStorage, name: string, holder: string, now: number): boolean => {
  const currentLease = leaseOf(storage, name)
  return currentLease?.holder === holder && currentLease.until > now
}

/** Lets go of what is one's own, never of what another has taken since. */
export const dropLease = (storage: LeaseStorage, name: string, holder: string): void => {
  if (leaseOf(storage, name)?.holder === holder) storage.removeItem(name)
}

/** The part of a storage that a lease needs. */
export interface LeaseStorage {
  getItem(name: string): string | null
  setItem(name: string, value: string): void
  removeItem(name: string): void
}

interface Lease {
  readonly holder: string
  /** Milliseconds since 1970. The lease expires then, even if its holder was closed while working. */
  readonly until: number
}

const leaseOf = (storage: LeaseStorage, name: string): Lease | null => {
  try {
    return JSON.parse(storage.getItem(name) ?? 'null') as Lease | null
  } catch {
    return null
  }
}

/**
 * Writes the lease unless an unexpired one exists, even the caller's. Two windows may write at once: check with `holdsLease`.
 */
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

/** Releases the caller's lease, never one that another window has taken since. */
export const dropLease = (storage: LeaseStorage, name: string, holder: string): void => {
  if (leaseOf(storage, name)?.holder === holder) storage.removeItem(name)
}

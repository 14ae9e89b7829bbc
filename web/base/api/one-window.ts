import { dropLease, holdsLease, takeLease } from './lease.ts'

/** Longer than any call of `work` may take. */
const leaseDurationMs = 30_000
/** A write to storage reaches other windows with a delay; nobody else starts before that. */
const waitForStorage = () => new Promise((done) => setTimeout(done, 250))
const thisWindow = crypto.getRandomValues(new Uint32Array(2)).join('-')

const byLock = (locks: LockManager, name: string, work: () => Promise<void>): Promise<boolean> =>
  locks.request(name, { ifAvailable: true }, async (lock) => {
    if (!lock) return false
    await work()
    await waitForStorage()
    return true
  })

const byLease = async (name: string, work: () => Promise<void>): Promise<boolean> => {
  const now = Date.now()
  if (!takeLease(localStorage, name, { holder: thisWindow, until: now + leaseDurationMs }, now)) return false
  await waitForStorage()
  if (!holdsLease(localStorage, name, thisWindow, Date.now())) return false
  await work().finally(waitForStorage)
  dropLease(localStorage, name, thisWindow)
  return true
}

/**
 * Runs `work` in one window of the browser at a time; skips it and resolves to false if another window is running it. `work` checks for itself
 * whether it is still needed. Browsers have locks only in a secure context; over plain http a lease in local storage replaces
 * them.
 */
export const runInOneWindow = (name: string, work: () => Promise<void>): Promise<boolean> => {
  const locks = navigator.locks as LockManager | undefined
  return locks ? byLock(locks, name, work) : byLease(name, work)
}

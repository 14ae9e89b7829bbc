import type { Db } from '../../base/database/db.ts'
import { announceWake } from './claim.ts'

const delayMs = 1000

/**
 * A function that wakes the job of a processor one second after its first call, at most once a second: for what happens often and may
 * wait for a moment.
 */
export const wakeSoon = (db: Db, processor: string, onError: (error: unknown) => void): (() => void) => {
  let isPending = false
  const wake = () => {
    isPending = false
    announceWake(db, processor).catch(onError)
  }
  return () => {
    if (isPending) return
    isPending = true
    setTimeout(wake, delayMs).unref()
  }
}

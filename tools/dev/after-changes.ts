import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds to wait, since one save causes several events. */
const pause = 30

/**
 * Runs `work` after a change, one run at a time. A change during a run causes another run; `isOutdated` then returns true.
 * `work` handles its own errors.
 */
export const afterChanges = (work: (isOutdated: () => boolean) => Promise<void>): (() => void) => {
  let hasChanged = false
  let isRunning = false
  const run = async () => {
    isRunning = true
    while (hasChanged) {
      await sleep(pause)
      hasChanged = false
      await work(() => hasChanged)
    }
    isRunning = false
  }
  return () => {
    hasChanged = true
    if (!isRunning) void run()
  }
}

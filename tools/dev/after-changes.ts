import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds: one save is several events. */
const pause = 30

/**
 * Runs `work` after a change, one run at a time. A change during a run causes another one; `isOutdated` tells the run so.
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

import { setTimeout as sleep } from 'node:timers/promises'

/** Waits for something that sends no event, such as another process's end or a lock's queue. */
export const until = async (holds: () => unknown, patience = 120_000): Promise<void> => {
  const last = Date.now() + patience
  while (!(await holds())) {
    if (Date.now() > last) throw new Error(`It did not come to hold in ${patience / 1000} s: ${holds}`)
    await sleep(20)
  }
}

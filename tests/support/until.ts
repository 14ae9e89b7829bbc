import { setTimeout as sleep } from 'node:timers/promises'

/** Waits for something that sends no event, such as another process's end or a lock's queue. */
export const until = async (condition: () => unknown, timeoutMs = 120_000): Promise<void> => {
  const deadline = Date.now() + timeoutMs
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`It did not come to hold in ${timeoutMs / 1000} s: ${condition}`)
    await sleep(20)
  }
}

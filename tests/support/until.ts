import { setTimeout as sleep } from 'node:timers/promises'

/** Polls a condition that sends no event, such as the end of another process. */
export const until = async (condition: () => unknown, timeoutMs = 120_000): Promise<void> => {
  const deadline = Date.now() + timeoutMs
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`The condition did not hold within ${timeoutMs / 1000} s: ${condition}`)
    await sleep(20)
  }
}

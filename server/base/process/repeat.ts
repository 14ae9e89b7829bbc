import { limitRepeats } from './limit-repeats.ts'

/**
 * Runs `work` repeatedly: first after `firstDelayMs`, then `pauseMs` after each run ended. Errors go to `onError`, the same one at
 * most once a minute. Does not keep the process alive. The returned function stops it and waits for the current run.
 */
export const repeatEvery = (
  pauseMs: number,
  work: () => Promise<unknown>,
  onError: (error: unknown) => void,
  firstDelayMs = pauseMs,
): (() => Promise<void>) => {
  const report = limitRepeats(onError)
  let stopped = false
  let running: Promise<unknown> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const wait = (milliseconds: number) => {
    if (!stopped) timer = setTimeout(runOnce, milliseconds).unref()
  }
  const runOnce = () => {
    running = work()
      .catch(report)
      .then(() => wait(pauseMs))
  }
  wait(firstDelayMs)
  return async () => {
    stopped = true
    clearTimeout(timer)
    await running
  }
}

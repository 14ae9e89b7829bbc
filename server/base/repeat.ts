/**
 * Does something again and again, `pause` milliseconds after it was done, for the first time after `first`; what it throws goes
 * to `failed`. Keeps no process alive. The answer stops it and waits for what is under way.
 */
export const repeatEvery = (
  pauseMs: number,
  work: () => Promise<unknown>,
  onError: (error: unknown) => void,
  firstDelayMs = pauseMs,
): (() => Promise<void>) => {
  let stopped = false
  let running: Promise<unknown> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const wait = (milliseconds: number) => {
    if (!stopped) timer = setTimeout(runOnce, milliseconds).unref()
  }
  const runOnce = () => {
    running = work()
      .catch(onError)
      .then(() => wait(pauseMs))
  }
  wait(firstDelayMs)
  return async () => {
    stopped = true
    clearTimeout(timer)
    await running
  }
}

/**
 * Does something again and again, `pause` milliseconds after it was done, for the first time after `first`; what it throws goes
 * to `failed`. Keeps no process alive. The answer stops it and waits for what is under way.
 */
export const every = (
  pause: number,
  work: () => Promise<unknown>,
  failed: (error: unknown) => void,
  first = pause,
): (() => Promise<void>) => {
  let stopped = false
  let running: Promise<unknown> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const wait = (milliseconds: number) => {
    if (!stopped) timer = setTimeout(turn, milliseconds).unref()
  }
  const turn = () => {
    running = work()
      .catch(failed)
      .then(() => wait(pause))
  }
  wait(first)
  return async () => {
    stopped = true
    clearTimeout(timer)
    await running
  }
}

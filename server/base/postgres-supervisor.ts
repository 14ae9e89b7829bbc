import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

interface ProcessControl {
  /** Starts it; resolves once it answers. */
  readonly start: () => Promise<ChildProcess>
  readonly end: (pid: number) => Promise<void>
  readonly log: ((line: string) => void) | undefined
}

/** Milliseconds between a start that failed and the next. */
const pause = 1000

/**
 * Starts a process again whenever it ends although nobody stopped it, for as long as it takes. Its directory stays locked by this
 * process meanwhile (lock.ts). `stop` waits for a start that is under way, and ends what came of it.
 */
export const superviseProcess = (first: ChildProcess, { start, end, log = () => {} }: ProcessControl) => {
  let isStopped = false
  const restart = async (): Promise<ChildProcess | null> => {
    log('PostgreSQL has ended; it is being started again')
    while (!isStopped)
      try {
        const child = await start()
        log('PostgreSQL runs again')
        return watch(child)
      } catch (error) {
        log(String(error))
        await sleep(pause)
      }
    return null
  }
  const onEnd = () => {
    if (!isStopped) current = restart()
  }
  const watch = (child: ChildProcess): ChildProcess => {
    if (child.exitCode === null && child.signalCode === null) child.once('exit', onEnd)
    else setImmediate(onEnd)
    return child
  }
  let current: Promise<ChildProcess | null> = Promise.resolve(watch(first))
  const stop = async () => {
    isStopped = true
    const child = await current
    if (child?.pid) await end(child.pid)
  }
  return { stop }
}

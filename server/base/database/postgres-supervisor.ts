import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

interface ProcessControl {
  /** Starts the process; resolves once it responds. */
  readonly start: () => Promise<ChildProcess>
  readonly end: (pid: number) => Promise<void>
  readonly log: ((line: string) => void) | undefined
}

/** Milliseconds between a failed start and the next attempt. */
const pause = 1000

/**
 * Restarts a process whenever it exits without `stop`, and retries until a start succeeds. This process keeps its lock on the
 * data directory meanwhile (lock.ts). `stop` waits for a pending start, and ends the process that it started.
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

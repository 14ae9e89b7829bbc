import { setTimeout as sleep } from 'node:timers/promises'
import { StartupError } from './env.ts'

interface Closer {
  readonly close: () => unknown
  readonly timeoutMs: number
}

/** Cleanup functions, run in reverse order at exit; each has a time limit, so one that hangs does not block the others. */
const closers: Closer[] = []
const closeTimeoutMs = 10_000
let exiting: Promise<void> | undefined

/** Registers a cleanup function; `graceMs` is what it may wait on purpose. */
export const onExit = (close: () => unknown, graceMs = 0): void => {
  closers.push({ close, timeoutMs: closeTimeoutMs + graceMs })
}

export const isExiting = (): boolean => exiting !== undefined

export const exit = (code: number): Promise<void> => {
  exiting ??= (async () => {
    for (const { close, timeoutMs } of closers.reverse())
      await Promise.race([sleep(timeoutMs), Promise.resolve(close())]).catch((error: unknown) =>
        process.stderr.write(`${String(error)}\n`),
      )
    process.exit(code)
  })()
  return exiting
}

/** Runs the start function. A signal, an uncaught error or a failed start ends the process after its cleanup functions. */
export const runProcess = (start: () => Promise<void>): void => {
  // whatever the umask of the shell: no other user of the machine may read the files of the platform
  process.umask(0o077)
  // when the terminal is gone each write fails: reporting that would write again, without end
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void exit(0))
  process.on('uncaughtException', (error) => {
    process.stderr.write(`${error.stack}\n`)
    void exit(1)
  })
  start().catch((error: Error) => {
    // an error caused by a stop during the start is not reported
    if (!isExiting()) process.stderr.write(`${error instanceof StartupError ? error.message : error.stack}\n`)
    void exit(1)
  })
}

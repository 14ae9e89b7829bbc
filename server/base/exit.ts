import { setTimeout as sleep } from 'node:timers/promises'
import { StartupError } from './env.ts'

/** What has to be undone on the way out, last first; a step that hangs does not keep the others from their turn. */
const closers: (() => unknown)[] = []
const closeTimeoutMs = 10_000
let exiting: Promise<void> | undefined

export const onExit = (close: () => unknown): void => {
  closers.push(close)
}

export const isExiting = (): boolean => exiting !== undefined

export const exit = (code: number): Promise<void> => {
  exiting ??= (async () => {
    for (const close of closers.reverse())
      await Promise.race([sleep(closeTimeoutMs), Promise.resolve(close())]).catch((error: unknown) =>
        process.stderr.write(`${String(error)}\n`),
      )
    process.exit(code)
  })()
  return exiting
}

/** Runs a start. A signal, an error nobody caught and a start that fails end the process in order. */
export const runProcess = (start: () => Promise<void>): void => {
  // whatever the umask of the shell: what the platform keeps is for nobody else on the machine
  process.umask(0o077)
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void exit(0))
  process.on('uncaughtException', (error) => {
    process.stderr.write(`${error.stack}\n`)
    void exit(1)
  })
  start().catch((error: Error) => {
    // what a stop in the middle of the start breaks off is no fault
    if (!isExiting()) process.stderr.write(`${error instanceof StartupError ? error.message : error.stack}\n`)
    void exit(1)
  })
}

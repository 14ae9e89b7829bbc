import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isExiting } from '#server/base/process/exit.ts'

/** A server in a child process. */
export interface ServerProcess {
  /** Address of the server; rejects with its error output if it ends before it listens. */
  readonly address: Promise<URL>
  /** Its error output, once it has ended. */
  readonly exitReason: Promise<string>
  /** Counts a running request until the returned function is called. */
  readonly trackRequest: () => () => void
  /** Stops it as soon as no request is running, or after a timeout. */
  readonly retire: () => void
  readonly stop: () => Promise<void>
}

/** Milliseconds to wait for running requests, and for the process to end after SIGTERM. */
const timeoutsMs = { requests: 10_000, end: 8000 }
const maxReasonLength = 4000

/** Starts the server bundle of a folder. */
export const startServerProcess = (folder: string, env: NodeJS.ProcessEnv): ServerProcess => {
  const child = fork(join(folder, 'main.js'), ['--supervised'], {
    env,
    execArgv: ['--enable-source-maps'],
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  })
  let errors = ''
  const recordErrors = (text: string) => {
    process.stderr.write(text)
    errors = (errors + text).slice(-maxReasonLength)
  }
  child.stderr?.setEncoding('utf8').on('data', recordErrors)
  let isStopping = false
  const exitReason = once(child, 'close').then(([code, signal]) => {
    if (!isStopping && !isExiting()) recordErrors(`The server ended with ${signal ?? `code ${code}`}.\n`)
    return errors.trim()
  })
  const listening = once(child, 'message').then(([message]) => new URL((message as { address: string }).address))
  const address = Promise.race([
    listening,
    exitReason.then((reason) => {
      throw new Error(reason)
    }),
  ])
  // avoid an unhandled rejection if the process is stopped before anybody waits for the address
  address.catch(() => {})
  const stop = async () => {
    isStopping = true
    child.kill('SIGTERM')
    const isTimedOut = await Promise.race([exitReason.then(() => false), sleep(timeoutsMs.end, true, { ref: false })])
    if (isTimedOut) child.kill('SIGKILL')
    await exitReason
  }
  return { address, exitReason, stop, ...requestTracker(stop) }
}

/** Counts the running requests of a process that may have to stop. */
const requestTracker = (stop: () => Promise<void>): Pick<ServerProcess, 'trackRequest' | 'retire'> => {
  let count = 0
  let isRetired = false
  const trackRequest = () => {
    count++
    return () => {
      count--
      if (isRetired && count === 0) void stop()
    }
  }
  const retire = () => {
    isRetired = true
    if (count === 0) void stop()
    else setTimeout(() => void stop(), timeoutsMs.requests).unref()
  }
  return { trackRequest, retire }
}

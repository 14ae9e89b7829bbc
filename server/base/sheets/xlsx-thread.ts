import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { SheetLine } from './cell.ts'
import { Unreadable } from './xlsx-package.ts'
import type { Answer } from './xlsx-worker.ts'

/** Limits of time (milliseconds) and memory per workbook; one of ten thousand rows takes a second. */
const timeoutMs = 30_000
const resourceLimits = { maxOldGenerationSizeMb: 256 }

/** Starts the worker next to this file: a separate file in the bundle; in the sources TypeScript, which tests load with tsx. */
const startThread = (): Worker => {
  if (!import.meta.url.endsWith('.ts'))
    return new Worker(new URL('./xlsx-worker.js', import.meta.url), { resourceLimits })
  const source = JSON.stringify(new URL('./xlsx-worker.ts', import.meta.url).href)
  const load = `import('tsx/esm/api').then(({ register }) => { register(); return import(${source}) })`
  return new Worker(load, { eval: true, execArgv: [], resourceLimits })
}

let thread: Worker | null = null

const endThread = async (): Promise<void> => {
  const oldThread = thread
  thread = null
  await oldThread?.terminate()
}

async function* rowsFromThread(bytes: Buffer): AsyncGenerator<SheetLine> {
  let isComplete = false
  try {
    thread ??= startThread()
    // an idle thread does not keep the process alive
    thread.unref()
    const signal = AbortSignal.timeout(timeoutMs)
    for (let request: unknown = new Uint8Array(bytes); ; request = 'more') {
      const answer = once(thread, 'message', { signal })
      thread.postMessage(request)
      const [message] = (await answer) as [Answer]
      isComplete = message.isLast === true || message.fault !== undefined
      if (message.fault !== undefined) throw new Unreadable(message.fault)
      yield* message.rows ?? []
      if (isComplete) return
    }
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable(String(error), { cause: error })
  } finally {
    if (!isComplete) await endThread()
  }
}

/** Reads one workbook at a time: a caller who sends many uses one core at most. */
let lastRead: Promise<unknown> = Promise.resolve()

/**
 * The rows of the first visible sheet of a workbook, read in a separate thread: requests are still answered, and a harmful
 * workbook can end only that thread. Throws Unreadable for an invalid workbook, or if time or memory runs out.
 */
export async function* readXlsxInThread(bytes: Buffer): AsyncGenerator<SheetLine> {
  const previous = lastRead
  let release = () => {}
  lastRead = new Promise<void>((done) => {
    release = done
  })
  await previous
  try {
    yield* rowsFromThread(bytes)
  } finally {
    release()
  }
}

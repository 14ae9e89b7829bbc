import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { type RawRow, Unreadable } from './xlsx-read.ts'
import type { Answer } from './xlsx-worker.ts'

/** Milliseconds and memory a workbook may take; one of ten thousand rows takes a second. */
const deadline = 30_000
const resourceLimits = { maxOldGenerationSizeMb: 256 }

/** The worker lies beside this file: as a file of its own in the bundle, in the sources as TypeScript, which tests read with tsx. */
const startThread = (): Worker => {
  if (!import.meta.url.endsWith('.ts'))
    return new Worker(new URL('./xlsx-worker.js', import.meta.url), { resourceLimits })
  const source = JSON.stringify(new URL('./xlsx-worker.ts', import.meta.url).href)
  const load = `import('tsx/esm/api').then(({ register }) => { register(); return import(${source}) })`
  return new Worker(load, { eval: true, execArgv: [], resourceLimits })
}

let thread: Worker | null = null

const endThread = async (): Promise<void> => {
  const ended = thread
  thread = null
  await ended?.terminate()
}

async function* rowsFromThread(bytes: Buffer): AsyncGenerator<RawRow> {
  let isWhole = false
  try {
    thread ??= startThread()
    // an idle one does not keep the process from its end
    thread.unref()
    const signal = AbortSignal.timeout(deadline)
    for (let ask: unknown = new Uint8Array(bytes); ; ask = 'more') {
      const answer = once(thread, 'message', { signal })
      thread.postMessage(ask)
      const [message] = (await answer) as [Answer]
      isWhole = message.isLast === true || message.fault !== undefined
      if (message.fault !== undefined) throw new Unreadable(message.fault)
      yield* message.rows ?? []
      if (isWhole) return
    }
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable(String(error), { cause: error })
  } finally {
    if (!isWhole) await endThread()
  }
}

/** One workbook after the other: who sends many of them keeps one core at most. */
let last: Promise<unknown> = Promise.resolve()

/**
 * The rows of the first sheet of a workbook, read in a thread of its own, so that requests are answered meanwhile and a workbook
 * made to do harm ends that thread at most. Throws Unreadable for what is no workbook, or takes too long or too much memory.
 */
export async function* readXlsxApart(bytes: Buffer): AsyncGenerator<RawRow> {
  const before = last
  let leave = () => {}
  last = new Promise<void>((done) => {
    leave = done
  })
  await before
  try {
    yield* rowsFromThread(bytes)
  } finally {
    leave()
  }
}

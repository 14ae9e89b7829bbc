import { repeatEvery } from '../base/ticking.ts'

interface Options<T> {
  /** Writes lines, all or none. */
  readonly write: (lines: readonly T[]) => Promise<unknown>
  /** Told of lines that had no room, and of a write that failed. */
  readonly lost: (count: number) => void
  readonly failed: (error: unknown) => void
  /** Lines that may wait. */
  readonly most?: number
  /** Milliseconds between two writes. */
  readonly pause?: number
}

/** What a database refuses for what it says, however often it is tried (SQLSTATE class 22). */
const isUnwritable = (error: unknown) => String((error as { code?: unknown } | null)?.code ?? '').startsWith('22')

/**
 * Lines that wait to be written together. Adding one never waits and never throws: where the database is slow or gone they stay,
 * up to a bound, and those beyond it are counted.
 */
export const buffered = <T>({ write, lost, failed, most = 5000, pause = 1000 }: Options<T>) => {
  let waiting: T[] = []
  let dropped = 0
  let writing: Promise<void> | null = null
  const tellDropped = () => {
    if (dropped) lost(dropped)
    dropped = 0
  }
  const writeOnce = async () => {
    const lines = waiting
    if (lines.length === 0) return
    waiting = []
    try {
      await write(lines)
      tellDropped()
    } catch (error) {
      failed(error)
      if (isUnwritable(error)) dropped += lines.length
      else {
        // the oldest stay: they tell how it began
        const all = [...lines, ...waiting]
        dropped += Math.max(0, all.length - most)
        waiting = all.slice(0, most)
      }
    }
  }
  const flush = (): Promise<void> => {
    writing ??= writeOnce().finally(() => {
      writing = null
    })
    return writing
  }
  const stop = repeatEvery(pause, flush, failed)
  return {
    add: (line: T): void => {
      if (waiting.length < most) waiting.push(line)
      else dropped++
    },
    flush,
    /** Writes what waits; what cannot be written by then is counted as lost. */
    close: async (): Promise<void> => {
      await stop()
      for (let tries = 0; waiting.length && tries < 3; tries++) await flush()
      dropped += waiting.length
      waiting = []
      tellDropped()
    },
  }
}

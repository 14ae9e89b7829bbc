import { repeatEvery } from '../base/repeat.ts'

interface Options<T> {
  /** Writes lines, all or none. */
  readonly write: (lines: readonly T[]) => Promise<unknown>
  /** Told of lines that had no room, and of a write that failed. */
  readonly onLost: (count: number) => void
  readonly onError: (error: unknown) => void
  /** Lines that may wait. */
  readonly maxLines?: number
  /** Milliseconds between two writes. */
  readonly intervalMs?: number
}

/** What a database refuses for what it says, however often it is tried (SQLSTATE class 22). */
const isUnwritable = (error: unknown) => String((error as { code?: unknown } | null)?.code ?? '').startsWith('22')

/**
 * Lines that wait to be written together. Adding one never waits and never throws: where the database is slow or gone they stay,
 * up to a bound, and those beyond it are counted.
 */
export const createBuffer = <T>({ write, onLost, onError, maxLines = 5000, intervalMs = 1000 }: Options<T>) => {
  let pendingLines: T[] = []
  let droppedCount = 0
  let currentWrite: Promise<void> | null = null
  const reportDropped = () => {
    if (droppedCount) onLost(droppedCount)
    droppedCount = 0
  }
  const writeOnce = async () => {
    const lines = pendingLines
    if (lines.length === 0) return
    pendingLines = []
    try {
      await write(lines)
      reportDropped()
    } catch (error) {
      onError(error)
      if (isUnwritable(error)) droppedCount += lines.length
      else {
        // the oldest stay: they tell how it began
        const all = [...lines, ...pendingLines]
        droppedCount += Math.max(0, all.length - maxLines)
        pendingLines = all.slice(0, maxLines)
      }
    }
  }
  const flush = (): Promise<void> => {
    currentWrite ??= writeOnce().finally(() => {
      currentWrite = null
    })
    return currentWrite
  }
  const stop = repeatEvery(intervalMs, flush, onError)
  return {
    add: (line: T): void => {
      if (pendingLines.length < maxLines) pendingLines.push(line)
      else droppedCount++
    },
    flush,
    /** Writes what waits; what cannot be written by then is counted as lost. */
    close: async (): Promise<void> => {
      await stop()
      for (let attempts = 0; pendingLines.length && attempts < 3; attempts++) await flush()
      droppedCount += pendingLines.length
      pendingLines = []
      reportDropped()
    },
  }
}

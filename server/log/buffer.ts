import { limitRepeats } from '../base/process/limit-repeats.ts'
import { repeatEvery } from '../base/process/repeat.ts'

interface Options<T> {
  /** Writes lines, all or none. */
  readonly write: (lines: readonly T[]) => Promise<unknown>
  /** Called with the number of dropped lines, after the next successful write or on close. */
  readonly onLost: (count: number) => void
  /** Called with why lines were not written, the same reason at most once a minute. */
  readonly onError: (error: unknown) => void
  /** Maximum number of pending lines. */
  readonly maxLines?: number
  /** Milliseconds between two writes. */
  readonly intervalMs?: number
}

/** Data errors (SQLSTATE class 22), which a retry cannot fix. */
const isUnwritable = (error: unknown) => String((error as { code?: unknown } | null)?.code ?? '').startsWith('22')

/**
 * Buffers lines and writes them together. `add` never blocks and never throws. While the database is slow or down, up to
 * `maxLines` lines stay pending; further lines are dropped and counted.
 */
export const createBuffer = <T>({ write, onLost, onError, maxLines = 5000, intervalMs = 1000 }: Options<T>) => {
  const report = limitRepeats(onError)
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
      report(error)
      if (isUnwritable(error)) droppedCount += lines.length
      else {
        // keep the oldest lines: they show how the problem began
        const unwrittenLines = [...lines, ...pendingLines]
        droppedCount += Math.max(0, unwrittenLines.length - maxLines)
        pendingLines = unwrittenLines.slice(0, maxLines)
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
    /** Writes the pending lines in at most three attempts; the rest is reported as lost. */
    close: async (): Promise<void> => {
      await stop()
      for (let attempts = 0; pendingLines.length && attempts < 3; attempts++) await flush()
      droppedCount += pendingLines.length
      pendingLines = []
      reportDropped()
    },
  }
}

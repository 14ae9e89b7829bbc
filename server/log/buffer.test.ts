import { describe, expect, test } from 'vitest'
import { createBuffer } from './buffer.ts'

const connectionError = () => Object.assign(new Error('gone'), { code: '57P01' })

/** A buffer whose interval never ends during a test, over a table that can be made to fail. */
const openBuffer = (maxLines = 5) => {
  const table = { rows: [] as number[], writes: 0, fails: null as Error | null }
  const report = { lost: [] as number[], failures: 0 }
  const lines = createBuffer<number>({
    write: async (waiting) => {
      table.writes++
      if (table.fails) throw table.fails
      table.rows.push(...waiting)
    },
    onLost: (count) => void report.lost.push(count),
    onError: () => {
      report.failures++
    },
    maxLines,
    intervalMs: 3_600_000,
  })
  const add = (...all: number[]) => {
    for (const one of all) lines.add(one)
  }
  return { table, report, lines, add }
}

describe('buffered lines', () => {
  test('are written together, in order', async () => {
    const { table, lines, add } = openBuffer()
    add(1, 2, 3)
    await lines.flush()
    expect([table.rows, table.writes]).toEqual([[1, 2, 3], 1])
    await lines.flush()
    expect(table.writes).toBe(1)
  })

  test('stay buffered while the database is down, and are written when it is back', async () => {
    const { table, report, lines, add } = openBuffer()
    table.fails = connectionError()
    add(1, 2)
    await lines.flush()
    add(3)
    await lines.flush()
    table.fails = null
    await lines.flush()
    // two attempts failed for one reason
    expect([table.rows, report.failures, report.lost]).toEqual([[1, 2, 3], 1, []])
  })

  test('are dropped and counted if the buffer is full', async () => {
    const { table, report, lines, add } = openBuffer(3)
    table.fails = connectionError()
    add(1, 2, 3, 4)
    await lines.flush()
    add(5)
    table.fails = null
    await lines.flush()
    expect([table.rows, report.lost]).toEqual([[1, 2, 3], [2]])
  })

  test('do not wait for lines that the database rejects, which are dropped and counted', async () => {
    const { table, report, lines, add } = openBuffer()
    table.fails = Object.assign(new Error('bad text'), { code: '22P05' })
    add(1, 2)
    await lines.flush()
    table.fails = null
    add(3)
    await lines.flush()
    expect([table.rows, report.lost]).toEqual([[3], [2]])
  })

  test('are written on close; those that cannot be written are counted', async () => {
    const working = openBuffer()
    working.add(1, 2)
    await working.lines.close()
    expect(working.table.rows).toEqual([1, 2])
    const broken = openBuffer()
    broken.table.fails = connectionError()
    broken.add(1, 2)
    await broken.lines.close()
    expect([broken.table.rows, broken.report.lost]).toEqual([[], [2]])
  })
})

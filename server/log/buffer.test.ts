import { describe, expect, test } from 'vitest'
import { createBuffer } from './buffer.ts'

const gone = () => Object.assign(new Error('gone'), { code: '57P01' })

/** A buffer whose clock never strikes within a test, over a table that can be made to fail. */
const over = (most = 5) => {
  const table = { rows: [] as number[], writes: 0, fails: null as Error | null }
  const told = { lost: [] as number[], failures: 0 }
  const lines = createBuffer<number>({
    write: async (waiting) => {
      table.writes++
      if (table.fails) throw table.fails
      table.rows.push(...waiting)
    },
    onLost: (count) => void told.lost.push(count),
    onError: () => {
      told.failures++
    },
    maxLines: most,
    intervalMs: 3_600_000,
  })
  const add = (...all: number[]) => {
    for (const one of all) lines.add(one)
  }
  return { table, told, lines, add }
}

describe('lines that wait', () => {
  test('are written together, in their order', async () => {
    const { table, lines, add } = over()
    add(1, 2, 3)
    await lines.flush()
    expect([table.rows, table.writes]).toEqual([[1, 2, 3], 1])
    await lines.flush()
    expect(table.writes).toBe(1)
  })

  test('stay where the database is gone, and are written when it is back', async () => {
    const { table, told, lines, add } = over()
    table.fails = gone()
    add(1, 2)
    await lines.flush()
    add(3)
    await lines.flush()
    table.fails = null
    await lines.flush()
    expect([table.rows, told.failures, told.lost]).toEqual([[1, 2, 3], 2, []])
  })

  test('beyond what there is room for, the newest are left out and counted', async () => {
    const { table, told, lines, add } = over(3)
    table.fails = gone()
    add(1, 2, 3, 4)
    await lines.flush()
    add(5)
    table.fails = null
    await lines.flush()
    expect([table.rows, told.lost]).toEqual([[1, 2, 3], [2]])
  })

  test('those no database would ever take do not hold up the others', async () => {
    const { table, told, lines, add } = over()
    table.fails = Object.assign(new Error('bad text'), { code: '22P05' })
    add(1, 2)
    await lines.flush()
    table.fails = null
    add(3)
    await lines.flush()
    expect([table.rows, told.lost]).toEqual([[3], [2]])
  })

  test('are written at the end; what cannot be is counted', async () => {
    const whole = over()
    whole.add(1, 2)
    await whole.lines.close()
    expect(whole.table.rows).toEqual([1, 2])
    const broken = over()
    broken.table.fails = gone()
    broken.add(1, 2)
    await broken.lines.close()
    expect([broken.table.rows, broken.told.lost]).toEqual([[], [2]])
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changedPositions, type Move } from './reorder.ts'

const rowsOf = (...sorts: readonly (number | null)[]) => sorts.map((sort, i) => ({ id: `r${i}`, sort }))

describe('moving a row', () => {
  test('moves the rows along distinct values, which stay', () => {
    const rows = rowsOf(10, 20, 35, 40)
    expect(changedPositions(rows, { id: 'r3', targetId: 'r1' })).toEqual([
      { id: 'r3', sort: 20 },
      { id: 'r1', sort: 35 },
      { id: 'r2', sort: 40 },
    ])
    expect(changedPositions(rows, { id: 'r0', targetId: 'r1', isAfter: 1 })).toEqual([
      { id: 'r1', sort: 10 },
      { id: 'r0', sort: 20 },
    ])
  })

  test('numbers rows with equal or missing values', () => {
    expect(changedPositions(rowsOf(1, 1, 1), { id: 'r2', targetId: 'r0' })).toEqual([
      { id: 'r0', sort: 2 },
      { id: 'r1', sort: 3 },
    ])
    expect(changedPositions(rowsOf(5, null), { id: 'r1', targetId: 'r0' })).toEqual([
      { id: 'r1', sort: 1 },
      { id: 'r0', sort: 2 },
    ])
  })

  test('changes nothing if the row is already there', () => {
    expect(changedPositions(rowsOf(1, 2, 3), { id: 'r0', targetId: 'r1' })).toEqual([])
    expect(changedPositions(rowsOf(1, 2, 3), { id: 'r1', targetId: 'r1', isAfter: 1 })).toEqual([])
  })

  test('needs both rows', () => {
    expect(changedPositions(rowsOf(1, 2), { id: 'r0', targetId: 'other' })).toBeNull()
    expect(changedPositions(rowsOf(1, 2), { id: 'other', targetId: 'r0' })).toBeNull()
  })

  test('puts the row next to its target, and keeps the order of all others', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(30), { minLength: 1, maxLength: 12 }),
        fc.nat(11),
        fc.nat(11),
        fc.boolean(),
        (sorts, from, to, isAfter) => {
          const rows = rowsOf(...sorts.toSorted((one, other) => one - other))
          const [moved, target] = [rows[from % rows.length]?.id ?? '', rows[to % rows.length]?.id ?? '']
          const move: Move = { id: moved, targetId: target, isAfter: isAfter ? 1 : 0 }
          const changed = new Map(changedPositions(rows, move)?.map(({ id, sort }) => [id, sort]))
          const after = rows
            .map((row, i) => ({ id: row.id, sort: changed.get(row.id) ?? row.sort ?? 0, i }))
            .toSorted((one, other) => one.sort - other.sort || one.i - other.i)
            .map(({ id }) => id)
          const others = (ids: readonly string[]) => ids.filter((id) => id !== moved)
          expect(others(after)).toEqual(others(rows.map(({ id }) => id)))
          if (moved !== target) expect(after.indexOf(moved) - after.indexOf(target)).toBe(isAfter ? 1 : -1)
        },
      ),
    )
  })
})

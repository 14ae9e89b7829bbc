import { describe, expect, test } from 'vitest'
import { rowsBetween, withRows } from './selection.ts'

const rows = (...ids: string[]) => ids.map((id) => ({ id }))
const ids = (selected: readonly { id: string }[]) => selected.map(({ id }) => id).join('')

describe('a selection survives paging', () => {
  test('rows of this page are added to those of others, and taken from them', () => {
    const other = rows('x', 'y')
    expect(ids(withRows(other, rows('a', 'b'), true))).toBe('xyab')
    expect(ids(withRows([...other, ...rows('a', 'b')], rows('a', 'b'), false))).toBe('xy')
  })

  test('a row is selected once, as it reads now', () => {
    const [old, now] = [
      { id: 'a', name: 'before' },
      { id: 'a', name: 'after' },
    ]
    expect(withRows([old], [now], true)).toEqual([now])
  })

  test('with the Shift key all rows from the one selected last, up or down', () => {
    const shown = rows('a', 'b', 'c', 'd')
    expect(ids(rowsBetween(shown, 'a', 'c'))).toBe('abc')
    expect(ids(rowsBetween(shown, 'd', 'b'))).toBe('bcd')
    expect(ids(rowsBetween(shown, null, 'b'))).toBe('b')
  })

  test('where the last one stands on another page, the row alone', () => {
    expect(ids(rowsBetween(rows('a', 'b'), 'x', 'b'))).toBe('b')
  })
})

import { describe, expect, test } from 'vitest'
import { rowsBetween, withRows } from './selection.ts'

const rows = (...ids: string[]) => ids.map((id) => ({ id }))
const ids = (selected: readonly { id: string }[]) => selected.map(({ id }) => id).join('')

describe('a selection survives paging', () => {
  test('rows of a page are added to those of other pages, and removed from them', () => {
    const other = rows('x', 'y')
    expect(ids(withRows(other, rows('a', 'b'), true))).toBe('xyab')
    expect(ids(withRows([...other, ...rows('a', 'b')], rows('a', 'b'), false))).toBe('xy')
  })

  test('a row is selected once, with its current values', () => {
    const [old, now] = [
      { id: 'a', name: 'before' },
      { id: 'a', name: 'after' },
    ]
    expect(withRows([old], [now], true)).toEqual([now])
  })

  test('the Shift key selects all rows from the last selected one, up or down', () => {
    const visibleRows = rows('a', 'b', 'c', 'd')
    expect(ids(rowsBetween(visibleRows, 'a', 'c'))).toBe('abc')
    expect(ids(rowsBetween(visibleRows, 'd', 'b'))).toBe('bcd')
    expect(ids(rowsBetween(visibleRows, null, 'b'))).toBe('b')
  })

  test('the Shift key selects only the row itself if the last selected one is on another page', () => {
    expect(ids(rowsBetween(rows('a', 'b'), 'x', 'b'))).toBe('b')
  })
})

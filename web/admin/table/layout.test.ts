import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  arrange,
  defaultLayout,
  isSame,
  type Layout,
  narrowest,
  readLayout,
  widest,
  withMovedColumn,
  withPinned,
  withVisibility,
  withWidth,
} from './layout.ts'

const allColumns = [{ name: 'a' }, { name: 'b' }, { name: 'c' }, { name: 'd', extra: true }]
const names = (layout: Layout, columns: readonly { name: string; extra?: boolean }[] = allColumns) =>
  arrange(columns, layout)
    .filter(({ isVisible }) => isVisible)
    .map(({ name }) => name)
    .join('')

describe('columns: show and hide, order, width, pin (docs/decisions/0130)', () => {
  test('the default layout shows the declared columns and hides the extra ones', () => {
    expect(names(defaultLayout)).toBe('abc')
    expect(arrange(allColumns, defaultLayout).map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd'])
  })

  test('a column can be hidden and shown again, back to the default layout; the last one cannot be hidden', () => {
    const hidden = withVisibility(defaultLayout, allColumns, 'b', false)
    expect(names(hidden)).toBe('ac')
    expect(withVisibility(hidden, allColumns, 'b', true)).toEqual(defaultLayout)
    expect(names(withVisibility(defaultLayout, allColumns, 'd', true))).toBe('abcd')
    const last = ['a', 'b', 'c'].reduce((now, name) => withVisibility(now, allColumns, name, false), defaultLayout)
    expect(names(last)).toBe('c')
  })

  test('a column can be moved down and up', () => {
    const down = withMovedColumn(defaultLayout, allColumns, 'a', 'c')
    expect(names(down)).toBe('bca')
    expect(names(withMovedColumn(down, allColumns, 'a', 'b'))).toBe('abc')
    expect(withMovedColumn(defaultLayout, allColumns, 'a', 'nobody')).toBe(defaultLayout)
  })

  test('pinned columns come first, in their order; a column moved among them is pinned, one moved out is not', () => {
    const pinned = withPinned(defaultLayout, 'c', true)
    expect(names(pinned)).toBe('cab')
    expect(
      arrange(allColumns, withMovedColumn(pinned, allColumns, 'b', 'c')).map(({ name, isPinned }) => [name, isPinned]),
    ).toEqual([
      ['b', true],
      ['c', true],
      ['a', false],
      ['d', false],
    ])
    expect(withMovedColumn(pinned, allColumns, 'c', 'b').pinned).toEqual([])
    expect(names(withPinned(pinned, 'c', false))).toBe('abc')
  })

  test('a width stays within limits, and can be reset', () => {
    expect(withWidth(defaultLayout, 'a', 120.4).widths).toEqual({ a: 120 })
    expect(withWidth(defaultLayout, 'a', 1).widths).toEqual({ a: narrowest })
    expect(withWidth(defaultLayout, 'a', 9999).widths).toEqual({ a: widest })
    expect(withWidth(withWidth(defaultLayout, 'a', 120), 'a', null)).toEqual(defaultLayout)
  })
})

describe('a stored layout after a change of the declaration', () => {
  const storedLayout: Layout = {
    ...defaultLayout,
    order: ['c', 'gone', 'a', 'b'],
    shown: { gone: true, b: false },
    pinned: ['gone'],
  }

  test('ignores a column that no longer exists', () => {
    expect(names(storedLayout)).toBe('ca')
  })

  test('shows a new column after the one that precedes it in the declaration', () => {
    const newColumns = [
      { name: 'first' },
      { name: 'a' },
      { name: 'new' },
      { name: 'b' },
      { name: 'c' },
      { name: 'last' },
    ]
    expect(names(storedLayout, newColumns)).toBe('firstclastanew')
  })

  test('has every column exactly once, whatever is stored', () => {
    const name = fc.constantFrom('a', 'b', 'c', 'd', 'x', 'y')
    const anything = fc.record({
      shown: fc.dictionary(name, fc.boolean()),
      order: fc.array(name),
      pinned: fc.array(name),
      widths: fc.dictionary(name, fc.integer()),
      density: fc.constantFrom('small', 'no'),
    })
    fc.assert(
      fc.property(anything, (value) => {
        const result = arrange(allColumns, readLayout(value)).map((one) => one.name)
        expect([...result].sort()).toEqual(['a', 'b', 'c', 'd'])
      }),
    )
  })
})

describe('reading a stored layout', () => {
  test.each([null, 1, 'a', [], {}, { order: 1, shown: [1], widths: { a: 'wide', b: 5 }, pinned: {}, density: 'x' }])(
    '%j gives the default layout',
    (value) => {
      expect(readLayout(value)).toEqual(defaultLayout)
      expect(isSame(readLayout(value), defaultLayout)).toBe(true)
    },
  )

  test('a written layout is read back unchanged', () => {
    const layout = withWidth(withPinned(withMovedColumn(defaultLayout, allColumns, 'a', 'b'), 'c', true), 'b', 200)
    expect(readLayout(JSON.parse(JSON.stringify(layout)))).toEqual(layout)
    expect(isSame(layout, defaultLayout)).toBe(false)
  })
})

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

const offered = [{ name: 'a' }, { name: 'b' }, { name: 'c' }, { name: 'd', extra: true }]
const names = (layout: Layout, columns: readonly { name: string; extra?: boolean }[] = offered) =>
  arrange(columns, layout)
    .filter(({ isVisible }) => isVisible)
    .map(({ name }) => name)
    .join('')

describe('columns: show and hide, order, width, pin (experience.md B.5)', () => {
  test('untouched, a table is as it is declared; further columns wait until they are asked for', () => {
    expect(names(defaultLayout)).toBe('abc')
    expect(arrange(offered, defaultLayout).map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd'])
  })

  test('a column is hidden and shown again, and then nothing is kept of it; the last one stays', () => {
    const hidden = withVisibility(defaultLayout, offered, 'b', false)
    expect(names(hidden)).toBe('ac')
    expect(withVisibility(hidden, offered, 'b', true)).toEqual(defaultLayout)
    expect(names(withVisibility(defaultLayout, offered, 'd', true))).toBe('abcd')
    const last = ['a', 'b', 'c'].reduce((now, name) => withVisibility(now, offered, name, false), defaultLayout)
    expect(names(last)).toBe('c')
  })

  test('a column is moved down and up', () => {
    const down = withMovedColumn(defaultLayout, offered, 'a', 'c')
    expect(names(down)).toBe('bca')
    expect(names(withMovedColumn(down, offered, 'a', 'b'))).toBe('abc')
    expect(withMovedColumn(defaultLayout, offered, 'a', 'nobody')).toBe(defaultLayout)
  })

  test('pinned ones stand first, in their order; moved among them, a column is pinned, moved out, it is not', () => {
    const pinned = withPinned(defaultLayout, 'c', true)
    expect(names(pinned)).toBe('cab')
    expect(
      arrange(offered, withMovedColumn(pinned, offered, 'b', 'c')).map(({ name, isPinned }) => [name, isPinned]),
    ).toEqual([
      ['b', true],
      ['c', true],
      ['a', false],
      ['d', false],
    ])
    expect(withMovedColumn(pinned, offered, 'c', 'b').pinned).toEqual([])
    expect(names(withPinned(pinned, 'c', false))).toBe('abc')
  })

  test('a width stays within bounds, and can be left to the column again', () => {
    expect(withWidth(defaultLayout, 'a', 120.4).widths).toEqual({ a: 120 })
    expect(withWidth(defaultLayout, 'a', 1).widths).toEqual({ a: narrowest })
    expect(withWidth(defaultLayout, 'a', 9999).widths).toEqual({ a: widest })
    expect(withWidth(withWidth(defaultLayout, 'a', 120), 'a', null)).toEqual(defaultLayout)
  })
})

describe('what was kept meets a declaration that has changed since', () => {
  const kept: Layout = {
    ...defaultLayout,
    order: ['c', 'gone', 'a', 'b'],
    shown: { gone: true, b: false },
    pinned: ['gone'],
  }

  test('a column that no longer exists is ignored', () => {
    expect(names(kept)).toBe('ca')
  })

  test('a new one appears, after the one it is declared after', () => {
    const grown = [{ name: 'first' }, { name: 'a' }, { name: 'new' }, { name: 'b' }, { name: 'c' }, { name: 'last' }]
    expect(names(kept, grown)).toBe('firstclastanew')
  })

  test('all that is offered is placed once, whatever was kept', () => {
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
        const placed = arrange(offered, readLayout(value)).map((one) => one.name)
        expect([...placed].sort()).toEqual(['a', 'b', 'c', 'd'])
      }),
    )
  })
})

describe('what was kept is read, whoever wrote it', () => {
  test.each([null, 1, 'a', [], {}, { order: 1, shown: [1], widths: { a: 'wide', b: 5 }, pinned: {}, density: 'x' }])(
    '%j is the declaration',
    (value) => {
      expect(readLayout(value)).toEqual(defaultLayout)
      expect(isSame(readLayout(value), defaultLayout)).toBe(true)
    },
  )

  test('what is written reads the same', () => {
    const layout = withWidth(withPinned(withMovedColumn(defaultLayout, offered, 'a', 'b'), 'c', true), 'b', 200)
    expect(readLayout(JSON.parse(JSON.stringify(layout)))).toEqual(layout)
    expect(isSame(layout, defaultLayout)).toBe(false)
  })
})

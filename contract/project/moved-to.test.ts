import fc from 'fast-check'
import { expect, test } from 'vitest'
import { movedTo } from './moved-to.ts'

test('a declaration moves to a place, and one beyond the ends is the first or the last', () => {
  const ids = ['a', 'b', 'c', 'd']
  expect(movedTo(ids, 'c', 1)).toEqual(['c', 'a', 'b', 'd'])
  expect(movedTo(ids, 'a', 3)).toEqual(['b', 'c', 'a', 'd'])
  expect(movedTo(ids, 'a', 99)).toEqual(['b', 'c', 'd', 'a'])
  expect(movedTo(ids, 'd', -5)).toEqual(['d', 'a', 'b', 'c'])
  expect(movedTo(ids, 'x', 1)).toEqual(ids)
})

test('a move loses and repeats nothing, keeps the order of the others, and gives the place that was asked for', () => {
  const order = fc.uniqueArray(fc.nat(99).map(String), { minLength: 1, maxLength: 30 })
  fc.assert(
    fc.property(order, fc.nat(29), fc.integer({ min: -3, max: 40 }), (ids, at, place) => {
      const id = ids[at % ids.length] as string
      const moved = movedTo(ids, id, place)
      expect(moved.filter((one) => one !== id)).toEqual(ids.filter((one) => one !== id))
      expect(moved.indexOf(id)).toBe(Math.max(0, Math.min(ids.length - 1, place - 1)))
    }),
  )
})

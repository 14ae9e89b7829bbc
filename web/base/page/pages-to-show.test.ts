import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pagesToShow } from './pages-to-show.ts'

test.each([
  [1, 1, [1]],
  [3, 7, [1, 2, 3, 4, 5, 6, 7]],
  [1, 20, [1, 2, 3, 4, 5, null, 20]],
  [4, 20, [1, 2, 3, 4, 5, null, 20]],
  [5, 20, [1, null, 4, 5, 6, null, 20]],
  [18, 20, [1, null, 16, 17, 18, 19, 20]],
  [20, 20, [1, null, 16, 17, 18, 19, 20]],
])('page %i of %i shows %j', (current, pages, expected) => {
  expect(pagesToShow(current, pages)).toEqual(expected)
})

test('the first, the current and the last page are always shown, in order', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 1, max: 1000 }), (a, b) => {
      const [current, pages] = [Math.min(a, b), Math.max(a, b)]
      const visiblePages = pagesToShow(current, pages).filter((page) => page !== null)
      expect(visiblePages).toEqual(expect.arrayContaining([1, current, pages]))
      expect(visiblePages).toEqual([...new Set(visiblePages)].sort((x, y) => x - y))
    }),
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pieOf, spread } from './pie-geometry.ts'

const circle = { x: 260, y: 150, r: 100 }
const room = { gap: 44, top: 24, bottom: 276 }
const heights = (values: readonly number[], side: string) =>
  pieOf(values, circle, room)
    .filter((slice) => slice.side === side)
    .map(({ leader }) => leader[2]?.[1] ?? Number.NaN)
    .sort((a, b) => a - b)

test('there are no slices if all values are 0', () => {
  expect(pieOf([], circle, room)).toEqual([])
  expect(pieOf([0, 0, 0, 0], circle, room)).toEqual([])
})

test('of two halves the first is on the right and the second on the left', () => {
  const [first, second] = pieOf([1, 1], circle, room)
  expect(first?.path).toBe('M260 150L260 50A100 100 0 0 1 260 250Z')
  expect(second?.path).toBe('M260 150L260 250A100 100 0 0 1 260 50Z')
  expect([first?.side, second?.side]).toEqual(['right', 'left'])
})

test('a single slice is a full circle', () => {
  const [only, none] = pieOf([7, 0], circle, room)
  expect(only?.path).toBe('M260 50A100 100 0 1 1 260 250A100 100 0 1 1 260 50Z')
  expect(none?.path).toBe('')
})

test('a slice of more than half uses the large arc', () => {
  expect(pieOf([3, 1], circle, room)[0]?.path).toBe('M260 150L260 50A100 100 0 1 1 160 150Z')
})

test('the label of the smallest operator does not overlap its neighbour', () => {
  const left = heights([578, 344, 310, 28], 'left')
  expect(left.length).toBeGreaterThan(1)
  expect(Math.min(...left.slice(1).map((y, i) => y - (left[i] ?? 0)))).toBeGreaterThanOrEqual(room.gap)
})

test('labels keep their order and distance within the limits, for any values', () => {
  const near = fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(near, (targets) => {
      const positions = spread(targets, 44, 24, 276)
      const sorted = [...positions].sort((a, b) => a - b)
      expect(sorted[0]).toBeGreaterThanOrEqual(24)
      expect(sorted.at(-1)).toBeLessThanOrEqual(276)
      for (const [i, y] of sorted.entries()) if (i) expect(y - (sorted[i - 1] ?? 0)).toBeGreaterThanOrEqual(44)
      for (const [i, a] of targets.entries())
        for (const [j, b] of targets.entries()) if (a < b) expect(positions[i]).toBeLessThan(positions[j] ?? 0)
    }),
  )
})

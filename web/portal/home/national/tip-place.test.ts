import { describe, expect, test } from 'vitest'
import { china } from '#web/base/map/china.ts'
import type { Point } from './map-state.ts'
import { type Box, tipPlace } from './tip-place.ts'

const overlap = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

/** Sizes of the tip in map units: on a desktop, on a tablet, in a narrow window. */
describe.each([
  [200, 130],
  [280, 190],
  [400, 260],
])('a tip of %i × %i', (width, height) => {
  const badPoints = (points: readonly Point[]) =>
    points.filter((at) => {
      const { x, y } = tipPlace(at, width, height, china.inset)
      const isInside = x >= 0 && y >= 0 && x + width <= china.width && y + height <= china.height
      return !isInside || overlap({ x, y, width, height }, china.inset)
    })

  test('is inside the map and beside the inset, at the name of every province', () => {
    expect(badPoints(china.provinces.map(({ at: [x = 0, y = 0] }) => [x, y]))).toEqual([])
  })

  test('is inside the map and beside the inset, at every position of the pointer', () => {
    const along = (max: number) => Array.from({ length: Math.ceil(max / 10) }, (_, i) => i * 10)
    expect(badPoints(along(china.width).flatMap((x) => along(china.height).map((y): Point => [x, y])))).toEqual([])
  })
})

test('a tip is on the right if there is room, else on the left', () => {
  expect(tipPlace([100, 100], 200, 100, china.inset).x).toBeGreaterThan(100)
  expect(tipPlace([760, 100], 200, 100, china.inset).x).toBeLessThan(560)
})

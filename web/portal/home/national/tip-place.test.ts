import { describe, expect, test } from 'vitest'
import { china } from '../china.ts'
import { type Box, tipPlace } from './tip-place.ts'

const covers = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

/** The tip's size in units of the map: on a desk, on a tablet, in a narrow window. */
describe.each([
  [200, 130],
  [280, 190],
  [400, 260],
])('a tip of %i × %i', (width, height) => {
  test.each(china.provinces.map(({ code, at }) => [code, at] as const))(
    '%s: inside the map, off the inset',
    (_, at) => {
      const box = tipPlace(at, width, height, china.inset)
      expect(covers(box, china.inset)).toBe(false)
      expect(box.x).toBeGreaterThanOrEqual(0)
      expect(box.y).toBeGreaterThanOrEqual(0)
      expect(box.x + width).toBeLessThanOrEqual(china.width)
      expect(box.y + height).toBeLessThanOrEqual(china.height)
    },
  )
})

test('it stands on the right where there is room, else on the left', () => {
  expect(tipPlace([100, 100], 200, 100, china.inset).x).toBeGreaterThan(100)
  expect(tipPlace([760, 100], 200, 100, china.inset).x).toBeLessThan(560)
})

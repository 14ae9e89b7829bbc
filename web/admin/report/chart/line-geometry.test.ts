import { expect, test } from 'vitest'
import { areaOf, type Place, pathOf, runsOf } from './line-geometry.ts'

const place = (x: number, y: number): Place => ({
  point: { id: `${x}`, category: '', series: '', value: y, filters: '' },
  x,
  y,
})

test('a period without a figure interrupts a line, and a point alone stays', () => {
  const [a, b, c] = [place(0.1, 1), place(0.3, 0.5), place(0.9, 0)]
  expect(runsOf([null, a, b, null, null, c])).toEqual([[a, b], [c]])
  expect(runsOf([null, null])).toEqual([])
})

test('a line goes from left to right, higher figures above', () => {
  expect(pathOf([place(0.25, 0), place(0.5, 1)])).toBe('M25 100L50 0')
})

test('an area ends at the height of zero, also if figures lie below it', () => {
  expect(areaOf([place(0, 1), place(1, 0)], 0.25)).toBe('M0 0L100 100L100 75L0 75Z')
})

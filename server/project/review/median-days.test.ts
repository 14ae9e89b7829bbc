import fc from 'fast-check'
import { expect, test } from 'vitest'
import { medianDays } from './median-days.ts'

const stays = (...tenths: number[]) => tenths.map((one) => ({ tenths: one, n: 1 }))

test('without stays there is no median', () => {
  expect(medianDays([])).toBeNull()
})

test('an odd number of stays has the middle one, in any order', () => {
  expect(medianDays(stays(90, 10, 35))).toBe(3.5)
})

test('an even number of stays has the mean of the two in the middle', () => {
  expect(medianDays(stays(10, 20, 40, 90))).toBe(3)
})

test('stays of the same length count as often as there are', () => {
  expect(medianDays([...stays(10), { tenths: 50, n: 3 }])).toBe(5)
  expect(medianDays([{ tenths: 10, n: 3 }, ...stays(50)])).toBe(1)
})

test('counts give the same median as the list of all stays', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 40 }), (tenths) => {
      const counts = [...new Set(tenths)].map((one) => ({ tenths: one, n: tenths.filter((t) => t === one).length }))
      expect(medianDays(counts)).toBe(medianDays(stays(...tenths)))
    }),
  )
})

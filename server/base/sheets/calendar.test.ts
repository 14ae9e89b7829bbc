import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { momentOf, serialOf, timeOf } from './calendar.ts'

describe('a day of the calendar of 1900 (ECMA-376 part 1, 18.17.4.1)', () => {
  test.each([
    [1, '1900-01-01'],
    [59, '1900-02-28'],
    [60, null],
    [60.5, null],
    [61, '1900-03-01'],
    [46024, '2026-01-02'],
    [46024.5, '2026-01-02 12:00:00'],
    [46023.9999999, '2026-01-02'],
    [2_958_465, '9999-12-31'],
    [2_958_466, null],
    [0, null],
    [0.5, null],
    [-1, null],
    [1e15, null],
    [Number.NaN, null],
  ])('%d is %s', (serial, expected) => {
    expect(momentOf(serial)).toBe(expected)
  })

  test('is read back, to the second; days before March 1900 have no number that all programs read alike', () => {
    const from = Date.UTC(1900, 2, 1) / 1000
    fc.assert(
      fc.property(fc.integer({ min: from, max: Date.UTC(9999, 11, 31) / 1000 }), (second) => {
        const at = new Date(second * 1000).toISOString().slice(0, 19).replace('T', ' ')
        expect((momentOf(serialOf({ at }) as number) ?? '').padEnd(19, ' 00:00:00')).toBe(at)
      }),
    )
    expect(['1900-02-28', '1899-12-31', 'no day'].map((at) => serialOf({ at }))).toEqual([null, null, null])
  })

  test('has times of day', () => {
    expect([0, 0.5, 46024.75].map(timeOf)).toEqual(['00:00:00', '12:00:00', '18:00:00'])
  })
})

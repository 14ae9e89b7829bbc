import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { momentOf, wireTime } from './clock.ts'

/** Since 1992 the zone is eight hours ahead all year. */
const seconds = fc.integer({ min: Date.UTC(1992, 0, 1) / 1000, max: Date.UTC(2199, 11, 31) / 1000 })

describe('times on the wire are in Asia/Shanghai, whatever the zone of the machine', () => {
  test.each([
    ['2026-03-05T00:00:00Z', '2026-03-05 08:00:00'],
    ['2025-12-31T15:59:59Z', '2025-12-31 23:59:59'],
    ['2025-12-31T16:00:00Z', '2026-01-01 00:00:00'],
    ['2024-02-28T16:00:00Z', '2024-02-29 00:00:00'],
    ['2026-07-01T04:00:00Z', '2026-07-01 12:00:00'],
  ])('%s is %s', (moment, wire) => {
    expect(wireTime(new Date(moment))).toBe(wire)
    expect(momentOf(wire).toISOString()).toBe(moment.replace('Z', '.000Z'))
  })

  test('the current time is precise to the second', () => {
    const before = Math.floor(Date.now() / 1000) * 1000
    const now = momentOf(wireTime()).getTime()
    expect(now).toBeGreaterThanOrEqual(before)
    expect(now).toBeLessThanOrEqual(Date.now())
  })
})

describe('conversion to text and back', () => {
  test('a time in whole seconds stays the same', () => {
    fc.assert(
      fc.property(seconds, (at) => {
        const wire = wireTime(new Date(at * 1000))
        expect(wire).toMatch(/^\d{4}-\d\d-\d\d ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/)
        expect(momentOf(wire).getTime()).toBe(at * 1000)
      }),
    )
  })

  test('texts have the same order as times', () => {
    fc.assert(
      fc.property(seconds, seconds, (a, b) => {
        const [first, second] = [wireTime(new Date(a * 1000)), wireTime(new Date(b * 1000))]
        expect(Math.sign(a - b)).toBe(first < second ? -1 : first > second ? 1 : 0)
      }),
    )
  })

  test('fractions of a second are cut, not rounded', () => {
    expect(wireTime(new Date('2026-03-05T00:00:00.999Z'))).toBe('2026-03-05 08:00:00')
  })
})

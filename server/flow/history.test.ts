import fc from 'fast-check'
import { expect, test } from 'vitest'
import { durationText } from './history.ts'

test.each([
  [0, '0秒', '0 s'],
  [0.9, '0秒', '0 s'],
  [-5, '0秒', '0 s'],
  [1, '1秒', '1 s'],
  [59.99, '59秒', '59 s'],
  [60, '1分钟', '1 min'],
  [61, '1分钟1秒', '1 min 1 s'],
  [3599, '59分钟59秒', '59 min 59 s'],
  [3600, '1小时', '1 h'],
  [3601, '1小时', '1 h'],
  [3660, '1小时1分钟', '1 h 1 min'],
  [3661, '1小时1分钟', '1 h 1 min'],
  [86_399, '23小时59分钟', '23 h 59 min'],
  [86_400, '1天', '1 d'],
  [86_400 + 59, '1天', '1 d'],
  [86_400 + 3600 * 3 + 59, '1天3小时', '1 d 3 h'],
  [86_400 * 400 + 3600, '400天1小时', '400 d 1 h'],
])('a step of %d seconds took %s', (seconds, zh, en) => {
  expect([durationText(seconds, 'zh'), durationText(seconds, 'en')]).toEqual([zh, en])
})

test('a duration names at most two units, which are adjacent, and both languages name the same numbers', () => {
  const sizes: Record<string, number> = { d: 86_400, h: 3600, min: 60, s: 1 }
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 86_400 * 800 }), (seconds) => {
      const english = durationText(seconds, 'en')
      const parts = [...english.matchAll(/(\d+) (d|h|min|s)/g)].map(([, n, unit]) => [Number(n), sizes[unit ?? '']])
      expect(parts.length).toBeLessThanOrEqual(2)
      const total = parts.reduce((sum, [n = 0, size = 0]) => sum + n * size, 0)
      // what is left out is less than one of the smallest unit that could have been named
      expect(total).toBeLessThanOrEqual(seconds)
      const [, first = 1] = parts[0] ?? []
      expect(seconds - total).toBeLessThan(first === 86_400 ? 3600 : first === 3600 ? 60 : 1)
      expect(durationText(seconds, 'zh').match(/\d+/g)).toEqual(english.match(/\d+/g))
    }),
  )
})

import { expect, test } from 'vitest'
import { savedTime } from './saved-time.ts'

test.each([
  ['2026-11-17 00:05:30', '00:05'],
  ['2026-11-16 23:59:00', '11-16 23:59'],
  ['2025-11-17 23:59:00', '2025-11-17 23:59'],
])('on 17 November 2026, what was saved at %s shows %s', (at, expected) => {
  expect(savedTime(at, '2026-11-17')).toBe(expected)
})

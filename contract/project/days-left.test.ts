import { expect, test } from 'vitest'
import { daysSince, daysUntil } from './days-left.ts'

const now = new Date('2026-04-10T12:00:00+08:00')

test.each([
  ['2026-04-10 12:00:01', 1],
  ['2026-04-11 12:00:00', 1],
  ['2026-04-11 12:00:01', 2],
  ['2026-04-10 12:00:00', -1],
  ['2026-04-09 12:00:00', -1],
  ['2026-04-09 11:59:59', -2],
])('until %s are %i days', (moment, days) => {
  expect(daysUntil(moment, now)).toBe(days)
})

test.each([
  ['2026-04-10 11:00:00', 0],
  ['2026-04-09 12:00:00', 1],
  ['2026-04-01 13:00:00', 8],
  ['2026-04-10 13:00:00', 0],
])('since %s are %i full days', (moment, days) => {
  expect(daysSince(moment, now)).toBe(days)
})

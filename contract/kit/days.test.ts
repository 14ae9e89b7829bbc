import { expect, test } from 'vitest'
import { daysAfter, daysFrom, monthsAfter } from './days.ts'

test('days go on over the ends of months and years, in both directions', () => {
  expect([daysAfter('2024-02-28', 1), daysAfter('2026-02-28', 1), daysAfter('2026-01-01', -1)]).toEqual([
    '2024-02-29',
    '2026-03-01',
    '2025-12-31',
  ])
  expect([daysFrom('2026-11-30', '2026-11-30'), daysFrom('2026-01-01', '2026-12-31')]).toEqual([1, 365])
})

test('a month later is the same day, or the last one of a shorter month', () => {
  expect([monthsAfter('2026-01-31', 1), monthsAfter('2024-02-29', -12), monthsAfter('2026-11-05', 3)]).toEqual([
    '2026-02-28',
    '2023-02-28',
    '2027-02-05',
  ])
})

import { expect, test } from 'vitest'
import { daysSince, daysUntil } from './days-until.ts'

const now = Date.parse('2026-03-02T23:30:00+08:00')

test('days are counted by the calendar of Shanghai', () => {
  expect(daysUntil('2026-03-02 23:59:59', now)).toBe(0)
  expect(daysUntil('2026-03-03 00:10:00', now)).toBe(1)
  expect(daysUntil('2026-03-05 08:00:00', now)).toBe(3)
})

test('what was due earlier today is overdue', () => {
  expect(daysUntil('2026-03-02 09:00:00', now)).toBe(-1)
  expect(daysUntil('2026-02-28 09:00:00', now)).toBe(-2)
})

test('what came earlier today has waited for no day', () => {
  expect(daysSince('2026-03-02 00:10:00', now)).toBe(0)
  expect(daysSince('2026-03-01 23:50:00', now)).toBe(1)
  expect(daysSince('2026-03-03 00:10:00', now)).toBe(0)
})

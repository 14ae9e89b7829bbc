import { expect, test } from 'vitest'
import { daysOfMonth, daysOfPeriod, monthAfter, monthsOfPeriod } from './periods.ts'

test('months follow each other across the turn of the year', () => {
  expect([monthAfter('2025-12', 1), monthAfter('2026-01', -1), monthAfter('2026-11', -11)]).toEqual([
    '2026-01',
    '2025-12',
    '2025-12',
  ])
})

test('a month ends with its last day, also in February of a leap year', () => {
  expect(daysOfMonth('2028-02')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
  expect(daysOfMonth('2026-12')).toEqual({ from: '2026-12-01', to: '2026-12-31' })
})

test.each([
  ['months', { from: '2025-12-01', to: null }],
  ['year', { from: '2026-01-01', to: null }],
  ['lastYear', { from: '2025-01-01', to: '2025-12-31' }],
  ['all', { from: null, to: null }],
] as const)('the period %s has these days', (period, days) => {
  expect(daysOfPeriod(period, '2026-11-24 08:00:00')).toEqual(days)
})

test('the trend has twelve months: of the year, or the last twelve', () => {
  const ends = (period: Parameters<typeof monthsOfPeriod>[0]) => {
    const months = monthsOfPeriod(period, '2026-11-24')
    return [months.length, months[0], months[11]]
  }
  expect(ends('months')).toEqual([12, '2025-12', '2026-11'])
  expect(ends('all')).toEqual([12, '2025-12', '2026-11'])
  expect(ends('year')).toEqual([12, '2026-01', '2026-12'])
  expect(ends('lastYear')).toEqual([12, '2025-01', '2025-12'])
})

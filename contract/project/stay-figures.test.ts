import { expect, test } from 'vitest'
import { periodBefore, periodOf, yearBefore } from './stay-figures.ts'

test('a period of a unit is the whole one that contains the date', () => {
  expect(periodOf('month', '2026-02-14')).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  expect(periodOf('quarter', '2026-05-31')).toEqual({ from: '2026-04-01', to: '2026-06-30' })
  expect(periodOf('half', '2026-07-01')).toEqual({ from: '2026-07-01', to: '2026-12-31' })
  expect(periodOf('year', '2024-02-29')).toEqual({ from: '2024-01-01', to: '2024-12-31' })
})

test('a whole period is compared with the whole one before it', () => {
  expect(periodBefore('month', { from: '2026-03-01', to: '2026-03-31' })).toEqual({
    from: '2026-02-01',
    to: '2026-02-28',
  })
  expect(periodBefore('month', { from: '2026-02-01', to: '2026-02-28' })).toEqual({
    from: '2026-01-01',
    to: '2026-01-31',
  })
  expect(periodBefore('half', periodOf('half', '2026-03-01'))).toEqual({ from: '2025-07-01', to: '2025-12-31' })
})

test('a running period is compared with as many first days of the one before, which may be shorter', () => {
  expect(periodBefore('month', { from: '2026-11-01', to: '2026-11-20' })).toEqual({
    from: '2026-10-01',
    to: '2026-10-20',
  })
  expect(periodBefore('month', { from: '2026-03-01', to: '2026-03-30' })).toEqual({
    from: '2026-02-01',
    to: '2026-02-28',
  })
  expect(periodBefore('year', { from: '2026-01-01', to: '2026-01-20' })).toEqual({
    from: '2025-01-01',
    to: '2025-01-20',
  })
})

test('days of any number are compared with as many days right before them', () => {
  expect(periodBefore('range', { from: '2026-03-01', to: '2026-03-10' })).toEqual({
    from: '2026-02-19',
    to: '2026-02-28',
  })
})

test('the year before has the same dates, and the same whole units', () => {
  expect(yearBefore('month', { from: '2024-02-01', to: '2024-02-29' })).toEqual({
    from: '2023-02-01',
    to: '2023-02-28',
  })
  expect(yearBefore('month', { from: '2025-02-01', to: '2025-02-28' })).toEqual({
    from: '2024-02-01',
    to: '2024-02-29',
  })
  expect(yearBefore('range', { from: '2024-02-20', to: '2024-02-29' })).toEqual({
    from: '2023-02-20',
    to: '2023-02-28',
  })
  expect(yearBefore('year', { from: '2026-01-01', to: '2026-11-30' })).toEqual({ from: '2025-01-01', to: '2025-11-30' })
})

import { expect, test } from 'vitest'
import { readQuestion, stepFrom } from './use-period.ts'

const today = '2026-11-30'
const read = (search: string) => readQuestion(new URLSearchParams(search), today)

test('an address that says nothing, or nonsense, asks for this month by stage', () => {
  const usual = { unit: 'month', by: 'stage', days: { from: '2026-11-01', to: '2026-11-30' } }
  expect(read('')).toEqual(usual)
  expect(read('unit=week&by=score&from=2026-13-01')).toEqual(usual)
})

test('a period that is not over ends today, an earlier one is whole', () => {
  expect(read('unit=year&by=city').days).toEqual({ from: '2026-01-01', to: today })
  expect(read('unit=quarter&from=2026-08-09').days).toEqual({ from: '2026-07-01', to: '2026-09-30' })
  expect(read('unit=range&from=2026-08-09&to=2026-08-10').days).toEqual({ from: '2026-08-09', to: '2026-08-10' })
})

test('the periods beside one are of the same unit', () => {
  expect(read(`unit=month&from=${stepFrom(read('unit=month&from=2026-03-31'), -1)}`).days.from).toBe('2026-02-01')
  expect(read(`unit=half&from=${stepFrom(read('unit=half&from=2025-12-01'), 1)}`).days.from).toBe('2026-01-01')
})

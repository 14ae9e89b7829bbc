import { expect, test } from 'vitest'
import { addressIn, elderFrom, initial } from './elder.ts'

test('the address says whether the mode is on, in both directions; without it what was kept', () => {
  const kept = { on: true, size: 3, contrast: 'dark' } as const
  expect(elderFrom('', null)).toEqual(initial)
  expect(elderFrom('?elder=1', null)).toEqual({ ...initial, on: true })
  expect(elderFrom('?elder=0', kept)).toMatchObject({ on: false, size: 3 })
  expect(elderFrom('?year=2025', kept)).toMatchObject(kept)
})

test('the mode is added to an address and taken from it, the rest stays', () => {
  expect(addressIn('?year=2025', true)).toBe('?year=2025&elder=1')
  expect(addressIn('?elder=1&year=2025', false)).toBe('?year=2025')
  expect(addressIn('?elder=1', false)).toBe('')
})

import { expect, test } from 'vitest'
import { addressIn, elderFrom, initial } from './elder.ts'

test('the address turns the mode on or off; without a parameter the stored settings apply', () => {
  const stored = { on: true, size: 3, contrast: 'dark' } as const
  expect(elderFrom('', null)).toEqual(initial)
  expect(elderFrom('?elder=1', null)).toEqual({ ...initial, on: true })
  expect(elderFrom('?elder=0', stored)).toMatchObject({ on: false, size: 3 })
  expect(elderFrom('?year=2025', stored)).toMatchObject(stored)
})

test('the mode is added to and removed from an address; the rest of it stays', () => {
  expect(addressIn('?year=2025', true)).toBe('?year=2025&elder=1')
  expect(addressIn('?elder=1&year=2025', false)).toBe('?year=2025')
  expect(addressIn('?elder=1', false)).toBe('')
})

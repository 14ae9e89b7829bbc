import { expect, test } from 'vitest'
import { expression } from '../../tests/support/process-files.ts'
import { dueTimeOf } from './due-time.ts'

const now = new Date('2026-12-30T09:00:00+08:00')
const dueOf = (dueDate: string | null, variables: object = {}, moves: readonly string[] = []) =>
  dueTimeOf({ dueDate, declareStatus: 20, moves }, { ...variables }, now)

test('a task is due at its own time, which may be a date, a duration or an expression of both', () => {
  expect(dueOf('2026-12-31')).toBe('2026-12-31T15:59:59.000Z')
  expect(dueOf('P1D')).toBe('2026-12-31T01:00:00.000Z')
  expect(dueOf(expression('limit'), { limit: '2026-12-31 18:00:00' })).toBe('2026-12-31T10:00:00.000Z')
  expect(dueOf(expression('limit'), { limit: 'PT2H' })).toBe('2026-12-30T03:00:00.000Z')
})

test('the time that the business has set for its stage comes first, and before it that for one of its moves', () => {
  const dueTimes = { 20: '2026-12-30 12:00:00', score: '2026-12-29 12:00:00' }
  expect(dueOf(null, { dueTimes }, ['score'])).toBe('2026-12-29 12:00:00')
  expect(dueOf(null, { dueTimes }, ['assign'])).toBe('2026-12-30 12:00:00')
  expect(dueOf('P1D', { dueTimes: { 20: '2026-12-30 12:00:00' } })).toBe('2026-12-30 12:00:00')
  expect(dueOf('P1D', { dueTimes: { 20: null } })).toBe('2026-12-31T01:00:00.000Z')
})

test('without a time it is due at none; a value that is no time is an error', () => {
  expect(dueOf(null)).toBeNull()
  expect(dueOf(expression('limit'), { limit: null })).toBeNull()
  expect(dueOf(expression('limit'), { limit: '' })).toBeNull()
  expect(() => dueOf(expression('limit'), { limit: 'soon' })).toThrow('“soon” is not valid')
  // of a definition that was deployed before such texts were refused
  expect(dueOf('P1D1Y')).toBeNull()
})

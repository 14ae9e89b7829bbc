import { describe, expect, test } from 'vitest'
import { mapStepsOf } from './map-steps.ts'

const stepsOf = (values: readonly number[]) => mapStepsOf(values, (value) => value.toLocaleString('en-US'))

describe('the steps of a map', () => {
  test('of few rows are those of the dashboard', () => {
    expect(stepsOf([12, 3]).names).toEqual(['0', '1', '2–3', '4–6', '7–11', '≥12'])
    expect([0, 1, 3, 6, 12].map(stepsOf([12, 3]).stepOf)).toEqual([0, 1, 2, 3, 5])
  })

  test('of amounts and days begin at round numbers, and one begins where the one before ends', () => {
    const { names, stepOf } = stepsOf([1_618_740.5, 20])
    expect(names).toEqual(['0', '<80,000', '80,000–200,000', '200,000–500,000', '500,000–1,000,000', '≥1,000,000'])
    expect([0, 0.5, 79_999.9, 80_000, 499_999, 500_000, 1_618_740.5].map(stepOf)).toEqual([0, 1, 1, 2, 3, 4, 5])
    expect(stepsOf([3.7, 1.5]).names).toEqual(['0', '<0.2', '0.2–0.6', '0.6–1', '1–2', '≥2'])
  })

  test('are always six, each above the one before, and the largest figure has the last', () => {
    for (const largest of [0.03, 0.9, 1.5, 9.9, 64.2, 99.5, 240, 365.25, 17_000]) {
      const { names, stepOf } = stepsOf([largest, 0.01])
      expect([largest, new Set(names).size, stepOf(largest)]).toEqual([largest, 6, 5])
    }
  })

  test('say of changes that some are below nothing', () => {
    expect(stepsOf([-12.5, 40.5]).names[0]).toBe('≤0')
    expect(stepsOf([-12.5, 40.5]).stepOf(-12.5)).toBe(0)
    expect(stepsOf([-3, 2]).stepOf(-3)).toBe(0)
  })

  test('of nothing are there all the same', () => {
    expect(stepsOf([]).stepOf(0)).toBe(0)
  })
})

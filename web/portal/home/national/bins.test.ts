import { expect, test } from 'vitest'
import { binOf, bins, binWords } from './bins.ts'

test('the six steps read 0, 1–9, 10–29, 30–59, 60–119, ≥120', () => {
  expect(bins.map(binWords)).toEqual(['0', '1–9', '10–29', '30–59', '60–119', '≥120'])
})

test.each([
  [0, 0],
  [1, 1],
  [9, 1],
  [10, 2],
  [29, 2],
  [30, 3],
  [59, 3],
  [60, 4],
  [119, 4],
  [120, 5],
  [17_000, 5],
])('%i projects fall into step %i', (projects, step) => {
  expect(binOf(projects)).toBe(step)
})

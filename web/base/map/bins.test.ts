import { expect, test } from 'vitest'
import { binOf, binsFor, binWords } from './bins.ts'

test.each([
  [17_000, ['0', '1–9', '10–29', '30–59', '60–119', '≥120']],
  [120, ['0', '1–9', '10–29', '30–59', '60–119', '≥120']],
  [119, ['0', '1–4', '5–14', '15–29', '30–59', '≥60']],
  [45, ['0', '1–2', '3–7', '8–14', '15–29', '≥30']],
  [13, ['0', '1', '2–3', '4–6', '7–11', '≥12']],
  [3, ['0', '1', '2', '3', '4', '≥5']],
  [0, ['0', '1', '2', '3', '4', '≥5']],
])('with %i projects in the largest province the bins are %j', (largest, labels) => {
  expect(binsFor(largest).map(binWords)).toEqual(labels)
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
])('%i projects are in bin %i if there are many projects', (projects, step) => {
  expect(binOf(binsFor(205), projects)).toBe(step)
})

test('the largest province is at least two bins above a province with a tenth of its projects', () => {
  for (let largest = 5; largest < 300; largest++) {
    const bins = binsFor(largest)
    expect([largest, binOf(bins, largest) - binOf(bins, Math.floor(largest / 10)) >= 2]).toEqual([largest, true])
  }
})

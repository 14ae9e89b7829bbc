import { expect, test } from 'vitest'
import { changeWords, periodName } from './figure-words.ts'

test('a change is in percent of the earlier figure, with its sign; without one there is a dash', () => {
  const words = (now: number, base: number) => changeWords(['环比', 'Before'], now, base)
  expect(words(30, 20)).toEqual(['环比 +50%', 'Before +50%'])
  expect(words(10, 20)).toEqual(['环比 -50%', 'Before -50%'])
  expect(words(20, 20)).toEqual(['环比 0%', 'Before 0%'])
  expect(words(20, 0)).toEqual(['环比 —', 'Before —'])
})

test.each([
  ['month', '2026-12-01', '2026年12月', '2026-12'],
  ['quarter', '2026-04-01', '2026年第2季度', '2026 Q2'],
  ['half', '2026-01-01', '2026年上半年', '2026, first half'],
  ['half', '2026-07-01', '2026年下半年', '2026, second half'],
  ['year', '2026-01-01', '2026年', '2026'],
] as const)('a %s from %s is called %s', (unit, from, zh, en) => {
  expect(periodName(unit, from)).toEqual([zh, en])
})

import { expect, test } from 'vitest'
import { numberText } from './number-text.ts'

test.each([
  ['int', 1_618_740, '1,618,740'],
  ['decimal', 99.5, '99.5'],
  ['decimal', 0.000001, '0.000001'],
  ['money', 1280, '1,280.00'],
  ['money', 0.1, '0.10'],
] as const)('a value of the kind %s is displayed with its decimals: %d', (kind, value, expected) => {
  expect(numberText({ kind }, value)).toBe(expected)
})

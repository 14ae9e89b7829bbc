import { describe, expect, test } from 'vitest'
import { parseNumber } from './parse-number.ts'

describe('a number may be written in several ways', () => {
  test.each([
    ['1200', 1200],
    ['1,200', 1200],
    ['1，200', 1200],
    ['12 345 678.50', 12_345_678.5],
    ['１２００．５', 1200.5],
    [' -3 ', -3],
  ])('%s', (input, value) => {
    expect(parseNumber(input)).toBe(value)
  })

  test.each(['', '1,20', '12,34,567', '1.', '1.2.3', '1,200,', '五', '1e3', '0x10', '1234567890123456'])(
    '%s is not a number and stays as it is',
    (input) => {
      expect(parseNumber(input)).toBe(input)
    },
  )
})

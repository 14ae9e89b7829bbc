import { describe, expect, test } from 'vitest'
import { parseNumber } from './parse-number.ts'

describe('a number is read whichever way people write it', () => {
  test.each([
    ['1200', 1200],
    ['1,200', 1200],
    ['1，200', 1200],
    ['12 345 678.50', 12_345_678.5],
    ['１２００．５', 1200.5],
    [' -3 ', -3],
  ])('%s', (typed, value) => {
    expect(parseNumber(typed)).toBe(value)
  })

  test.each(['', '1,20', '12,34,567', '1.', '1.2.3', '1,200,', '五', '1e3', '0x10', '1234567890123456'])(
    '%s is none and stays as it is typed',
    (typed) => {
      expect(parseNumber(typed)).toBe(typed)
    },
  )
})

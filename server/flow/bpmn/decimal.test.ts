import { describe, expect, test } from 'vitest'
import { calculateNumeric, compareNumeric, numericOf } from './decimal.ts'

const value = (text: string) => {
  const number = numericOf(text)
  if (number === null) throw new Error(`${text} is no number`)
  return number
}

describe('numbers that a double cannot hold', () => {
  test.each([
    ['1234567890123456789', '1234567890123456788', 1],
    ['1234567890123456789', '1234567890123456789.0', 0],
    ['9007199254740993', '9007199254740992', 1],
    ['-9007199254740993', '-9007199254740992', -1],
    ['12345678901234567.51', '12345678901234567.5', 1],
    ['1e20', '100000000000000000000', 0],
    ['1e20', '99999999999999999999', 1],
    ['0012', '12', 0],
    ['2.5', '2.50', 0],
    ['.5', '0.5', 0],
  ])('%s and %s compare as %d', (left, right, order) => {
    expect(Math.sign(compareNumeric(value(left), value(right)))).toBe(order)
  })

  test.each([
    ['9007199254740992', '+', '1', '9007199254740993'],
    ['9007199254740993', '-', '1', '9007199254740992'],
    ['1234567890123456789', '-', '1234567890123456788', '1'],
    ['3037000500', '*', '3037000500', '9223372037000250000'],
    ['1234567890123456789', '%', '10', '9'],
    ['12345678901234567.5', '+', '0.5', '12345678901234568'],
    ['0.1', '+', '0.2', '0.30000000000000004'],
    ['7', '/', '2', '3.5'],
  ])('%s %s %s is %s', (left, operator, right, result) => {
    expect(compareNumeric(calculateNumeric(operator, value(left), value(right)), value(result))).toBe(0)
  })
})

test('a text that is no number has none', () => {
  for (const text of ['', ' ', 'x', '1e400', '12 34', 'Infinity']) expect(numericOf(text)).toBeNull()
  expect(String(numericOf('-0000012345678901234567.25'))).toBe('-12345678901234567.25')
})

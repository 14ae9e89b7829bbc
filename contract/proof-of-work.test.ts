import { expect, test } from 'vitest'
import { hasLeadingZeros } from './proof-of-work.ts'

test.each<[string, number, boolean]>([
  ['0000ffff', 16, true],
  ['00001fff', 17, true],
  ['00001fff', 19, true],
  ['00001fff', 20, false],
  ['00003fff', 18, true],
  ['00003fff', 19, false],
  ['8', 1, false],
  ['7', 1, true],
  ['f', 0, true],
])('%s starts with %i zero bits: %s', (hash, bits, expected) => {
  expect(hasLeadingZeros(hash, bits)).toBe(expected)
})

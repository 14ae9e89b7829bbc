import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lengthOf } from './length.ts'

describe('lengthOf counts characters as people see them', () => {
  test.each([
    ['', 0],
    ['abc', 3],
    ['工业互联网', 5],
    ['👨‍👩‍👧', 1],
    ['e\u0301', 1],
    ['🇨🇳', 1],
    ['\r\n', 1],
  ])('%j has length %i', (value, count) => {
    expect(lengthOf(value)).toBe(count)
  })

  const segmenterLength = (value: string) =>
    [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(value)].length
  const samples = ['a', '字', '👨‍👩‍👧', '🇨🇳', 'e\u0301', '\r\n', '\u0301', '\u200d', '🇨', '각', '😀']

  test('the length equals the count of Intl.Segmenter for texts of any length', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...samples), { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1, max: 60 }),
        fc.nat(1000),
        (characters, times, before) => {
          const value = '字'.repeat(before) + characters.join('').repeat(times)
          expect(lengthOf(value)).toBe(segmenterLength(value))
        },
      ),
    )
  })

  test('a single character longer than a segment counts as one', () => {
    const family = '👨‍👩‍👧\u200d'.repeat(400)
    expect(lengthOf(family)).toBe(1)
    expect(lengthOf(`字${family}字${family}`)).toBe(4)
  })

  test('200,000 characters are counted in a short time (Intl.Segmenter needs minutes for all of them at once)', () => {
    expect(lengthOf('字'.repeat(200_000))).toBe(200_000)
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeText, encodeText } from './xlsx-text.ts'

/** Texts with many parts of escapes beside each other. */
const nearEscapes = fc
  .array(
    fc.constantFrom('_', 'x', '_x', '0', '00', '0041', '005F', 'D83D', '\u0001', '\r', '\uD83D', '\uDE00', '_x000d_'),
  )
  .map((parts) => parts.join(''))

describe('a text of a workbook (ECMA-376 part 1, 22.9.2.19)', () => {
  test.each([
    ['甲\r\n乙', '甲_x000D_\n乙'],
    ['_x000D_', '_x005F_x000D_'],
    ['_x005f_', '_x005F_x005f_'],
    ['a_x12_b', 'a_x12_b'],
    ['_x0041\u0001', '_x005F_x0041_x0001_'],
    ['🦊', '🦊'],
  ])('%j is written as %j', (text, expected) => {
    expect(encodeText(text)).toBe(expected)
    expect(decodeText(expected)).toBe(text)
  })

  test('is read back unchanged, whatever it is, and has only characters of XML', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), nearEscapes), (text) => {
        expect(decodeText(encodeText(text))).toBe(text)
        // biome-ignore lint/suspicious/noControlCharactersInRegex: XML does not have these
        expect(encodeText(text)).not.toMatch(/[\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF]/)
        expect(String(Buffer.from(encodeText(text)))).toBe(encodeText(text))
      }),
      { numRuns: 500 },
    )
  })
})

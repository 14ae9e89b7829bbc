import type { Coverage } from './font-coverage.ts'

/** The data of a document as fonts can print it, and the codes of the characters that they lack. */
export interface Printable {
  readonly data: unknown
  readonly missing: readonly string[]
}

const plain = /^[\x20-\x7e]*$/
/** Characters without a glyph of their own, such as joiners and variants; line breaks stay. */
const invisible = /[\p{Default_Ignorable_Code_Point}\s]/u

/** Control characters and halves of pairs. */
const unprintable = /[\p{Cc}\p{Cs}]/u

/** Puts the code of each character that the fonts lack in its place, so that no box is printed: 〔U+20BB7〕. */
export const printable = (data: unknown, covered: Coverage): Printable => {
  const missing = new Set<string>()
  const inText = (text: string): string => {
    if (plain.test(text)) return text
    const characters = [...text].map((character) => {
      const code = character.codePointAt(0) ?? 0
      if (covered[code] || invisible.test(character)) return character
      if (unprintable.test(character)) return ''
      const name = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
      missing.add(name)
      return `〔${name}〕`
    })
    return characters.join('')
  }
  const inside = (value: unknown): unknown => {
    if (typeof value === 'string') return inText(value)
    if (Array.isArray(value)) return value.map(inside)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inside(one)]))
  }
  return { data: inside(data), missing: [...missing].sort() }
}

/** What a word processor writes before an item of a list. */
export type ListMarker =
  | { readonly tag: 'ul' }
  | {
      readonly tag: 'ol'
      /** As the attribute `type` of an ordered list. */
      readonly type: ListType
      readonly number: number
    }

export type ListType = '1' | 'a' | 'A' | 'i' | 'I'

const romanDigits: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100 }

/** The value of a Roman numeral in lower case; NaN for other letters. */
const romanValue = (letters: string): number =>
  [...letters].reduce((sum, letter, i) => {
    const [value, next] = [romanDigits[letter] ?? Number.NaN, romanDigits[letters[i + 1] ?? ''] ?? 0]
    return sum + (value < next ? -value : value)
  }, 0)

const letterValue = (letters: string): number => (letters.length === 1 ? letters.charCodeAt(0) - 96 : Number.NaN)

const valueAs = (letters: string, type: ListType): number =>
  type.toLowerCase() === 'i' ? romanValue(letters.toLowerCase()) : letterValue(letters.toLowerCase())

/** The numbering of letters: that of the item before, if they continue it; Roman if they begin with i or have several. */
const letterType = (letters: string, before: ListMarker | null): ListType => {
  const [alpha, roman] = letters === letters.toLowerCase() ? (['a', 'i'] as const) : (['A', 'I'] as const)
  const previous = before?.tag === 'ol' ? before : null
  for (const type of [roman, alpha])
    if (previous?.type === type && valueAs(letters, type) === previous.number + 1) return type
  return letters.length > 1 || letters.toLowerCase() === 'i' ? roman : alpha
}

/**
 * The marker of an item, after `before`, the marker of the item before it at the same level. Null if a list cannot show it and it has
 * to stay as text: Chinese numerals, numbers in parentheses or circles, numbers of several levels.
 */
export const readMarker = (text: string, before: ListMarker | null): ListMarker | null => {
  const [, digits, letters] = /^(?:(\d{1,4})[.．、)）]?|([a-z]{1,6}|[A-Z]{1,6})[.．、)）])$/.exec(text) ?? []
  if (digits) return { tag: 'ol', type: '1', number: Number(digits) }
  if (letters) {
    const type = letterType(letters, before)
    const number = valueAs(letters, type)
    return Number.isNaN(number) ? null : { tag: 'ol', type, number }
  }
  // letters without a mark are those of a font of symbols
  return /^(?:[^\p{L}\p{N}()（）]|[A-Za-z§Øü])?$/u.test(text) && !/\p{No}/u.test(text) ? { tag: 'ul' } : null
}

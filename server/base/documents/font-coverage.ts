/** The characters that fonts have: one byte for each code point of Unicode. */
export type Coverage = Uint8Array

export const emptyCoverage = (): Coverage => new Uint8Array(0x110000)

/** Segments of 16 bit characters; where `offset` is not 0, a list says which of them have a glyph. */
const addSegments = (font: DataView, at: number, covered: Coverage): void => {
  const size = font.getUint16(at + 6)
  const [ends, starts, deltas, offsets] = [at + 14, at + 16 + size, at + 16 + 2 * size, at + 16 + 3 * size] as const
  for (let segment = 0; segment < size; segment += 2) {
    const [first, last] = [font.getUint16(starts + segment), font.getUint16(ends + segment)]
    const [delta, offset] = [font.getUint16(deltas + segment), font.getUint16(offsets + segment)]
    for (let code = first; code <= last && code < 0xffff; code++) {
      const listed = offset ? font.getUint16(offsets + segment + offset + 2 * (code - first)) : code
      if (listed && (listed + delta) & 0xffff) covered[code] = 1
    }
  }
}

/** Groups of characters whose glyphs follow each other. */
const addGroups = (font: DataView, at: number, covered: Coverage): void => {
  const groups = font.getUint32(at + 12)
  for (let group = 0; group < groups; group++) {
    const start = at + 16 + 12 * group
    const [first, last, glyph] = [font.getUint32(start), font.getUint32(start + 4), font.getUint32(start + 8)]
    covered.fill(1, glyph ? first : first + 1, last + 1)
  }
}

const tagOf = (font: DataView, at: number): string =>
  String.fromCharCode(...[0, 1, 2, 3].map((n) => font.getUint8(at + n)))

/** Where a font, which can be one of a collection, has its table of characters; null if it has none. */
const charactersAt = (font: DataView, at: number): number | null => {
  const tables = font.getUint16(at + 4)
  for (let table = 0; table < tables; table++)
    if (tagOf(font, at + 12 + 16 * table) === 'cmap') return font.getUint32(at + 12 + 16 * table + 8)
  return null
}

const addFont = (font: DataView, at: number, covered: Coverage): void => {
  const table = charactersAt(font, at)
  if (table === null) return
  const encodings = font.getUint16(table + 2)
  for (let encoding = 0; encoding < encodings; encoding++) {
    const record = table + 4 + 8 * encoding
    const [platform, kind] = [font.getUint16(record), font.getUint16(record + 2)]
    const isUnicode = platform === 0 || (platform === 3 && (kind === 1 || kind === 10))
    const characters = table + font.getUint32(record + 4)
    const format = isUnicode ? font.getUint16(characters) : null
    if (format === 4) addSegments(font, characters, covered)
    if (format === 12) addGroups(font, characters, covered)
  }
}

/** Adds the characters of a file with a TrueType or OpenType font, or with a collection of them. Throws a RangeError for another file. */
export const addCoverage = (file: Uint8Array, covered: Coverage): void => {
  const font = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const isCollection = tagOf(font, 0) === 'ttcf'
  const count = isCollection ? font.getUint32(8) : 1
  for (let nth = 0; nth < count; nth++) addFont(font, isCollection ? font.getUint32(12 + 4 * nth) : 0, covered)
}

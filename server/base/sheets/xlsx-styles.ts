/** How a number format shows a number; null for a plain number. A format of zeros only shows at least so many digits. */
export type Display = 'day' | 'time' | { readonly minDigits: number } | null

/**
 * Formats that a workbook need not list (ECMA-376 part 1, 18.8.30). 27 to 36 and 50 to 58 are those of Chinese, Japanese and Korean
 * programs.
 */
const builtIn: Readonly<Record<'day' | 'time', readonly number[]>> = {
  day: [14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58],
  time: [18, 19, 20, 21, 32, 33, 34, 35, 45, 47, 55, 56],
}

/** Parts of a format that are no placeholders: texts in quotes, escaped characters, and conditions, colours and languages in brackets. */
const literals = /"[^"]*"|\\.|[_*].|\[[^[\]]*\]|G\/通用格式|General/gi
const elapsedTime = /\[(?:h+|m+|s+)\]/i

/** How a number with this format code is shown; its first section counts. */
export const displayOf = (code: string): Display => {
  if (elapsedTime.test(code)) return null
  const [section = ''] = code.replace(literals, '').split(';')
  if (/^0{2,}$/.test(section)) return { minDigits: section.length }
  if (/[0#?]/.test(section.replace(/\.0+/g, ''))) return null
  if (/[yde]|aaa/i.test(section)) return 'day'
  if (/[hs]/i.test(section)) return 'time'
  return /m/i.test(section) ? 'day' : null
}

/** How numbers of this format are shown; `codes` are the formats that the workbook lists. */
export const displayOfFormat = (id: number, codes: ReadonlyMap<number, string>): Display => {
  const code = codes.get(id)
  if (code !== undefined) return displayOf(code)
  if (builtIn.day.includes(id)) return 'day'
  return builtIn.time.includes(id) ? 'time' : null
}

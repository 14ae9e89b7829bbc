/**
 * Characters that nobody sees: controls other than white space, and those that Unicode lets a program ignore (zero-width characters,
 * directions, joiners, variants, tags, fillers).
 */
const invisible =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are among the characters to drop
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each is dropped by itself
  /[\0-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu

/** The text without characters that nobody sees, which come with what is pasted from other programs. */
export const visibleText = (text: string): string => text.replace(invisible, '')

/**
 * The form in which texts are compared, searched and unique: `５Ｇ` and `5G`, `IMP002` and `ＩＭＰ００２`, composed and decomposed
 * letters have one form (NFKC, lower case, without invisible characters, blanks for line ends). What is stored and displayed stays as
 * typed. The database has the same function, `fold(text)`; a column is compared with a text that the database has folded.
 */
export const fold = (text: string): string =>
  visibleText(text)
    .toLowerCase()
    .normalize('NFKC')
    // of letters within characters such as ℡
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .replace(/[\t-\r\x85\u2028\u2029]/g, ' ')

/** Whether nothing of a text is seen: white space and invisible characters only. */
export const isBlankText = (text: string): boolean => visibleText(text).trim() === ''

/** Whether two texts are the same for people, without the white space around them. */
export const isSameText = (one: string, other: string): boolean => fold(one).trim() === fold(other).trim()

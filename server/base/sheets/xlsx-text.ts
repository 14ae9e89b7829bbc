/**
 * Texts of a workbook (ECMA-376 part 1, 22.9.2.19): a character that XML cannot hold is written as _xHHHH_, its UTF-16 code, and an
 * underscore that would begin such a sequence as _x005F_.
 */
const sequence = /_x([0-9A-Fa-f]{4})_/g

/**
 * Control characters, halves of surrogate pairs and noncharacters, also the carriage return, which XML reads as a line feed; and an
 * underscore before what would be read as an escape, since one of these or another underscore follows it.
 */
const escapable =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML cannot contain these characters
  /_(?=x[0-9A-Fa-f]{4}[_\u0000-\u0008\u000B-\u001F\uD800-\uDFFF\uFFFE\uFFFF])|[\u0000-\u0008\u000B-\u001F\uD800-\uDFFF\uFFFE\uFFFF]/gu

const escapeOf = (character: string): string =>
  `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`

/** The text as it is written into a part of a workbook, before the escapes of XML. */
export const encodeText = (text: string): string => text.replace(escapable, escapeOf)

/** The text that a part of a workbook means. */
export const decodeText = (text: string): string =>
  text.includes('_x')
    ? text.replace(sequence, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text

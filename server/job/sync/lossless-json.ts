/** A string, which stays as it is, or a whole number that may have more digits than a number of JavaScript keeps. */
const stringOrLongNumber = /"(?:[^"\\]|\\.)*"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g

/** Parses JSON whose ids are 64-bit numbers: whole numbers of 16 digits and more become texts. Throws SyntaxError. */
export const parseLossless = (json: string): unknown =>
  JSON.parse(json.replace(stringOrLongNumber, (token) => (token.startsWith('"') ? token : `"${token}"`)))

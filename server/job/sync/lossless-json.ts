/**
 * A string, which stays as it is, or a whole number that may have more digits than a number of JavaScript keeps. A string without an end
 * reaches to the end of the text: looking for its end at each quotation mark again would take the square of the time.
 */
const stringOrLongNumber = /"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g

/** Parses JSON whose ids are 64-bit numbers: whole numbers of 16 digits and more become texts. Throws SyntaxError. */
export const parseLossless = (json: string): unknown =>
  JSON.parse(json.replace(stringOrLongNumber, (token) => (token.startsWith('"') ? token : `"${token}"`)))

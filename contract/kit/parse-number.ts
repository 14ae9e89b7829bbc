import { visibleText } from './fold.ts'

/** Parses a number, also with full-width digits or grouped thousands. Returns the text unchanged if it is not a number. */
export const parseNumber = (text: string): number | string => {
  const usual = visibleText(text).normalize('NFKC').trim()
  const digits = /^-?\d{1,3}([, ]\d{3}){1,4}(?![\d, ])/.test(usual) ? usual.replace(/[, ]/g, '') : usual
  return /^-?\d{1,15}(\.\d{1,6})?$/.test(digits) ? Number(digits) : text
}

/** The number people write, also in full-width digits and in groups of thousands; what is none stays as it is typed. */
export const parseNumber = (text: string): number | string => {
  const usual = text.normalize('NFKC').trim()
  const digits = /^-?\d{1,3}([, ]\d{3}){1,4}(?![\d, ])/.test(usual) ? usual.replace(/[, ]/g, '') : usual
  return /^-?\d{1,15}(\.\d{1,6})?$/.test(digits) ? Number(digits) : text
}

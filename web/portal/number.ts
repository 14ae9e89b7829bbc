const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })

/** A number as it is read in both languages: 1,618,740 and 63.5. */
export const digits = (value: number): string => grouped.format(value)

/** A part of a whole in per cent with one decimal; of nothing it is none. */
export const percent = (part: number, whole: number): string =>
  `${whole > 0 ? ((100 * part) / whole).toFixed(1) : '0'}%`

const numberFormat = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })

/** A number as it is read in both languages: 1,618,740 and 63.5. */
export const formatNumber = (value: number): string => numberFormat.format(value)

/** A part of a whole in per cent with one decimal; of nothing it is none. */
export const formatPercent = (part: number, total: number): string =>
  `${total > 0 ? ((100 * part) / total).toFixed(1) : '0'}%`

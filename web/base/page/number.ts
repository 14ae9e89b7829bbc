const numberFormat = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })

/** Formats a number for both languages: 1,618,740 and 63.5. */
export const formatNumber = (value: number): string => numberFormat.format(value)

/** The share of a total in percent, with one decimal; zero when the total is zero. */
export const formatPercent = (part: number, total: number): string =>
  `${total > 0 ? ((100 * part) / total).toFixed(1) : '0'}%`

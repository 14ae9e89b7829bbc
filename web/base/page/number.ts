const numberFormat = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })

/** Formats a number for both languages: 1,618,740 and 63.5. */
export const formatNumber = (value: number): string => numberFormat.format(value)

/** The number of rows of a list, as far as the server counted them: `capped` means that there are more. */
export interface Counted {
  readonly total: number
  readonly capped?: boolean
}

/** Formats the number of rows of a list, with + if there are more: 1,260 and 10,000+. */
export const formatTotal = ({ total, capped = false }: Counted): string => `${formatNumber(total)}${capped ? '+' : ''}`

/** The share of a total in percent, with one decimal; zero when the total is zero. */
export const formatPercent = (part: number, total: number): string =>
  `${total > 0 ? ((100 * part) / total).toFixed(1) : '0'}%`

import type { Decimals } from '#contract/report/report-result.ts'

/** A figure as tables and charts of reports show it: 1,618,740 and 63.50; a change with its sign. */
export const formatFigure = (value: number, { min, max, isSigned }: Decimals): string =>
  new Intl.NumberFormat('en-US', {
    minimumFractionDigits: min,
    maximumFractionDigits: max,
    signDisplay: isSigned ? 'exceptZero' : 'auto',
  }).format(value)

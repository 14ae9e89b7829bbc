import type { Decimals } from './report-result.ts'

/** Writes figures as tables and charts of reports show them: 1,618,740 and 63.50; a change with its sign. */
export const figureFormat = ({ min, max, isSigned }: Decimals): ((value: number) => string) =>
  new Intl.NumberFormat('en-US', {
    minimumFractionDigits: min,
    maximumFractionDigits: max,
    signDisplay: isSigned ? 'exceptZero' : 'auto',
  }).format

export const formatFigure = (value: number, decimals: Decimals): string => figureFormat(decimals)(value)

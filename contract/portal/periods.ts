import { daysAfter, monthsAfter } from '../kit/days.ts'
import type { Choice } from '../kit/field.ts'

export type Period = 'months' | 'year' | 'lastYear' | 'all'

/** Periods of the dashboard; the first one is the default. */
export const periods = [
  ['months', ['近12个月', 'Last 12 months']],
  ['year', ['本年', 'This year']],
  ['lastYear', ['去年', 'Last year']],
  ['all', ['全部', 'All']],
] as const satisfies readonly Choice[]

export const isPeriod = (text: unknown): text is Period => periods.some(([period]) => period === text)

/** First and last day of a period, yyyy-MM-dd; null where it has no bound. */
export interface Days {
  readonly from: string | null
  readonly to: string | null
}

/** The month `step` months after (or before) another, yyyy-MM. */
export const monthAfter = (month: string, step: number): string => monthsAfter(`${month}-01`, step).slice(0, 7)

/** First and last day of a month. */
export const daysOfMonth = (month: string): { readonly from: string; readonly to: string } => ({
  from: `${month}-01`,
  to: daysAfter(`${monthAfter(month, 1)}-01`, -1),
})

/** The days of a period; `today` is yyyy-MM-dd or a time that starts with it. */
export const daysOfPeriod = (period: Period, today: string): Days => {
  const year = Number(today.slice(0, 4))
  if (period === 'months') return { from: `${monthAfter(today.slice(0, 7), -11)}-01`, to: null }
  if (period === 'year') return { from: `${year}-01-01`, to: null }
  if (period === 'lastYear') return { from: `${year - 1}-01-01`, to: `${year - 1}-12-31` }
  return { from: null, to: null }
}

/** The twelve months of the trend: those of the year, or the last twelve. */
export const monthsOfPeriod = (period: Period, today: string): string[] => {
  const year = Number(today.slice(0, 4))
  const first =
    period === 'year' ? `${year}-01` : period === 'lastYear' ? `${year - 1}-01` : monthAfter(today.slice(0, 7), -11)
  return Array.from({ length: 12 }, (_, i) => monthAfter(first, i))
}

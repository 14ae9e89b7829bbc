/** The figures of stays (docs/decisions/0158): what they count, for which periods, and the list of stays that each of them opens. */

import { daysAfter, daysFrom, monthsAfter } from '../kit/days.ts'

/** How the days of a period were chosen. */
export const periodUnits = [
  ['month', ['月', 'Month']],
  ['quarter', ['季度', 'Quarter']],
  ['half', ['半年', 'Half year']],
  ['year', ['年', 'Year']],
  ['range', ['自定义', 'Custom']],
] as const

export type PeriodUnit = (typeof periodUnits)[number][0]

/** Days from the first to the last one, as yyyy-MM-dd. */
export interface Days {
  readonly from: string
  readonly to: string
}

const monthsIn: Readonly<Record<Exclude<PeriodUnit, 'range'>, number>> = { month: 1, quarter: 3, half: 6, year: 12 }

/** The whole period of a unit that contains a date. */
export const periodOf = (unit: Exclude<PeriodUnit, 'range'>, date: string): Days => {
  const months = monthsIn[unit]
  const month = Number(date.slice(5, 7)) - 1
  const from = monthsAfter(`${date.slice(0, 7)}-01`, -(month % months))
  return { from, to: daysAfter(monthsAfter(from, months), -1) }
}

/** The period before: of a unit that is not over, its first days, as many as have passed. */
export const periodBefore = (unit: PeriodUnit, days: Days): Days => {
  if (unit === 'range')
    return { from: daysAfter(days.from, -daysFrom(days.from, days.to)), to: daysAfter(days.from, -1) }
  const whole = periodOf(unit, daysAfter(days.from, -1))
  if (days.to === periodOf(unit, days.from).to) return whole
  const to = daysAfter(whole.from, daysFrom(days.from, days.to) - 1)
  return { from: whole.from, to: to < whole.to ? to : whole.to }
}

/** The same days of the year before; of a whole unit the whole one. */
export const yearBefore = (unit: PeriodUnit, days: Days): Days => {
  const from = monthsAfter(days.from, -12)
  if (unit !== 'range' && days.to === periodOf(unit, days.from).to) return periodOf(unit, from)
  return { from, to: monthsAfter(days.to, -12) }
}

/** What is counted of the stays of a group in a period. Days are working days; null without any. */
export interface StayCounts {
  readonly received: number
  readonly finished: number
  readonly returned: number
  readonly late: number
  readonly mean: number | null
  readonly median: number | null
  /** Nine of ten took no longer. */
  readonly slowest: number | null
}

/** What is counted, in the order in which it is shown. */
export const countNames = ['received', 'finished', 'returned', 'late', 'open', 'overdue'] as const

export type CountName = (typeof countNames)[number]

/** A group, and how it was in the period before and the year before. `open` and `overdue` are those at the moment of the answer. */
export interface StayGroupFigures extends StayCounts {
  /** The value of the field of the group; null without one. */
  readonly key: string | null
  readonly name: string
  readonly open: number
  readonly overdue: number
  readonly before: StayCounts
  readonly yearBefore: StayCounts
}

export interface StayFigures {
  /** The moment of the answer, yyyy-MM-dd HH:mm:ss. */
  readonly at: string
  readonly days: Days
  readonly before: Days
  readonly yearBefore: Days
  readonly groups: readonly StayGroupFigures[]
  readonly total: StayGroupFigures
}

const during = (field: string, { from, to }: Days) => ({
  [`${field}_ge`]: `${from} 00:00:00`,
  [`${field}_lt`]: `${daysAfter(to, 1)} 00:00:00`,
})
const finished = (days: Days) => ({ ...during('until', days), result_ge: '1', result_lt: '4' })

/** Parameters of the list that show exactly the stays of a count. */
export const filtersOfCount = (name: CountName, days: Days, at: string): Readonly<Record<string, string>> => {
  if (name === 'received') return during('since', days)
  if (name === 'finished') return finished(days)
  if (name === 'returned') return { ...during('until', days), result: '2' }
  if (name === 'late') return { ...finished(days), overdue: '1' }
  return { result: '0', ...(name === 'overdue' ? { due_lt: at } : {}) }
}

/** Parameters of the list for a group; `null` is the group without a value. */
export const filtersOfGroup = (by: string, key: string | null): Readonly<Record<string, string>> =>
  key === null ? { [`${by}_null`]: '1' } : { [by]: key }

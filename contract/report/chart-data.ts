import { layOut } from './report-layout.ts'
import type { GroupKey, MeasureHead, ReportGroup, ReportResult } from './report-result.ts'

/** A figure of a chart, and what names it and its rows. */
export interface ChartPoint {
  readonly id: string
  readonly category: string
  /** Empty if the chart has one series. */
  readonly series: string
  readonly value: number
  /** Parameters of the list that show its rows; null where no row is counted. */
  readonly filters: string | null
}

export interface ChartCategory {
  readonly id: string
  readonly name: string
  /** One for each series; null where there is no figure. */
  readonly points: readonly (ChartPoint | null)[]
  /** Sum of all series. */
  readonly total: number
}

export interface ChartData {
  readonly series: readonly string[]
  readonly categories: readonly ChartCategory[]
  /** Columns of the table that the chart sums up, because a chart with so many cannot be read. */
  readonly hiddenSeries: number
  /** Rows without a time have no place on its axis, those without a province none on a map. */
  readonly areSomeHidden: boolean
}

/** At most so many series can be told apart. */
export const maxSeries = 8

const monthsIn = { year: 12, quarter: 3, month: 1 } as const

const periodOf = (value: string): keyof typeof monthsIn | null =>
  /^\d{4}$/.test(value)
    ? 'year'
    : /^\d{4}-Q[1-4]$/.test(value)
      ? 'quarter'
      : /^\d{4}-\d{2}$/.test(value)
        ? 'month'
        : null

/** Number of the first month of a period. */
const monthOf = (value: string): number => {
  const [year, part = '1'] = value.split('-')
  return 12 * Number(year) + (part.startsWith('Q') ? 3 * Number(part.slice(1)) - 3 : Number(part) - 1)
}

const nameOfPeriod = (month: number, period: keyof typeof monthsIn): string => {
  const [year, nth] = [Math.floor(month / 12), month % 12]
  return { year: `${year}`, quarter: `${year}-Q${nth / 3 + 1}`, month: `${year}-${String(nth + 1).padStart(2, '0')}` }[
    period
  ]
}

/** An axis longer than this is left with the periods that have rows. */
const maxPeriods = 400

/** All periods from the first to the last of these, so that a line shows where nothing was counted. */
export const periodsBetween = (values: readonly string[]): readonly string[] => {
  const period = periodOf(values[0] ?? '')
  if (!period || values.some((value) => periodOf(value) !== period)) return values
  const months = values.map(monthOf)
  const [first, step] = [Math.min(...months), monthsIn[period]]
  const length = (Math.max(...months) - first) / step + 1
  if (length > maxPeriods) return values
  return Array.from({ length }, (_, nth) => nameOfPeriod(first + nth * step, period))
}

const pointOf = (row: GroupKey, column: string, group: ReportGroup | null, nth: number): ChartPoint | null => {
  const value = group?.values[nth] ?? null
  if (!group || value === null) return null
  const id = JSON.stringify([row.value, group.column?.value])
  return { id, category: row.name, series: column, value: Number(value), filters: group.count ? group.filters : null }
}

/** A code of a province by GB/T 2260. */
const provinceCode = /^[1-8]\d0000$/

/** What a chart of one figure shows: the groups of the first level, with a series for each column of a cross table. */
export const chartDataOf = (result: ReportResult, nth: number): ChartData => {
  const { columns, lines } = layOut(result)
  const isMap = result.chart === 'map'
  const isCross = !isMap && columns.length > 0 && columns.length <= maxSeries
  const isTime = result.chart === 'line' || result.chart === 'area'
  const levels = result.heads.rows.length
  const groupLines = lines.filter(({ keys }) => keys.length === Math.min(1, levels))
  const all = groupLines.map(({ keys: [key], groups }): ChartCategory & { value: string | null } => {
    const row = key as GroupKey
    const visible = isCross ? groups.slice(0, -1) : groups.slice(-1)
    const points = visible.map((group, at) => pointOf(row, isCross ? (columns[at]?.name ?? '') : '', group, nth))
    const total = points.reduce((sum, point) => sum + (point?.value ?? 0), 0)
    return { id: String(row.value), value: row.value, name: row.name, points, total }
  })
  const hasPlace = (value: string | null) => value !== null && (!isMap || provinceCode.test(value))
  const located = isTime || isMap ? all.filter(({ value }) => hasPlace(value)) : all
  const byValue = new Map(located.map((one) => [one.value, one]))
  const series = isCross ? columns.map(({ name }) => name) : ['']
  const categories = isTime
    ? periodsBetween(located.map(({ value }) => String(value))).map(
        (value) => byValue.get(value) ?? { id: value, name: value, points: series.map(() => null), total: 0 },
      )
    : located
  return {
    series,
    categories,
    hiddenSeries: isCross ? 0 : columns.length,
    areSomeHidden: located.length < all.length,
  }
}

/** The figures that the kind of the chart can show, with their places: parts of a whole have to add up to it. */
export const drawable = ({ chart, heads }: ReportResult): readonly (MeasureHead & { readonly nth: number })[] =>
  heads.measures
    .map((head, nth) => ({ ...head, nth }))
    .filter(({ isSummable }) => isSummable || (chart !== 'pie' && chart !== 'stacked'))

/** Marks of an axis from 0, or from below it, to at least the largest figure: 1, 2 or 5 times a power of ten apart. */
export const ticksOf = (values: readonly number[]): readonly number[] => {
  const [least, largest] = [Math.min(0, ...values), Math.max(0, ...values)]
  if (least === largest) return [0, 1]
  const rough = (largest - least) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 5, 10].find((one) => one * power >= rough) ?? 10) * power
  const [from, to] = [Math.floor(least / step), Math.ceil(largest / step)]
  const isWhole = values.every(Number.isInteger)
  const marks = Array.from({ length: to - from + 1 }, (_, n) => Number(((from + n) * step).toPrecision(12)))
  return isWhole ? marks.filter(Number.isInteger) : marks
}

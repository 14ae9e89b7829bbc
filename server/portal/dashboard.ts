import { notFound } from '#contract/kit/fail.ts'
import { localize } from '#contract/kit/text.ts'
import type { Dashboard, dashboard, ProjectTotals } from '#contract/portal/dashboard.ts'
import { type Days, daysOfPeriod, isPeriod, monthsOfPeriod } from '#contract/portal/periods.ts'
import { provinces } from '#contract/portal/provinces.ts'
import { reviewStages } from '#contract/project/stages.ts'
import { wireTime } from '../base/process/clock.ts'
import { cachedUntilChanged } from '../engine/cache.ts'
import { type Ctx, type HandlerOf, hasPermission } from '../engine/context.ts'
import { industryNames } from '../engine/labels.ts'
import { addCounts, type MonthCell, readMonthCells } from '../project/figures/listed.ts'
import type { Months } from '../project/figures/stays.ts'
import {
  countSubmissions,
  declarationsInMedian,
  readMedianDays,
  type SubmissionCount,
} from '../project/matters/review-figures.ts'
import { type Figures, hundredMillions } from './figures.ts'
import { readFigures } from './figures-cache.ts'

/** The smallest units from which the figures of the dashboard are summed, read again after a change of the library. */
const readProjectCells = cachedUntilChanged(['library'], readMonthCells, { retryMs: 30_000 })

/** Periods consist of whole months. */
const monthsOf = ({ from, to }: Days): Months => ({ from: from?.slice(0, 7) ?? null, to: to?.slice(0, 7) ?? null })

const isWithin = ({ from, to }: Months, month: string | null): boolean => {
  if (month === null) return from === null && to === null
  return (from === null || month >= from) && (to === null || month <= to)
}

type Measure = keyof ProjectTotals
const sum = (cells: readonly MonthCell[], measure: Measure): number =>
  cells.reduce((total, cell) => total + cell[measure], 0)
const countProjects = (cells: readonly MonthCell[], has: (cell: MonthCell) => boolean): number =>
  sum(cells.filter(has), 'projects')

const totalsOf = (cells: readonly MonthCell[]): ProjectTotals => ({
  projects: sum(cells, 'projects'),
  networks: sum(cells, 'networks'),
  investment: hundredMillions(sum(cells, 'investment')),
  terminals: sum(cells, 'terminals'),
  benchmarks: sum(cells, 'benchmarks'),
})

const industriesOf = async (ctx: Ctx, cells: readonly MonthCell[]): Promise<Dashboard['industries']> => {
  const names = await industryNames(ctx)
  return Object.entries(addCounts(cells.map(({ sections }) => sections)))
    .map(([code, value]) => ({ code, name: localize(names.get(code) ?? [code, code], ctx.lang), value }))
    .sort((a, b) => b.value - a.value || a.code.localeCompare(b.code, 'en'))
}

const provincesOf = ({ map }: Figures, cells: readonly MonthCell[]): Dashboard['provinces'] =>
  map(null, null).map(({ code, hasData }) => {
    const ofProvince = cells.filter(({ province }) => province === code)
    return {
      code,
      hasData,
      value: sum(ofProvince, 'projects'),
      value2: hundredMillions(sum(ofProvince, 'investment')),
    }
  })

const funnelOf = (counts: readonly SubmissionCount[], days: Awaited<ReturnType<typeof readMedianDays>>) =>
  reviewStages.map((stage) => ({
    stage,
    value: counts.reduce((total, one) => total + (one.stage >= stage ? one.n : 0), 0),
    medianDays: days.get(stage) ?? null,
  }))

/** The declarations that the caller may see; null without the permission to see any. */
const readDeclarations = async (ctx: Ctx, province: string | null, months: Months) => {
  if (!hasPermission(ctx, 'declaration')) return null
  const [counts, days] = await Promise.all([countSubmissions(ctx, province), readMedianDays(ctx, province, months)])
  const ofPeriod = counts.filter(({ month }) => isWithin(months, month))
  const funnel = funnelOf(ofPeriod, days)
  const submitted = funnel[0]?.value ?? 0
  return { counts, visible: { submitted, funnel, inMedian: declarationsInMedian(ctx, submitted) } }
}

/** The dashboard of one period and province. */
export const readDashboard: HandlerOf<typeof dashboard.read> = async (ctx, input) => {
  const province = input.province || null
  if (province && !Object.hasOwn(provinces, province)) throw notFound()
  const today = wireTime()
  const period = isPeriod(input.period) ? input.period : 'months'
  const days = daysOfPeriod(period, today)
  const months = monthsOf(days)
  const [figures, allCells, declarations] = await Promise.all([
    readFigures(ctx),
    readProjectCells(ctx),
    readDeclarations(ctx, province, months),
  ])
  const { statistics } = figures[ctx.lang]
  const ofPeriod = allCells.filter(({ month }) => isWithin(months, month))
  const ofPlace = allCells.filter((cell) => province === null || cell.province === province)
  const cells = ofPlace.filter(({ month }) => isWithin(months, month))
  const operators = addCounts(cells.map((cell) => cell.operators))
  const submittedIn = (month: string) =>
    declarations ? declarations.counts.reduce((total, one) => total + (one.month === month ? one.n : 0), 0) : null
  return {
    asOf: today,
    selection: { days, province },
    demo: statistics.demo,
    totals: totalsOf(cells),
    undated: countProjects(ofPlace, ({ month }) => month === null),
    trend: monthsOfPeriod(period, today).map((month) => ({
      month,
      listed: countProjects(ofPlace, (cell) => cell.month === month),
      submitted: submittedIn(month),
    })),
    provinces: provincesOf(figures[ctx.lang], ofPeriod),
    operators: statistics.Operator.map(({ key, name }) => ({
      name,
      ...(key === undefined ? {} : { key }),
      value: operators[String(key)] ?? 0,
    })),
    industries: await industriesOf(ctx, cells),
    declarations: declarations?.visible ?? null,
  }
}

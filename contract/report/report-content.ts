import { type Choice, choice, many, one, type Row, text } from '../kit/field.ts'
import type { Text } from '../kit/text.ts'
import { reportSources, sourceLabel } from './report-sources.ts'

/** Periods by which times are grouped. */
const periods = [
  ['year', ['年', 'Year']],
  ['quarter', ['季度', 'Quarter']],
  ['month', ['月', 'Month']],
] as const satisfies readonly Choice[]

/** What a column of figures says of the rows of a group. `count` needs no field, every other kind a number. */
const measureKinds = [
  ['count', ['计数', 'Count']],
  ['sum', ['求和', 'Sum']],
  ['average', ['平均值', 'Average']],
  ['median', ['中位数', 'Median']],
  ['slowest', ['最慢一成', 'Slowest tenth']],
  ['min', ['最小值', 'Minimum']],
  ['max', ['最大值', 'Maximum']],
] as const satisfies readonly Choice[]

/** What a column says of its figure in place of the figure itself. */
const measureForms = [
  ['share', ['占合计的比例', 'Share of the total']],
  ['rank', ['排名', 'Rank']],
  ['change', ['较上期增减', 'Change from the period before']],
] as const satisfies readonly Choice[]

/** How a report draws its figures; the table stands below each of them. */
const chartKinds = [
  ['column', ['柱形图', 'Columns']],
  ['bar', ['条形图', 'Bars']],
  ['stacked', ['堆叠条形图', 'Stacked bars']],
  ['line', ['折线图', 'Lines']],
  ['area', ['面积图', 'Areas']],
  ['pie', ['饼图', 'Pie']],
  ['map', ['省份地图', 'Map of provinces']],
] as const satisfies readonly Choice[]

export type Period = (typeof periods)[number][0]
export type MeasureKind = (typeof measureKinds)[number][0]
export type MeasureForm = (typeof measureForms)[number][0]
export type ChartKind = (typeof chartKinds)[number][0]

export const measureKindLabel = (kind: MeasureKind): Text =>
  (measureKinds.find(([value]) => value === kind) as (typeof measureKinds)[number])[1]

const grouping = {
  field: text('字段', 'Field', { required: true, max: 64 }),
  period: choice('时间单位', 'Period', { choices: periods }),
}

/**
 * What a report counts (design: reports, section 1): rows of a source that pass the filters, in groups and below them further groups, if
 * there is one across as well, with one or more figures each. It never contains rows.
 */
export const contentFields = {
  source: choice('统计对象', 'Counted rows', {
    choices: Object.entries(reportSources).map(([name, source]): readonly [string, Text] => [
      name,
      sourceLabel(source),
    ]),
  }),
  /** Parameters of the source's list, as its address has them: `year=2025&isBenchmark=1`. */
  filters: text('筛选条件', 'Filters', { max: 2000 }),
  rows: many('行分组', 'Groups in rows', grouping),
  columns: many('列分组', 'Groups in columns', grouping),
  measures: many('统计指标', 'Figures', {
    kind: choice('计算方式', 'Calculation', { required: true, choices: measureKinds }),
    field: text('字段', 'Field', { max: 64 }),
    form: choice('显示为', 'Shown as', { choices: measureForms }),
  }),
  chart: choice('统计图', 'Chart', { choices: chartKinds }),
}

export const content = one('报表内容', 'Content', contentFields)

export type ReportContent = Row<typeof contentFields>
export type Grouping = Row<typeof grouping>
export type Measure = ReportContent['measures'] extends readonly (infer M)[] | null ? M : never

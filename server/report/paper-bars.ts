import { type Lang, localize } from '#contract/kit/text.ts'
import { type ChartCategory, chartDataOf, drawable } from '#contract/report/chart-data.ts'
import { figureFormat } from '#contract/report/report-figure.ts'
import type { ReportResult } from '#contract/report/report-result.ts'

/** More groups than these stand in the table only. */
const maxGroups = 36

/** A bar: its parts by the numbers of their series, as shares of the longest bar, and the figure behind it. */
interface Bar {
  readonly parts: readonly { readonly series: number; readonly share: number }[]
  readonly text: string
}

/** The chart of a report as bars, which any kind of chart can be on paper. */
export interface PaperBars {
  /** The figure that is drawn. */
  readonly caption: string
  /** Names of the series; one or none if nothing tells them apart. */
  readonly series: readonly string[]
  readonly groups: readonly { readonly name: string; readonly bars: readonly Bar[] }[]
}

const barsOf = (
  { points, total }: ChartCategory,
  isStacked: boolean,
  shareOf: (value: number) => number,
  textOf: (value: number) => string,
): readonly Bar[] => {
  const parts = points.flatMap((point, series) => (point ? [{ series, value: point.value }] : []))
  const drawn = (some: typeof parts) => some.map(({ series, value }) => ({ series, share: shareOf(value) }))
  if (isStacked) return [{ parts: drawn(parts), text: textOf(total) }]
  return parts.map((part) => ({ parts: drawn([part]), text: textOf(part.value) }))
}

/** The chart of the first figure that can be drawn; null if the report has none, or if it would have too many groups. */
export const paperBars = (result: ReportResult, lang: Lang): PaperBars | null => {
  const [measure] = drawable(result)
  if (!result.chart || !measure) return null
  const { series, categories } = chartDataOf(result, measure.nth)
  const isStacked = result.chart === 'stacked'
  const values = categories.flatMap(({ points, total }) =>
    isStacked ? [total] : points.map((point) => point?.value ?? 0),
  )
  const largest = Math.max(0, ...values)
  if (!largest || categories.length > maxGroups) return null
  const format = figureFormat(measure.decimals)
  const shareOf = (value: number) => Math.max(0, value) / largest
  const groups = categories.map((one) => ({ name: one.name, bars: barsOf(one, isStacked, shareOf, format) }))
  return { caption: localize(measure.label, lang), series, groups }
}

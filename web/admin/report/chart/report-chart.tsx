import { useState } from 'react'
import { fill, type Text } from '#contract/kit/text.ts'
import { type ChartData, type ChartPoint, chartDataOf, drawable, maxSeries } from '#contract/report/chart-data.ts'
import { formatFigure } from '#contract/report/report-figure.ts'
import type { ReportResult } from '#contract/report/report-result.ts'
import { reportSource } from '#contract/report/report-sources.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { formatPercent } from '#web/base/page/number.ts'
import { screenPathOf } from '#web/base/page/screen-paths.ts'
import { FormField } from '#web/ui/input.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Pie } from '#web/ui/pie.tsx'
import { Select } from '#web/ui/select.tsx'
import { ChartPoints, Point, usePoints } from './chart-point.tsx'
import { ReportBars, ReportColumns } from './report-bars.tsx'
import css from './report-chart.module.css'
import { ReportLines } from './report-lines.tsx'

/** Loaded on demand, with the outlines of the provinces. */
const ReportMap = lazyComponent(async () => (await import('./report-map.tsx')).ReportMap)

/** A pie of more slices cannot be read: the smallest become one. */
const maxSlices = 8

/** The largest groups as slices, and the rest as one, which opens nothing. */
const ReportPie = ({ of: { categories }, name }: { readonly of: ChartData; readonly name: string }) => {
  const t = useLocalize()
  const { textOf } = usePoints()
  const all = categories.flatMap(({ points: [point] }) => (point && point.value > 0 ? [point] : []))
  const total = all.reduce((sum, { value }) => sum + value, 0)
  const sorted = all.toSorted((a, b) => b.value - a.value)
  const visible = sorted.length > maxSlices ? sorted.slice(0, maxSlices - 1) : sorted
  const others = sorted.slice(visible.length)
  const noteOf = (value: number) => {
    const [figure, share] = [textOf(value), formatPercent(value, total)]
    return t([`${figure}（${share}）`, `${figure} (${share})`])
  }
  const rest = others.reduce((sum, { value }) => sum + value, 0)
  const slices = [
    ...visible.map(({ category, value }) => ({ name: category, value, note: noteOf(value) })),
    ...(others.length
      ? [{ name: t(fill(['其余 {0} 项', '{0} others'], others.length)), value: rest, note: noteOf(rest) }]
      : []),
  ]
  return (
    <div className={css.pie}>
      <Pie
        name={name}
        slices={slices}
        labelled={(nth, words) => {
          const point = visible[nth]
          return point ? (
            <Point of={point} nth={nth} className={css.slice}>
              {words}
            </Point>
          ) : (
            words
          )
        }}
      />
    </div>
  )
}

const Legend = ({ series }: Pick<ChartData, 'series'>) => (
  <ul className={css.legend}>
    {series.map((name, nth) => (
      <li key={name}>
        <i data-series={nth} />
        {name}
      </li>
    ))}
  </ul>
)

interface DrawingProps {
  readonly chart: NonNullable<ReportResult['chart']>
  readonly of: ChartData
  readonly name: string
}

const Drawing = ({ chart, of, name }: DrawingProps) => {
  if (chart === 'pie') return <ReportPie of={of} name={name} />
  if (chart === 'map') return <ReportMap of={of} name={name} />
  if (chart === 'column') return <ReportColumns of={of} />
  if (chart === 'line' || chart === 'area') return <ReportLines of={of} isFilled={chart === 'area'} />
  return <ReportBars of={of} isStacked={chart === 'stacked'} />
}

const noTime: Text = ['未填写时间的数据不在图中。', 'Rows without a time are not in the chart.']
const noPlace: Text = ['未填写省份的数据不在图中。', 'Rows without a province are not on the map.']

/** What the chart leaves to the table. */
const notesOf = ({ hiddenSeries, areSomeHidden }: ChartData, isMap: boolean): Text[] => [
  ...(isMap && hiddenSeries ? [['地图显示各省份的合计。', 'The map shows the totals of the provinces.'] as const] : []),
  ...(!isMap && hiddenSeries > maxSeries
    ? [
        fill(
          [
            '列分组有 {0} 项，超过 {1} 项，图形只显示各行的合计。',
            'There are {0} columns, more than {1}; the chart shows the totals of the rows.',
          ],
          hiddenSeries,
          maxSeries,
        ),
      ]
    : []),
  ...(areSomeHidden ? [isMap ? noPlace : noTime] : []),
]

type Choices = ReturnType<typeof drawable>

interface ChoiceProps {
  readonly choices: Choices
  readonly nth: number
  readonly choose: (nth: number) => void
}

/** The figure that the chart shows; on paper, and if there is one alone, its name. */
const MeasureChoice = ({ choices, nth, choose }: ChoiceProps) => {
  const t = useLocalize()
  const name = t(choices.find((one) => one.nth === nth)?.label ?? ['', ''])
  if (choices.length < 2) return <span>{name}</span>
  return (
    <>
      <span className={css.printed} aria-hidden="true">
        {name}
      </span>
      <div className={css.choice}>
        <FormField label={t(['图形指标', 'Figure of the chart'])}>
          <Select
            value={String(nth)}
            onValue={(value) => choose(Number(value))}
            options={choices.map((one) => ({ value: String(one.nth), label: t(one.label) }))}
          />
        </FormField>
      </div>
    </>
  )
}

interface Props {
  readonly of: ReportResult
  readonly name: string
}

/** The chart of a report, of one of its figures; every point opens its rows. Nothing if there is nothing to draw. */
export const ReportChart = ({ of: result, name }: Props) => {
  const t = useLocalize()
  const choices = drawable(result)
  const [nth, choose] = useState(choices[0]?.nth ?? 0)
  const measure = result.heads.measures[nth]
  const entity = reportSource(result.source)?.entity
  const data = chartDataOf(result, nth)
  const points = data.categories.flatMap((one) => one.points.flatMap((point) => (point ? [point] : [])))
  if (!result.chart || !entity || !measure || !points.length) return null
  const title = `${name} · ${t(measure.label)}`
  return (
    <figure className={css.chart}>
      <figcaption className={css.head}>
        <MeasureChoice choices={choices} nth={nth} choose={choose} />
        {data.series.length > 1 ? <Legend series={data.series} /> : null}
      </figcaption>
      <ChartPoints
        key={nth}
        name={title}
        points={points}
        pathOf={({ filters }: ChartPoint) => `${screenPathOf(entity)}?${filters}`}
        textOf={(value) => formatFigure(value, measure.decimals)}
      >
        <Drawing chart={result.chart} of={data} name={title} />
      </ChartPoints>
      {notesOf(data, result.chart === 'map').map((note) => (
        <p key={note[0]} className="muted small">
          {t(note)}
        </p>
      ))}
    </figure>
  )
}

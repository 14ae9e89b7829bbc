import type { CSSProperties } from 'react'
import { type ChartCategory, type ChartData, ticksOf } from '#contract/report/chart-data.ts'
import { Point, usePoints } from './chart-point.tsx'
import { at, heightOf, ReportAxes } from './report-axes.tsx'
import css from './report-chart.module.css'

const shareOf = (value: number, largest: number): CSSProperties =>
  ({ '--share': largest > 0 ? Math.max(0, value) / largest : 0 }) as CSSProperties

interface BarProps {
  readonly of: ChartCategory
  readonly largest: number
}

/** The figures of a group in one bar, and their sum behind it. */
const StackedBar = ({ of: { points, total }, largest }: BarProps) => {
  const { textOf } = usePoints()
  return (
    <div className={css.bar}>
      {points.map((point, nth) =>
        point ? (
          <Point key={point.id} of={point} nth={nth} className={css.fill} style={shareOf(point.value, largest)} />
        ) : null,
      )}
      <span aria-hidden="true">{textOf(total)}</span>
    </div>
  )
}

const PlainBars = ({ of: { points }, largest }: BarProps) => {
  const { textOf } = usePoints()
  return points.map((point, nth) =>
    point ? (
      <div key={point.id} className={css.bar}>
        <Point of={point} nth={nth} className={css.fill} style={shareOf(point.value, largest)} />
        <span aria-hidden="true">{textOf(point.value)}</span>
      </div>
    ) : null,
  )
}

interface Props {
  readonly of: ChartData
  readonly isStacked: boolean
}

/** Bars from left to right, one line for each group. */
export const ReportBars = ({ of: { categories }, isStacked }: Props) => {
  const largest = Math.max(
    ...categories.flatMap(({ total, points }) => (isStacked ? [total] : points.map((point) => point?.value ?? 0))),
  )
  const Bar = isStacked ? StackedBar : PlainBars
  return (
    <ul className={css.bars}>
      {categories.map((category) => (
        <li key={category.id}>
          <span className={css.name}>{category.name}</span>
          <div>
            <Bar of={category} largest={largest} />
          </div>
        </li>
      ))}
    </ul>
  )
}

/** With more columns the numbers above them would overlap. */
const maxNumbers = 16

/** Columns from the bottom to the top, side by side for each group. */
export const ReportColumns = ({ of: { categories } }: { readonly of: ChartData }) => {
  const { textOf } = usePoints()
  const points = categories.flatMap((one) => one.points.flatMap((point) => (point ? [point] : [])))
  const ticks = ticksOf(points.map(({ value }) => value))
  const hasNumbers = points.length <= maxNumbers
  return (
    <ReportAxes categories={categories} ticks={ticks}>
      <ul className={css.columns}>
        {categories.map((category) => (
          <li key={category.id}>
            {category.points.map((point, nth) =>
              point ? (
                <Point
                  key={point.id}
                  of={point}
                  nth={nth}
                  className={css.column}
                  style={at({ '--share': heightOf(Math.max(0, point.value), ticks) })}
                >
                  {hasNumbers ? <span aria-hidden="true">{textOf(point.value)}</span> : null}
                </Point>
              ) : null,
            )}
          </li>
        ))}
      </ul>
    </ReportAxes>
  )
}

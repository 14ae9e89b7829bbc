import type { CSSProperties, ReactNode } from 'react'
import type { ChartCategory } from '#contract/report/chart-data.ts'
import { usePoints } from './chart-point.tsx'
import css from './report-chart.module.css'

/** Where a value stands between the ends of the axis, from 0 below to 1 above. */
export const heightOf = (value: number, ticks: readonly number[]): number => {
  const [from, to] = [ticks[0] as number, ticks.at(-1) as number]
  return (value - from) / (to - from)
}

export const at = (values: Readonly<Record<string, number>>): CSSProperties => values as CSSProperties

/** So many names stand side by side below an axis, and on a phone. */
const [maxNames, maxPhoneNames] = [12, 6]

interface Props {
  readonly categories: readonly ChartCategory[]
  readonly ticks: readonly number[]
  /** What is drawn between the axes. */
  readonly children: ReactNode
}

/** The axis of figures with its lines, and the names of the groups below. */
export const ReportAxes = ({ categories, ticks, children }: Props) => {
  const { textOf } = usePoints()
  const every = Math.ceil(categories.length / maxNames)
  const everyOnPhone = every * Math.ceil(categories.length / every / maxPhoneNames)
  return (
    <div className={css.axes}>
      <div className={css.ticks} aria-hidden="true">
        {ticks.map((tick) => (
          <span key={tick} style={at({ '--y': heightOf(tick, ticks) })}>
            {textOf(tick)}
          </span>
        ))}
      </div>
      <div className={css.plot}>
        {ticks.map((tick) => (
          <i key={tick} className={css.line} style={at({ '--y': heightOf(tick, ticks) })} />
        ))}
        {children}
      </div>
      <ol className={css.names} aria-hidden="true">
        {categories.map(({ id, name }, nth) => (
          <li key={id} data-minor={nth % everyOnPhone !== 0 || undefined}>
            {nth % every === 0 ? <span>{name}</span> : null}
          </li>
        ))}
      </ol>
    </div>
  )
}

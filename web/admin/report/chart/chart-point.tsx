import { type CSSProperties, createContext, type KeyboardEvent, type ReactNode, use, useState } from 'react'
import { Link } from 'react-router'
import type { ChartPoint } from '#contract/report/chart-data.ts'
import { useLocalize } from '#web/base/api/language.ts'
import css from './report-chart.module.css'

interface Points {
  /** The point whose figure stands above the chart. */
  readonly current: ChartPoint | null
  readonly setCurrent: (point: ChartPoint) => void
  /** The point that the tab key reaches. */
  readonly tabStop: string | undefined
  /** Address of the rows of a point. */
  readonly pathOf: (point: ChartPoint) => string
  readonly textOf: (value: number) => string
}

const PointsContext = createContext<Points | null>(null)

export const usePoints = (): Points => {
  const points = use(PointsContext)
  if (!points) throw new Error('the points of a chart stand inside ChartPoints')
  return points
}

/** Name of a point for the line above the chart and for screen readers: 江苏省 · 2025：12. */
const usePointName = (): ((point: ChartPoint) => string) => {
  const { textOf } = usePoints()
  const t = useLocalize()
  return ({ category, series, value }) => {
    const name = series ? `${category} · ${series}` : category
    return t([`${name}：${textOf(value)}`, `${name}: ${textOf(value)}`])
  }
}

interface PointProps {
  readonly of: ChartPoint
  /** Number of its series, which decides its colour and pattern. */
  readonly nth: number
  readonly className: string | undefined
  readonly style?: CSSProperties
  readonly children?: ReactNode
}

/** A figure of the chart; opens the rows that it counts. */
export const Point = ({ of: point, nth, className, style, children }: PointProps) => {
  const { setCurrent, tabStop, pathOf } = usePoints()
  const nameOf = usePointName()
  return (
    <Link
      to={pathOf(point)}
      data-point
      data-series={nth}
      tabIndex={tabStop === point.id ? 0 : -1}
      className={className}
      style={style}
      aria-label={nameOf(point)}
      onFocus={() => setCurrent(point)}
      onPointerEnter={() => setCurrent(point)}
    >
      {children}
    </Link>
  )
}

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/** Moves the focus among the points: the chart is one stop of the tab key. */
const moveFocus = (event: KeyboardEvent<HTMLElement>): void => {
  const points = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-point]')]
  const at = points.indexOf(document.activeElement as HTMLElement)
  const step = steps[event.key]
  const ends: Readonly<Record<string, number>> = { Home: 0, End: points.length - 1 }
  const next = step === undefined ? ends[event.key] : at + step
  if (at < 0 || next === undefined) return
  event.preventDefault()
  points[next]?.focus()
}

const Current = () => {
  const { current } = usePoints()
  const nameOf = usePointName()
  const t = useLocalize()
  return (
    <p className={css.current} aria-hidden="true">
      {current
        ? nameOf(current)
        : t([
            '指向图形或用方向键查看数值，点按打开对应的数据。',
            'Point at the chart or use the arrow keys to see figures; press one to open its rows.',
          ])}
    </p>
  )
}

interface Props extends Pick<Points, 'pathOf' | 'textOf'> {
  /** The chart in a few words. */
  readonly name: string
  readonly points: readonly ChartPoint[]
  readonly children: ReactNode
}

/** The points of a chart: the one that has the focus or is under the pointer is named above them. */
export const ChartPoints = ({ name, points, pathOf, textOf, children }: Props) => {
  const t = useLocalize()
  const [current, setCurrent] = useState<ChartPoint | null>(null)
  const tabStop = (points.find(({ id }) => id === current?.id) ?? points[0])?.id
  return (
    <PointsContext value={{ current, setCurrent, tabStop, pathOf, textOf }}>
      <Current />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls */}
      <div
        role="group"
        aria-label={t([`${name}，可用方向键选择数据`, `${name}; the arrow keys choose a figure`])}
        onKeyDown={moveFocus}
      >
        {children}
      </div>
    </PointsContext>
  )
}

import { type ChartData, ticksOf } from '#contract/report/chart-data.ts'
import { Point } from './chart-point.tsx'
import { areaOf, type Place, pathOf, runsOf } from './line-geometry.ts'
import { at, heightOf, ReportAxes } from './report-axes.tsx'
import css from './report-chart.module.css'

interface Props {
  readonly of: ChartData
  readonly isFilled: boolean
}

/** A line for each series through its points; a period without a figure interrupts it. */
export const ReportLines = ({ of: { series, categories }, isFilled }: Props) => {
  const values = categories.flatMap(({ points }) => points.flatMap((point) => (point ? [point.value] : [])))
  const ticks = ticksOf(values)
  const lines = series.map((name, nth) => ({
    name,
    places: categories.map(({ points }, at): Place | null => {
      const point = points[nth]
      return point ? { point, x: (at + 0.5) / categories.length, y: heightOf(point.value, ticks) } : null
    }),
  }))
  return (
    <ReportAxes categories={categories} ticks={ticks}>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" className={css.drawing} aria-hidden="true">
        {lines.map(({ name, places }, nth) =>
          runsOf(places).map((run) => (
            <g key={`${name} ${run[0]?.x}`} data-series={nth}>
              {isFilled ? <path className={css.area} d={areaOf(run, heightOf(0, ticks))} /> : null}
              <path className={css.stroke} d={pathOf(run)} />
            </g>
          )),
        )}
      </svg>
      {lines.map(({ places }, nth) =>
        places.map((place) =>
          place ? (
            <Point
              key={place.point.id}
              of={place.point}
              nth={nth}
              className={css.mark}
              style={at({ '--x': place.x, '--y': place.y })}
            />
          ) : null,
        ),
      )}
    </ReportAxes>
  )
}

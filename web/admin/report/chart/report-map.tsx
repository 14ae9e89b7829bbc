import { Fragment } from 'react'
import type { ChartData } from '#contract/report/chart-data.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { ChinaDrawing } from '#web/base/map/china-drawing.tsx'
import { Legend } from '#web/base/map/legend.tsx'
import { Point, usePoints } from './chart-point.tsx'
import { mapStepsOf } from './map-steps.ts'
import css from './report-chart.module.css'

/** The figures of the provinces on the national map. Provinces without rows of the reader are hatched, and open nothing. */
export const ReportMap = ({ of: { categories }, name }: { readonly of: ChartData; readonly name: string }) => {
  const t = useLocalize()
  const { textOf } = usePoints()
  const points = new Map(categories.flatMap(({ id, points: [point] }) => (point ? [[id, point] as const] : [])))
  const { names, stepOf } = mapStepsOf(
    [...points.values()].map(({ value }) => value),
    textOf,
  )
  return (
    <>
      <div className={css.map}>
        <ChinaDrawing
          steps={new Map([...points].map(([code, { value }]) => [code, String(stepOf(value))]))}
          label={name}
          wrap={(code, land) => {
            const point = points.get(code)
            if (!point) return <Fragment key={code}>{land}</Fragment>
            return (
              <Point key={code} of={point} nth={0} className={css.province}>
                {land}
              </Point>
            )
          }}
        />
        <Legend names={names} />
      </div>
      <p className="muted small">
        {t([
          '地图仅为数据分布示意，不作为划界依据。',
          'This map only illustrates where the figures come from and does not define boundaries.',
        ])}
      </p>
    </>
  )
}

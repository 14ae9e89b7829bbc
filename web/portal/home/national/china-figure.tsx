import { lazy, Suspense, useState } from 'react'
import { useLocalize } from '#web/base/api/language.ts'
import { binWords } from '#web/base/map/bins.ts'
import { binsOf } from '#web/base/map/color-steps.ts'
import { Legend } from '#web/base/map/legend.tsx'
import { Button } from '#web/ui/button.tsx'
import layout from '../distribution.module.css'
import css from './china-figure.module.css'
import { ChinaMap } from './china-map.tsx'
import type { MapState } from './map-state.ts'

/** Loaded on demand. */
const PlaceTable = lazy(async () => ({ default: (await import('./place-table.tsx')).PlaceTable }))

/** The map with its legend, or the same figures as a table. */
export const China = ({ year, ...props }: MapState & { year: string | null }) => {
  const t = useLocalize()
  const [asTable, setAsTable] = useState(false)
  return (
    <figure className={css.figure}>
      <div className={css.bar}>
        <p>{t(['各省（区、市）项目数', 'Projects by province'])}</p>
        <Button kind="link" onClick={() => setAsTable(!asTable)}>
          {asTable ? t(['以地图显示', 'Show as a map']) : t(['以表格显示', 'Show as a table'])}
        </Button>
      </div>
      <div className={css.frame}>
        <div className={layout.stage}>
          {asTable ? (
            <Suspense>
              <PlaceTable list={props.list} selected={props.selected} year={year} />
            </Suspense>
          ) : (
            <ChinaMap {...props} />
          )}
        </div>
        {asTable ? null : <Legend names={binsOf(props.list).map(binWords)} title={t(['项目数（个）', 'Projects'])} />}
      </div>
      <figcaption className={css.note} data-idle={asTable || undefined}>
        {t([
          '地图仅为项目分布示意，不作为划界依据。',
          'This map only illustrates project locations and does not define boundaries.',
        ])}
      </figcaption>
    </figure>
  )
}

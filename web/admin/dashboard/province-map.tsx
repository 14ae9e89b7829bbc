import { Fragment } from 'react'
import { Link } from 'react-router'
import { amountHead, inAmountColumn } from '#contract/portal/amount.ts'
import type { Dashboard } from '#contract/portal/dashboard.ts'
import { projectRowsAt } from '#contract/portal/figure-rows.ts'
import { placeWords } from '#contract/portal/place-words.ts'
import { provinces as provinceNames } from '#contract/portal/provinces.ts'
import { useLang, useLocalize } from '#web/base/api/language.ts'
import { binWords } from '#web/base/map/bins.ts'
import { ChinaDrawing, Outline } from '#web/base/map/china-drawing.tsx'
import { binsOf, stepsOf } from '#web/base/map/color-steps.ts'
import { Legend } from '#web/base/map/legend.tsx'
import { ChartCard } from './chart-card.tsx'
import { Count } from './count.tsx'
import css from './province-map.module.css'

/** Listed projects by province; the chosen province is outlined. */
export const ProvinceMap = ({ provinces, selection }: Pick<Dashboard, 'provinces' | 'selection'>) => {
  const t = useLocalize()
  const lang = useLang()
  const nameOf = (code: string) => t(provinceNames[code] ?? [code, code])
  const rowsOf = (code: string) => projectRowsAt({ ...selection, province: code })
  const countOf = (code: string) => provinces.find((one) => one.code === code)?.value ?? 0
  const title = ['各省（区、市）在库项目', 'Listed projects by province'] as const
  const noData = t(['暂无数据', 'No data'])
  return (
    <ChartCard
      size="large"
      title={title}
      note={t([
        '地图仅为项目分布示意，不作为划界依据。',
        'This map only illustrates project locations and does not define boundaries.',
      ])}
      rows={provinces.toSorted((a, b) => b.hasData - a.hasData || b.value - a.value)}
      keyOf={({ code }) => code}
      columns={[
        { head: t(['省份', 'Province']), cell: ({ code }) => nameOf(code) },
        {
          head: t(['项目数（个）', 'Projects']),
          cell: ({ code, value, hasData }) => (hasData ? <Count value={value} to={rowsOf(code)} /> : noData),
        },
        {
          head: t(amountHead(placeWords.value2.name)),
          cell: ({ value2, hasData }) => (hasData ? inAmountColumn(value2, lang) : noData),
        },
      ]}
    >
      <div className={css.map}>
        <ChinaDrawing
          steps={stepsOf(provinces)}
          label={t(title)}
          wrap={(code, land) => {
            const value = countOf(code)
            if (!value) return <Fragment key={code}>{land}</Fragment>
            const words = t([
              `${nameOf(code)}：${value} 个项目`,
              `${nameOf(code)}: ${value} ${value === 1 ? 'project' : 'projects'}`,
            ])
            return (
              <Link key={code} to={rowsOf(code)} aria-label={words}>
                <title>{words}</title>
                {land}
              </Link>
            )
          }}
        >
          <Outline code={selection.province} className={css.selected} />
        </ChinaDrawing>
        <Legend names={binsOf(provinces).map(binWords)} title={t(['项目数（个）', 'Projects'])} />
      </div>
    </ChartCard>
  )
}

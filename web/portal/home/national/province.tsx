import { Link } from 'react-router'
import { amountHead, inAmountColumn } from '#contract/portal/amount.ts'
import { placeWords } from '#contract/portal/place-words.ts'
import { portal } from '#contract/portal/portal.ts'
import { projectsAt } from '#contract/portal/project-places.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLang, useLocalize } from '#web/base/api/language.ts'
import { china } from '#web/base/map/china.ts'
import { formatNumber } from '#web/base/page/number.ts'
import { FigureTable } from '#web/ui/figure-table.tsx'
import { AsyncSection } from '../../async-section.tsx'
import css from './province.module.css'
import { type RankedPlace, rankPlaces } from './ranked-places.ts'

const margin = 4

/** Scales the drawing to its outline. */
const fitDrawing = (outline: SVGPathElement | null) => {
  if (!outline) return
  const { x, y, width, height } = outline.getBBox()
  const view = [x - margin, y - margin, width + 2 * margin, height + 2 * margin]
  outline.ownerSVGElement?.setAttribute('viewBox', view.join(' '))
}

/** The outline of the province, scaled to its frame. */
const Shape = ({ code, name }: { code: string; name: string }) => (
  <svg className={css.shape} role="img" aria-label={name} preserveAspectRatio="xMidYMid meet">
    {/* the key measures each outline anew */}
    <path key={code} ref={fitDrawing} d={china.provinces.find((one) => one.code === code)?.d} />
  </svg>
)

interface Props {
  readonly of: RankedPlace
  readonly year: string | null
}

/** The selected province: its cities with their figures, each linked to its projects. */
export const Province = ({ of, year }: Props) => {
  const t = useLocalize()
  const lang = useLang()
  const cities = useAnswer(portal.nationalMap, { code: of.code, ...(year ? { year } : {}) })
  const filters = { province: of.code, ...(year ? { year } : {}) }
  const title = t([`${of.name}各地区项目数`, `Projects in ${of.name} by city`])
  return (
    <section className={css.province} data-columns aria-label={title}>
      <div className={css.outline}>
        <Shape code={of.code} name={of.name} />
        <Link to={projectsAt(filters)}>{t([`查看${of.name}的全部项目`, `All projects in ${of.name}`])}</Link>
      </div>
      <div className={css.cities}>
        <h3>{title}</h3>
        <AsyncSection from={cities} height={240} isEmpty={(all) => all.length === 0}>
          {(all) => (
            <FigureTable
              whole
              caption={t(
                year
                  ? [
                      `${of.name}各地区（${year}年入库），点击地区查看其项目`,
                      `${of.name} by city, listed in ${year}. Select a city to see its projects.`,
                    ]
                  : [
                      `${of.name}各地区（全部年份），点击地区查看其项目`,
                      `${of.name} by city, all years. Select a city to see its projects.`,
                    ],
              )}
              rows={rankPlaces(all)}
              keyOf={({ code }) => code}
              columns={[
                {
                  head: t(['地区', 'City']),
                  cell: ({ code, name, value }) =>
                    value > 0 ? <Link to={projectsAt({ ...filters, city: code })}>{name}</Link> : name,
                },
                { head: t(['项目数（个）', 'Projects']), cell: ({ value }) => formatNumber(value) },
                {
                  head: t(amountHead(placeWords.value2.name)),
                  cell: ({ value2 }) => inAmountColumn(value2, lang),
                },
                { head: t(placeWords.developIndex.name), cell: ({ developIndex }) => developIndex.toFixed(1) },
              ]}
            />
          )}
        </AsyncSection>
      </div>
    </section>
  )
}

import { Link } from 'react-router'
import { placeWords } from '#contract/portal/portal.ts'
import { useSay } from '#web/base/say.ts'
import { type Column, FigureTable } from '#web/ui/figure-table.tsx'
import { digits } from '../../number.ts'
import { inColumn } from './in-column.ts'
import type { Ranked } from './ranking.ts'
import { rowsOf } from './rows-of.ts'

interface Props {
  readonly list: readonly Ranked[]
  readonly selected: string | null
  readonly year: string | null
}

/** The map as a table. */
export const PlaceTable = ({ list, selected, year }: Props) => {
  const t = useSay()
  const known = (place: Ranked, words: string) => (place.hasData ? words : t(['暂无数据', 'No data']))
  const columns: readonly Column<Ranked>[] = [
    { head: t(['省份', 'Province']), cell: ({ name }) => name },
    {
      head: t(['项目数（个）', 'Projects']),
      cell: (one) => (one.value ? <Link to={rowsOf(year, one.code)}>{digits(one.value)}</Link> : known(one, digits(0))),
    },
    { head: t(['投资额（亿元）', 'Investment (100m yuan)']), cell: (one) => known(one, inColumn(one.value2)) },
    { head: t(placeWords.developIndex.name), cell: (one) => known(one, one.developIndex.toFixed(1)) },
  ]
  return (
    <FigureTable
      caption={t(['各省（区、市）项目数、投资额与发展指数', 'Projects, investment and development index by province'])}
      columns={columns}
      rows={list}
      keyOf={({ code }) => code}
      marked={selected}
    />
  )
}

import { Link } from 'react-router'
import { amountHead, inAmountColumn } from '#contract/portal/amount.ts'
import { placeWords } from '#contract/portal/place-words.ts'
import { useLang, useLocalize } from '#web/base/api/language.ts'
import { formatNumber } from '#web/base/page/number.ts'
import { type Column, FigureTable } from '#web/ui/figure-table.tsx'
import type { RankedPlace } from './ranked-places.ts'
import { rowsOf } from './rows-of.ts'

interface Props {
  readonly list: readonly RankedPlace[]
  readonly selected: string | null
  readonly year: string | null
}

/** The map as a table. */
export const PlaceTable = ({ list, selected, year }: Props) => {
  const t = useLocalize()
  const lang = useLang()
  const textOrNoData = (place: RankedPlace, words: string) => (place.hasData ? words : t(['暂无数据', 'No data']))
  const columns: readonly Column<RankedPlace>[] = [
    { head: t(['省份', 'Province']), cell: ({ name }) => name },
    {
      head: t(['项目数（个）', 'Projects']),
      cell: (one) =>
        one.value ? (
          <Link to={rowsOf(year, one.code)}>{formatNumber(one.value)}</Link>
        ) : (
          textOrNoData(one, formatNumber(0))
        ),
    },
    { head: t(amountHead(placeWords.value2.name)), cell: (one) => textOrNoData(one, inAmountColumn(one.value2, lang)) },
    { head: t(placeWords.developIndex.name), cell: (one) => textOrNoData(one, one.developIndex.toFixed(1)) },
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

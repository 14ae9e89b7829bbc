import { countNames, filtersOfCount, type StayFigures } from '#contract/project/stay-figures.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Tile, Tiles } from '#web/ui/tiles.tsx'
import { Count } from '../../dashboard/count.tsx'
import { changeWords, figureNames } from './figure-words.ts'
import { staysAt } from './stay-places.ts'

type Figures = Pick<StayFigures, 'at' | 'days' | 'total'>

/** The figures of all stays, each with its changes, and each opening its rows. Open and overdue are those of now and have no changes. */
export const StayTotals = ({ of: { at, days, total } }: { readonly of: Figures }) => {
  const t = useLocalize()
  return (
    <Tiles>
      {countNames.map((name) => (
        <Tile
          key={name}
          name={t(figureNames[name])}
          note={
            name === 'open' || name === 'overdue' ? null : (
              <>
                <span>{t(changeWords(['环比', 'vs previous'], total[name], total.before[name]))}</span>
                <span>{t(changeWords(['同比', 'vs last year'], total[name], total.yearBefore[name]))}</span>
              </>
            )
          }
        >
          <Count value={total[name]} to={staysAt(filtersOfCount(name, days, at))} />
        </Tile>
      ))}
    </Tiles>
  )
}

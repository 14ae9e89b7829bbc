import type { Text } from '#contract/kit/text.ts'
import { placeWords } from '#contract/portal/place-words.ts'
import { partsAt } from '#contract/portal/project-places.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { formatPercent } from '#web/base/page/number.ts'
import { Button } from '#web/ui/button.tsx'
import { FigureValue } from '../../figure-value.tsx'
import { RowsLink } from '../rows-link.tsx'
import { PlaceFigures } from './place-figures.tsx'
import type { RankedPlace } from './ranked-places.ts'
import { rowsOf } from './rows-of.ts'
import css from './selected-place.module.css'

interface Props {
  readonly list: readonly RankedPlace[]
  readonly selected: string | null
  readonly year: string | null
  readonly clear: (() => void) | null
}

const sum = (list: readonly RankedPlace[], of: 'value' | 'value2') =>
  list.reduce((total, place) => total + place[of], 0)

const coverageLabel: Text = ['覆盖省份', 'Provinces']

/** A breakdown exists for all years together only, so the figures of one year link to the projects of that year. */
const Country = ({ list, year }: Pick<Props, 'list' | 'year'>) => {
  const t = useLocalize()
  return (
    <dl>
      <div>
        <dt className="muted small">
          <RowsLink to={rowsOf(year)}>{t(placeWords.value.name)}</RowsLink>
        </dt>
        <dd>
          <FigureValue words={placeWords.value} value={sum(list, 'value')} />
        </dd>
      </div>
      <div>
        <dt className="muted small">
          <RowsLink to={year ? rowsOf(year) : partsAt('investment')}>{t(placeWords.value2.name)}</RowsLink>
        </dt>
        <dd>
          <FigureValue words={placeWords.value2} value={sum(list, 'value2')} />
        </dd>
      </div>
      <div>
        <dt className="muted small">
          <RowsLink to={year ? rowsOf(year) : partsAt('projects')}>{t(coverageLabel)}</RowsLink>
        </dt>
        <dd>
          <b>{list.filter(({ value }) => value > 0).length}</b>
        </dd>
      </div>
    </dl>
  )
}

/** The current selection, 全国 › 江苏, with its figures. */
export const SelectedPlace = ({ list, selected, year, clear }: Props) => {
  const t = useLocalize()
  const place = list.find(({ code }) => code === selected)
  const country = t(['全国', 'Whole country'])
  const total = sum(list, 'value')
  return (
    <div className={css.selection}>
      <p className={css.path}>
        {place ? (
          <>
            <Button kind="link" onClick={() => clear?.()}>
              {country}
            </Button>
            <span aria-hidden="true">›</span>
            <strong className="deep-head">{place.name}</strong>
            {place.rank ? (
              <span className={css.share}>
                {t(['占全国', 'Share '])}
                {formatPercent(place.value, total)}
              </span>
            ) : null}
          </>
        ) : (
          <strong className="deep-head">{country}</strong>
        )}
      </p>
      <div className={css.figures} aria-live="polite" aria-atomic="true">
        {place ? <span className="hidden-words">{place.name}</span> : null}
        {place ? (
          <PlaceFigures of={place} rows={rowsOf(year, place.code)} />
        ) : total > 0 ? (
          <Country list={list} year={year} />
        ) : (
          <Nothing />
        )}
      </div>
    </div>
  )
}

const Nothing = () => {
  const t = useLocalize()
  return <p>{t(['项目库中暂无已公开的项目。', 'No projects have been published in the library yet.'])}</p>
}

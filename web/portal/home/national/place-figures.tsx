import type { Text } from '#contract/kit/text.ts'
import { placeWords } from '#contract/portal/place-words.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { FigureValue } from '../../figure-value.tsx'
import { RowsLink } from '../rows-link.tsx'
import type { RankedPlace } from './ranked-places.ts'

interface Props {
  readonly of: RankedPlace
  /** Path of its list of projects; undefined in the tip, which has no link. */
  readonly rows?: string
}

/** The three figures of a province with their units, or a message when there is no data. */
export const PlaceFigures = ({ of, rows }: Props) => {
  const t = useLocalize()
  if (!of.hasData) return <p>{t(['暂无数据', 'No data'])}</p>
  const { value, value2, developIndex } = placeWords
  const renderLabel = ({ name }: { readonly name: Text }) => (rows ? <RowsLink to={rows}>{t(name)}</RowsLink> : t(name))
  return (
    <dl>
      <div>
        <dt className="muted small">{renderLabel(value)}</dt>
        <dd>
          <FigureValue words={value} value={of.value} />
        </dd>
      </div>
      <div>
        <dt className="muted small">{renderLabel(value2)}</dt>
        <dd>
          <FigureValue words={value2} value={of.value2} />
        </dd>
      </div>
      <div>
        <dt className="muted small">{renderLabel(developIndex)}</dt>
        <dd>
          <b>{of.developIndex.toFixed(1)}</b>
        </dd>
      </div>
    </dl>
  )
}

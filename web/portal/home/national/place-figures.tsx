import type { Text } from '#contract/kit/text.ts'
import { placeWords } from '#contract/portal/portal.ts'
import { useSay } from '#web/base/say.ts'
import { digits } from '../../number.ts'
import { RowsLink } from '../rows-link.tsx'
import type { Ranked } from './ranking.ts'

interface Props {
  readonly of: Ranked
  /** Where its projects are listed; what only points at a province has no way there. */
  readonly rows?: string
}

/** The three figures of a province with their units; in words where nothing is known. */
export const PlaceFigures = ({ of, rows }: Props) => {
  const t = useSay()
  if (!of.hasData) return <p>{t(['暂无数据', 'No data'])}</p>
  const { value, value2, developIndex } = placeWords
  const named = ({ name }: { readonly name: Text }) => (rows ? <RowsLink to={rows}>{t(name)}</RowsLink> : t(name))
  return (
    <dl>
      <div>
        <dt>{named(value)}</dt>
        <dd>
          <b>{digits(of.value)}</b> <small>{t(value.unit)}</small>
        </dd>
      </div>
      <div>
        <dt>{named(value2)}</dt>
        <dd>
          <b>{digits(of.value2)}</b> <small>{t(value2.unit)}</small>
        </dd>
      </div>
      <div>
        <dt>{named(developIndex)}</dt>
        <dd>
          <b>{of.developIndex.toFixed(1)}</b>
        </dd>
      </div>
    </dl>
  )
}

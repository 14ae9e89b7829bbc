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
  return (
    <dl>
      <div>
        <dt>{rows ? <RowsLink to={rows}>{t(value.name)}</RowsLink> : t(value.name)}</dt>
        <dd>
          <b>{digits(of.value)}</b> <small>{t(value.unit)}</small>
        </dd>
      </div>
      <div>
        <dt>{t(value2.name)}</dt>
        <dd>
          <b>{digits(of.value2)}</b> <small>{t(value2.unit)}</small>
        </dd>
      </div>
      <div>
        <dt>{t(developIndex.name)}</dt>
        <dd>
          <b>{of.developIndex.toFixed(1)}</b>
        </dd>
      </div>
    </dl>
  )
}

import { Link } from 'react-router'
import type { DraftPart } from '#contract/project/draft-values.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { formatFieldPath } from '#web/declaration/field-path.ts'
import { placeAddress } from './place-address.ts'
import css from './place-list.module.css'

interface Props {
  readonly id: string
  readonly places: readonly { readonly at: string; readonly text: string }[]
  /** The documents of the parts, by part code; they give the row numbers of list fields. */
  readonly documents: Readonly<Record<string, DraftPart>>
}

/** Messages about fields of a declaration, each with a link to its field. */
export const PlaceList = ({ id, places, documents }: Props) => {
  const t = useLocalize()
  return (
    <ol className={css.list}>
      {places.map(({ at, text }) => (
        <li key={at + text}>
          <Link to={placeAddress(id, at)}>{formatFieldPath(at, t, documents)}</Link>
          <span>{text}</span>
        </li>
      ))}
    </ol>
  )
}

import type { Text } from '#contract/kit/text.ts'
import type { FieldChange } from '#contract/log/audit.ts'
import { useLocalize } from '#web/base/api/language.ts'
import css from './field-changes.module.css'

/** One side of a change; a sign marks the side, so that it does not depend on colour alone. */
const Side = ({ value, sign }: { value: string | null; sign: '−' | '+' }) =>
  value === null ? (
    <td className="faint">—</td>
  ) : (
    <td className={css.side} data-after={sign === '+' || undefined}>
      <span aria-hidden="true">{sign}</span>
      <span>{value}</span>
    </td>
  )

/** Items that a list lost and gained. */
const ListChange = ({ list: { removed, added } }: { list: NonNullable<FieldChange['list']> }) => {
  const t = useLocalize()
  const part = (title: Text, items: readonly string[]) =>
    items.length ? (
      <>
        <strong>{t(title)}</strong>
        <ul>
          {items.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      </>
    ) : null
  return (
    <td className={css.list} colSpan={2}>
      {part(['新增', 'Added'], added)}
      {part(['移除', 'Removed'], removed)}
    </td>
  )
}

interface Props {
  readonly changes: readonly FieldChange[]
  /** Headings of the old and the new values. */
  readonly heads?: readonly [before: Text, after: Text]
}

const defaultHeads: Props['heads'] = [
  ['变更前', 'Before'],
  ['变更后', 'After'],
]

/** Old and new values, field by field; a row that was created or removed has only one side. */
export const FieldChanges = ({ changes, heads = defaultHeads }: Props) => {
  const t = useLocalize()
  if (changes.length === 0) return <p className="faint">{t(['没有字段变更', 'No fields changed'])}</p>
  const hasList = changes.some(({ list }) => list !== undefined)
  const areLists = changes.every(({ list }) => list !== undefined)
  const hasBefore = hasList || changes.some(({ before }) => before !== null)
  const hasAfter = hasList || changes.some(({ after }) => after !== null)
  return (
    <table className={css.changes}>
      <thead>
        <tr>
          <th scope="col">{t(['字段', 'Field'])}</th>
          {hasBefore && !areLists ? (
            <th scope="col">{t(hasAfter ? heads[0] : ['删除前的内容', 'Before deletion'])}</th>
          ) : null}
          {areLists ? <th colSpan={2}>{t(['变更', 'Change'])}</th> : null}
          {hasAfter && !areLists ? <th scope="col">{t(hasBefore ? heads[1] : ['内容', 'Content'])}</th> : null}
        </tr>
      </thead>
      <tbody>
        {changes.map(({ name, label, before, after, list }) => (
          <tr key={name}>
            <th scope="row" className="muted regular">
              {label}
            </th>
            {list ? <ListChange list={list} /> : null}
            {hasBefore && !list ? <Side value={before} sign="−" /> : null}
            {hasAfter && !list ? <Side value={after} sign="+" /> : null}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

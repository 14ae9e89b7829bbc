import { dataModel } from '#contract/develop/data-model.ts'
import { type FieldPrototype, fieldsOfModel, listOfModel } from '#contract/develop/model-fields.ts'
import type { TableRows } from '#contract/develop/table-info.ts'
import type { Text } from '#contract/kit/text.ts'
import { useAnswer } from '#web/base/api/caller.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useMay } from '#web/base/api/permissions.ts'
import { QueryView } from '#web/base/page/page.tsx'
import css from './model-rows.module.css'

const caption: Text = [
  '列表中的样例数据（数据表的前 100 行）',
  'The list with sample rows (the first 100 of the table)',
]

interface Props {
  readonly modelId: string
  /** As they are typed, stored or not. */
  readonly prototypes: readonly FieldPrototype[]
}

/** The columns of the list that a model becomes, each with the place of its values in a row of the table. */
const columnsOf = (prototypes: readonly FieldPrototype[], { columns }: TableRows) => {
  const fields = fieldsOfModel(prototypes)
  return listOfModel(prototypes, fields).list.flatMap((name) => {
    const { jdbcName } = prototypes.find(({ propertyName }) => propertyName === name) ?? {}
    const label = fields[name]?.label
    return jdbcName && label ? [{ name, label, at: columns.indexOf(jdbcName) }] : []
  })
}

const RowsTable = ({ prototypes, data }: Pick<Props, 'prototypes'> & { readonly data: TableRows }) => {
  const t = useLocalize()
  const columns = columnsOf(prototypes, data)
  if (data.rows.length === 0) return <p className="faint">{t(['数据表中没有数据', 'The table has no rows'])}</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section className={css.scroll} aria-label={t(caption)} tabIndex={0}>
      <table>
        <caption className="muted small">{t(caption)}</caption>
        <thead>
          <tr>
            {columns.map(({ name, label }) => (
              <th key={name} scope="col">
                {t(label)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.rows.map((row, nth) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a table have no other name, and do not move
            <tr key={nth}>
              {columns.map(({ name, at }) => (
                <td key={name} title={row[at] ?? undefined}>
                  {row[at] ?? '—'}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Real rows of the table in the list that its model becomes, for those who may see them. */
export const ModelRows = ({ modelId, prototypes }: Props) => {
  const mayRead = useMay()('model_rows')
  const answer = useAnswer(
    dataModel.calls.tableRows,
    { modelId },
    { enabled: mayRead, staleTime: 60_000, retry: false },
  )
  if (!mayRead) return null
  return <QueryView from={answer}>{(data) => <RowsTable prototypes={prototypes} data={data} />}</QueryView>
}

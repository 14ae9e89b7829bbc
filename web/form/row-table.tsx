import type { ReactNode } from 'react'
import { applies, type Field } from '#contract/kit/field.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { FieldLabel } from './field-label.tsx'
import { FieldRow } from './field-row.tsx'
import { useFormState, useIdAt } from './form-context.ts'
import { type FormValues, rowIdOf } from './form-values.ts'
import css from './row-table.module.css'

interface Props {
  readonly field: Field
  readonly at: string
  readonly rows: readonly FormValues[]
  readonly toolsOf: (i: number) => ReactNode
}

/** The rows of a list as a table whose cells are their controls. */
export const RowTable = ({ field, at, rows, toolsOf }: Props) => {
  const t = useLocalize()
  const idAt = useIdAt()
  const { hintAt } = useFormState()
  const columns = Object.entries(field.fields ?? {}).filter(([, { direction }]) => direction !== 'out')
  const label = t(field.label)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section className={css.frame} aria-label={label} tabIndex={0}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{t(['序号', 'No.'])}</th>
            {columns.map(([name, column]) => (
              <th key={name} scope="col" data-kind={column.kind}>
                <FieldLabel field={column} />
              </th>
            ))}
            <td />
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => {
            const path = `${at}.${rowIdOf(row, i)}`
            return (
              <tr key={path} id={idAt(path)} tabIndex={-1}>
                <th scope="row">
                  {i + 1}
                  {hintAt?.(path)}
                </th>
                {columns.map(([name, column]) => (
                  <td key={name}>
                    {applies(column, row) ? (
                      <FieldRow fields={field.fields ?? {}} name={name} values={row} inside={path} isCell />
                    ) : null}
                  </td>
                ))}
                <td>{toolsOf(i)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

import { type ComponentType, type ReactNode, useState } from 'react'
import type { Field } from '#contract/kit/field.ts'
import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { Button } from '#web/ui/button.tsx'
import { type GridProps, type Place, pathOf } from './field-row.tsx'
import css from './fields.module.css'
import { FoldTools } from './fold-tools.tsx'
import { useFormState, useIdAt } from './form-context.ts'
import { type FormValues, rowIdOf } from './form-values.ts'
import { PasteRows } from './paste-rows.tsx'
import { RowDigest } from './row-digest.tsx'
import { RowTable } from './row-table.tsx'
import { RemovedRow, Row, RowTools } from './row-tools.tsx'
import { useRows } from './use-rows.ts'

/** Renders the fields of a row. */
type Grid = ComponentType<GridProps>

/** Longer lists open folded. */
const maxOpenRows = 5

/** Whether the fields of a list fit into the cells of a table. */
const isFlat = ({ fields = {} }: Field) => Object.values(fields).every(({ kind }) => kind !== 'one' && kind !== 'many')

interface CardsProps {
  readonly field: Field
  readonly at: string
  readonly rows: readonly FormValues[]
  /** Id of the row to focus. */
  readonly fresh: string | null
  readonly toolsOf: (i: number) => ReactNode
  readonly Grid: Grid
}

/** The rows of a list one below the other. */
const RowCards = ({ field, at, rows, fresh, toolsOf, Grid }: CardsProps) => {
  const t = useLocalize()
  const idAt = useIdAt()
  const { hintAt } = useFormState()
  return rows.map((row, i) => {
    const path = `${at}.${rowIdOf(row, i)}`
    return (
      <Row
        key={path}
        id={idAt(path)}
        name={`${t(field.label)} ${i + 1}`}
        fresh={path === `${at}.${fresh}`}
        isFolded={rows.length > maxOpenRows}
        digest={<RowDigest field={field} row={row} at={path} />}
        tools={toolsOf(i)}
      >
        {hintAt?.(path)}
        <Grid fields={field.fields ?? {}} values={row} inside={path} />
      </Row>
    )
  })
}

/** A list of groups: rows can be added, copied, removed and restored, folded, edited as a table, and pasted from a sheet. */
export const Rows = ({ fields, name, values, inside, Grid }: Place & { readonly Grid: Grid }) => {
  const t = useLocalize()
  const idAt = useIdAt()
  const { faultAt, editable, change, hintAt, noteAt } = useFormState()
  const [isTable, setTable] = useState(false)
  const field = fields[name] as Field
  const at = pathOf(inside, name)
  const rows = (Array.isArray(values[name]) ? values[name] : []) as FormValues[]
  const label = t(field.label)
  const open = editable(at)
  const fault = faultAt(at)
  const list = useRows(field.fields ?? {}, rows, (changedRows) => change(at, changedRows))
  const toolsOf = (i: number) => (open ? <RowTools name={`${label} ${i + 1}`} i={i} rows={list} /> : null)
  return (
    <section className={css.group} aria-labelledby={`${idAt(at)}-h`}>
      <h2 id={`${idAt(at)}-h`} tabIndex={-1}>
        {label}
        {rows.length ? (
          <>
            {' '}
            <span className={css.count}>{t([`${rows.length} 条`, `${rows.length}`])}</span>
          </>
        ) : null}
      </h2>
      {hintAt?.(at)}
      {noteAt?.(at)}
      {fault ? (
        <p id={idAt(at)} tabIndex={-1} className="below-12 bad">
          {fault}
        </p>
      ) : null}
      {rows.length > 1 ? (
        <FoldTools isTable={isTable} setTable={isFlat(field) ? setTable : undefined} label={label} />
      ) : null}
      {isTable && rows.length > 1 ? (
        <RowTable field={field} at={at} rows={rows} toolsOf={toolsOf} />
      ) : (
        <RowCards field={field} at={at} rows={rows} fresh={list.fresh} toolsOf={toolsOf} Grid={Grid} />
      )}
      {open ? <RemovedRow label={label} rows={list} /> : null}
      {open ? (
        <span className={css.addTools}>
          <Button onClick={list.add}>{t([`添加${label}`, `Add to “${label}”`])}</Button>
          <PasteRows label={label} fields={field.fields ?? {}} onAdd={list.addAll} />
        </span>
      ) : rows.length ? null : (
        <p className="muted">{t(words.none)}</p>
      )}
    </section>
  )
}

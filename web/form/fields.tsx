import { applies, type Field, type Fields, isMultiple } from '#contract/kit/field.ts'
import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/language.ts'
import { Button } from '#web/ui/button.tsx'
import { FormField } from '#web/ui/input.tsx'
import { useControls } from './control-table.ts'
import { isGroup } from './controls.tsx'
import css from './fields.module.css'
import { useFormState, useIdAt } from './form-context.ts'
import { codeAbove, type FormValues, fieldsBelow, rowIdOf } from './form-values.ts'
import { RemovedRow, Row, RowTools } from './row-tools.tsx'
import { useRows } from './use-rows.ts'

interface Place {
  readonly fields: Fields
  readonly name: string
  readonly values: FormValues
  /** Path of the group that contains the field; '' at the top level. */
  readonly inside: string
}

const pathOf = (inside: string, name: string) => (inside ? `${inside}.${name}` : name)
const isLong = ({ kind, max = 0 }: Field) =>
  kind === 'longText' || kind === 'richText' || (kind === 'text' && max > 200)

/** HTML autocomplete values of fields about a person, by field name. */
const purposes: Readonly<Record<string, string>> = {
  unitName: 'organization',
  name: 'name',
  realName: 'name',
  account: 'username',
  phone: 'tel',
  email: 'email',
}

const FieldRow = ({ fields, name, values, inside }: Place) => {
  const t = useLocalize()
  const idAt = useIdAt()
  const { faultAt, editable, change, hintAt, noteAt, controlAt, isAboutUser } = useFormState()
  const field = fields[name] as Field
  const plain = useControls()[field.kind]
  const at = pathOf(inside, name)
  const FieldControl = controlAt?.(at) ?? plain
  const set = (value: unknown) => {
    change(at, value)
    if (field.kind === 'code') for (const lower of fieldsBelow(fields, name)) change(pathOf(inside, lower), null)
  }
  if (!FieldControl) return null
  return (
    <div className={isLong(field) || (isMultiple(field.kind) && field.kind !== 'files') ? css.full : undefined}>
      <FormField
        id={idAt(at)}
        group={isGroup(field)}
        label={t(field.label) + (field.required ? '' : t(words.optional))}
        fault={faultAt(at)}
        hint={hintAt?.(at)}
        note={noteAt?.(at)}
      >
        <FieldControl
          field={field}
          value={values[name]}
          onChange={set}
          disabled={!editable(at)}
          above={codeAbove(fields, name, values)}
          purpose={isAboutUser ? purposes[name] : undefined}
        />
      </FormField>
    </div>
  )
}

const Group = ({ fields, name, values, inside }: Place) => {
  const t = useLocalize()
  const idAt = useIdAt()
  const { hintAt } = useFormState()
  const field = fields[name] as Field
  const at = pathOf(inside, name)
  return (
    <section className={css.group} aria-labelledby={`${idAt(at)}-h`}>
      <h2 id={`${idAt(at)}-h`} tabIndex={-1}>
        {t(field.label)}
      </h2>
      {hintAt?.(at)}
      <FieldGrid fields={field.fields ?? {}} values={(values[name] ?? {}) as FormValues} inside={at} />
    </section>
  )
}

/** A list of groups: rows can be added, copied, removed and restored. */
const Rows = ({ fields, name, values, inside }: Place) => {
  const t = useLocalize()
  const idAt = useIdAt()
  const { faultAt, editable, change, hintAt, noteAt } = useFormState()
  const field = fields[name] as Field
  const at = pathOf(inside, name)
  const rows = (Array.isArray(values[name]) ? values[name] : []) as FormValues[]
  const label = t(field.label)
  const open = editable(at)
  const fault = faultAt(at)
  const list = useRows(rows, (changedRows) => change(at, changedRows))
  return (
    <section className={css.group} aria-labelledby={`${idAt(at)}-h`}>
      <h2 id={`${idAt(at)}-h`} tabIndex={-1}>
        {label}
        {rows.length ? <span className={css.count}>{rows.length}</span> : null}
      </h2>
      {hintAt?.(at)}
      {noteAt?.(at)}
      {fault ? (
        <p id={idAt(at)} tabIndex={-1} className={css.fault}>
          {fault}
        </p>
      ) : null}
      {rows.map((row, i) => {
        const path = `${at}.${rowIdOf(row, i)}`
        const name = `${label} ${i + 1}`
        return (
          <Row
            key={path}
            id={idAt(path)}
            name={name}
            fresh={path === `${at}.${list.fresh}`}
            tools={open ? <RowTools name={name} i={i} rows={list} /> : null}
          >
            {hintAt?.(path)}
            <FieldGrid fields={field.fields ?? {}} values={row} inside={path} />
          </Row>
        )
      })}
      {open ? <RemovedRow label={label} rows={list} /> : null}
      {open ? (
        <Button onClick={list.add}>{t([`添加${label}`, `Add to “${label}”`])}</Button>
      ) : rows.length ? null : (
        <p className={css.none}>{t(words.none)}</p>
      )}
    </section>
  )
}

interface GridProps {
  readonly fields: Fields
  readonly values: FormValues
  readonly inside?: string
}

/** The controls of the applicable input fields, in two columns if there is room; groups and lists take the full width. */
export const FieldGrid = ({ fields, values, inside = '' }: GridProps) => (
  <div className={css.grid}>
    {Object.entries(fields)
      .filter(([, field]) => field.direction !== 'out' && applies(field, values))
      .map(([name, { kind }]) => {
        const FieldLayout = kind === 'one' ? Group : kind === 'many' ? Rows : FieldRow
        return <FieldLayout key={name} fields={fields} name={name} values={values} inside={inside} />
      })}
  </div>
)

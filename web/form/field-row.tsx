import { fieldsBelow } from '#contract/kit/classification.ts'
import type { Field, Fields } from '#contract/kit/field.ts'
import { isLong, isMultiple } from '#contract/kit/kinds.ts'
import { FormField } from '#web/ui/input.tsx'
import { useControls } from './control-table.ts'
import { isGroup } from './controls.tsx'
import { FieldLabel } from './field-label.tsx'
import css from './fields.module.css'
import { useFormState, useIdAt } from './form-context.ts'
import { codeAbove, type FormValues } from './form-values.ts'

/** A field of a form. */
export interface Place {
  readonly fields: Fields
  readonly name: string
  readonly values: FormValues
  /** Path of the group that contains the field; '' at the top level. */
  readonly inside: string
}

export interface GridProps {
  readonly fields: Fields
  readonly values: FormValues
  readonly inside?: string
}

export const pathOf = (inside: string, name: string) => (inside ? `${inside}.${name}` : name)
/** Whether the input is as wide as the form. */
const isWide = ({ kind, max = 0 }: Field) => isLong(kind) || (kind === 'text' && max > 200)

/** HTML autocomplete values of fields about a person, by field name. */
const purposes: Readonly<Record<string, string>> = {
  unitName: 'organization',
  name: 'name',
  realName: 'name',
  account: 'username',
  phone: 'tel',
  email: 'email',
}

/** A field with its label, its control and its messages; in a cell of a table only screen readers read the label. */
export const FieldRow = ({ fields, name, values, inside, isCell = false }: Place & { readonly isCell?: boolean }) => {
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
  const label = <FieldLabel field={field} isInput />
  const isGroupControl = FieldControl.isGroup === true
  const isFull = isGroupControl || isWide(field) || (isMultiple(field.kind) && field.kind !== 'files')
  return (
    <div className={isFull ? css.full : undefined}>
      <FormField
        id={idAt(at)}
        group={isGroupControl || isGroup(field)}
        label={isCell ? <span className="hidden-words">{label}</span> : label}
        fault={faultAt(at)}
        hint={hintAt?.(at)}
        note={noteAt?.(at)}
      >
        <FieldControl
          at={at}
          field={field}
          value={values[name]}
          values={values}
          onChange={set}
          disabled={!editable(at)}
          above={codeAbove(fields, name, values)}
          purpose={isAboutUser ? purposes[name] : undefined}
        />
      </FormField>
    </div>
  )
}

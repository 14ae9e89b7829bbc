import { useMemo } from 'react'
import type { AnyEntity } from '#contract/kit/entity.ts'
import type { Field, Fields } from '#contract/kit/field.ts'
import { isLong, typeOf } from '#contract/kit/kinds.ts'
import type { FormOptions } from '../dialog/form-options.ts'
import { partsOf, titleIn } from '../entity/calls.ts'
import type { CellEditing } from '../table/cell-editing/cell-editing.ts'
import type { Records } from './use-records.tsx'

/** Whether an input of one line, or a switch, changes the value. */
const isSimple = ({ kind }: Field) => !isLong(kind) && ['text', 'number', 'flag'].includes(typeOf({ kind }))

interface Options {
  /** Names of the fields of the form, if not all of the declaration. */
  readonly fields?: readonly string[] | undefined
  readonly form?: FormOptions | undefined
  /** Whether the screen replaces the form. */
  readonly isFormReplaced: boolean
}

/** The simple fields of the form; none if a change of one changes others. */
export const simpleFields = (entity: AnyEntity, { fields: names, form = {}, isFormReplaced }: Options): Fields => {
  if (isFormReplaced || form.deriveChanges || form.fields) return {}
  const fields = Object.assign({}, ...partsOf(entity, names).map((part) => part.fields)) as Fields
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([name, field]) => isSimple(field) && !form.controls?.[name] && !entity.formOnly?.includes(name),
    ),
  )
}

/** The values of a list that the user may change in their cells; undefined if there are none. */
export const useCellEditing = ({ entity, may, mayFor, change }: Records, options: Options): CellEditing | undefined => {
  const { fields: names, form, isFormReplaced } = options
  const fields = useMemo(
    () => (may.edit ? simpleFields(entity, { fields: names, form, isFormReplaced }) : {}),
    [entity, may.edit, names, form, isFormReplaced],
  )
  return Object.keys(fields).length
    ? { fields, canEdit: (row) => mayFor(row).edit, titleOf: (row) => titleIn(entity, row), save: change }
    : undefined
}

import { createContext } from 'react'
import type { Fields } from '#contract/kit/field.ts'
import type { FormValues } from '#web/form/form-values.ts'
import type { AnyRow } from '../../entity/calls.ts'

/** Values that can be changed in their cells, without the form. */
export interface CellEditing {
  readonly fields: Fields
  /** Whether a row can be changed, such as by its state. */
  readonly canEdit: (row: AnyRow) => boolean
  readonly titleOf: (row: AnyRow) => string
  /** Saves a new value of a row. */
  readonly save: (row: AnyRow, change: FormValues) => Promise<unknown>
}

/** The values that can be changed in the cells of a table. */
export const CellEditingContext = createContext<CellEditing | undefined>(undefined)

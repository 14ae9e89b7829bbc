import type { ReactNode } from 'react'
import type { Fields } from '#contract/kit/field.ts'
import type { Text } from '#contract/kit/text.ts'
import type { FieldError } from '#web/base/api/caller.ts'
import type { Control } from '#web/form/control.ts'
import type { FormValues } from '#web/form/form-values.ts'
import type { AnyRow } from '../entity/calls.ts'

/** How the form of an entity differs from the default one. */
export interface FormOptions {
  /** Controls of single fields, in place of those of their kinds. */
  readonly controls?: Readonly<Record<string, Control>>
  /** Fields that an existing row keeps, which are displayed read-only. */
  readonly locked?: (row: AnyRow) => readonly string[]
  /** Adjusts the fields to the current values. */
  readonly fields?: (fields: Fields, values: FormValues) => Fields
  /** Further changes after a field has changed; `values` already contains the new value. */
  readonly deriveChanges?: (values: FormValues, changedField: string) => FormValues
  /** Asks the server for faults that only it can find, so that they appear together with those that the form itself has found. */
  readonly serverFaults?: (values: FormValues, initial: FormValues) => Promise<readonly FieldError[]>
  /** Summary of the values, in words. */
  readonly summary?: (values: FormValues) => Text | null
  /** Reports an empty required field when the user leaves it, not only on submit. */
  readonly isEager?: true
  /** Empty required fields and texts that break a rule are no fault: only a later step requires more. */
  readonly isDraft?: true
  /** Displayed above the fields: what happens with the saved data. */
  readonly note?: Text
  /** Shows what a fault that belongs to no field is about; null where nothing can. */
  readonly goElsewhere?: (at: string) => (() => void) | null
  /** Displayed beside the buttons, such as a preview of the current values. */
  readonly extra?: (values: FormValues) => ReactNode
}

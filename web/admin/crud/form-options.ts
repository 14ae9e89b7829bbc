import type { ReactNode } from 'react'
import type { Fields } from '#contract/kit/field.ts'
import type { Text } from '#contract/kit/text.ts'
import type { Control } from '#web/form/control.ts'
import type { FormValues } from '#web/form/form-values.ts'

/** How the form of an entity differs from the plain one. */
export interface FormOptions {
  /** Controls of single fields, in place of those of their kinds. */
  readonly controls?: Readonly<Record<string, Control>>
  /** The fields as they are for what is typed so far. */
  readonly fields?: (fields: Fields, values: FormValues) => Fields
  /** What else changes with a value that was changed: `typed` holds the new one. */
  readonly deriveChanges?: (values: FormValues, changedField: string) => FormValues
  /** What it comes to, in words. */
  readonly summary?: (values: FormValues) => Text | null
  /** What is required is said when its field is left empty, not only when it is sent. */
  readonly isEager?: true
  /** Stands above the fields: what becomes of what is saved. */
  readonly note?: Text
  /** Stands beside the buttons, such as a look at what is typed so far. */
  readonly extra?: (values: FormValues) => ReactNode
}

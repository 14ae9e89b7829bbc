import type { ReactNode } from 'react'
import type { Fields } from '#contract/kit/field.ts'
import type { Text } from '#contract/kit/text.ts'
import type { Control } from '#web/form/control.ts'
import type { FormValues } from '#web/form/place.ts'

/** How the form of an entity differs from the plain one. */
export interface FormWays {
  /** Controls of single fields, in place of those of their kinds. */
  readonly controls?: Readonly<Record<string, Control>>
  /** The fields as they are for what is typed so far. */
  readonly fields?: (fields: Fields, typed: FormValues) => Fields
  /** What else changes with a value that was changed: `typed` holds the new one. */
  readonly follow?: (typed: FormValues, changed: string) => FormValues
  /** What it comes to, in words. */
  readonly sum?: (typed: FormValues) => Text | null
  /** What is required is said when its field is left empty, not only when it is sent. */
  readonly isEager?: true
  /** Stands above the fields: what becomes of what is saved. */
  readonly note?: Text
  /** Stands beside the buttons, such as a look at what is typed so far. */
  readonly beside?: (typed: FormValues) => ReactNode
}

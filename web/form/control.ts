import type { ReactNode } from 'react'
import type { Field, Kind } from '#contract/kit/field.ts'
import type { FormValues } from './form-values.ts'

export interface ControlProps {
  readonly field: Field
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  readonly disabled: boolean
  /** The code one level up in a classification (see useOptions). */
  readonly above: string | null
  /** The path of the field in its form; undefined outside of a form. */
  readonly at?: string
  /** The values of the fields beside it, for a control that depends on them; undefined outside of a form. */
  readonly values?: FormValues
  /** Value of HTML `autocomplete`; undefined if the field is not about the person who types. */
  readonly purpose?: string | undefined
}

export interface Control {
  (props: ControlProps): ReactNode
  /** It consists of several elements: a legend names it rather than a label, and it is as wide as the form. */
  readonly isGroup?: true
}
/** Groups and lists have no control: web/form/fields.tsx renders them. */
export type ControlKind = Exclude<Kind, 'one' | 'many'>

import type { ReactNode } from 'react'
import type { Field, Kind } from '#contract/kit/field.ts'

export interface ControlProps {
  readonly field: Field
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  readonly disabled: boolean
  /** The code one level up, for classifications (see useOptions). */
  readonly above: string | null
  /** What the browser may fill in by itself (HTML, autofill); nothing where it is not about the person who types. */
  readonly purpose?: string | undefined
}

export type Control = (props: ControlProps) => ReactNode
/** Groups and lists are no controls: web/form/fields.tsx lays them out. */
export type ControlKind = Exclude<Kind, 'one' | 'many'>

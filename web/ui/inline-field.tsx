import type { ReactNode } from 'react'
import css from './inline-field.module.css'
import { FormField } from './input.tsx'

/** A control beside its label, in a line of choices above figures. */
export const InlineField = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div className={css.inline}>
    <FormField label={label}>{children}</FormField>
  </div>
)

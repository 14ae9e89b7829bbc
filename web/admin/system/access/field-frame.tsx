import type { ReactNode } from 'react'
import type { Field } from '#contract/kit/field.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useFieldContext } from '#web/ui/input.tsx'

interface Props {
  readonly field: Field
  readonly className: string | undefined
  readonly children: ReactNode
}

/** Groups several controls into one form field; its label, hint and error apply to all of them. */
export const FieldFrame = ({ field, className, children }: Props) => {
  const t = useLocalize()
  const { id, describedBy, bad } = useFieldContext()
  return (
    <fieldset
      id={id}
      className={className}
      tabIndex={-1}
      aria-label={t(field.label)}
      aria-describedby={describedBy}
      data-bad={bad || undefined}
    >
      {children}
    </fieldset>
  )
}

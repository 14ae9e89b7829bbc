import { type ComponentProps, useState } from 'react'
import type { Field } from '#contract/kit/field.ts'
import type { Text } from '#contract/kit/text.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { FieldGrid } from '#web/form/fields.tsx'
import { FormContext, type FormState, PageId } from '#web/form/form-context.ts'
import css from './field-sample.module.css'
import { Sample } from './sample.tsx'

interface SampleFieldProps {
  /** Distinguishes fields of the same kind. */
  readonly name: string
  readonly field: Field
  readonly value?: unknown
  readonly disabled?: boolean
  readonly fault?: Text | undefined
  readonly hint?: Text
  readonly note?: Text
}

/** A field with its label, as a form renders it. */
export const SampleField = ({ name, field, value = null, disabled = false, ...words }: SampleFieldProps) => {
  const t = useLocalize()
  const [current, setCurrent] = useState(value)
  const { fault, hint, note } = words
  const form: FormState = {
    faultAt: () => fault && t(fault),
    editable: () => !disabled,
    change: (_at, next) => setCurrent(next),
    hintAt: () => hint && t(hint),
    noteAt: () => note && t(note),
  }
  return (
    <div className={css.single}>
      <FormContext value={form}>
        <PageId value={`${field.kind}-${name}-`}>
          <FieldGrid fields={{ value: field }} values={{ value: current }} />
        </PageId>
      </FormContext>
    </div>
  )
}

/** A field in one state. */
export const FieldSample = ({ label, ...field }: SampleFieldProps & Pick<ComponentProps<typeof Sample>, 'label'>) => (
  <Sample name={field.name} label={label}>
    <SampleField {...field} />
  </Sample>
)

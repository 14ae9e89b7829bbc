import type { Field } from '#contract/kit/field.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { FieldValue } from './answers.tsx'
import css from './fields.module.css'
import { useFormState } from './form-context.ts'
import type { FormValues } from './form-values.ts'
import { pastedTextAt } from './pasted-texts.ts'

const maxValues = 3

interface Props {
  readonly field: Field
  readonly row: FormValues
  /** Path of the row. */
  readonly at: string
}

/** What a folded row contains: its first values, pasted texts that are no values, and how many of its fields are to be corrected. */
export const RowDigest = ({ field, row, at }: Props) => {
  const t = useLocalize()
  const { faultAt } = useFormState()
  const fields = Object.entries(field.fields ?? {})
  const values = fields.filter(([name, { kind }]) => kind !== 'one' && kind !== 'many' && row[name] && kind !== 'flag')
  const faults = fields.filter(([name]) => faultAt(`${at}.${name}`)).length
  const pasted = fields.filter(
    ([name]) => (row[name] ?? '') === '' && pastedTextAt(`${at}.${name}`) !== undefined,
  ).length
  return (
    <span className={css.digest}>
      {values.slice(0, maxValues).map(([name, inner]) => (
        <span key={name} data-typed>
          <FieldValue field={inner} value={row[name]} />
        </span>
      ))}
      {pasted ? <em>{t([`${pasted} 处粘贴的内容待处理`, `Pasted texts left: ${pasted}`])}</em> : null}
      {faults ? <em>{t([`${faults} 处需要修改`, `${faults} to correct`])}</em> : null}
    </span>
  )
}

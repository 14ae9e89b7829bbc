import { region } from '#contract/system/region.ts'
import type { CodeShape } from '#contract/system/region-code.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { useIdAt } from '#web/form/form-context.ts'
import { FormField, frameClass, inputClass, useFieldContext } from '#web/ui/input.tsx'
import css from './region.module.css'

interface CodeProps {
  readonly shape: CodeShape
  readonly value: string
  readonly change: (value: string) => void
}

/** Input for the division's own digits, between the fixed parts of its code. */
const CodeDigits = ({ shape, value, change }: CodeProps) => {
  const { id, describedBy, bad } = useFieldContext()
  return (
    <span className={frameClass}>
      {shape.stem ? <span className={css.fixed}>{shape.stem}</span> : null}
      <input
        id={id}
        className={inputClass}
        inputMode="numeric"
        autoComplete="off"
        maxLength={shape.digits}
        placeholder={'0'.repeat(shape.digits)}
        aria-describedby={describedBy}
        aria-invalid={bad || undefined}
        value={value}
        onChange={({ target }) => change(target.value.replace(/\D/g, ''))}
      />
      {shape.tail ? <span className={css.fixed}>{shape.tail}</span> : null}
    </span>
  )
}

interface CodeFieldProps extends CodeProps {
  readonly fault: string | undefined
}

/** The code of a new division: only its own digits are typed. */
export const CodeField = ({ fault, ...code }: CodeFieldProps) => {
  const t = useLocalize()
  const idAt = useIdAt()
  const { digits } = code.shape
  return (
    <FormField
      id={idAt('code')}
      label={t(region.fields.code.label)}
      fault={fault}
      hint={t([`${digits} 位数字，其余由上级决定`, `${digits} digits; the rest comes from the parent region`])}
    >
      <CodeDigits {...code} />
    </FormField>
  )
}

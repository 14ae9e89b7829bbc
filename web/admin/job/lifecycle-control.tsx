import { type Lifecycle, lifecycleEnds, writeLifecycle } from '#contract/job/lifecycle.ts'
import type { Text } from '#contract/kit/text.ts'
import { useLocalize } from '#web/base/api/language.ts'
import type { ControlProps } from '#web/form/control.ts'
import { textOrNull } from '#web/form/form-values.ts'
import { useDateWords } from '#web/form/use-date-words.ts'
import { DateTimeField } from '#web/ui/date/date-time-field.tsx'
import { FormField, useFieldContext } from '#web/ui/input.tsx'
import css from './job-form.module.css'

const ends = [
  ['start', ['开始时间', 'From']],
  ['end', ['结束时间', 'To']],
] as const satisfies readonly (readonly [keyof Lifecycle, Text])[]

/** The value has a comma between its ends. */
const withoutComma = (text: string | null) => text?.replaceAll(',', '') ?? null

const Ends = ({ value, onChange, disabled }: ControlProps) => {
  const t = useLocalize()
  const { id } = useFieldContext()
  const words = useDateWords('moment')
  const now = lifecycleEnds(textOrNull(value))
  return (
    <div className={css.ends}>
      {ends.map(([name, label]) => (
        <FormField key={name} id={`${id}-${name}`} label={<span className="muted">{t(label)}</span>}>
          <DateTimeField
            value={now[name]}
            onChange={(next) => onChange(writeLifecycle({ ...now, [name]: withoutComma(next) }))}
            disabled={disabled}
            words={words}
          />
        </FormField>
      ))}
    </div>
  )
}

/** Two moments, each of which may be left open, as the text `start,end`. */
export const LifecycleControl = Object.assign(Ends, { isGroup: true as const })

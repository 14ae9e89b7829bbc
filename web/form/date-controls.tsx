import { DateField } from '#web/ui/date/date-field.tsx'
import { DateTimeField } from '#web/ui/date/date-time-field.tsx'
import type { Control } from './control.ts'
import { textOrNull } from './form-values.ts'
import { useDateWords } from './use-date-words.ts'

export const DateInput: Control = ({ value, onChange, disabled }) => (
  <DateField value={textOrNull(value)} onChange={onChange} disabled={disabled} words={useDateWords()} />
)

export const DateTimeInput: Control = ({ value, onChange, disabled }) => (
  <DateTimeField value={textOrNull(value)} onChange={onChange} disabled={disabled} words={useDateWords('moment')} />
)

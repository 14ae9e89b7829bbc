import type { Text } from '#contract/kit/text.ts'
import { DateField } from '#web/ui/date-field.tsx'
import { DateTimeField } from '#web/ui/date-time-field.tsx'
import type { Control } from './control.ts'
import { invalidDay, useDateWords } from './use-date-words.ts'

const invalidMoment: Text = [
  '请输入正确的日期和时间，例如 2026-11-24 09:30',
  'Please enter a date and a time such as 2026-11-24 09:30',
]

const textOf = (value: unknown): string | null => (value ? String(value) : null)

export const DateInput: Control = ({ value, onChange, disabled }) => (
  <DateField value={textOf(value)} onChange={onChange} disabled={disabled} words={useDateWords(invalidDay)} />
)

export const DateTimeInput: Control = ({ value, onChange, disabled }) => (
  <DateTimeField value={textOf(value)} onChange={onChange} disabled={disabled} words={useDateWords(invalidMoment)} />
)

import { DateField } from '#web/ui/date-field.tsx'
import { DateTimeField } from '#web/ui/date-time-field.tsx'
import type { Control } from './control.ts'
import { useDateWords } from './use-date-words.ts'

const textOf = (value: unknown): string | null => (value ? String(value) : null)

export const DateInput: Control = ({ value, onChange, disabled }) => (
  <DateField value={textOf(value)} onChange={onChange} disabled={disabled} words={useDateWords()} />
)

export const DateTimeInput: Control = ({ value, onChange, disabled }) => (
  <DateTimeField
    value={textOf(value)}
    onChange={onChange}
    disabled={disabled}
    words={useDateWords('2026-11-24 09:30')}
  />
)

import type { Field } from '#contract/kit/field.ts'
import { isFile, isMultiple } from '#contract/kit/kinds.ts'
import { lengthOf } from '#contract/kit/length.ts'
import { normalizeByRule } from '#contract/kit/normalize.ts'
import { parseNumber } from '#contract/kit/parse-number.ts'
import { words } from '#contract/words.ts'
import { useLocalize } from '#web/base/api/language.ts'
import { PasswordInput } from '#web/base/login/password-input.tsx'
import { DateField } from '#web/ui/date/date-field.tsx'
import { DateTimeField } from '#web/ui/date/date-time-field.tsx'
import { frameClass, Input, inputClass, showWhole, useFieldContext } from '#web/ui/input.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { CheckboxGroup } from './checkbox-group.tsx'
import type { Control, ControlKind } from './control.ts'
import css from './controls.module.css'
import { textOrNull } from './form-values.ts'
import { SelectControl } from './select-control.tsx'
import { useDateWords } from './use-date-words.ts'

const DateInput: Control = ({ value, onChange, disabled }) => (
  <DateField value={textOrNull(value)} onChange={onChange} disabled={disabled} words={useDateWords()} />
)

const DateTimeInput: Control = ({ value, onChange, disabled }) => (
  <DateTimeField value={textOrNull(value)} onChange={onChange} disabled={disabled} words={useDateWords('moment')} />
)

const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

/** Normalizes the value on blur, such as a phone number, as the server does when it stores it. */
const TextInput: Control = ({ field, value, onChange, disabled, purpose = 'off' }) => (
  <Input
    value={textOf(value)}
    onValue={onChange}
    disabled={disabled}
    onBlur={({ target }) => {
      const tidyValue = normalizeByRule(field.rule, target.value)
      if (tidyValue !== target.value) onChange(tidyValue)
    }}
    inputMode={
      field.rule === 'phone' || field.rule === 'telephone' ? 'tel' : field.rule === 'email' ? 'email' : undefined
    }
    autoComplete={purpose}
  />
)

/** Returns a number only if it prints exactly as typed: "1." and "1.50" stay text until blur. */
const parseWhileTyping = (text: string): unknown => (String(parseNumber(text)) === text ? parseNumber(text) : text)

/** Invalid input stays as typed, to be corrected rather than lost. */
const NumberInput: Control = ({ value, onChange, disabled }) => (
  <Input
    inputMode="decimal"
    autoComplete="off"
    disabled={disabled}
    value={textOf(value)}
    onValue={(text) => onChange(parseWhileTyping(text.trim()))}
    onBlur={({ target }) => {
      const parsedValue = parseNumber(target.value.trim())
      if (parsedValue !== value && parsedValue !== '') onChange(parsedValue)
    }}
  />
)

interface CharactersLeftProps {
  readonly maxLength: number
  readonly text: string
  /** Nothing can be typed: the count is hidden and keeps its place, since a form that is being sent must not move. */
  readonly disabled?: boolean
}

/** How many characters are left. More can be typed: the excess is reported, never cut off. */
export const CharactersLeft = ({ maxLength, text, disabled }: CharactersLeftProps) => {
  const t = useLocalize()
  const left = maxLength - lengthOf(text)
  return (
    <span className={css.count} data-over={left < 0 || undefined} data-off={disabled || undefined}>
      {left >= 0
        ? t([`还可输入 ${left} 字`, `${left} characters left`])
        : t([`已超出 ${-left} 字`, `${-left} characters too many`])}
    </span>
  )
}

/** Several lines, with the count of characters left. */
const TextArea: Control = ({ field, value, onChange, disabled }) => {
  const { id, describedBy, bad } = useFieldContext()
  const text = textOf(value)
  const maxLength = field.max ?? 2000
  return (
    <>
      <span className={frameClass} data-off={disabled || undefined}>
        <textarea
          onKeyUp={showWhole}
          id={id}
          className={inputClass}
          rows={maxLength > 800 ? 6 : 3}
          disabled={disabled}
          aria-describedby={describedBy}
          aria-invalid={bad || undefined}
          value={text}
          onChange={({ target }) => onChange(target.value)}
        />
      </span>
      <CharactersLeft maxLength={maxLength} text={text} disabled={disabled} />
    </>
  )
}

const yesNo = [
  [1, words.yes],
  [0, words.no],
] as const

const YesNo: Control = ({ value, onChange, disabled }) => {
  const t = useLocalize()
  const { id } = useFieldContext()
  return (
    <span className={css.choices}>
      {yesNo.map(([key, label]) => (
        <label key={key} className={css.choice}>
          <input
            type="radio"
            name={id}
            value={key}
            checked={value === key}
            disabled={disabled}
            onChange={() => onChange(key)}
          />
          {t(label)}
        </label>
      ))}
    </span>
  )
}

const Secret: Control = ({ value, onChange, disabled }) => (
  <PasswordInput autoComplete="new-password" value={textOf(value)} onValue={onChange} disabled={disabled} />
)

const PendingFile = () => <span className={css.pending} />

/** Loaded with the first field for files: most forms and all lists have none. */
const FileControl: Control = lazyComponent(async () => (await import('./file-control.tsx')).FileControl, PendingFile)

/** The control of each kind. The console adds pickers for references (web/admin/pickers/pickers.tsx). */
export const controls: Readonly<Record<Exclude<ControlKind, 'ref' | 'refs' | 'tree'>, Control>> = {
  text: TextInput,
  longText: TextArea,
  richText: TextArea,
  int: NumberInput,
  decimal: NumberInput,
  money: NumberInput,
  flag: YesNo,
  date: DateInput,
  time: DateTimeInput,
  choice: SelectControl,
  dict: SelectControl,
  dicts: CheckboxGroup,
  code: SelectControl,
  codes: CheckboxGroup,
  file: FileControl,
  files: FileControl,
  secret: Secret,
}

/** Whether the control consists of several elements, so that a legend names it rather than a label. */
export const isGroup = (field: Field): boolean =>
  field.kind === 'flag' || isFile(field) || (isMultiple(field.kind) && field.kind !== 'refs')

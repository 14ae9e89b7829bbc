import { useState } from 'react'
import { type Field, isMultiple, split } from '#contract/kit/field.ts'
import { lengthOf } from '#contract/kit/length.ts'
import { normalizeByRule } from '#contract/kit/tidy.ts'
import { words } from '#contract/words.ts'
import { useOptions, useWordsOf } from '#web/base/options.ts'
import { useSay } from '#web/base/say.ts'
import { frameClass, Input, inputClass, useTied } from '#web/ui/input.tsx'
import type { Control, ControlKind } from './control.ts'
import css from './controls.module.css'
import { FileControl } from './file-control.tsx'
import { useFormState } from './form-context.ts'
import { numberIn } from './numeral.ts'

const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

/** A phone is shown as it is kept once the person is done with it. */
const Line: Control = ({ field, value, onChange, disabled, purpose = 'off' }) => (
  <Input
    value={textOf(value)}
    onValue={onChange}
    disabled={disabled}
    onBlur={({ target }) => {
      const settled = normalizeByRule(field.rule, target.value)
      if (settled !== target.value) onChange(settled)
    }}
    inputMode={field.rule === 'phone' ? 'tel' : field.rule === 'email' ? 'email' : undefined}
    autoComplete={purpose}
  />
)

/** A number only once it reads the same as what was typed: "1." and "1.50" stay text until the person is done. */
const whileTyping = (typed: string): unknown => (String(numberIn(typed)) === typed ? numberIn(typed) : typed)

/** What is no number stays as it stands, to be corrected rather than lost. */
const Numeral: Control = ({ value, onChange, disabled }) => (
  <Input
    inputMode="decimal"
    autoComplete="off"
    disabled={disabled}
    value={textOf(value)}
    onValue={(typed) => onChange(whileTyping(typed.trim()))}
    onBlur={({ target }) => {
      const settled = numberIn(target.value.trim())
      if (settled !== value && settled !== '') onChange(settled)
    }}
  />
)

/** How many characters are left; more may be typed and is said, never cut off. */
export const CharactersLeft = ({ most, typed }: { most: number; typed: string }) => {
  const t = useSay()
  const left = most - lengthOf(typed)
  return (
    <span className={css.count} data-over={left < 0 || undefined}>
      {left >= 0
        ? t([`还可输入 ${left} 字`, `${left} characters left`])
        : t([`已超出 ${-left} 字`, `${-left} characters too many`])}
    </span>
  )
}

/** Several lines, with what is left. */
const Lines: Control = ({ field, value, onChange, disabled }) => {
  const { id, describedBy, bad } = useTied()
  const typed = textOf(value)
  const most = field.max ?? 2000
  return (
    <>
      <span className={frameClass} data-off={disabled || undefined}>
        <textarea
          id={id}
          className={inputClass}
          rows={most > 800 ? 6 : 3}
          disabled={disabled}
          aria-describedby={describedBy}
          aria-invalid={bad || undefined}
          value={typed}
          onChange={({ target }) => onChange(target.value)}
        />
      </span>
      <CharactersLeft most={most} typed={typed} />
    </>
  )
}

const asKey = (field: Field, value: string): unknown => {
  const numeric = field.kind === 'dict' || field.kind === 'flag' || typeof field.choices?.[0]?.[0] === 'number'
  return value === '' ? null : numeric ? Number(value) : value
}

const Select: Control = ({ field, value, onChange, disabled, above }) => {
  const t = useSay()
  const { id, describedBy, bad } = useTied()
  const { offers } = useFormState()
  const chosen = textOf(value)
  // what was chosen before stays in sight, offered or not
  const options = useOptions(field, above)?.filter(
    (option) => option.value === chosen || (offers?.(field, option.value) ?? true),
  )
  const isMissing = chosen !== '' && !options?.some((option) => option.value === chosen)
  const chosenWords = useWordsOf(field, chosen, isMissing && options !== undefined)
  const empty = above === '' ? t(['请先选择上一级', 'Choose the level above first']) : t(['请选择', 'Please choose'])
  return (
    <span className={frameClass} data-off={disabled || undefined}>
      <select
        id={id}
        className={`${inputClass} ${css.select}`}
        disabled={disabled}
        aria-describedby={describedBy}
        aria-invalid={bad || undefined}
        value={chosen}
        onChange={({ target }) => onChange(asKey(field, target.value))}
      >
        <option value="">{options ? empty : t(words.loading)}</option>
        {(options ?? []).map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
        {isMissing ? <option value={chosen}>{chosenWords}</option> : null}
      </select>
    </span>
  )
}

const yesNo = [
  [1, words.yes],
  [0, words.no],
] as const

const YesNo: Control = ({ value, onChange, disabled }) => {
  const t = useSay()
  const { id } = useTied()
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

const Several: Control = ({ field, value, onChange, disabled, above }) => {
  const options = useOptions(field, above)
  const chosen = split(textOf(value))
  const toggle = (key: string) => {
    const next = chosen.includes(key) ? chosen.filter((one) => one !== key) : [...chosen, key]
    onChange(next.length ? next.join(',') : null)
  }
  return (
    <span className={css.choices}>
      {(options ?? []).map((option) => (
        <label key={option.value} className={css.choice}>
          <input
            type="checkbox"
            value={option.value}
            checked={chosen.includes(option.value)}
            disabled={disabled}
            onChange={() => toggle(option.value)}
          />
          {option.label}
        </label>
      ))}
    </span>
  )
}

const Day: Control = ({ value, onChange, disabled }) => (
  <Input
    type="date"
    min="1900-01-01"
    max="2100-12-31"
    value={textOf(value)}
    onValue={(typed) => onChange(typed || null)}
    disabled={disabled}
  />
)

/** `yyyy-MM-dd HH:mm:ss` on the wire, a T and no seconds in the browser's own control. */
const Moment: Control = ({ value, onChange, disabled }) => (
  <Input
    type="datetime-local"
    value={textOf(value).slice(0, 16).replace(' ', 'T')}
    onValue={(typed) => onChange(typed ? `${typed.replace('T', ' ').slice(0, 16)}:00` : null)}
    disabled={disabled}
  />
)

/** What is typed is hidden until it is asked to be shown. */
const Secret: Control = ({ value, onChange, disabled }) => {
  const t = useSay()
  const [shown, setShown] = useState(false)
  return (
    <Input
      type={shown ? 'text' : 'password'}
      autoComplete="new-password"
      value={textOf(value)}
      onValue={onChange}
      disabled={disabled}
      after={
        <button type="button" className={css.show} aria-pressed={shown} onClick={() => setShown(!shown)}>
          {shown ? t(['隐藏', 'Hide']) : t(['显示', 'Show'])}
        </button>
      }
    />
  )
}

/** One control a kind. The console adds pickers for references (web/admin/crud/pickers.tsx). */
export const controls: Readonly<Record<Exclude<ControlKind, 'ref' | 'refs' | 'tree'>, Control>> = {
  ...{ text: Line, longText: Lines, richText: Lines, int: Numeral, decimal: Numeral, flag: YesNo },
  ...{ date: Day, time: Moment, choice: Select, dict: Select, dicts: Several, code: Select, codes: Several },
  ...{ file: FileControl, files: FileControl, secret: Secret },
}

/** Whether the control of a kind is a group of its own, named by a legend rather than by a label. */
export const isGroup = (field: Field): boolean =>
  field.kind === 'flag' || field.kind === 'file' || (isMultiple(field.kind) && field.kind !== 'refs')

import { useFieldContext } from '../input.tsx'
import { useTextDraft } from '../use-text-draft.ts'
import { DateFrame } from './date-frame.tsx'
import css from './date-range-field.module.css'
import { DateTextInput } from './date-text-input.tsx'
import type { DateRangeWords } from './date-words.ts'
import { faultOfRange, readBound, readRange } from './day-range.ts'
import { useDatePanel } from './use-date-panel.ts'

export interface DateRangeFieldProps {
  /** First and last day; an end can be open. */
  readonly from: string | null
  readonly to: string | null
  readonly onChange: (from: string | null, to: string | null) => void
  readonly disabled: boolean
  readonly words: DateRangeWords
}

/** The two texts while they are typed, and what is wrong with them. */
const useRangeDrafts = ({ from, to, onChange, words }: DateRangeFieldProps) => {
  const change = (nextFrom: string | null, nextTo: string | null, input: string | null) => {
    const range = readRange(input ?? '')
    if (range) onChange(range.from, range.to)
    else onChange(nextFrom, nextTo)
  }
  const first = useTextDraft({ value: from, onChange: (day) => change(day, to, day), read: readBound })
  const last = useTextDraft({ value: to, onChange: (day) => change(from, day, day), read: readBound })
  const kind = faultOfRange(from, to)
  const isVisible = kind === 'day' ? first.isInvalid || last.isInvalid : !first.isTyping && !last.isTyping
  return {
    first,
    last,
    fault: !isVisible || !kind ? null : kind === 'day' ? words.invalid : words.invalidOrder,
    isFaulty: (draft: typeof first) => isVisible && (kind === 'order' || draft.isInvalid),
  }
}

/** A range of days: two inputs, a calendar and shortcuts. A pasted range fills both inputs. */
export const DateRangeField = (props: DateRangeFieldProps) => {
  const { from, to, onChange, disabled, words } = props
  const { id } = useFieldContext()
  const panel = useDatePanel()
  const { first, last, fault, isFaulty } = useRangeDrafts(props)
  const common = { placeholder: words.placeholder, disabled, className: css.input }
  return (
    <DateFrame
      panel={panel}
      words={words}
      disabled={disabled}
      clear={from || to ? () => onChange(null, null) : undefined}
      fault={fault}
      inputs={
        <>
          <DateTextInput
            {...common}
            draft={first}
            labelledBy={`${id}-label ${id}-from-name`}
            isFaulty={isFaulty(first)}
          />
          <span className={css.between} aria-hidden="true">
            {words.between}
          </span>
          <DateTextInput
            {...common}
            draft={last}
            id={`${id}-to`}
            labelledBy={`${id}-label ${id}-to-name`}
            isFaulty={isFaulty(last)}
          />
          <span id={`${id}-from-name`} hidden>
            {words.from}
          </span>
          <span id={`${id}-to-name`} hidden>
            {words.to}
          </span>
        </>
      }
    >
      {({ RangeCalendars }) => (
        <RangeCalendars
          from={from}
          to={to}
          name={words.open}
          onRange={(range) => {
            onChange(range.from, range.to)
            panel.finish()
          }}
        />
      )}
    </DateFrame>
  )
}

import { type ReactNode, useState } from 'react'
import { CalendarSign, ClearSign } from '../control-icons.tsx'
import { iconButtonClass } from '../icon-button.ts'
import { frameClass, useFieldContext } from '../input.tsx'
import css from './date-frame.module.css'
import type { DateWords } from './date-words.ts'
import { type Calendars, useCalendars } from './load-calendars.ts'
import type { DatePanelState } from './use-date-panel.ts'

interface Props {
  readonly panel: DatePanelState
  readonly words: DateWords
  readonly disabled: boolean
  /** Clears the value; absent if there is none. */
  readonly clear: (() => void) | undefined
  /** What is wrong with the value. */
  readonly fault: string | null
  readonly inputs: ReactNode
  /** Content of the calendar panel. */
  readonly children: (calendars: Calendars) => ReactNode
}

/** The id of the sentence below a date field. */
export const dateFaultId = (id: string): string => `${id}-date-fault`

/** The common parts of date fields: the frame with its inputs, the buttons, the calendar, and the sentence below. */
export const DateFrame = ({ panel, words, disabled, clear, fault, inputs, children }: Props) => {
  // a fault of the form says what is wrong already
  const { id, bad } = useFieldContext()
  const [isUsed, setUsed] = useState(false)
  const { calendars, isFailed } = useCalendars(isUsed || panel.isOpen)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to its inputs and buttons
    <div ref={panel.root} className={css.root} data-date="" onFocus={() => setUsed(true)} {...panel.rootProps}>
      <span className={`${frameClass} middle`} data-off={disabled || undefined} {...panel.frameProps}>
        {inputs}
        {clear && !disabled ? (
          <button
            type="button"
            className={iconButtonClass(css.button)}
            aria-label={words.clear}
            aria-describedby={`${id}-label`}
            onClick={() => {
              panel.root.current?.querySelector('input')?.focus()
              clear()
            }}
          >
            <ClearSign />
          </button>
        ) : null}
        <button
          type="button"
          className={iconButtonClass(css.button)}
          aria-label={words.open}
          aria-describedby={`${id}-label`}
          aria-haspopup="dialog"
          aria-expanded={panel.isOpen}
          disabled={disabled}
          onClick={({ currentTarget }) => panel.onButton(currentTarget)}
        >
          <CalendarSign />
        </button>
      </span>
      {fault && !bad ? (
        <span id={dateFaultId(id)} className="block above-4 bad">
          {fault}
        </span>
      ) : null}
      {!panel.isOpen ? null : calendars ? (
        <calendars.DatePanel state={panel} name={words.open}>
          {children(calendars)}
        </calendars.DatePanel>
      ) : (
        <span role="status" className="block above-4 muted">
          {isFailed ? words.failed : words.loading}
        </span>
      )}
    </div>
  )
}

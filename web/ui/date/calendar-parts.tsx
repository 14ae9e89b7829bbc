import { type CalendarDate, parseDate, toZoned, type ZonedDateTime } from '@internationalized/date'
import { type ReactNode, use, useState } from 'react'
import {
  Button as AriaButton,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarStateContext,
  RangeCalendarStateContext,
} from 'react-aria-components'
import { isEnglish, wordOf } from '../calendar-words.ts'
import { icon } from '../control-icons.tsx'
import { iconButtonClass } from '../icon-button.ts'
import css from './calendar-parts.module.css'
import { dayLimits, readDay } from './day.ts'
import { todayInShanghai } from './shanghai-days.ts'

const BackSign = icon('M15 6l-6 6 6 6')
const ForwardSign = icon('M9 6l6 6-6 6')
const FarBackSign = icon('M11 6l-6 6 6 6M18 6l-6 6 6 6')
const FarForwardSign = icon('M6 6l6 6-6 6M13 6l6 6-6 6')

/** Props of every calendar: weeks start on Monday in both languages. */
export const calendarProps = {
  firstDayOfWeek: 'mon',
  minValue: parseDate(dayLimits.from),
  maxValue: parseDate(dayLimits.to),
} as const

const dateOf = (text: string | null): CalendarDate | null => {
  const day = readDay((text ?? '').slice(0, 10))
  return day ? parseDate(day) : null
}

/** A day for the library, with the zone, from which it takes its own “today”. */
export const zonedDateOf = (text: string | null): ZonedDateTime | null => {
  const date = dateOf(text)
  return date ? toZoned(date, 'Asia/Shanghai') : null
}

export const dayOf = (date: CalendarDate | ZonedDateTime): string => date.toString().slice(0, 10)

/** The day that has the focus in the calendar; it follows the value, also while a person types one. */
export const useFocusedDay = (value: string | null) => {
  const [focusedDay, setFocusedDay] = useState(() => dateOf(value) ?? parseDate(todayInShanghai()))
  const [previousValue, setPreviousValue] = useState(value)
  if (previousValue !== value) {
    setPreviousValue(value)
    setFocusedDay(dateOf(value) ?? focusedDay)
  }
  return { focusedValue: focusedDay, onFocusChange: setFocusedDay }
}

/** The buttons to other months and years; between them, what names the visible months. */
export const CalendarHead = ({ children }: { children: ReactNode }) => {
  const single = use(CalendarStateContext)
  const range = use(RangeCalendarStateContext)
  const state = single ?? range
  const moveYears = (years: number) => state?.setFocusedDate(state.focusedDate.add({ years }))
  return (
    <div className="row middle gap-2 below-6">
      <button
        type="button"
        className={iconButtonClass(css.step)}
        aria-label={wordOf('previousYear')}
        onClick={() => moveYears(-1)}
      >
        <FarBackSign />
      </button>
      <AriaButton slot="previous" className={iconButtonClass(css.step)} aria-label={wordOf('previousMonth')}>
        <BackSign />
      </AriaButton>
      {children}
      <AriaButton slot="next" className={iconButtonClass(css.step)} aria-label={wordOf('nextMonth')}>
        <ForwardSign />
      </AriaButton>
      <button
        type="button"
        className={iconButtonClass(css.step)}
        aria-label={wordOf('nextYear')}
        onClick={() => moveYears(1)}
      >
        <FarForwardSign />
      </button>
    </div>
  )
}

/** The days of a month; `offset` counts months from the first visible one. */
export const MonthGrid = ({ offset = 0 }: { offset?: number }) => {
  const today = todayInShanghai()
  const classOf = (date: CalendarDate) => (dayOf(date) === today ? `${css.day} ${css.today}` : (css.day ?? ''))
  return (
    <CalendarGrid
      offset={{ months: offset }}
      weekdayStyle={isEnglish() ? 'short' : 'narrow'}
      className={css.grid ?? ''}
    >
      <CalendarGridHeader>
        {(day) => <CalendarHeaderCell className={css.weekday ?? ''}>{day}</CalendarHeaderCell>}
      </CalendarGridHeader>
      <CalendarGridBody>
        {(date) => <CalendarCell date={date} data-day={dayOf(date)} className={classOf(date)} />}
      </CalendarGridBody>
    </CalendarGrid>
  )
}

export const footerClass: string = css.footer ?? ''

import { use } from 'react'
import { Calendar, CalendarMonthPicker, CalendarStateContext } from 'react-aria-components'
import { Button } from '../button.tsx'
import { partName, wordOf } from '../calendar-words.ts'
import { PageLocale } from '../page-locale.tsx'
import {
  CalendarHead,
  calendarProps,
  dayOf,
  footerClass,
  MonthGrid,
  useFocusedDay,
  zonedDateOf,
} from './calendar-parts.tsx'
import { dayLimits } from './day.ts'
import css from './day-calendar.module.css'
import { todayInShanghai } from './shanghai-days.ts'

const [firstYear, lastYear] = [dayLimits.from, dayLimits.to].map((day) => Number(day.slice(0, 4))) as [number, number]
const years = Array.from({ length: lastYear - firstYear + 1 }, (_, i) => firstYear + i)

/** Chooses the visible year and month, so that a day long ago is near. */
const MonthPickers = () => {
  const state = use(CalendarStateContext)
  if (!state) return null
  const { focusedDate } = state
  const format = new Intl.DateTimeFormat(document.documentElement.lang, { year: 'numeric', timeZone: 'UTC' })
  return (
    <span className={css.pickers}>
      <select
        className={css.picker}
        aria-label={partName('year')}
        value={focusedDate.year}
        onChange={({ target }) => state.setFocusedDate(focusedDate.set({ year: Number(target.value) }))}
      >
        {years.map((year) => (
          <option key={year} value={year}>
            {format.format(Date.UTC(year, 6))}
          </option>
        ))}
      </select>
      <CalendarMonthPicker>
        {({ items, value, onChange }) => (
          <select
            className={css.picker}
            aria-label={partName('month')}
            value={value}
            onChange={({ target }) => onChange(Number(target.value))}
          >
            {items.map(({ id, formatted }) => (
              <option key={id} value={id}>
                {formatted}
              </option>
            ))}
          </select>
        )}
      </CalendarMonthPicker>
    </span>
  )
}

interface MonthProps {
  readonly day: string | null
  readonly onDay: (day: string) => void
  /** Accessible name of the calendar. */
  readonly name: string
}

/** A month to choose a day from. */
export const MonthOfDays = ({ day, onDay, name }: MonthProps) => (
  <PageLocale>
    <Calendar
      {...calendarProps}
      {...useFocusedDay(day)}
      aria-label={name}
      value={zonedDateOf(day)}
      onChange={(date) => onDay(dayOf(date))}
    >
      <CalendarHead>
        <MonthPickers />
      </CalendarHead>
      <MonthGrid />
    </Calendar>
  </PageLocale>
)

/** The calendar of a date field. */
export const DayCalendar = (props: MonthProps) => (
  <>
    <MonthOfDays {...props} />
    <div className={footerClass}>
      <Button kind="link" onClick={() => props.onDay(todayInShanghai())}>
        {wordOf('today')}
      </Button>
    </div>
  </>
)

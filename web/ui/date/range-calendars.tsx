import { useRef } from 'react'
import { CalendarHeading, RangeCalendar } from 'react-aria-components'
import { wordOf } from '../calendar-words.ts'
import { PageLocale } from '../page-locale.tsx'
import { CalendarHead, calendarProps, dayOf, MonthGrid, useFocusedDay, zonedDateOf } from './calendar-parts.tsx'
import type { DayRange } from './day.ts'
import css from './range-calendars.module.css'
import { type ShortcutName, shortcutsOn, todayInShanghai } from './shanghai-days.ts'

interface Props {
  readonly from: string | null
  readonly to: string | null
  readonly onRange: (range: DayRange) => void
  /** Accessible name of the calendar. */
  readonly name: string
}

const names: readonly ShortcutName[] = ['today', 'week', 'month', 'year']

/** Two months if there is room. */
const monthCount = () => (window.matchMedia('(min-width: 720px)').matches ? 2 : 1)

/** The calendar of a range: the first press chooses its start, the second its end; before it, the usual ranges. */
export const RangeCalendars = ({ from, to, onRange, name: calendarName }: Props) => {
  const box = useRef<HTMLDivElement>(null)
  const months = useRef(monthCount()).current
  const [start, end] = [zonedDateOf(from), zonedDateOf(to)]
  const shortcuts = shortcutsOn(todayInShanghai())
  const current = names.find((name) => shortcuts[name].from === from && shortcuts[name].to === to)
  const focusCalendar = () => box.current?.querySelector<HTMLElement>('td [tabindex="0"]')?.focus()
  return (
    <div className={css.parts} ref={box}>
      <div className={css.shortcuts}>
        {names.map((name) => (
          <button key={name} type="button" aria-pressed={name === current} onClick={() => onRange(shortcuts[name])}>
            {wordOf(name)}
          </button>
        ))}
        <button type="button" aria-pressed={!current && Boolean(from || to)} onClick={focusCalendar}>
          {wordOf('custom')}
        </button>
      </div>
      <PageLocale>
        <RangeCalendar
          {...calendarProps}
          {...useFocusedDay(to ?? from)}
          aria-label={calendarName}
          data-range-calendar=""
          visibleDuration={{ months }}
          pageBehavior="single"
          selectionAlignment="end"
          commitBehavior="reset"
          value={start && end && start.compare(end) <= 0 ? { start, end } : null}
          onChange={(range) => onRange({ from: dayOf(range.start), to: dayOf(range.end) })}
        >
          <CalendarHead>
            {Array.from({ length: months }, (_, offset) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the months never change their order
              <CalendarHeading key={offset} offset={{ months: offset }} className={css.month ?? ''} />
            ))}
          </CalendarHead>
          <div className="row top gap-20">
            {Array.from({ length: months }, (_, offset) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the months never change their order
              <MonthGrid key={offset} offset={offset} />
            ))}
          </div>
        </RangeCalendar>
      </PageLocale>
    </div>
  )
}

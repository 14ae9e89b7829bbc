import { call, shaped } from '../kit/call.ts'
import { split } from '../kit/field.ts'
import { fill, type Text } from '../kit/text.ts'

/** The dictionaries of the calendar; the remark of an entry is a period, such as `2026-10-01,2026-10-07`. */
export const calendarDictionaries = ['holiday', 'working_weekend'] as const

/** The period of an entry of the calendar as people read it. */
export const periodText = (remark: string | null): Text => {
  const [start = '', end = start] = split(remark)
  return start === end ? [start, end] : [`${start} 至 ${end}`, `${start} to ${end}`]
}

export interface CalendarYears {
  /** Years in which a public holiday begins. All others count Monday to Friday. */
  recorded: number[]
  /** Of this year and, from November on, the next one, those that are not recorded. */
  missing: number[]
}

export const workCalendar = {
  years: call('GET', 'caict-system/calendar/years', ['工作日历', 'Calendar of working days'], {
    access: 'login',
    output: shaped<CalendarYears>(),
  }),
}

/** What is read where working days of years without a calendar count; null if there is none. */
export const missingYearsText = (years: readonly number[]): Text | null =>
  years.length === 0
    ? null
    : fill(
        [
          '{0}年尚未录入法定节假日，工作日暂按周一至周五计算',
          'No public holidays are recorded for {1}: Monday to Friday count as working days',
        ],
        years.join('、'),
        years.join(', '),
      )

import { calendarDictionaries, type workCalendar } from '#contract/system/calendar.ts'
import { wireTime } from '../../base/process/clock.ts'
import { cachedUntilChanged } from '../../engine/cache.ts'
import type { HandlerOf } from '../../engine/context.ts'

/** Days that differ from the week: `holidays` are free, `workdays` are weekends on which people work. Dates as yyyy-MM-dd. */
export interface Calendar {
  readonly holidays: ReadonlySet<string>
  readonly workdays: ReadonlySet<string>
  /** Years in which a holiday begins. All others count Monday to Friday. */
  readonly years: ReadonlySet<number>
}

const day = 86_400_000
/** Times on the wire are those of Shanghai, without an offset: they are read as if they were UTC, which has no summer time. */
const dayOf = (date: string): number => Date.parse(`${date.slice(0, 10)}T00:00:00Z`)
const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

const isDate = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && dateOf(dayOf(text) || 0) === text

/** The days of a period `2026-10-01,2026-10-07`, as entries of the dictionaries name them; an unreadable one has none. */
export const daysIn = (period: string): string[] => {
  const dates = period.split(/[,，至]/).map((date) => date.trim())
  if (dates.length > 2 || !dates.every(isDate)) return []
  const [from, to = from] = dates.map(dayOf)
  if (from === undefined || to === undefined || !(to >= from) || to - from > 366 * day) return []
  return Array.from({ length: (to - from) / day + 1 }, (_, i) => dateOf(from + i * day))
}

/** Holidays and working weekends, from the dictionaries. */
export const calendar = cachedUntilChanged(['dict'], async (db): Promise<Calendar> => {
  const rows = await db
    .selectFrom('dict')
    .select(['code', 'remark'])
    .where('code', 'in', calendarDictionaries)
    .where('isDeleted', '=', 0)
    .where('isSealed', '=', 0)
    .where('parentId', '<>', '0')
    .execute()
  const periodsOf = (code: string) => rows.filter((row) => row.code === code).map(({ remark }) => daysIn(remark ?? ''))
  return calendarOf(periodsOf('holiday'), periodsOf('working_weekend'))
})

/** The calendar of these periods, each a list of days. */
export const calendarOf = (holidays: readonly string[][], workdays: readonly string[][]): Calendar => ({
  holidays: new Set(holidays.flat()),
  workdays: new Set(workdays.flat()),
  years: new Set(holidays.flatMap(([first]) => (first ? [Number(first.slice(0, 4))] : []))),
})

const november = 11

/** Of the year of `today` and, from November on, the next one, those that have no calendar. */
export const missingYears = ({ years }: Calendar, today: string): number[] => {
  const year = Number(today.slice(0, 4))
  const needed = Number(today.slice(5, 7)) >= november ? [year, year + 1] : [year]
  return needed.filter((one) => !years.has(one))
}

/** The date of the working day that is `count` (at least 1) working days after a date, which does not count. */
export const workdayAfter = (date: string, count: number, calendar: Calendar): string => {
  let time = dayOf(date)
  for (let left = count; left > 0; ) {
    time += day
    if (isWorkday(time, calendar)) left -= 1
  }
  return dateOf(time)
}

/** The working days after a date until another one, which counts; 0 if that is not later. */
export const workdaysUntil = (date: string, last: string, calendar: Calendar): number => {
  let count = 0
  for (let time = dayOf(date) + day; time <= dayOf(last); time += day) count += Number(isWorkday(time, calendar))
  return count
}

/** The working days after today until a limit that is counted in them; null without one. */
export const workdaysLeft = (limit: string | null, isCounted: boolean, now: Date, calendar: Calendar): number | null =>
  limit && isCounted ? workdaysUntil(wireTime(now), limit, calendar) : null

const isWorkday = (time: number, { holidays, workdays }: Calendar): boolean => {
  const date = dateOf(time)
  if (workdays.has(date)) return true
  return !holidays.has(date) && ![0, 6].includes(new Date(time).getUTCDay())
}

/** Morning and afternoon meet at noon. */
const noon = 12

/** Working days between two times `yyyy-MM-dd HH:mm:ss`, in halves: a morning or an afternoon that is only partly free counts. */
export const workingDays = (start: string, end: string, calendar: Calendar): number => {
  const [first, last] = [dayOf(start), dayOf(end)]
  const startsAfternoon = Number(start.slice(11, 13)) >= noon
  const endTime = end.slice(11)
  const endsAtStart = endTime === '' || endTime === '00:00:00'
  const endsMorning = endTime <= '12:00:00'
  let halves = 0
  for (let time = first; time <= last; time += day) {
    if (!isWorkday(time, calendar)) continue
    const hasMorning = time !== first || !startsAfternoon
    const hasAfternoon = time !== last || !endsMorning
    // a leave until midnight does not use the day that begins then
    if (time === last && endsAtStart && last !== first) continue
    halves += Number(hasMorning) + Number(hasAfternoon)
  }
  return halves / 2
}

export const readCalendarYears: HandlerOf<typeof workCalendar.years> = async (ctx) => {
  const current = await calendar(ctx)
  return { recorded: [...current.years].sort((a, b) => a - b), missing: missingYears(current, wireTime()) }
}

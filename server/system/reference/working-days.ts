import { cachedUntilChanged } from '../../engine/cache.ts'

/** Days that differ from the week: `holidays` are free, `workdays` are weekends on which people work. Dates as yyyy-MM-dd. */
export interface Calendar {
  readonly holidays: ReadonlySet<string>
  readonly workdays: ReadonlySet<string>
}

const day = 86_400_000
/** Times on the wire are those of Shanghai, without an offset: they are read as if they were UTC, which has no summer time. */
const dayOf = (date: string): number => Date.parse(`${date.slice(0, 10)}T00:00:00Z`)
const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** The days of a period `2026-10-01,2026-10-07`, as entries of the dictionaries name them; an unreadable one has none. */
export const daysIn = (period: string): string[] => {
  const [from, to] = period.split(',').map((date) => dayOf(date.trim()))
  if (from === undefined || to === undefined || !(to >= from) || to - from > 366 * day) return []
  return Array.from({ length: (to - from) / day + 1 }, (_, i) => dateOf(from + i * day))
}

/** Holidays and working weekends, from the dictionaries. */
export const calendar = cachedUntilChanged(['dict'], async (db): Promise<Calendar> => {
  const rows = await db
    .selectFrom('dict')
    .select(['code', 'remark'])
    .where('code', 'in', ['holiday', 'working_weekend'])
    .where('isDeleted', '=', 0)
    .where('isSealed', '=', 0)
    .where('parentId', '<>', '0')
    .execute()
  const of = (code: string) =>
    new Set(rows.filter((row) => row.code === code).flatMap(({ remark }) => daysIn(remark ?? '')))
  return { holidays: of('holiday'), workdays: of('working_weekend') }
})

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

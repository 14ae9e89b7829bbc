/** What a schedule means, day by day and second by second: a slow reading to compare the real ones with. */
export interface Meaning {
  readonly isYear: (year: number) => boolean
  readonly isMonth: (month: number) => boolean
  readonly isDay: (day: Day) => boolean
  /** Seconds of the day, in order. */
  readonly times: readonly number[]
}
export interface Day {
  readonly day: number
  /** From 1 (Monday) to 7 (Sunday). */
  readonly weekday: number
  readonly lastDay: number
  /** The days of the month from Monday to Friday. */
  readonly workdays: readonly number[]
}

const utc = (year: number, month: number, day: number) => new Date(Date.UTC(year, month - 1, day))
const weekdayOf = (date: Date) => date.getUTCDay() || 7
const monthOf = (year: number, month: number): readonly Day[] => {
  const lastDay = utc(year, month + 1, 0).getUTCDate()
  const days = Array.from({ length: lastDay }, (_, i) => i + 1)
  const workdays = days.filter((day) => weekdayOf(utc(year, month, day)) <= 5)
  return days.map((day) => ({ day, weekday: weekdayOf(utc(year, month, day)), lastDay, workdays }))
}

export const isLast = ({ day, lastDay }: Day) => day === lastDay
export const isLastWorkday = ({ day, workdays }: Day) => day === workdays.at(-1)
export const isNearestWorkday = ({ day, lastDay, workdays }: Day, target: number) => {
  if (target > lastDay) return false
  const distance = (one: number) => Math.abs(one - target)
  return day === [...workdays].sort((a, b) => distance(a) - distance(b))[0]
}
export const isNth = ({ day }: Day, nth: number) => Math.ceil(day / 7) === nth
export const isLastOfWeekday = ({ day, lastDay }: Day) => day + 7 > lastDay

/** The first times after `from`, until the end of 2099, in a zone without summer time. */
export const timesAfter = ({ isYear, isMonth, isDay, times }: Meaning, from: Date, count: number): Date[] => {
  const matches: Date[] = []
  for (let year = from.getUTCFullYear(); year < 2100; year++)
    for (let month = 1; isYear(year) && month <= 12; month++)
      for (const day of isMonth(month) ? monthOf(year, month).filter(isDay) : []) {
        const midnight = utc(year, month, day.day).getTime()
        if (midnight + 86_400_000 <= from.getTime()) continue
        for (const time of times) {
          if (midnight + time * 1000 > from.getTime()) matches.push(new Date(midnight + time * 1000))
          if (matches.length === count) return matches
        }
      }
  return matches
}

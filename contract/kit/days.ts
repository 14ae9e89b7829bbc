/** Days as texts of the wire, yyyy-MM-dd. They are read as if they were UTC, which has no summer time. */

const dayMs = 86_400_000

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** The day so many days after another; before it, if the number is negative. */
export const daysAfter = (day: string, count: number): string => dayOf(Date.parse(`${day}T00:00:00Z`) + count * dayMs)

/** The days from the first to the last one, both included. */
export const daysFrom = (first: string, last: string): number => (Date.parse(last) - Date.parse(first)) / dayMs + 1

/** The same day so many months after, at most the last one of that month. */
export const monthsAfter = (day: string, count: number): string => {
  const [year = 0, month = 0, ofMonth = 0] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate()
  return dayOf(Date.UTC(year, month - 1 + count, Math.min(ofMonth, last)))
}

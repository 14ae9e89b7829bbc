import type { DayRange } from './day.ts'
import { plainText, readDay, readMoment } from './day.ts'

/** A bound of a range from a link can be a moment too; it stays as it is. */
export const readBound = (text: string): string | null =>
  readDay(text) ?? (readMoment(text) === text.trim() ? text.trim() : null)

/** Two days that were pasted at once: 2026-11-01 至 2026-11-24. Null if they are not two days. */
export const readRange = (text: string): DayRange | null => {
  const [from, to, more] = plainText(text).split(/至|~|–|\bto\b/)
  const first = readDay(from ?? '')
  const last = readDay(to ?? '')
  return first && last && more === undefined ? { from: first, to: last } : null
}

/** Why a range cannot be used: a bound is no day, or the last is before the first. An open end is allowed. */
export const faultOfRange = (from: string | null, to: string | null): 'day' | 'order' | null => {
  if ([from, to].some((bound) => bound !== null && readBound(bound) === null)) return 'day'
  return from !== null && to !== null && to.slice(0, 10) < from.slice(0, 10) ? 'order' : null
}

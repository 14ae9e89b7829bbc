import type { Moment } from './cell.ts'

const dayMs = 86_400_000
/** Length from which a moment includes a time of day. */
const minLengthWithTime = 11
/** Day 0 of the calendar of spreadsheets, chosen so that days after its nonexistent 1900-02-29 are correct. */
const epoch = Date.UTC(1899, 11, 30)
/** The nonexistent day; days before it are one too high (ECMA-376 part 1, 18.17.4.1). */
const leapDay = 60
/** The day after 9999-12-31. */
const endDay = 2_958_466

/** Days from the first day of the calendar of 1900 to that of 1904. */
export const daysTo1904 = 1462

/**
 * A moment as a spreadsheet serial: days since 1899-12-30. Null before 1900-03-01, where programs disagree about the days, and for
 * a text that is no moment.
 */
export const serialOf = ({ at }: Moment): number | null => {
  const isWithTime = at.length >= minLengthWithTime
  const serial = (Date.parse(isWithTime ? `${at.replace(' ', 'T')}Z` : `${at}T00:00:00Z`) - epoch) / dayMs
  return serial >= leapDay + 1 ? serial : null
}

/**
 * The moment of a serial in the calendar of 1900, rounded to the second; a whole day has no time. Null if the calendar has no such day.
 */
export const momentOf = (serial: number): string | null => {
  const day = Math.floor(serial)
  if (!(serial >= 1 && serial < endDay) || day === leapDay) return null
  const seconds = Math.round((day < leapDay ? serial + 1 : serial) * 86_400)
  const text = new Date(epoch + seconds * 1000).toISOString().slice(0, 19).replace('T', ' ')
  return text.endsWith(' 00:00:00') ? text.slice(0, 10) : text
}

/** The time of day of a serial, as HH:mm:ss. */
export const timeOf = (serial: number): string =>
  new Date(Math.round((serial - Math.floor(serial)) * 86_400) * 1000).toISOString().slice(11, 19)

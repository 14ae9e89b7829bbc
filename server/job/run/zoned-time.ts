import type { ZonedTime } from '#contract/job/job-answers.ts'

const halfDayMs = 43_200_000

/** What a clock of the zone shows, with its offset from UTC. */
const clockOf = (zone: string) => {
  const time = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
  return {
    timeAt: (at: Date) => time.format(at),
    /** Such as +05:30. */
    offsetAt: (at: Date) => {
      const name = parts.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ''
      return name.replace('GMT', '') || '+00:00'
    },
  }
}

/**
 * Moments by the clock of a zone; with their offset within twelve hours of a change of that clock, where a time alone may mean two moments or
 * is not the one that the expression names.
 */
export const zonedTimes = (zone: string, moments: readonly Date[]): ZonedTime[] => {
  const { timeAt, offsetAt } = clockOf(zone)
  const shifted = (at: Date, milliseconds: number) => offsetAt(new Date(at.getTime() + milliseconds))
  return moments.map((moment) => ({
    at: timeAt(moment),
    offset: shifted(moment, -halfDayMs) === shifted(moment, halfDayMs) ? null : offsetAt(moment),
  }))
}

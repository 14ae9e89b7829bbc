import type { TimelineJob } from '#contract/job/job-overview.ts'
import type { Text } from '#contract/kit/text.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const markedHours = 3

/** Times on the wire have no offset: they are read as if they were UTC, in milliseconds. */
export const readTime = (at: string): number => Date.parse(`${at.replace(' ', 'T')}Z`)

/** Which part of the day from `from` on is over at a moment, from 0 to 1. */
export const shareOfDay = (moment: number, from: number): number => (moment - from) / dayMs

/** The hours of the day from `from` on that are marked: 0:00, 3:00 and so on. */
export const hoursAfter = (from: number): number[] => {
  const step = markedHours * hourMs
  const first = Math.ceil(from / step) * step
  return Array.from({ length: dayMs / step }, (_, i) => first + i * step)
}

const listedTimes = 3

/** The times in words: all of a few, otherwise the first ones and how many there are; of a job that runs often, its schedule. */
export const timesText = ({ times, words }: Pick<TimelineJob, 'times' | 'words'>): Text => {
  if (times.length === 0) return words ? [words, words] : ['超过 48 次', 'More than 48 times']
  const listed = times
    .slice(0, listedTimes)
    .map((at) => at.slice(11, 16))
    .join('  ')
  return times.length <= listedTimes
    ? [listed, listed]
    : [`${listed} 等 ${times.length} 次`, `${listed} … ${times.length} times`]
}

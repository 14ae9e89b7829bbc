import { fill, type Text } from '#contract/kit/text.ts'
import { momentOf, wireTime } from '../../base/process/clock.ts'
import { type Calendar, workdayAfter, workdaysUntil } from './working-days.ts'

/** Working days after which an office without a deadline can be reminded. */
const daysWithoutDeadline = 5

export interface Wait {
  /** When the office got the matter; all times are those of the wire. */
  readonly since: string
  readonly until: string | null
  /** When it was last reminded. */
  readonly last: string | null
  readonly now: string
}

const halfOf = ({ since, until }: Wait, days: Calendar): string => {
  if (!until) return `${workdayAfter(since, daysWithoutDeadline, days)} 00:00:00`
  const [from, to] = [momentOf(since).getTime(), momentOf(until).getTime()]
  return wireTime(new Date(from + (to - from) / 2))
}

const texts = {
  half: ['办理时限过半后可催办（{0} 起）', 'You can remind the office when half of its time is over (from {0})'],
  noDeadline: ['本环节未设办理时限，{0} 起可催办', 'This stage has no deadline; you can remind the office from {0}'],
  again: ['每个工作日可催办一次，{0} 起可再次催办', 'Once per working day; you can remind the office again from {0}'],
} as const satisfies Readonly<Record<string, Text>>

/** Why whoever waits cannot remind the office now: not before half of its time is over, and once per working day. */
export const reminderObstacle = (wait: Wait, days: Calendar): Text | null => {
  const { until, last, now } = wait
  if (last && workdaysUntil(last, now, days) < 1) return fill(texts.again, workdayAfter(last, 1, days))
  const half = halfOf(wait, days)
  return now < half ? fill(until ? texts.half : texts.noDeadline, half.slice(0, until ? 16 : 10)) : null
}

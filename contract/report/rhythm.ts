import type { Choice } from '../kit/field.ts'
import { fill, type Text } from '../kit/text.ts'

export const rhythms = [
  ['day', ['每天', 'Every day']],
  ['week', ['每周', 'Every week']],
  ['month', ['每月', 'Every month']],
] as const satisfies readonly Choice[]

export const weekdays = [
  [1, ['周一', 'Monday']],
  [2, ['周二', 'Tuesday']],
  [3, ['周三', 'Wednesday']],
  [4, ['周四', 'Thursday']],
  [5, ['周五', 'Friday']],
  [6, ['周六', 'Saturday']],
  [7, ['周日', 'Sunday']],
] as const satisfies readonly Choice[]

/** Each half hour. */
export const timesOfDay: readonly string[] = Array.from(
  { length: 48 },
  (_, n) => `${String(Math.floor(n / 2)).padStart(2, '0')}:${n % 2 ? '30' : '00'}`,
)

/** When a report is sent. */
export interface Rhythm {
  readonly rhythm: string
  readonly weekday: number | null
  readonly monthday: number | null
  readonly timeOfDay: string
}

const days = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN']

/** The cron expression of a job that runs then. */
export const cronOf = ({ rhythm, weekday, monthday, timeOfDay }: Rhythm): string => {
  const [hour, minute] = timeOfDay.split(':').map(Number)
  if (rhythm === 'month') return `0 ${minute} ${hour} ${monthday ?? 1} * ?`
  return `0 ${minute} ${hour} ${rhythm === 'week' ? `? * ${days[(weekday ?? 1) - 1]}` : '* * ?'}`
}

/** 每周一 08:30, every Monday at 08:30. */
export const rhythmText = ({ rhythm, weekday, monthday, timeOfDay }: Rhythm): Text => {
  if (rhythm === 'month') return fill(['每月 {0} 日 {1}', 'On day {0} of the month at {1}'], monthday ?? 1, timeOfDay)
  if (rhythm === 'day') return fill(['每天 {0}', 'Every day at {0}'], timeOfDay)
  const [, [zh, en]] = weekdays[(weekday ?? 1) - 1] ?? weekdays[0]
  return [`每${zh} ${timeOfDay}`, `Every ${en} at ${timeOfDay}`]
}

import { fill, type Text } from '../kit/text.ts'
import { everyText, inSentence, maxParts } from './sentence.ts'
import type { Cron } from './time-expression.ts'

/** The part of a schedule in words that is about the time of day. */
export interface ClockPhrase {
  readonly text: Text
  /** `times`: 8:30; `rhythm`: every 5 minutes, all day; `window`: every 5 minutes from or between certain times of the day. */
  readonly form: 'times' | 'rhythm' | 'window'
}

const secondsOfDay = 86_400

const timesOf = ({ hour, minute, second }: Cron): number[] =>
  hour.values.flatMap((h) => minute.values.flatMap((m) => second.values.map((s) => h * 3600 + m * 60 + s)))

/** The difference between all neighbours, if it is the same. */
const stepOf = (times: readonly number[]): number | null => {
  const [first = 0, second = first] = times
  const step = second - first
  return step > 0 && times.every((time, i) => time === first + i * step) ? step : null
}

const clock = (time: number, withSeconds: boolean): Text => {
  const twoDigits = (value: number) => String(value).padStart(2, '0')
  const parts = [Math.floor(time / 3600), twoDigits(Math.floor(time / 60) % 60)]
  const text = [...parts, ...(withSeconds ? [twoDigits(time % 60)] : [])].join(':')
  return [text, text]
}

const numbers = (values: readonly number[]) => inSentence(values.map((value): Text => [`${value}`, `${value}`]))

/** Certain minutes of every hour, or seconds of every minute. */
const withinHour = ({ hour, minute, second }: Cron): Text | null => {
  if (!hour.isAll) return null
  const [firstSecond = 0, ...otherSeconds] = second.values
  if (otherSeconds.length === 0 && minute.values.length === 1)
    return firstSecond === 0
      ? fill(['每小时第 {0} 分', 'at minute {0} of every hour'], numbers(minute.values))
      : fill(
          ['每小时第 {0} 分 {1} 秒', 'at minute {0} and second {1} of every hour'],
          ...[numbers(minute.values), firstSecond],
        )
  if (otherSeconds.length === 0 && firstSecond === 0 && minute.values.length <= maxParts)
    return fill(['每小时第 {0} 分', 'at minutes {0} of every hour'], numbers(minute.values))
  if (!minute.isAll || second.values.length > maxParts) return null
  return otherSeconds.length === 0
    ? fill(['每分钟第 {0} 秒', 'at second {0} of every minute'], firstSecond)
    : fill(['每分钟第 {0} 秒', 'at seconds {0} of every minute'], numbers(second.values))
}

/** The times of day of a cron expression in words, or null if they have no short ones. */
export const clockPhrase = (cron: Cron): ClockPhrase | null => {
  const times = timesOf(cron)
  const first = times[0] as number
  const last = times.at(-1) as number
  const withSeconds = times.some((time) => time % 60 !== 0)
  const list = (): ClockPhrase => ({ text: inSentence(times.map((time) => clock(time, withSeconds))), form: 'times' })
  if (times.length <= 3) return list()
  const step = stepOf(times)
  const every = step === null ? null : everyText(step * 1000)
  const isAllDay = step !== null && last + step === first + secondsOfDay
  if (every && isAllDay && first === 0)
    return { text: step === 3600 ? ['每小时整点', 'every hour on the hour'] : every, form: 'rhythm' }
  const ofHour = withinHour(cron)
  if (ofHour) return { text: ofHour, form: 'rhythm' }
  if (every && isAllDay && times.length > maxParts)
    return { text: fill(['从{0}起{1}', '{1} from {0}'], clock(first, withSeconds), every), form: 'window' }
  if (times.length <= maxParts) return list()
  if (!every) return null
  const [start, end] = [clock(first, withSeconds), clock(last, withSeconds)]
  return { text: fill(['{0}至{1}{2}', '{2} from {0} to {1}'], start, end, every), form: 'window' }
}

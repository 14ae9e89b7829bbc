import { Fail } from '#contract/kit/fail.ts'
import type { Text } from '#contract/kit/text.ts'

/** A length of time in calendar units of Asia/Shanghai. */
export interface Duration {
  readonly kind: 'duration'
  readonly months: number
  readonly days: number
  readonly seconds: number
}

/** A moment. `isWholeDay` is a date without a time of day: `at` is its beginning. */
export interface Moment {
  readonly kind: 'moment'
  readonly at: Date
  readonly isWholeDay: boolean
}

export type Time = Duration | Moment

const years = { first: 2000, last: 2099 }
const maxDurationYears = 10
const dayMs = 86_400_000
/** Asia/Shanghai is eight hours ahead of UTC and has had no summer time since 1991. */
const shanghaiMs = 8 * 3_600_000

const quoted = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text)

const invalid = (text: string, [zh, en]: Text) =>
  new Fail([`时间“${quoted(text)}”有误：${zh}`, `The time “${quoted(text)}” is not valid: ${en}`])

const notATime: Text = [
  '应为 ISO 8601 的日期（2026-12-31）、时间（2026-12-31T18:00:00）或时长（P3D、PT4H）',
  'write a date (2026-12-31), a time (2026-12-31T18:00:00) or a duration (P3D, PT4H) in ISO 8601',
]
const noSuchDay: Text = ['没有这一天或这个时刻', 'there is no such day or time of day']
const outOfYears: Text = [
  `年份应在 ${years.first} 到 ${years.last} 之间`,
  `the year has to be from ${years.first} to ${years.last}`,
]
const tooLong: Text = [`时长不能超过 ${maxDurationYears} 年`, `it may be at most ${maxDurationYears} years`]
const repeats: Text = ['不能重复', 'it may not repeat']

const durationPattern =
  /^P(?!$)(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?!$)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/
const momentPattern = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?)?$/

const durationOf = (text: string, parts: readonly (string | undefined)[]): Duration => {
  const [year = 0, month = 0, week = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map((part) =>
    Number(part ?? 0),
  )
  const months = year * 12 + month
  const days = week * 7 + day
  const seconds = hour * 3600 + minute * 60 + second
  if (months / 12 + days / 365 + seconds / (365 * 86_400) > maxDurationYears) throw invalid(text, tooLong)
  return { kind: 'duration', months, days, seconds }
}

/** Milliseconds of `+08:00`; null for what is no offset. */
const offsetMs = (zone: string | undefined): number | null => {
  if (zone === undefined) return shanghaiMs
  if (zone === 'Z') return 0
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(-2))]
  if (hours > 14 || minutes > 59) return null
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000
}

const momentOf = (text: string, parts: readonly (string | undefined)[]): Moment => {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(0, 6)
    .map((part) => Number(part ?? 0))
  const wall = new Date(Date.UTC(year, month - 1, day, hour, minute, second))
  const offset = offsetMs(parts[6])
  const isReal =
    wall.getUTCMonth() === month - 1 && wall.getUTCDate() === day && hour < 24 && minute < 60 && second < 60
  if (!isReal || offset === null) throw invalid(text, noSuchDay)
  if (year < years.first || year > years.last) throw invalid(text, outOfYears)
  return { kind: 'moment', at: new Date(wall.getTime() - offset), isWholeDay: parts[3] === undefined }
}

/**
 * Reads a date, a time or a duration in ISO 8601; also `2026-12-31 18:00:00`, as the platform writes times. Without an offset it is
 * that of Asia/Shanghai. Throws a Fail that quotes the text: deployments and running processes use this one grammar.
 */
export const parseTime = (text: string): Time => {
  const trimmed = text.trim()
  const duration = durationPattern.exec(trimmed)
  if (duration) return durationOf(trimmed, duration.slice(1))
  const moment = momentPattern.exec(trimmed)
  if (moment) return momentOf(trimmed, moment.slice(1))
  throw invalid(trimmed, /^R\d*\//.test(trimmed) ? repeats : notATime)
}

/** A moment later by calendar months, then days and seconds; the 31st becomes the last day of a shorter month. */
const addDuration = (from: Date, { months, days, seconds }: Duration): Date => {
  const wall = new Date(from.getTime() + shanghaiMs)
  const day = wall.getUTCDate()
  wall.setUTCDate(1)
  wall.setUTCMonth(wall.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth() + 1, 0)).getUTCDate()
  wall.setUTCDate(Math.min(day, lastDay))
  return new Date(wall.getTime() + days * dayMs + seconds * 1000 - shanghaiMs)
}

/** When a timer that begins at `from` expires: a date at its beginning. */
export const expiryOf = (time: Time, from: Date): Date => (time.kind === 'duration' ? addDuration(from, time) : time.at)

/** When a task that begins at `from` is due: a date includes its day. */
export const dueMomentOf = (time: Time, from: Date): Date =>
  time.kind === 'moment' && time.isWholeDay ? new Date(time.at.getTime() + dayMs - 1000) : expiryOf(time, from)

const minuteMs = 60_000
const tooShort: Text = ['时长应不少于 1 分钟', 'a duration has to be at least one minute']
const needsDuration: Text = ['应为时长，如 P3D、PT4H', 'write a duration, such as P3D or PT4H']
const needsMoment: Text = [
  '应为日期或时间，如 2026-12-31T18:00:00',
  'write a date or a time, such as 2026-12-31T18:00:00',
]

/** The time of a timer, of the kind that its element names. Timers fire about twice a minute, so shorter durations mean nothing. */
export const parseTimer = (text: string, kind: Time['kind']): Time => {
  const time = parseTime(text)
  if (time.kind !== kind) throw invalid(text, kind === 'duration' ? needsDuration : needsMoment)
  const isShort = time.kind === 'duration' && addDuration(new Date(0), time).getTime() < minuteMs
  if (isShort) throw invalid(text, tooShort)
  return time
}

import { Cron } from 'croner'
import { invalidExpression, parseCron, parseInterval } from '#contract/job/time-expression.ts'
import { timing } from '#contract/job/timing.ts'
import { Fail } from '#contract/kit/fail.ts'
import { fill, type Text } from '#contract/kit/text.ts'

/**
 * When a job runs next. The only file that knows the library; the time is always given, never that of the process. Each option
 * gives the library a meaning of Quartz: weekdays from 1 (Sunday), `0/5`, and both day and weekday when both are named. The rule of
 * fixed times makes those of a list (2:30 and 14:30) behave as one of them would where the clock changes.
 */
const asQuartz = {
  mode: '7-part',
  alternativeWeekdays: true,
  sloppyRanges: true,
  domAndDow: true,
  fixedTimeRule: 'no-wildcard',
  paused: true,
} as const

const isZone = (zone: string) => {
  // only newer versions of Node take an offset such as +08:00
  if (!/^[A-Za-z]/.test(zone)) return false
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }))
  } catch {
    return false
  }
}
const faultOfZone = (zone: string): Text | null =>
  isZone(zone)
    ? null
    : invalidExpression(
        fill(['时区“{0}”不存在，应为 Asia/Shanghai 形式', 'there is no time zone “{0}”; one is Asia/Shanghai'], zone),
      )

/**
 * The expression with its years written out: the library counts the steps of years from 0, and would look for a day that never comes
 * in 400 years instead of those until 2099.
 */
const withYears = (expression: string) => {
  const cron = parseCron(expression)
  if ('refusal' in cron) throw new Fail(cron.refusal)
  const fields = expression.trim().split(/\s+/).slice(0, 6)
  return [...fields, cron.year.values.join(',')].join(' ')
}

interface Span {
  /** An IANA time zone. */
  readonly zone: string
  /** Times are later than this one. */
  readonly from: Date
  readonly count: number
  /** The last possible time. */
  readonly until?: Date
}

/**
 * The next times of a cron expression, at most `count`; none if it never fires again. A fixed time that a change of the clock
 * skips is replaced by the first moment after it; one that occurs twice counts once. Throws a Fail if the expression or the zone
 * is not valid.
 */
export const nextTimes = (expression: string, { zone, from, count, until }: Span): Date[] => {
  const fault = faultOfZone(zone)
  if (fault) throw new Fail(fault)
  const times = new Cron(withYears(expression), { ...asQuartz, timezone: zone }).nextRuns(count, from)
  return until ? times.filter((time) => time <= until) : times
}

/** What is wrong with a cron expression or its time zone, or null. */
export const checkCron = (expression: string, zone: string, from: Date): Text | null => {
  const cron = parseCron(expression)
  if ('refusal' in cron) return cron.refusal
  const fault = faultOfZone(zone)
  if (fault) return fault
  return nextTimes(expression, { zone, from, count: 1 }).length > 0
    ? null
    : invalidExpression(['此后不会再触发，请检查日期和年份', 'it never fires from now on; check the date and the year'])
}

interface Schedule {
  /** A value of `timing`. */
  readonly type: number
  readonly expression: string | null
  readonly zone: string
  readonly from: Date
}
interface ScheduleFault {
  readonly field: 'timeExpressionType' | 'timeExpression' | 'timeZone'
  readonly text: Text
}

const faultOfExpression = ({ type, expression, zone, from }: Schedule): Text | null => {
  const text = expression ?? ''
  if (type === timing.cron) return checkCron(text, zone, from)
  if (type === timing.fixedRate || type === timing.fixedDelay) {
    const interval = parseInterval(text)
    return typeof interval === 'number' ? null : interval.refusal
  }
  return text.trim() === ''
    ? null
    : invalidExpression(['此定时类型不需要时间表达式，请留空', 'this kind of timing has none; leave it empty'])
}

/** What is wrong with the schedule of a job, and in which of its fields, or null. */
export const checkSchedule = (schedule: Schedule): ScheduleFault | null => {
  if (!(Object.values(timing) as number[]).includes(schedule.type))
    return { field: 'timeExpressionType', text: ['请选择定时信息', 'Choose a kind of timing'] }
  const zoneFault = faultOfZone(schedule.zone)
  if (zoneFault) return { field: 'timeZone', text: zoneFault }
  const text = faultOfExpression(schedule)
  return text && { field: 'timeExpression', text }
}

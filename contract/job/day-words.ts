import { fill, type Text } from '../kit/text.ts'
import { inSentence, maxParts, rangeText, runsOf } from './sentence.ts'
import type { Cron, CronField } from './time-expression.ts'

/** The part of a schedule in words that is about days, months and years; English says some of it after the time. */
interface DayPhrase {
  readonly before: Text
  readonly after: Text
}

const none: Text = ['', '']
const join = (...texts: readonly Text[]): Text => [texts.map(([zh]) => zh).join(''), texts.map(([, en]) => en).join('')]

/** From Monday, as people count; those of Quartz begin with Sunday. */
const weekdayNames: readonly Text[] = [
  ['周一', 'Monday'],
  ['周二', 'Tuesday'],
  ['周三', 'Wednesday'],
  ['周四', 'Thursday'],
  ['周五', 'Friday'],
  ['周六', 'Saturday'],
  ['周日', 'Sunday'],
]
const fromMonday = (weekday: number) => (weekday + 5) % 7
const weekdayName = (index: number) => weekdayNames[index] as Text

const monthNames = 'January February March April May June July August September October November December'.split(' ')
const monthName = (month: number): Text => fill(['{0} 月', '{1}'], month, monthNames[month - 1] as string)
const yearName = (year: number): Text => fill(['{0} 年', '{0}'], year)

const ordinal = (n: number) => {
  const ending = n % 100 > 10 && n % 100 < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th')
  return `${n}${ending}`
}
const dayName = (day: number): Text => fill(['{0} 日', 'the {1}'], day, ordinal(day))
const nths: readonly Text[] = [
  ['第一个{0}', 'the first {0}'],
  ['第二个{0}', 'the second {0}'],
  ['第三个{0}', 'the third {0}'],
  ['第四个{0}', 'the fourth {0}'],
  ['第五个{0}', 'the fifth {0}'],
]

/** Values as names, three or more neighbours as a range; null if they are too many for a sentence. */
const partsOf = (values: readonly number[], nameOf: (value: number) => Text): readonly Text[] | null => {
  const runs = runsOf(values)
  if (runs.length > maxParts) return null
  return runs.map(([first, last]) => (first === last ? nameOf(first) : rangeText(nameOf(first), nameOf(last))))
}

interface Period {
  readonly text: Text
  readonly isRange: boolean
  readonly isOne: boolean
}
/** Months or years: one range, or a list. */
const periodOf = (values: readonly number[], nameOf: (value: number) => Text): Period | null => {
  const [[first, last] = [0, 0], ...others] = runsOf(values)
  if (others.length === 0 && first !== last)
    return { text: rangeText(nameOf(first), nameOf(last)), isRange: true, isOne: false }
  if (values.length > maxParts) return null
  return { text: inSentence(values.map(nameOf)), isRange: false, isOne: values.length === 1 }
}
const inPeriod = ({ text, isRange }: Period) => (isRange ? `from ${text[1]}` : `in ${text[1]}`)

/** What a mark of a day or a weekday says, or null if people would expect something else. */
const markText = (mark: string): Text | null => {
  if (mark === 'L') return ['最后一天', 'the last day']
  if (mark === 'LW') return ['最后一个工作日（周一至周五）', 'the last weekday']
  const value = Number.parseInt(mark, 10)
  if (mark === '1W') return ['第一个工作日（周一至周五）', 'the first weekday']
  // only within the month: a month without the day has no run, and the nearest weekday of the next month does not count
  if (mark.endsWith('W'))
    return value > 27 ? null : fill(['最接近{0}的工作日（周一至周五）', 'the weekday nearest {0}'], dayName(value))
  const weekday = weekdayName(fromMonday(value))
  if (mark.endsWith('L')) return fill(['最后一个{0}', 'the last {0}'], weekday)
  return fill(nths[Number(mark.split('#')[1]) - 1] as Text, weekday)
}

/** The days of a month that the field of days, or marks of the field of weekdays, name. */
const daysOfMonth = (day: CronField, weekday: CronField): Text | null => {
  const values = day.isAll ? [] : partsOf(day.values, dayName)
  const marks = [...day.marks, ...weekday.marks].map(markText)
  if (!values || marks.includes(null) || values.length + marks.length > maxParts) return null
  return inSentence([...values, ...(marks as readonly Text[])])
}

const weekdayParts = ({ values }: CronField) =>
  partsOf(
    values.map(fromMonday).sort((a, b) => a - b),
    weekdayName,
  ) ?? []
const hasRange = (parts: readonly Text[]) => parts.some((part) => !weekdayNames.includes(part))

const onWeekdays = (weekday: CronField): Text => {
  const parts = weekdayParts(weekday)
  return hasRange(parts) ? inSentence(parts) : fill(['每{0}', 'every {0}'], inSentence(parts))
}
const onlyOnWeekdays = (weekday: CronField): Text => {
  const parts = weekdayParts(weekday)
  return fill(
    hasRange(parts) ? ['（限{0}）', ' if it is {0}'] : ['（限{0}）', ' if it is a {0}'],
    inSentence(parts, 'or'),
  )
}

/** Days of a month, with their months: `每月 1 日`, `每年 2 月 29 日`. */
const inMonths = (days: Text, months: Period | null): Text => {
  if (!months) return fill(['每月{0}', 'on {0} of the month'], days)
  if (months.isOne) return fill(['{0}{1}', 'on {1} of {0}'], months.text, days)
  const ofEach: Text = months.isRange ? fill(['{0}', 'each month from {0}'], months.text) : months.text
  return fill(['{0}的{1}', 'on {1} of {0}'], ofEach, days)
}

/** The years, and the months unless the days are said with them, as they stand before and after everything else. */
const periods = (months: Period | null, years: Period | null, isMonthSaid: boolean): DayPhrase => {
  const everyYear = months && !years?.isOne ? '每年' : ''
  return {
    before: [`${years?.text[0] ?? ''}${everyYear}${isMonthSaid ? '' : (months?.text[0] ?? '')}`, ''],
    after: ['', `${months && !isMonthSaid ? `, ${inPeriod(months)}` : ''}${years ? `, ${inPeriod(years)}` : ''}`],
  }
}

/** The days of a cron expression in words, or null if they have no short ones. `isRhythm`: every day need not be said. */
export const dayPhrase = ({ day, month, weekday, year }: Cron, isRhythm: boolean): DayPhrase | null => {
  const months = month.isAll ? null : periodOf(month.values, monthName)
  const years = year.isAll ? null : periodOf(year.values, yearName)
  if ((!month.isAll && !months) || (!year.isAll && !years)) return null
  const hasDays = !day.isAll || weekday.marks.length > 0
  const around = periods(months, years, hasDays)
  if (!hasDays) {
    const days: Text = weekday.isAll ? (isRhythm ? none : ['每天', 'every day']) : onWeekdays(weekday)
    const of: Text = months && !weekday.isAll && !days[0].startsWith('每') ? ['的', ''] : none
    return { before: join(around.before, of, days), after: around.after }
  }
  // a day and certain weekdays: both must apply; marks of both are more than a sentence says
  const isBoth = !day.isAll && !weekday.isAll
  if (weekday.marks.length > 0 && (isBoth || weekday.values.length > 0)) return null
  const days = daysOfMonth(day, weekday)
  if (!days) return null
  const condition = isBoth ? onlyOnWeekdays(weekday) : none
  return {
    before: join(around.before, inMonths(days, months), [condition[0], '']),
    after: join(['', condition[1]], around.after),
  }
}

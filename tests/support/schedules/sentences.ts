import type { Text } from '#contract/kit/text.ts'
import { type Day, isLast, isLastOfWeekday, isLastWorkday, isNearestWorkday, isNth, type Meaning } from './calendar.ts'

/** Reads the words of a schedule back, as a person would; each language on its own. */

type IsDay = (day: Day) => boolean
const numbersIn = (text: string) => [...text.matchAll(/\d+/g)].map(Number)
const between = (values: readonly number[]) => (value: number) =>
  value >= (values[0] as number) && value <= (values.at(-1) as number)
const any =
  <T>(tests: readonly ((value: T) => boolean)[]) =>
  (value: T) =>
    tests.some((test) => test(value))
const always = () => true
const fail = (text: string): never => {
  throw new Error(`nobody understands “${text}”`)
}

const secondsIn = (time: string) => {
  const [h = 0, m = 0, s = 0] = time.split(':').map(Number)
  return h * 3600 + m * 60 + s
}
const each = (step: number, first = 0, last = 86_399) =>
  Array.from({ length: 86_400 }, (_, i) => i).filter((i) => i >= first && i <= last && (i - first) % step === 0)
const unitSeconds: Readonly<Record<string, number>> = {
  ...{ 小时: 3600, 分钟: 60, 秒: 1 },
  ...{ hour: 3600, hours: 3600, minute: 60, minutes: 60, second: 1, seconds: 1 },
}

const weekdaysZh = '一二三四五六日'
const weekdayIn = (text: string) => weekdaysZh.indexOf(/周([一二三四五六日])/.exec(text)?.[1] ?? fail(text)) + 1
const nthsZh = '一二三四五'

const weekdayListZh = (text: string): IsDay =>
  any(
    text.split('、').map((item): IsDay => {
      const ends = item.split('至').map(weekdayIn)
      return ({ weekday }) => between(ends)(weekday)
    }),
  )
const dayItemZh = (item: string): IsDay => {
  const workday = '工作日（周一至周五）'
  if (item === '最后一天') return isLast
  if (item === `最后一个${workday}`) return isLastWorkday
  if (item === `第一个${workday}`) return ({ day, workdays }) => day === workdays[0]
  if (item.startsWith('最接近')) return (day) => isNearestWorkday(day, numbersIn(item)[0] as number)
  if (item.startsWith('最后一个')) return (day) => day.weekday === weekdayIn(item) && isLastOfWeekday(day)
  const nth = nthsZh.indexOf(/^第(.)个周/.exec(item)?.[1] ?? '-') + 1
  if (nth > 0) return (day) => day.weekday === weekdayIn(item) && isNth(day, nth)
  return /^\d+日(至\d+日)?$/.test(item) ? ({ day }) => between(numbersIn(item))(day) : fail(item)
}
const clockZh = (text: string): readonly number[] => {
  const every = /每(\d*)(小时|分钟|秒)$/.exec(text)
  const step = every && Number(every[1] || 1) * (unitSeconds[every[2] as string] as number)
  const before = text.slice(0, every?.index)
  if (text === '每小时整点') return each(3600)
  if (step && before === '') return each(step)
  if (step && /^从[\d:]+起$/.test(before)) return each(step, secondsIn(before.slice(1, -1)))
  const [first, last] = before.split('至')
  if (step && first && last) return each(step, secondsIn(first), secondsIn(last))
  const [, minutes, second = '0'] = /^每小时第([\d、]+)分(?:(\d+)秒)?$/.exec(text) ?? []
  if (minutes)
    return each(1).filter((t) => numbersIn(minutes).includes(Math.floor(t / 60) % 60) && t % 60 === Number(second))
  const [, seconds] = /^每分钟第([\d、]+)秒$/.exec(text) ?? []
  if (seconds) return each(1).filter((t) => numbersIn(seconds).includes(t % 60))
  return /^[\d:、]+$/.test(text) ? text.split('、').map(secondsIn) : fail(text)
}
const periodZh = (text: string) => {
  const values = numbersIn(text)
  if (values.length === 0) return always
  return text.includes('至') ? between(values) : (value: number) => values.includes(value)
}

/** The meaning of the Chinese words. */
export const meaningOfChinese = ([zh]: Text): Meaning => {
  const item =
    '(?:\\d+日(?:至\\d+日)?|最后一天|最后一个工作日（周一至周五）|第一个工作日（周一至周五）|最接近\\d+日的工作日（周一至周五）|第.个周.|最后一个周.)'
  const pattern = new RegExp(
    '^((?:\\d+年[、至]?)*)(?:每年)?((?:\\d+月[、至]?)*)的?' +
      `(?:(每天)|(?:每月)?(${item}(?:、${item})*)(?:（限(.*?)）)?|每?(周.(?:[、至]周.)*))?(.*)$`,
  )
  const [, years = '', months = '', , days, condition, weekdays, clock] =
    pattern.exec(zh.replaceAll(' ', '')) ?? fail(zh)
  const isDay = days ? any(days.split('、').map(dayItemZh)) : weekdays ? weekdayListZh(weekdays) : always
  const isAllowed = condition ? weekdayListZh(condition) : always
  return {
    isYear: periodZh(years),
    isMonth: periodZh(months),
    isDay: (day) => isDay(day) && isAllowed(day),
    times: clockZh(clock as string),
  }
}

const weekdaysEn = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ')
const monthsEn = 'January February March April May June July August September October November December'.split(' ')
const nthsEn = 'first second third fourth fifth'.split(' ')
const partsOf = (text: string) => text.split(/, | and | or /)
/** A list of words or numbers, or of ranges of them, by their place in a table. */
const listEn = (text: string, indexOf: (word: string) => number) => {
  const ranges = partsOf(text).map((part) => part.split(' to ').map((word) => indexOf(word) || fail(text)))
  return any(ranges.map((range) => between(range)))
}
const indexIn = (words: readonly string[]) => (word: string) => words.indexOf(word) + 1
const weekdayEn = indexIn(weekdaysEn)
const dayNumber = (word: string) => Number(/^the (\d+)(?:st|nd|rd|th)$/.exec(word)?.[1] ?? 0)

const dayItemEn = (item: string): IsDay => {
  if (item === 'the last day') return isLast
  if (item === 'the last weekday') return isLastWorkday
  if (item === 'the first weekday') return ({ day, workdays }) => day === workdays[0]
  if (item.startsWith('the weekday nearest ')) return (day) => isNearestWorkday(day, dayNumber(item.slice(20)))
  const [, nth = '', name = ''] = /^the (\w+) (\w+day)$/.exec(item) ?? []
  if (nth === 'last') return (day) => day.weekday === weekdayEn(name) && isLastOfWeekday(day)
  if (name) return (day) => day.weekday === weekdayEn(name) && isNth(day, indexIn(nthsEn)(nth))
  return ({ day }) => listEn(item, dayNumber)(day)
}
const clockEn = (text: string): readonly number[] => {
  if (text === 'every hour on the hour') return each(3600)
  const [, n = '1', unit, first = '0:00', last = '23:59:59'] =
    /^every (?:(\d+) )?(\w+)(?: from ([\d:]+)(?: to ([\d:]+))?)?$/.exec(text) ?? []
  if (unit) return each(Number(n) * (unitSeconds[unit] as number), secondsIn(first), secondsIn(last))
  const [, values = '', second = '0', of] =
    /^at (?:minute|second)s? ([\d, and]+?)(?: and second (\d+))? of every (hour|minute)$/.exec(text) ?? []
  if (of === 'hour')
    return each(1).filter((t) => numbersIn(values).includes(Math.floor(t / 60) % 60) && t % 60 === Number(second))
  if (of === 'minute') return each(1).filter((t) => numbersIn(values).includes(t % 60))
  return /^[\d:, and]+$/.test(text) ? partsOf(text).map(secondsIn) : fail(text)
}

/** Takes a part off the end of a text. */
const takeEnd = (text: string, pattern: RegExp): [rest: string, part: string | undefined] => {
  const match = pattern.exec(text)
  return match ? [text.slice(0, match.index), match[1]] : [text, undefined]
}
const daysEn = (text: string): Pick<Meaning, 'isDay'> & { readonly months?: string } => {
  if (text === '' || text === 'every day') return { isDay: always }
  const [, days, months] = /^on (.*) of (?:the month|each month from (.*))$/.exec(text) ?? []
  if (days) return { isDay: any(partsOf(days).map(dayItemEn)), ...(months && { months }) }
  const [, ofDays, ofMonths] = /^on (.*) of (.*)$/.exec(text) ?? []
  if (ofDays && ofMonths) return { isDay: any(partsOf(ofDays).map(dayItemEn)), months: ofMonths }
  const isWeekday = listEn(text.replace('every ', ''), weekdayEn)
  return { isDay: ({ weekday }) => isWeekday(weekday) }
}

/** The meaning of the English words. */
export const meaningOfEnglish = ([, en]: Text): Meaning => {
  const text = en.charAt(0).toLowerCase() + en.slice(1)
  const lowerMonday = weekdaysEn.reduce(
    (all, name) => all.replace(new RegExp(`^${name.toLowerCase()}`, 'i'), name),
    text,
  )
  const [withoutYears, years] = takeEnd(lowerMonday, /, (?:in|from) (\d{4}[\d, andto]*)$/)
  const names = monthsEn.join('|')
  const [withoutMonths, months] = takeEnd(withoutYears, new RegExp(`, (?:in|from) ((?:${names}).*)$`))
  const [phrase, condition] = takeEnd(withoutMonths, / if it is (?:a )?(.*)$/)
  const [, days = '', clock = phrase] =
    /^(.*), ((?:every|at (?:minute|second)).*)$/.exec(phrase) ?? /^(.+) at ([\d:, and]+)$/.exec(phrase) ?? []
  const day = daysEn(days)
  const isAllowed = condition ? listEn(condition, weekdayEn) : always
  return {
    isYear: years ? listEn(years, Number) : always,
    isMonth: (months ?? day.months) ? listEn((months ?? day.months) as string, indexIn(monthsEn)) : always,
    isDay: (one) => day.isDay(one) && isAllowed(one.weekday),
    times: clockEn(clock),
  }
}

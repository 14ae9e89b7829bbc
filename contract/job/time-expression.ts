import { fill, type Text } from '../kit/text.ts'

/** Bounds of fixed rates and fixed delays in milliseconds. */
const intervalBounds = { min: 50, max: 120_000 } as const

/**
 * What a field of a cron expression selects: values in ascending order, and marks, which depend on the month: `L`, `LW`, `15W` of a
 * day, `6L`, `6#3` of a weekday. Marks add nothing to all values, and are left out then.
 */
export interface CronField {
  readonly values: readonly number[]
  readonly marks: readonly string[]
  readonly isAll: boolean
}
type FieldName = 'second' | 'minute' | 'hour' | 'day' | 'month' | 'weekday' | 'year'
/** A cron expression as Quartz reads it: weekdays 1 (Sunday) to 7 (Saturday); day and weekday must both apply. */
export type Cron = Readonly<Record<FieldName, CronField>>

interface FieldRule {
  readonly name: FieldName
  readonly label: Text
  readonly min: number
  readonly max: number
  readonly maxStep: number
  readonly names?: readonly string[]
  /** What may stand in the field, besides lists, ranges and steps. */
  readonly allowed: Text
}

const months = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ')
const weekdays = 'SUN MON TUE WED THU FRI SAT'.split(' ')
/** The bounds are those of Quartz. */
const rules: readonly FieldRule[] = [
  { name: 'second', label: ['秒', 'seconds'], min: 0, max: 59, maxStep: 59, allowed: ['0 至 59', '0 to 59'] },
  { name: 'minute', label: ['分', 'minutes'], min: 0, max: 59, maxStep: 59, allowed: ['0 至 59', '0 to 59'] },
  { name: 'hour', label: ['时', 'hours'], min: 0, max: 23, maxStep: 23, allowed: ['0 至 23', '0 to 23'] },
  {
    ...{ name: 'day', label: ['日', 'day'], min: 1, max: 31, maxStep: 31 },
    allowed: ['1 至 31、?、L、LW 或 15W 形式', '1 to 31, ?, L, LW, or as in 15W'],
  },
  {
    ...{ name: 'month', label: ['月', 'month'], min: 1, max: 12, maxStep: 12, names: months },
    allowed: ['1 至 12 或 JAN 至 DEC', '1 to 12, or JAN to DEC'],
  },
  {
    ...{ name: 'weekday', label: ['周', 'weekday'], min: 1, max: 7, maxStep: 7, names: weekdays },
    allowed: [
      '1（周日）至 7（周六）、SUN 至 SAT、?、6L 或 6#3 形式',
      '1 (Sunday) to 7 (Saturday), SUN to SAT, ?, or as in 6L or 6#3',
    ],
  },
  {
    ...{ name: 'year', label: ['年', 'year'], min: 1970, max: 2099, maxStep: 130 },
    allowed: ['1970 至 2099', '1970 to 2099'],
  },
]

/** The message about a time expression: what all of them begin with, and what is wrong. */
export const invalidExpression = (reason: Text): Text =>
  fill(['时间表达式不合法：{0}', 'The time expression is not valid: {0}'], reason)

interface Selection {
  readonly values: readonly number[]
  readonly marks: readonly string[]
}
/** A message instead of a value. */
interface Refusal {
  readonly refusal: Text
}
const refuse = (text: Text, ...values: readonly (string | number | Text)[]): Refusal => ({
  refusal: fill(text, ...values),
})

/** A part of the expression as a message quotes it. */
const quote = (item: string) => (item.length > 20 ? `${[...item].slice(0, 20).join('')}…` : item)
const outOfRange = (rule: FieldRule, item: string) =>
  refuse(
    ['“{0}”中的 {1} 超出范围，允许 {2}', '{1} in the {0} field is out of range; allowed: {2}'],
    ...[rule.label, quote(item), rule.allowed],
  )
const notUnderstood = (rule: FieldRule, item: string) =>
  refuse(
    [
      '无法识别“{0}”中的 {1}，允许 {2}，可用 * , - / 组合',
      '{1} in the {0} field is not understood; allowed: {2}, combined by * , - /',
    ],
    ...[rule.label, quote(item), rule.allowed],
  )
const isWithin = ({ min, max }: FieldRule, value: number) => value >= min && value <= max

/** A number or a name of the field; NaN for anything else. */
const numberOf = ({ names = [], min }: FieldRule, text: string): number => {
  if (/^\d+$/.test(text)) return Number(text)
  const index = names.indexOf(text.toUpperCase())
  return index < 0 ? Number.NaN : index + min
}

const readDayMark = (rule: FieldRule, item: string, isList: boolean): Selection | Refusal | null => {
  if (/^L$/i.test(item)) return { values: [], marks: ['L'] }
  if (/^LW$/i.test(item))
    return isList
      ? refuse(['“日”中的 LW 不能与其他值并列', 'LW in the day field cannot be part of a list'])
      : { values: [], marks: ['LW'] }
  if (/^L-\d+$/i.test(item))
    return refuse(
      ['“日”不支持 {0}（倒数第几天），可用 L（最后一天）', '{0} in the day field is not supported; L is the last day'],
      quote(item),
    )
  const day = /^(\d+)W$/i.exec(item)?.[1]
  if (day === undefined) return null
  return isWithin(rule, Number(day)) ? { values: [], marks: [`${Number(day)}W`] } : outOfRange(rule, item)
}

const readWeekdayMark = (rule: FieldRule, item: string): Selection | Refusal | null => {
  if (/^L$/i.test(item))
    return refuse([
      '“周”中的 L 前应写星期，如 6L 表示最后一个周五',
      'L in the weekday field follows a weekday: 6L is the last Friday',
    ])
  const [, text, last, nth] = /^(\d+|[A-Z]{3})(?:(L)|#(\d+))$/i.exec(item) ?? []
  if (text === undefined) return null
  const weekday = numberOf(rule, text)
  if (Number.isNaN(weekday)) return notUnderstood(rule, item)
  if (!isWithin(rule, weekday)) return outOfRange(rule, item)
  if (last) return { values: [], marks: [`${weekday}L`] }
  return Number(nth) >= 1 && Number(nth) <= 5
    ? { values: [], marks: [`${weekday}#${Number(nth)}`] }
    : refuse(
        [
          '“周”中 {0} 的序号超出范围，允许 1 至 5',
          'the number after # in {0} of the weekday field is out of range; allowed: 1 to 5',
        ],
        quote(item),
      )
}

/** A range that goes past the end of its field as two: `22-2` of hours as `22-23,0-2`. */
const asTwoRanges = ({ min, max }: FieldRule, from: number, to: number) =>
  [
    [from, max],
    [min, to],
  ]
    .map(([a, b]) => (a === b ? a : `${a}-${b}`))
    .join(',')

const readRange = (rule: FieldRule, item: string): Selection | Refusal => {
  const [, start = '', end, stepText] = /^(\*|[A-Z\d]*)(?:-([A-Z\d]+))?(?:\/(\d+))?$/i.exec(item) ?? []
  const isOpen = start === '*' || (start === '' && stepText !== undefined)
  if ((isOpen && end !== undefined) || (start === '' && !isOpen)) return notUnderstood(rule, item)
  const from = isOpen ? rule.min : numberOf(rule, start)
  const to = end !== undefined ? numberOf(rule, end) : isOpen || stepText !== undefined ? rule.max : from
  if (Number.isNaN(from) || Number.isNaN(to)) return notUnderstood(rule, item)
  if (!isWithin(rule, from) || !isWithin(rule, to)) return outOfRange(rule, item)
  if (from > to)
    return refuse(
      [
        '“{0}”中的 {1} 起点大于终点，请分成两段，如 {2}',
        '{1} in the {0} field starts after its end; write two ranges, such as {2}',
      ],
      ...[rule.label, quote(item), asTwoRanges(rule, from, to)],
    )
  const step = Number(stepText ?? 1)
  if (step < 1 || step > rule.maxStep)
    return refuse(
      [
        '“{0}”中 {1} 的间隔超出范围，允许 1 至 {2}',
        'the step of {1} in the {0} field is out of range; allowed: 1 to {2}',
      ],
      ...[rule.label, quote(item), rule.maxStep],
    )
  return { values: Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, i) => from + i * step), marks: [] }
}

const readItem = (rule: FieldRule, item: string, isList: boolean): Selection | Refusal => {
  if (item === '')
    return refuse(['“{0}”的逗号前后缺少值', 'a value is missing beside a comma in the {0} field'], rule.label)
  if (item.includes('?')) return refuse(['“{0}”中的 ? 只能单独使用', '? in the {0} field stands alone'], rule.label)
  if (rule.name === 'day') return readDayMark(rule, item, isList) ?? readRange(rule, item)
  if (rule.name === 'weekday') return readWeekdayMark(rule, item) ?? readRange(rule, item)
  return readRange(rule, item)
}

const readField = (rule: FieldRule, text: string): CronField | Refusal => {
  const canBeOpen = rule.name === 'day' || rule.name === 'weekday'
  if (text.includes('?') && !canBeOpen)
    return refuse(
      ['“{0}”中不能用 ?，只有“日”和“周”可以', '? is not allowed in the {0} field, only in those of day and weekday'],
      rule.label,
    )
  const items = text === '?' ? ['*'] : text.split(',')
  const values = new Set<number>()
  const marks = new Set<string>()
  for (const item of items) {
    const selection = readItem(rule, item, items.length > 1)
    if ('refusal' in selection) return selection
    for (const value of selection.values) values.add(value)
    for (const mark of selection.marks) marks.add(mark)
  }
  const isAll = values.size === rule.max - rule.min + 1
  return { values: [...values].sort((a, b) => a - b), marks: isAll ? [] : [...marks], isAll }
}

const refuseExpression = (text: Text, ...values: readonly (string | number | Text)[]): Refusal => ({
  refusal: invalidExpression(fill(text, ...values)),
})

/**
 * Reads a cron expression of 6 or 7 fields: second, minute, hour, day, month, weekday and, if it is not every year, year.
 * Returns its fields, or a message that names the first wrong field, its value and what is allowed.
 */
export const parseCron = (expression: string): Cron | Refusal => {
  const texts = expression.trim().split(/\s+/).filter(Boolean)
  if (/^\d{4}-\d{2}-\d{2}/.test(texts[0] ?? ''))
    return refuseExpression([
      '不能填写日期时间，请写成 Cron 表达式，如 0 0 8 1 5 ? 2027',
      'it is a date; write a cron expression, such as 0 0 8 1 5 ? 2027',
    ])
  if (texts.length < 6 || texts.length > 7)
    return refuseExpression(
      [
        '应为 6 段或 7 段（秒 分 时 日 月 周 [年]），现为 {0} 段',
        'it needs 6 or 7 fields (seconds minutes hours day month weekday [year]), not {0}',
      ],
      texts.length,
    )
  const fields: Partial<Record<FieldName, CronField>> = {}
  for (const [i, rule] of rules.entries()) {
    const field = readField(rule, texts[i] ?? '*')
    if ('refusal' in field) return refuseExpression(field.refusal)
    fields[rule.name] = field
  }
  return fields as Cron
}

/** The milliseconds of a fixed rate or a fixed delay, or a message that says what is allowed. */
export const parseInterval = (expression: string): number | Refusal => {
  const milliseconds = /^\d{1,6}$/.test(expression.trim()) ? Number(expression) : Number.NaN
  if (milliseconds >= intervalBounds.min && milliseconds <= intervalBounds.max) return milliseconds
  return refuseExpression(
    ['间隔应为 {0} 至 {1} 之间的整数（毫秒）', 'an interval is a whole number of milliseconds from {0} to {1}'],
    ...[intervalBounds.min, intervalBounds.max],
  )
}

import { describe, expect, test } from 'vitest'
import { parseCron } from './time-expression.ts'

const refusal = (expression: string) => {
  const cron = parseCron(expression)
  return 'refusal' in cron ? cron.refusal : null
}

const day: readonly [string, string] = ['1 至 31、?、L、LW 或 15W 形式', '1 to 31, ?, L, LW, or as in 15W']
const weekday: readonly [string, string] = [
  '1（周日）至 7（周六）、SUN 至 SAT、?、6L 或 6#3 形式',
  '1 (Sunday) to 7 (Saturday), SUN to SAT, ?, or as in 6L or 6#3',
]
const outOfRange = (field: readonly [string, string], value: string, allowed: readonly [string, string]) =>
  [
    `“${field[0]}”中的 ${value} 超出范围，允许 ${allowed[0]}`,
    `${value} in the ${field[1]} field is out of range; allowed: ${allowed[1]}`,
  ] as const
const notUnderstood = (field: readonly [string, string], value: string, allowed: readonly [string, string]) =>
  [
    `无法识别“${field[0]}”中的 ${value}，允许 ${allowed[0]}，可用 * , - / 组合`,
    `${value} in the ${field[1]} field is not understood; allowed: ${allowed[1]}, combined by * , - /`,
  ] as const
const seconds = ['秒', 'seconds'] as const
const minutes = ['分', 'minutes'] as const
const hours = ['时', 'hours'] as const
const days = ['日', 'day'] as const
const months = ['月', 'month'] as const
const weekdays = ['周', 'weekday'] as const
const years = ['年', 'year'] as const
const to59 = ['0 至 59', '0 to 59'] as const
const to23 = ['0 至 23', '0 to 23'] as const
const to12 = ['1 至 12 或 JAN 至 DEC', '1 to 12, or JAN to DEC'] as const
const to2099 = ['1970 至 2099', '1970 to 2099'] as const
const date = [
  '不能填写日期时间，请写成 Cron 表达式，如 0 0 8 1 5 ? 2027',
  'it is a date; write a cron expression, such as 0 0 8 1 5 ? 2027',
] as const
const fields = (count: number) =>
  [
    `应为 6 段或 7 段（秒 分 时 日 月 周 [年]），现为 ${count} 段`,
    `it needs 6 or 7 fields (seconds minutes hours day month weekday [year]), not ${count}`,
  ] as const

const faults: readonly (readonly [expression: string, reason: readonly [string, string]])[] = [
  ['', fields(0)],
  ['* * * * *', fields(5)],
  ['@daily', fields(1)],
  ['0 0 0 1 1 ? 2027 0', fields(8)],
  ['2027-05-01T08:00:00', date],
  ['2027-05-01 08:00:00', date],
  ['60 * * * * ?', outOfRange(seconds, '60', to59)],
  ['0 60 * * * ?', outOfRange(minutes, '60', to59)],
  ['0 0 24 * * ?', outOfRange(hours, '24', to23)],
  ['0 0 0-24 * * ?', outOfRange(hours, '0-24', to23)],
  ['0 0 0 0 * ?', outOfRange(days, '0', day)],
  ['0 0 0 32W * ?', outOfRange(days, '32W', day)],
  ['0 0 0 1 13 ?', outOfRange(months, '13', to12)],
  ['0 0 0 ? * 0', outOfRange(weekdays, '0', weekday)],
  ['0 0 0 ? * 8', outOfRange(weekdays, '8', weekday)],
  ['0 0 0 ? * 8L', outOfRange(weekdays, '8L', weekday)],
  ['0 0 0 1 1 ? 2100', outOfRange(years, '2100', to2099)],
  ['0 0 0 1 1 ? 27', outOfRange(years, '27', to2099)],
  ['abc * * * * ?', notUnderstood(seconds, 'abc', to59)],
  ['0 1.5 * * * ?', notUnderstood(minutes, '1.5', to59)],
  ['0 0 8：00 * * ?', notUnderstood(hours, '8：00', to23)],
  ['0 0 0 15W-20 * ?', notUnderstood(days, '15W-20', day)],
  ['0 0 0 ?,1 * ?', ['“日”中的 ? 只能单独使用', '? in the day field stands alone']],
  ['0 0 0 1 * ?/2', ['“周”中的 ? 只能单独使用', '? in the weekday field stands alone']],
  ['0 0 0 1 MARCH ?', notUnderstood(months, 'MARCH', to12)],
  ['0 0 0 ? * ſUN', notUnderstood(weekdays, 'ſUN', weekday)],
  ['0 0 0 ? * XYZ#1', notUnderstood(weekdays, 'XYZ#1', weekday)],
  ['0 0 0 1 1 ? next', notUnderstood(years, 'next', to2099)],
  ['0 -5 * * * ?', notUnderstood(minutes, '-5', to59)],
  ['0 1/2/3 * * * ?', notUnderstood(minutes, '1/2/3', to59)],
  [`0 ${'1'.repeat(30)} * * * ?`, outOfRange(minutes, `${'1'.repeat(20)}…`, to59)],
  [
    '0 ? * * * ?',
    ['“分”中不能用 ?，只有“日”和“周”可以', '? is not allowed in the minutes field, only in those of day and weekday'],
  ],
  ['0 1,,2 * * * ?', ['“分”的逗号前后缺少值', 'a value is missing beside a comma in the minutes field']],
  [
    '0 0/0 * * * ?',
    [
      '“分”中 0/0 的间隔超出范围，允许 1 至 59',
      'the step of 0/0 in the minutes field is out of range; allowed: 1 to 59',
    ],
  ],
  [
    '0 0/90 * * * ?',
    [
      '“分”中 0/90 的间隔超出范围，允许 1 至 59',
      'the step of 0/90 in the minutes field is out of range; allowed: 1 to 59',
    ],
  ],
  [
    '0 0 22-2 * * ?',
    [
      '“时”中的 22-2 起点大于终点，请分成两段，如 22-23,0-2',
      '22-2 in the hours field starts after its end; write two ranges, such as 22-23,0-2',
    ],
  ],
  [
    '0 0 0 ? * SAT-MON',
    [
      '“周”中的 SAT-MON 起点大于终点，请分成两段，如 7,1-2',
      'SAT-MON in the weekday field starts after its end; write two ranges, such as 7,1-2',
    ],
  ],
  [
    '0 0 0 L-3 * ?',
    ['“日”不支持 L-3（倒数第几天），可用 L（最后一天）', 'L-3 in the day field is not supported; L is the last day'],
  ],
  ['0 0 0 LW,15 * ?', ['“日”中的 LW 不能与其他值并列', 'LW in the day field cannot be part of a list']],
  [
    '0 0 0 ? * L',
    [
      '“周”中的 L 前应写星期，如 6L 表示最后一个周五',
      'L in the weekday field follows a weekday: 6L is the last Friday',
    ],
  ],
  [
    '0 0 0 ? * 2#6',
    [
      '“周”中 2#6 的序号超出范围，允许 1 至 5',
      'the number after # in 2#6 of the weekday field is out of range; allowed: 1 to 5',
    ],
  ],
]

describe('a cron expression that is not valid', () => {
  test.each(faults)('%j: %j', (expression, [zh, en]) =>
    expect(refusal(expression)).toEqual([`时间表达式不合法：${zh}`, `The time expression is not valid: ${en}`]),
  )

  test('is said to be so in the first wrong field', () => {
    expect(refusal('0 60 24 * * ?')?.[1]).toMatch('60 in the minutes field')
  })
})

describe('a valid cron expression', () => {
  const read = (expression: string) => {
    const cron = parseCron(expression)
    if ('refusal' in cron) throw new Error(cron.refusal[1])
    return cron
  }

  test('is read into the values and marks of its fields', () => {
    const {
      second,
      minute,
      hour,
      day: ofDay,
      month,
      weekday: ofWeekday,
      year,
    } = read(' 0\t0/15  22-23,1 L,05w,1-3 jan,DEC/1 fril,2,MON#03 2027-2029 ')
    expect([second.values, minute.values, hour.values]).toEqual([[0], [0, 15, 30, 45], [1, 22, 23]])
    expect([ofDay.values, ofDay.marks]).toEqual([
      [1, 2, 3],
      ['L', '5W'],
    ])
    expect([month.values, ofWeekday.values, ofWeekday.marks]).toEqual([[1, 12], [2], ['6L', '2#3']])
    expect([year.values, year.isAll]).toEqual([[2027, 2028, 2029], false])
  })

  test('selects all values in several forms', () => {
    for (const all of ['*', '*/1', '/1', '0/1', '0-59', '0/2,1/2'])
      expect(read(`0 ${all} * * * ?`).minute.isAll).toBe(true)
    expect(read('0 0 * * * ?').year).toMatchObject({ isAll: true })
    expect(read('0 0 0 *,15W * ?').day).toMatchObject({ isAll: true, marks: [] })
  })
})

import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { type Cron, type CronField, parseCron } from '#contract/job/time-expression.ts'
import { timing } from '#contract/job/timing.ts'
import {
  isLast,
  isLastOfWeekday,
  isLastWorkday,
  isNearestWorkday,
  isNth,
  type Meaning,
  timesAfter,
} from '../../../tests/support/schedules/calendar.ts'
import {
  brokenExpressions,
  cronExpressions,
  nearlyValidExpressions,
} from '../../../tests/support/schedules/expressions.ts'
import { checkCron, checkSchedule, nextTimes } from './cron.ts'

const zone = 'Asia/Shanghai'
/** A Friday. */
const from = new Date('2026-11-27T08:00:00+08:00')
/** Times as a clock in Shanghai shows them. */
const inShanghai = (times: readonly Date[]) =>
  times.map((time) => new Date(time.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' '))
const inUtc = (times: readonly Date[]) => times.map((time) => time.toISOString().slice(0, 16))

/** What Quartz makes of each expression; the times were worked out without the library. */
const quartz: readonly (readonly [expression: string, ...times: string[]])[] = [
  ['0/2 * * * * ?', '2026-11-27 08:00:02', '2026-11-27 08:00:04', '2026-11-27 08:00:06'],
  ['*/15 * * * * ?', '2026-11-27 08:00:15', '2026-11-27 08:00:30', '2026-11-27 08:00:45'],
  ['0 0/5 * * * ?', '2026-11-27 08:05:00', '2026-11-27 08:10:00', '2026-11-27 08:15:00'],
  ['0 5 * * * ?', '2026-11-27 08:05:00', '2026-11-27 09:05:00', '2026-11-27 10:05:00'],
  ['0 0 * * * ?', '2026-11-27 09:00:00', '2026-11-27 10:00:00', '2026-11-27 11:00:00'],
  ['0 20 0/6 * * ?', '2026-11-27 12:20:00', '2026-11-27 18:20:00', '2026-11-28 00:20:00'],
  ['0 30 8 * * ?', '2026-11-27 08:30:00', '2026-11-28 08:30:00', '2026-11-29 08:30:00'],
  ['0 30 8 ? * 2-6', '2026-11-27 08:30:00', '2026-11-30 08:30:00', '2026-12-01 08:30:00'],
  ['0 30 8 ? * MON-FRI', '2026-11-27 08:30:00', '2026-11-30 08:30:00', '2026-12-01 08:30:00'],
  ['0 0 9 ? * 1,7', '2026-11-28 09:00:00', '2026-11-29 09:00:00', '2026-12-05 09:00:00'],
  ['0 0 2 1 * ?', '2026-12-01 02:00:00', '2027-01-01 02:00:00', '2027-02-01 02:00:00'],
  ['0 0 2 31 * ?', '2026-12-31 02:00:00', '2027-01-31 02:00:00', '2027-03-31 02:00:00'],
  ['0 0 2 L * ?', '2026-11-30 02:00:00', '2026-12-31 02:00:00', '2027-01-31 02:00:00'],
  ['0 0 2 LW * ?', '2026-11-30 02:00:00', '2026-12-31 02:00:00', '2027-01-29 02:00:00'],
  ['0 0 2 1W 5 ?', '2027-05-03 02:00:00', '2028-05-01 02:00:00', '2029-05-01 02:00:00'],
  ['0 0 2 15W 5,8 ?', '2027-05-14 02:00:00', '2027-08-16 02:00:00', '2028-05-15 02:00:00'],
  ['0 0 2 ? * 6L', '2026-12-25 02:00:00', '2027-01-29 02:00:00', '2027-02-26 02:00:00'],
  ['0 0 2 ? * 6#3', '2026-12-18 02:00:00', '2027-01-15 02:00:00', '2027-02-19 02:00:00'],
  ['0 0 2 ? * 2#1', '2026-12-07 02:00:00', '2027-01-04 02:00:00', '2027-02-01 02:00:00'],
  ['0 0 2 13 * FRI', '2027-08-13 02:00:00', '2028-10-13 02:00:00', '2029-04-13 02:00:00'],
  ['0 0 2 29 2 ?', '2028-02-29 02:00:00', '2032-02-29 02:00:00', '2036-02-29 02:00:00'],
  ['0 0 2 L 2 ?', '2027-02-28 02:00:00', '2028-02-29 02:00:00', '2029-02-28 02:00:00'],
  ['0 0 0 1 1,4,7,10 ?', '2027-01-01 00:00:00', '2027-04-01 00:00:00', '2027-07-01 00:00:00'],
  ['0 0 0 1 JAN/3 ?', '2027-01-01 00:00:00', '2027-04-01 00:00:00', '2027-07-01 00:00:00'],
  ['0 0 0 1 1 ? 2028', '2028-01-01 00:00:00'],
  ['0 0 0 1 1 ? 2027-2029', '2027-01-01 00:00:00', '2028-01-01 00:00:00', '2029-01-01 00:00:00'],
  ['0 0 0 1 1 ? 2026/3', '2029-01-01 00:00:00', '2032-01-01 00:00:00', '2035-01-01 00:00:00'],
  ['0 0 0 1 1 ? */3', '2027-01-01 00:00:00', '2030-01-01 00:00:00', '2033-01-01 00:00:00'],
  ['0 0/30 9-10 ? * WED', '2026-12-02 09:00:00', '2026-12-02 09:30:00', '2026-12-02 10:00:00'],
  ['10,40 15 23 31 12 ?', '2026-12-31 23:15:10', '2026-12-31 23:15:40', '2027-12-31 23:15:10'],
  ['0 0 8 15,L * ?', '2026-11-30 08:00:00', '2026-12-15 08:00:00', '2026-12-31 08:00:00'],
  ['59 59 23 ? * SUN', '2026-11-29 23:59:59', '2026-12-06 23:59:59', '2026-12-13 23:59:59'],
]

describe('the next times of a cron expression', () => {
  test.each(quartz)('%s: %s …', (expression, ...times) =>
    expect(inShanghai(nextTimes(expression, { zone, from, count: 3 }))).toEqual(times),
  )

  test('are later than the start, to the millisecond', () => {
    const next = (start: string) => inUtc(nextTimes('0 30 8 * * ?', { zone: 'UTC', from: new Date(start), count: 1 }))
    expect(next('2026-11-27T08:29:59.999Z')).toEqual(['2026-11-27T08:30'])
    expect(next('2026-11-27T08:30:00.000Z')).toEqual(['2026-11-28T08:30'])
    expect(next('2026-11-27T08:30:00.001Z')).toEqual(['2026-11-28T08:30'])
  })

  test('end with the last possible time, which counts', () => {
    const until = new Date('2026-11-29T08:30:00+08:00')
    const days = (end: Date) => nextTimes('0 30 8 * * ?', { zone, from, count: 5, until: end }).length
    expect([days(until), days(new Date(until.getTime() - 1))]).toEqual([3, 2])
  })

  test('are none if it never fires again, and fewer than asked for if it soon ends', () => {
    expect(nextTimes('0 0 0 30 2 ?', { zone, from, count: 3 })).toEqual([])
    expect(nextTimes('0 0 0 1 1 ? 2020', { zone, from, count: 3 })).toEqual([])
    expect(inShanghai(nextTimes('0 0 0 ? * 6#5 2099', { zone, from, count: 9 }))).toEqual([
      ...['2099-01-30 00:00:00', '2099-05-29 00:00:00', '2099-07-31 00:00:00', '2099-10-30 00:00:00'],
    ])
  })

  test('of a wrong expression or zone are refused with the message', () => {
    expect(() => nextTimes('0 60 * * * ?', { zone, from, count: 1 })).toThrow('60 in the minutes field')
    expect(() => nextTimes('0 0 * * * ?', { zone: '', from, count: 1 })).toThrow('no time zone')
  })
})

describe('the time zone of the process', () => {
  const { TZ } = process.env
  afterEach(() => {
    if (TZ === undefined) delete process.env.TZ
    else process.env.TZ = TZ
  })

  test.each(['UTC', 'America/New_York', 'Asia/Shanghai', 'Pacific/Kiritimati', 'Australia/Lord_Howe'])(
    'has no influence: %s',
    (ofProcess) => {
      process.env.TZ = ofProcess
      expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(ofProcess)
      for (const [expression, ...times] of quartz)
        expect([expression, inShanghai(nextTimes(expression, { zone, from, count: 3 }))]).toEqual([expression, times])
      const start = new Date('2027-03-14T00:00Z')
      const skipped = nextTimes('0 30 2 * * ?', { zone: 'America/New_York', from: start, count: 1 })
      expect(inUtc(skipped)).toEqual(['2027-03-14T07:00'])
    },
  )
})

describe('the library', () => {
  const isMarked = (mark: string, weekdays: boolean): Meaning['isDay'] => {
    const value = Number.parseInt(mark, 10)
    if (mark === 'L') return isLast
    if (mark === 'LW') return isLastWorkday
    if (!weekdays) return (day) => isNearestWorkday(day, value)
    const isIn = mark.endsWith('L')
      ? isLastOfWeekday
      : (day: Parameters<typeof isNth>[0]) => isNth(day, Number(mark.split('#')[1]))
    return (day) => (day.weekday % 7) + 1 === value && isIn(day)
  }
  const isSelected = ({ marks }: CronField, weekdays: boolean): Meaning['isDay'] => {
    const tests = marks.map((mark) => isMarked(mark, weekdays))
    return (day) => tests.some((isDay) => isDay(day))
  }
  const meaningOf = ({ second, minute, hour, day, month, weekday, year }: Cron): Meaning => {
    const isMarkedDay = isSelected(day, false)
    const isMarkedWeekday = isSelected(weekday, true)
    return {
      isYear: (one) => year.values.includes(one),
      isMonth: (one) => month.values.includes(one),
      isDay: (one) =>
        (day.values.includes(one.day) || isMarkedDay(one)) &&
        (weekday.values.includes((one.weekday % 7) + 1) || isMarkedWeekday(one)),
      times: hour.values.flatMap((h) => minute.values.flatMap((m) => second.values.map((s) => h * 3600 + m * 60 + s))),
    }
  }

  test('fires at the times of the fields as we read them', () => {
    const date = fc.date({ min: new Date('2026-01-01'), max: new Date('2031-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(cronExpressions, date, (expression, start) => {
        const cron = parseCron(expression)
        if ('refusal' in cron) throw new Error(`${expression}: ${cron.refusal[1]}`)
        const times = nextTimes(expression, { zone: 'UTC', from: start, count: 5 })
        expect(times).toEqual(timesAfter(meaningOf(cron), start, 5))
      }),
      { numRuns: 500 },
    )
  })

  test('never speaks to a user: what we accept it accepts, and every message is ours', () => {
    let refused = 0
    const isOurs = (text: readonly [string, string] | null) =>
      !text ||
      (/^时间表达式不合法：/.test(text[0]) && !/CronPattern|Syntax|illegal|Invalid|undefined|NaN/.test(text[1]))
    fc.assert(
      fc.property(fc.oneof(nearlyValidExpressions, brokenExpressions, fc.string()), (expression) => {
        const fault = checkCron(expression, zone, from)
        if (fault) refused++
        expect([expression, fault, isOurs(fault)]).toEqual([expression, fault, true])
      }),
      { numRuns: 2000 },
    )
    expect(refused).toBeGreaterThan(500)
  })
})

describe('a schedule is checked', () => {
  const check = (type: number, expression: string | null, ofZone = zone) =>
    checkSchedule({ type, expression, zone: ofZone, from })
  const { api, cron, fixedRate, fixedDelay, workflow } = timing

  test.each([
    [cron, '0 30 8 ? * 2-6'],
    [cron, '  0 0 8 1 5 ? 2027 '],
    [fixedRate, '50'],
    [fixedRate, '120000'],
    [fixedDelay, ' 1000 '],
    [api, null],
    [api, ''],
    [workflow, ' '],
  ])('and valid: type %d with %j', (type, expression) => expect(check(type, expression)).toBeNull())

  const empty = ['此定时类型不需要时间表达式，请留空', 'this kind of timing has none; leave it empty']
  const interval = [
    '间隔应为 50 至 120000 之间的整数（毫秒）',
    'an interval is a whole number of milliseconds from 50 to 120000',
  ]
  const never = ['此后不会再触发，请检查日期和年份', 'it never fires from now on; check the date and the year']
  const fields = [
    '应为 6 段或 7 段（秒 分 时 日 月 周 [年]），现为 0 段',
    'it needs 6 or 7 fields (seconds minutes hours day month weekday [year]), not 0',
  ]
  test.each([
    [api, '0 0 * * * ?', empty],
    [workflow, '1000', empty],
    [fixedRate, '49', interval],
    [fixedRate, '120001', interval],
    [fixedDelay, '1e3', interval],
    [fixedDelay, '200.5', interval],
    [fixedDelay, '-200', interval],
    [fixedDelay, '', interval],
    [fixedDelay, null, interval],
    [cron, null, fields],
    [cron, '0 0 0 30 2 ?', never],
    [cron, '0 0 0 31 4,6,9,11 ?', never],
    [cron, '0 0 0 15W * SAT', never],
    [cron, '0 0 0 1 1 ? 2020', never],
    [cron, '0 0 7 27 11 ? 2026', never],
  ])('and refused: type %d with %j', (type, expression, [zh, en]) =>
    expect(check(type, expression)).toEqual({
      field: 'timeExpression',
      text: [`时间表达式不合法：${zh}`, `The time expression is not valid: ${en}`],
    }),
  )

  test.each(['', 'Asia/Atlantis', '+08:00', '-05:00', '8', ' Asia/Shanghai'])('and its zone refused: %j', (ofZone) => {
    const text = [
      `时间表达式不合法：时区“${ofZone}”不存在，应为 Asia/Shanghai 形式`,
      `The time expression is not valid: there is no time zone “${ofZone}”; one is Asia/Shanghai`,
    ]
    expect(check(cron, '0 0 * * * ?', ofZone)).toEqual({ field: 'timeZone', text })
    expect(checkCron('0 0 * * * ?', ofZone, from)).toEqual(text)
  })

  test('and a kind of timing that does not exist is refused', () =>
    expect(check(6, null)).toEqual({
      field: 'timeExpressionType',
      text: ['请选择定时信息', 'Choose a kind of timing'],
    }))
})

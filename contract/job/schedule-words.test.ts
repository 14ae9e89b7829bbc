import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nextTimes } from '#server/job/run/cron.ts'
import { timesAfter } from '../../tests/support/schedules/calendar.ts'
import { cronExpressions } from '../../tests/support/schedules/expressions.ts'
import { meaningOfChinese, meaningOfEnglish } from '../../tests/support/schedules/sentences.ts'
import { describeSchedule } from './schedule-words.ts'
import { timing } from './timing.ts'

const describeCron = (expression: string) => describeSchedule({ type: timing.cron, expression })

const sentences: readonly (readonly [expression: string, zh: string, en: string])[] = [
  ['* * * * * ?', '每秒', 'Every second'],
  ['0/10 * * * * ?', '每 10 秒', 'Every 10 seconds'],
  ['0 * * * * ?', '每分钟', 'Every minute'],
  ['0 0/5 * * * ?', '每 5 分钟', 'Every 5 minutes'],
  ['0 0,30 * * * ?', '每 30 分钟', 'Every 30 minutes'],
  ['0 0 * * * ?', '每小时整点', 'Every hour on the hour'],
  ['0 0 0/2 * * ?', '每 2 小时', 'Every 2 hours'],
  ['0 5 * * * ?', '每小时第 5 分', 'At minute 5 of every hour'],
  ['30 5 * * * ?', '每小时第 5 分 30 秒', 'At minute 5 and second 30 of every hour'],
  ['0 5,20 * * * ?', '每小时第 5、20 分', 'At minutes 5 and 20 of every hour'],
  ['15 * * * * ?', '每分钟第 15 秒', 'At second 15 of every minute'],
  ['5,20 * * * * ?', '每分钟第 5、20 秒', 'At seconds 5 and 20 of every minute'],
  ['0 3/5 * * * ?', '每天从 0:03 起每 5 分钟', 'Every day, every 5 minutes from 0:03'],
  ['0 30 8 * * ?', '每天 8:30', 'Every day at 8:30'],
  ['15 30 8 * * ?', '每天 8:30:15', 'Every day at 8:30:15'],
  ['0 0 8,12,18 * * ?', '每天 8:00、12:00、18:00', 'Every day at 8:00, 12:00 and 18:00'],
  ['0 20 0/6 * * ?', '每天 0:20、6:20、12:20、18:20', 'Every day at 0:20, 6:20, 12:20 and 18:20'],
  ['0 0 8-18 * * ?', '每天 8:00 至 18:00 每小时', 'Every day, every hour from 8:00 to 18:00'],
  ['0 30 8 ? * 2-6', '周一至周五 8:30', 'Monday to Friday at 8:30'],
  ['0 30 8 ? * mon-fri', '周一至周五 8:30', 'Monday to Friday at 8:30'],
  ['0 0 9 ? * 1,7', '每周六、周日 9:00', 'Every Saturday and Sunday at 9:00'],
  ['0 0 9 ? * 2', '每周一 9:00', 'Every Monday at 9:00'],
  ['0 0 9 ? * 1,2,4-6', '周一、周三至周五、周日 9:00', 'Monday, Wednesday to Friday and Sunday at 9:00'],
  [
    '0 0/30 9-17 ? * 2-6',
    '周一至周五 9:00 至 17:30 每 30 分钟',
    'Monday to Friday, every 30 minutes from 9:00 to 17:30',
  ],
  ['0 0 2 1 * ?', '每月 1 日 2:00', 'On the 1st of the month at 2:00'],
  ['0 0 2 1,2,3,22 * ?', '每月 1 日至 3 日、22 日 2:00', 'On the 1st to the 3rd and the 22nd of the month at 2:00'],
  ['0 0 2 L * ?', '每月最后一天 2:00', 'On the last day of the month at 2:00'],
  ['0 0 2 15,L * ?', '每月 15 日、最后一天 2:00', 'On the 15th and the last day of the month at 2:00'],
  ['0 0 2 LW * ?', '每月最后一个工作日（周一至周五）2:00', 'On the last weekday of the month at 2:00'],
  ['0 0 2 1W * ?', '每月第一个工作日（周一至周五）2:00', 'On the first weekday of the month at 2:00'],
  [
    '0 0 2 15W * ?',
    '每月最接近 15 日的工作日（周一至周五）2:00',
    'On the weekday nearest the 15th of the month at 2:00',
  ],
  ['0 0 2 ? * 2#1', '每月第一个周一 2:00', 'On the first Monday of the month at 2:00'],
  ['0 0 2 ? * 6L', '每月最后一个周五 2:00', 'On the last Friday of the month at 2:00'],
  ['0 0 2 13 * FRI', '每月 13 日（限周五）2:00', 'On the 13th of the month at 2:00 if it is a Friday'],
  ['0 0 2 1-7 * 2', '每月 1 日至 7 日（限周一）2:00', 'On the 1st to the 7th of the month at 2:00 if it is a Monday'],
  ['0 0 2 29 2 ?', '每年 2 月 29 日 2:00', 'On the 29th of February at 2:00'],
  [
    '0 0 2 1 1/3 ?',
    '每年 1 月、4 月、7 月、10 月的 1 日 2:00',
    'On the 1st of January, April, July and October at 2:00',
  ],
  ['0 0 2 1 6-8 ?', '每年 6 月至 8 月的 1 日 2:00', 'On the 1st of each month from June to August at 2:00'],
  ['0 0 9 ? 6-8 2-6', '每年 6 月至 8 月的周一至周五 9:00', 'Monday to Friday at 9:00, from June to August'],
  ['0 0/5 * * 6 ?', '每年 6 月每 5 分钟', 'Every 5 minutes, in June'],
  ['0 0 8 1 5 ? 2027', '2027 年 5 月 1 日 8:00', 'On the 1st of May at 8:00, in 2027'],
  ['0 0 8 1 5 ? 2027-2029', '2027 年至 2029 年每年 5 月 1 日 8:00', 'On the 1st of May at 8:00, from 2027 to 2029'],
  ['0 0 8 * * ? 2027,2029', '2027 年、2029 年每天 8:00', 'Every day at 8:00, in 2027 and 2029'],
]

describe('a schedule in words', () => {
  test.each(sentences)('%s', (expression, zh, en) => expect(describeCron(expression)).toEqual([zh, en]))

  test.each([
    ['a rhythm that starts anew each hour', '0 0/7 * * * ?'],
    ['a rhythm that starts anew each day, with many times', '0 0/30 0/5 * * ?'],
    ['a second of several minutes of each hour', '10 5,20 * * * ?'],
    ['too many days', '0 0 0 1/2 * ?'],
    ['a day that some months lack, and the weekday nearest to it', '0 0 2 31W * ?'],
    ['either a weekday or one of the month', '0 0 2 ? * 2,6#1'],
    ['not valid', '0 60 * * * ?'],
    ['empty', ''],
  ])('is missing where it would be long or wrong: %s', (_, expression) => expect(describeCron(expression)).toBeNull())

  const { api, fixedRate, fixedDelay, workflow } = timing
  test.each([
    [fixedRate, '200', ['每 200 毫秒', 'Every 200 milliseconds']],
    [fixedRate, '1000', ['每秒', 'Every second']],
    [fixedRate, '90000', ['每 90 秒', 'Every 90 seconds']],
    [fixedRate, '120000', ['每 2 分钟', 'Every 2 minutes']],
    [fixedRate, '49', null],
    [fixedDelay, '1000', ['每次结束 1 秒后', '1 second after the end of each run']],
    [fixedDelay, '1500', ['每次结束 1500 毫秒后', '1500 milliseconds after the end of each run']],
    [fixedDelay, '0 0 * * * ?', null],
    [api, null, ['由接口或人工触发', 'Started by the API or by hand']],
    [workflow, '', ['由流程、接口或人工触发', 'Started by a process, the API or by hand']],
    [api, '5000', null],
    [9, null, null],
  ])('of type %d with %j', (type, expression, words) => expect(describeSchedule({ type, expression })).toEqual(words))
})

describe('the words mean the times of the schedule', () => {
  const expectSameTimes = (expression: string, from: Date) => {
    const words = describeCron(expression)
    if (!words) return false
    const count = 8
    const times = nextTimes(expression, { zone: 'UTC', from, count, until: new Date('2099-12-31T23:59:59Z') })
    expect([words[0], timesAfter(meaningOfChinese(words), from, count)]).toEqual([words[0], times])
    expect([words[1], timesAfter(meaningOfEnglish(words), from, count)]).toEqual([words[1], times])
    return true
  }

  test('in both languages, of the sentences above', () => {
    for (const [expression] of sentences)
      for (const start of ['2026-11-27T00:00:00Z', '2027-05-31T23:59:59.500Z'])
        expect([expression, expectSameTimes(expression, new Date(start))]).toEqual([expression, true])
  })

  test('in both languages, of any expression that has words', () => {
    let described = 0
    const date = fc.date({ min: new Date('2026-01-01'), max: new Date('2031-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(cronExpressions, date, (expression, from) => {
        if (expectSameTimes(expression, from)) described++
      }),
      { numRuns: 600 },
    )
    expect(described).toBeGreaterThan(100)
  })
})

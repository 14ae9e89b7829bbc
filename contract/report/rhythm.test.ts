import { expect, test } from 'vitest'
import { nextTimes } from '#server/job/run/cron.ts'
import { cronOf, type Rhythm, rhythmText, timesOfDay } from './rhythm.ts'

const rhythm = (more: Partial<Rhythm>): Rhythm => ({
  rhythm: 'day',
  weekday: null,
  monthday: null,
  timeOfDay: '08:30',
  ...more,
})

test.each([
  [rhythm({}), '每天 08:30', 'Every day at 08:30', ['2026-03-01 08:30', '2026-03-02 08:30']],
  [
    rhythm({ rhythm: 'week', weekday: 1 }),
    '每周一 08:30',
    'Every Monday at 08:30',
    ['2026-03-02 08:30', '2026-03-09 08:30'],
  ],
  [
    rhythm({ rhythm: 'week', weekday: 7, timeOfDay: '00:00' }),
    '每周日 00:00',
    'Every Sunday at 00:00',
    ['2026-03-08 00:00', '2026-03-15 00:00'],
  ],
  [
    rhythm({ rhythm: 'month', monthday: 28, timeOfDay: '23:30' }),
    '每月 28 日 23:30',
    'On day 28 of the month at 23:30',
    ['2026-03-28 23:30', '2026-04-28 23:30'],
  ],
])('%o is said and planned alike', (of, chinese, english, times) => {
  expect(rhythmText(of)).toEqual([chinese, english])
  const from = new Date('2026-02-28T16:00:00Z')
  const planned = nextTimes(cronOf(of), { zone: 'Asia/Shanghai', from, count: 2 })
  const words = planned.map((at) => new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' '))
  expect(words).toEqual(times)
})

test('a time is a half hour of the day', () => {
  expect([timesOfDay.length, timesOfDay[0], timesOfDay[17], timesOfDay[47]]).toEqual([48, '00:00', '08:30', '23:30'])
})

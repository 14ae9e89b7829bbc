import { expect, test } from 'vitest'
import { hoursAfter, readTime, shareOfDay, timesText } from './timeline-times.ts'

const clock = (moment: number) => new Date(moment).toISOString().slice(11, 16)

test('every third hour of the next day is marked, from the first one on', () => {
  const hours = hoursAfter(readTime('2026-11-28 13:41:51'))
  expect(hours.map(clock)).toEqual(['15:00', '18:00', '21:00', '00:00', '03:00', '06:00', '09:00', '12:00'])
  expect(clock(hoursAfter(readTime('2026-11-28 15:00:00'))[0] ?? 0)).toBe('15:00')
})

test('a moment has its place in the day', () => {
  const from = readTime('2026-11-28 18:00:00')
  expect(shareOfDay(from, from)).toBe(0)
  expect(shareOfDay(readTime('2026-11-29 00:00:00'), from)).toBe(0.25)
})

test('the times are listed as long as they are few', () => {
  const at = (hour: string) => `2026-11-28 ${hour}:05:00`
  expect(timesText({ times: [at('14'), at('15'), at('16')], words: null })[0]).toBe('14:05  15:05  16:05')
  expect(timesText({ times: ['14', '15', '16', '17'].map(at), words: null })).toEqual([
    '14:05  15:05  16:05 等 4 次',
    '14:05  15:05  16:05 … 4 times',
  ])
  expect(timesText({ times: [], words: '每次结束 1 秒后' })[0]).toBe('每次结束 1 秒后')
  expect(timesText({ times: [], words: null })[0]).toBe('超过 48 次')
})

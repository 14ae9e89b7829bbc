import { expect, test } from 'vitest'
import { timeLeftOf } from './time-left.ts'

test.each([
  [-3, 9, 'bad', '已逾期 3 天', '3 days overdue'],
  [-1, 9, 'bad', '已逾期 1 天', '1 day overdue'],
  [1, 9, 'ask', '还剩 1 天', '1 day left'],
  [3, 9, 'ask', '还剩 3 天', '3 days left'],
  [4, 9, 'calm', '还剩 4 天', '4 days left'],
  [null, 9, 'calm', '已等待 9 天', 'Waiting for 9 days'],
  [null, 0, 'calm', '今日收到', 'Received today'],
] as const)('%s days left, waiting for %i days: %s, %s', (daysLeft, daysWaiting, tone, zh, en) => {
  expect(timeLeftOf({ daysLeft, daysWaiting })).toEqual({ tone, words: [zh, en] })
})

test.each([
  [0, 1, 'ask', '不足 1 个工作日', 'Less than 1 working day left'],
  [1, 3, 'ask', '还剩 1 个工作日', '1 working day left'],
  [5, 7, 'calm', '还剩 5 个工作日', '5 working days left'],
  [0, -2, 'bad', '已逾期 2 天', '2 days overdue'],
] as const)('%s working days of %i days left: %s, %s', (workdaysLeft, daysLeft, tone, zh, en) => {
  expect(timeLeftOf({ daysLeft, workdaysLeft, daysWaiting: 0 })).toEqual({ tone, words: [zh, en] })
})

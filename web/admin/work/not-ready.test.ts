import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { wireTime } from '#server/base/process/clock.ts'
import { ReadyOrDue } from './not-ready.tsx'

const inDays = (n: number) => wireTime(new Date(Date.now() + n * 86_400_000))
const words = (props: Parameters<typeof ReadyOrDue>[0]) =>
  renderToStaticMarkup(createElement(ReadyOrDue, props)).replace(/<[^>]*>/g, '')

test.each([
  ['a deadline: how many days are left', { dueTime: inDays(1.5) }, '还剩 2 天'],
  ['a deadline in working days: how many are left', { dueTime: inDays(1.5), workdaysLeft: 1 }, '还剩 1 个工作日'],
  ['a passed deadline: for how long', { dueTime: inDays(-1.5) }, '已逾期 2 天'],
  ['no deadline: nothing, however long it waits', { dueTime: null, createTime: inDays(-9) }, '—'],
  [
    'something to wait for: what it is, and until when',
    { dueTime: inDays(1.5), waitsFor: 'notice', waitsUntil: '2026-12-01 18:00:00' },
    '公示期未满 至 2026-12-01',
  ],
  [
    'a deadline that is decided on with others: that it is',
    { dueTime: inDays(1.5), isDecidedTogether: 1 },
    '还剩 2 天由提案作出结论',
  ],
] as const)('the column of the deadline shows of a task with %s', (_, task, shown) => {
  expect(words(task)).toBe(shown)
})

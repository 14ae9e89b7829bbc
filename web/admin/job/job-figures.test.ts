import { expect, test } from 'vitest'
import { timing } from '#contract/job/timing.ts'
import { amount, durationText, nextRunText } from './job-figures.ts'

test('a duration has the unit in which it is short', () => {
  expect(durationText(8.4)).toEqual(['8 毫秒', '8 ms'])
  expect(durationText(1000)).toEqual(['1.0 秒', '1.0 s'])
  expect(durationText(119_900)[0]).toBe('119.9 秒')
  expect(durationText(120_000)).toEqual(['2.0 分钟', '2.0 min'])
})

test('what a busy machine has free is nothing, and what is not known has a dash', () => {
  expect([amount(1.25), amount(-0.4), amount(null)]).toEqual(['1.3', '0.0', '—'])
})

test('a job runs next at its time; one that repeats by itself goes on while it is enabled, unless another scheduler runs it', () => {
  const job = { enable: 1, timeExpressionType: timing.cron, nextAt: '2026-12-01 08:30:00', jobId: null } as const
  const repeating = { ...job, timeExpressionType: timing.fixedDelay, nextAt: null } as const
  expect(nextRunText(job)[0]).toBe('2026-12-01 08:30')
  expect(nextRunText({ ...job, enable: 0, nextAt: null })[0]).toBe('—')
  expect(nextRunText(repeating)).toEqual(['持续运行', 'Goes on'])
  expect([nextRunText({ ...repeating, enable: 0 })[0], nextRunText({ ...repeating, jobId: '7' })[0]]).toEqual([
    '—',
    '—',
  ])
})

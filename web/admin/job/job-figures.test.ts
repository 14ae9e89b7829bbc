import { expect, test } from 'vitest'
import { amount, durationText } from './job-figures.ts'

test('a duration has the unit in which it is short', () => {
  expect(durationText(8.4)).toEqual(['8 毫秒', '8 ms'])
  expect(durationText(1000)).toEqual(['1.0 秒', '1.0 s'])
  expect(durationText(119_900)[0]).toBe('119.9 秒')
  expect(durationText(120_000)).toEqual(['2.0 分钟', '2.0 min'])
})

test('what a busy machine has free is nothing, and what is not known has a dash', () => {
  expect([amount(1.25), amount(-0.4), amount(null)]).toEqual(['1.3', '0.0', '—'])
})

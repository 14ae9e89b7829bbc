import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { StageDates } from './stage-dates.tsx'

const render = (props: Parameters<typeof StageDates>[0]) =>
  renderToStaticMarkup(createElement(StageDates, props))
    .replace(/<\/?p>/g, '\n')
    .split('\n')
    .filter(Boolean)

const expectedAt = '2026-12-01 18:00:00'
const typical = { status: 20, days: 3.5, basis: 9 } as const
const estimate = { at: '2026-11-20 09:30:00', basis: 12 }

test('the deadline has its time, the estimate its day and on how much it is based', () => {
  const [deadline, stay, median] = render({ expectedAt, scoreUntil: null, estimate, typical })
  expect(stay).toBe('近12个月本环节实际用时中位数 3.5 天（9 件）')
  expect(deadline).toBe('本环节截止时间：2026-12-01 18:00')
  expect(median).toMatch(/^按已办结的 12 件申报.*中位数推算，结果时间在 2026-11-20 前后/)
})

test('the expert review has two dates', () => {
  const [due] = render({ expectedAt, scoreUntil: '2026-11-24 23:59:59', estimate: null, typical: null })
  expect(due).toBe('专家评分截止时间：2026-11-24 23:59；评审结论截止时间：2026-12-01 18:00')
})

test('each of them is shown without the other, and nothing without both', () => {
  expect(render({ expectedAt, scoreUntil: null, estimate: null, typical: null })).toHaveLength(1)
  expect(render({ expectedAt: null, scoreUntil: null, estimate, typical: null })).toHaveLength(1)
  expect(render({ expectedAt: null, scoreUntil: null, estimate: null, typical: null })).toEqual([])
})

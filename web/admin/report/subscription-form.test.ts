import { expect, test } from 'vitest'
import type { Subscribed } from '#contract/report/report-subscription.ts'
import { subscriptionFields, subscriptionValues } from './subscription-form.ts'

const subscribed: Subscribed = {
  id: '1',
  reportId: '2',
  name: '各省项目',
  format: 'csv',
  rhythm: 'month',
  weekday: null,
  monthday: 15,
  timeOfDay: '17:30',
  state: 'stopped',
  reason: '账号已停用',
  nextAt: null,
  lastAt: null,
}

test('a new subscription is weekly, Monday morning, as a workbook', () => {
  const initial = { format: 'xlsx', rhythm: 'week', weekday: 1, monthday: 1, timeOfDay: '08:30' }
  expect(subscriptionValues(undefined)).toEqual(initial)
})

test('a change begins with what was chosen, and has the initial value of what was not', () => {
  const chosen = { format: 'csv', rhythm: 'month', weekday: 1, monthday: 15, timeOfDay: '17:30' }
  expect(subscriptionValues(subscribed)).toEqual(chosen)
})

test('the report and the state are not chosen', () => {
  expect(Object.keys(subscriptionFields)).toEqual(['format', 'rhythm', 'weekday', 'monthday', 'timeOfDay'])
})

import { expect, test } from 'vitest'
import { type AlertRule, alertsAmong } from './alert-rule.ts'

const rule = (threshold = 0, windowMs = 0, silenceMs = 0): AlertRule => ({
  threshold,
  windowMs,
  silenceMs,
})
const failures = (...times: number[]) => times.map((at) => ({ at, isCounted: false }))

/** The times of alerts with the number of failures. */
const alerts = (when: AlertRule, at: ReturnType<typeof failures>, last: number | null = null) =>
  alertsAmong(when, last, at).map(({ failure, count }) => [failure.at, count])

test.each<[string, AlertRule, number[], number[][]]>([
  [
    'without limits each failure leads to one',
    rule(),
    [1, 2, 2],
    [
      [1, 1],
      [2, 1],
      [2, 1],
    ],
  ],
  ['three within a minute lead to one, and a minute of silence follows', rule(3, 60, 60), [1, 2, 3, 4, 5, 6], [[3, 3]]],
  [
    'without silence counting begins anew',
    rule(3, 60),
    [1, 2, 3, 4, 5, 6],
    [
      [3, 3],
      [6, 3],
    ],
  ],
  ['failures that are further apart than the window do not add up', rule(2, 10), [0, 10, 20, 29], [[29, 2]]],
  ['without a window they add up however far they are apart', rule(2), [0, 90_000], [[90_000, 2]]],
  [
    'those of the silence count when it is over',
    rule(2, 100, 50),
    [0, 1, 20, 51],
    [
      [1, 2],
      [51, 2],
    ],
  ],
  [
    'the silence ends with its last second',
    rule(1, 0, 50),
    [0, 49, 50],
    [
      [0, 1],
      [50, 2],
    ],
  ],
])('%s', (_, when, times, expected) => {
  expect(alerts(when, failures(...times))).toEqual(expected)
})

test('failures that were seen before count, but lead to no alert', () => {
  const seen = failures(1, 2).map(({ at }) => ({ at, isCounted: true }))
  expect(alerts(rule(1), seen)).toEqual([])
  expect(alerts(rule(3), [...seen, ...failures(3)])).toEqual([[3, 3]])
})

test('the silence after an earlier alert holds', () => {
  expect(alerts(rule(1, 0, 60), failures(59, 60), 0)).toEqual([[60, 2]])
})

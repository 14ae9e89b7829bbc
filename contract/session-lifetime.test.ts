import { expect, test } from 'vitest'
import {
  initialAccessSeconds,
  isRefreshDue,
  maxRefreshes,
  minAccessSeconds,
  refreshAge,
  sessionSeconds,
} from './session-lifetime.ts'

test('an access token of an hour is refreshed at the age of 3000 seconds (specification 000, section 9)', () => {
  expect([2999.9, 3000, 7200].map((age) => isRefreshDue(age, initialAccessSeconds))).toEqual([false, true, true])
})

test('a token is refreshed by its own lifetime, long enough before its end for the check every ten seconds', () => {
  expect([249, 250].map((age) => isRefreshDue(age, minAccessSeconds))).toEqual([false, true])
  expect(minAccessSeconds - refreshAge(minAccessSeconds)).toBeGreaterThan(2 * 10)
  expect([30_000, 36_000].map((age) => isRefreshDue(age, sessionSeconds))).toEqual([false, true])
})

test('a token that has ended, and one from the future, are decided by age alone', () => {
  expect([isRefreshDue(0, 0), isRefreshDue(-60, initialAccessSeconds)]).toEqual([true, false])
})

test('a session may refresh several times as often as a page needs', () => {
  expect(maxRefreshes).toBeGreaterThan((5 * sessionSeconds) / refreshAge(minAccessSeconds))
})

import { expect, test } from 'vitest'
import { dueWarning } from './correction-deadline.ts'

test.each([
  [20, 20, null],
  [8, 20, null],
  [7, 20, 7],
  [4, 20, 7],
  [3, 20, 3],
  [2, 20, 3],
  [1, 20, 1],
  [0, 20, 1],
  // the return has just said it
  [7, 7, null],
  [3, 7, 3],
  [3, 3, null],
  [1, 3, 1],
])('with %i working days of %i left, the warning of %j days is due', (left, limit, due) => {
  expect(dueWarning(left, limit)).toBe(due)
})

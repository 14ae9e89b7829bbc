import { expect, test } from 'vitest'
import { userIdIn } from './user-ids.ts'

test.each([
  ['123', '123'],
  ['taskUser_123', '123'],
  [456, '456'],
  ['boss', null],
  ['', null],
  [null, null],
  ['12345678901234567890', null],
])('the account that %j names', (value, id) => {
  expect(userIdIn(value)).toBe(id)
})

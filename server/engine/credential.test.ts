import { expect, test } from 'vitest'
import { keyOf } from './credential.ts'
import { tokenOf } from './session.ts'

const key = `ck_${'a'.repeat(43)}`
const token = 'b'.repeat(43)

test.each([
  [`key ${key}`, key],
  [`KEY   ${key}`, key],
  [`  key ${key}  `, key],
  [key, null],
  [`bearer ${key}`, null],
  ['key', null],
  ['key ', null],
  [`key ${'a'.repeat(101)}`, null],
  [`key ${key} more`, null],
  ['', null],
  [undefined, null],
  [[`key ${key}`], null],
])('the header %j has the key %j', (header, expected) => expect(keyOf(header)).toBe(expected))

test.each([
  [`bearer ${token}`, token],
  [token, token],
  [`key ${token}`, null],
  [`bearer ${key}`, null],
  [key, null],
])('the header %j has the token %j: no key is a token', (header, expected) => expect(tokenOf(header)).toBe(expected))

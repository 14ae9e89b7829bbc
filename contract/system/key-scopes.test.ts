import { expect, test } from 'vitest'
import { calls } from '../calls.ts'
import { entities } from '../index.ts'
import { type KeyLevels, keyRefusal, keyScopeNames, keyScopes, scopeOfCall } from './key-scopes.ts'

const nothing: KeyLevels = { declarations: 0, library: 0, news: 0, reports: 0, work: 0 }

test('a scope names groups of calls that exist, each group in one scope', () => {
  const groups = keyScopeNames.flatMap((name) => keyScopes[name].groups as readonly string[])
  expect(groups.filter((group) => !(group in entities) && !(group in calls))).toEqual([])
  expect(new Set(groups).size).toBe(groups.length)
})

test.each([
  'user',
  'role',
  'menu',
  'apiKey',
  'param',
  'client',
  'tenant',
  'datasource',
  'jobInfo',
  'auth',
  'audit',
  'exports',
  'webhook',
  // its live connection would outlast the key
  'messages',
])('no key reaches %s', (group) => {
  expect(scopeOfCall(`${group}.list`)).toBeNull()
  expect(keyRefusal({ declarations: 2, library: 2, news: 2, reports: 2, work: 2 }, `${group}.list`, 'GET')).toBe(
    'closed',
  )
})

test('a scope opens reading and writing apart', () => {
  expect(keyRefusal(nothing, 'library.page', 'GET')).toBe('scope')
  expect(keyRefusal({ ...nothing, library: 1 }, 'library.page', 'GET')).toBeNull()
  expect(keyRefusal({ ...nothing, library: 1 }, 'library.remove', 'POST')).toBe('readOnly')
  expect(keyRefusal({ ...nothing, library: 2 }, 'library.remove', 'POST')).toBeNull()
  expect(keyRefusal({ ...nothing, library: 2 }, 'declaration.page', 'GET')).toBe('scope')
})

test('every key reads who its owner is', () => {
  expect(keyRefusal(nothing, 'auth.userInfo', 'GET')).toBeNull()
  expect(keyRefusal(nothing, 'auth.lock', 'POST')).toBe('closed')
})

import { describe, expect, test } from 'vitest'
import {
  applyChange,
  empty,
  markSent,
  merged,
  ownPreference,
  type Preference,
  type PreferenceCache,
  revertChange,
} from './preference-cache.ts'

const preference = (name: string, value: unknown, owner: string | null = null): Preference => ({
  name,
  value,
  owner,
  userId: '1',
  roleIds: null,
  roles: null,
})
const valuesOf = ({ all }: PreferenceCache) => Object.fromEntries(all.map(({ name, value }) => [name, value]))
const none = new Set<string>()

describe('the preference cache of the browser, used without waiting for the server (docs/decisions/0130)', () => {
  test('a change replaces the preference of the current user with that name and is marked as unsent', () => {
    const first = applyChange(empty, 'a', preference('a', 1))
    const second = applyChange(applyChange(first, 'b', preference('b', 2)), 'a', preference('a', 3))
    expect(valuesOf(second)).toEqual({ a: 3, b: 2 })
    expect(second.unsent).toEqual(['b', 'a'])
    expect(markSent(second, 'a').unsent).toEqual(['b'])
  })

  test('a deletion takes effect at once and is marked as unsent', () => {
    const result = applyChange(markSent(applyChange(empty, 'a', preference('a', 1)), 'a'), 'a', null)
    expect(result).toEqual({ all: [], unsent: ['a'] })
  })

  test('a preference shared by another user under the same name is a separate one', () => {
    const shared: PreferenceCache = { all: [preference('view.post.x', 'theirs', '管理员')], unsent: [] }
    expect(ownPreference(shared, 'view.post.x')).toBeUndefined()
    expect(applyChange(shared, 'view.post.x', null).all).toEqual(shared.all)
    expect(applyChange(shared, 'view.post.x', preference('view.post.x', 'mine')).all).toHaveLength(2)
  })

  test('reverting a rejected change restores the previous value', () => {
    const before: PreferenceCache = { all: [preference('a', 1)], unsent: [] }
    const after = applyChange(before, 'a', preference('a', 2))
    expect(revertChange(after, 'a', ownPreference(before, 'a'))).toEqual(before)
    expect(revertChange(applyChange(empty, 'new', preference('new', 1)), 'new', undefined)).toEqual(empty)
    expect(revertChange(applyChange(before, 'a', null), 'a', ownPreference(before, 'a'))).toEqual(before)
  })
})

describe('the response of the server', () => {
  const serverPreferences = [preference('a', 'server'), preference('b', 'server'), preference('c', 'shared', '管理员')]

  test('replaces the cache, including deletions and additions made elsewhere', () => {
    const copy: PreferenceCache = { all: [preference('a', 'old'), preference('gone', 1)], unsent: [] }
    expect(valuesOf(merged(copy, serverPreferences, none))).toEqual({ a: 'server', b: 'server', c: 'shared' })
  })

  test('does not replace an unsent change, which stays unsent', () => {
    const copy = applyChange({ all: [preference('b', 'old')], unsent: [] }, 'a', preference('a', 'mine'))
    const now = merged(copy, serverPreferences, none)
    expect(valuesOf(now)).toEqual({ a: 'mine', b: 'server', c: 'shared' })
    expect(now.unsent).toEqual(['a'])
  })

  test('does not replace a change that was sent meanwhile', () => {
    const copy = markSent(applyChange(empty, 'a', preference('a', 'mine')), 'a')
    expect(valuesOf(merged(copy, serverPreferences, new Set(['a'])))).toMatchObject({ a: 'mine' })
  })

  test('does not restore a preference that was deleted meanwhile', () => {
    const copy = applyChange({ all: [preference('a', 'old')], unsent: [] }, 'a', null)
    expect(valuesOf(merged(copy, serverPreferences, none))).toEqual({ b: 'server', c: 'shared' })
  })
})

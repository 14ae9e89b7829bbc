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

const kept = (name: string, value: unknown, owner: string | null = null): Preference => ({
  name,
  value,
  owner,
  userId: '1',
  roleIds: null,
  roles: null,
})
const valuesOf = ({ all }: PreferenceCache) => Object.fromEntries(all.map(({ name, value }) => [name, value]))
const none = new Set<string>()

describe('the copy of the preferences in this browser, shown at once (experience.md B.5)', () => {
  test('a change replaces the own document of that name and waits to be sent', () => {
    const first = applyChange(empty, 'a', kept('a', 1))
    const second = applyChange(applyChange(first, 'b', kept('b', 2)), 'a', kept('a', 3))
    expect(valuesOf(second)).toEqual({ a: 3, b: 2 })
    expect(second.unsent).toEqual(['b', 'a'])
    expect(markSent(second, 'a').unsent).toEqual(['b'])
  })

  test('what is dropped is gone here at once, and its dropping waits to be sent too', () => {
    const dropped = applyChange(markSent(applyChange(empty, 'a', kept('a', 1)), 'a'), 'a', null)
    expect(dropped).toEqual({ all: [], unsent: ['a'] })
  })

  test('what another shares under the same name is not the own one', () => {
    const shared: PreferenceCache = { all: [kept('view.post.x', 'theirs', '管理员')], unsent: [] }
    expect(ownPreference(shared, 'view.post.x')).toBeUndefined()
    expect(applyChange(shared, 'view.post.x', null).all).toEqual(shared.all)
    expect(applyChange(shared, 'view.post.x', kept('view.post.x', 'mine')).all).toHaveLength(2)
  })

  test('a refused change leaves what was there before', () => {
    const before: PreferenceCache = { all: [kept('a', 1)], unsent: [] }
    const after = applyChange(before, 'a', kept('a', 2))
    expect(revertChange(after, 'a', ownPreference(before, 'a'))).toEqual(before)
    expect(revertChange(applyChange(empty, 'new', kept('new', 1)), 'new', undefined)).toEqual(empty)
    expect(revertChange(applyChange(before, 'a', null), 'a', ownPreference(before, 'a'))).toEqual(before)
  })
})

describe('the answer of the server', () => {
  const told = [kept('a', 'server'), kept('b', 'server'), kept('c', 'shared', '管理员')]

  test('takes the place of the copy: what was dropped elsewhere goes, what was added elsewhere comes', () => {
    const copy: PreferenceCache = { all: [kept('a', 'old'), kept('gone', 1)], unsent: [] }
    expect(valuesOf(merged(copy, told, none))).toEqual({ a: 'server', b: 'server', c: 'shared' })
  })

  test('is older than what was changed here without a network, and stays on its way', () => {
    const copy = applyChange({ all: [kept('b', 'old')], unsent: [] }, 'a', kept('a', 'mine'))
    const now = merged(copy, told, none)
    expect(valuesOf(now)).toEqual({ a: 'mine', b: 'server', c: 'shared' })
    expect(now.unsent).toEqual(['a'])
  })

  test('is older than what was changed and sent while it was under way', () => {
    const copy = markSent(applyChange(empty, 'a', kept('a', 'mine')), 'a')
    expect(valuesOf(merged(copy, told, new Set(['a'])))).toMatchObject({ a: 'mine' })
  })

  test('does not bring back what was dropped here meanwhile', () => {
    const copy = applyChange({ all: [kept('a', 'old')], unsent: [] }, 'a', null)
    expect(valuesOf(merged(copy, told, none))).toEqual({ b: 'server', c: 'shared' })
  })
})

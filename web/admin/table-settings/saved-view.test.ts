import { describe, expect, test } from 'vitest'
import { entities } from '#contract/index.ts'
import { post } from '#contract/system/post.ts'
import type { Preference } from '#web/base/preferences/preference-cache.ts'
import { readState, viewSearchOf } from '../entity/list-state.ts'
import { defaultLayout } from '../table/layout.ts'
import { addressOf, preferenceKeys, startOf, viewsOf } from './saved-view.ts'

const preference = (name: string, value: unknown, owner: string | null = null): Preference => ({
  name,
  value,
  owner,
  userId: '1',
  roleIds: null,
  roles: null,
})
const search = (address: string) => viewSearchOf(readState(new URLSearchParams(address), post.fields), post.fields)

describe('saved views (docs/decisions/0130)', () => {
  test('have filters, order and size, but not the page, whatever the order in the address', () => {
    const one = search('current=3&size=50&sort=-sort&postName=a&category=2&view=x&lang=en&nobody=1')
    expect(one).toBe('category=2&postName=a&size=50&sort=-sort')
    expect(search('category=2&sort=-sort&postName=a&size=50')).toBe(one)
    expect(search('current=2')).toBe('')
  })

  test('are the labelled preferences of this screen; shared views have an owner', () => {
    const view = { label: '待办', search: 'category=2', layout: { density: 'small' } }
    const all = [
      preference(preferenceKeys.view('post', 'a1'), view),
      preference(preferenceKeys.view('postal', 'a2'), view),
      preference(preferenceKeys.view('post', 'a3'), { ...view, label: '' }),
      preference(preferenceKeys.view('post', 'a 4'), view),
      preference(preferenceKeys.view('post', 'a5'), null),
      preference(preferenceKeys.layout('post'), {}),
      preference(preferenceKeys.view('post', 'b1'), { label: '共享的', search: 7 }, '管理员'),
    ]
    expect(viewsOf(all, 'post')).toEqual([
      {
        id: 'a1',
        label: '待办',
        search: 'category=2',
        layout: { ...defaultLayout, density: 'small' },
        owner: null,
        roleIds: null,
        roles: null,
      },
      { id: 'b1', label: '共享的', search: '', layout: defaultLayout, owner: '管理员', roleIds: null, roles: null },
    ])
  })

  test('open with the screen if the user chose one that still exists', () => {
    const all = [
      preference(preferenceKeys.view('post', 'a1'), { label: 'x' }),
      preference(preferenceKeys.start('post'), { view: 'a1' }),
    ]
    const views = viewsOf(all, 'post')
    expect(startOf({ all, unsent: [] }, 'post', views)?.id).toBe('a1')
    expect(startOf({ all, unsent: [] }, 'post', [])).toBeUndefined()
    expect(startOf({ all: all.slice(0, 1), unsent: [] }, 'post', views)).toBeUndefined()
    const shared = { ...preference(preferenceKeys.start('post'), { view: 'a1' }), owner: '管理员' }
    expect(startOf({ all: [shared], unsent: [] }, 'post', views)).toBeUndefined()
  })

  test('have an address without unknown parameters', () => {
    const view = (search: string) =>
      viewsOf([preference(preferenceKeys.view('post', 'a1'), { label: 'x', search })], 'post')[0] ?? null
    expect(addressOf(view('category=2&sort=-sort'), post.fields).toString()).toBe('category=2&sort=-sort&view=a1')
    expect(addressOf(view('nobody=1&current=9&view=b&bin=1&size=7'), post.fields).toString()).toBe('view=a1')
    expect(addressOf(view(''), post.fields).toString()).toBe('view=a1')
    expect(addressOf(null, post.fields).toString()).toBe('')
    // it keeps its own number of rows for a person whose lists have another one
    expect(addressOf(view('category=2'), post.fields, 50).toString()).toBe('category=2&size=10&view=a1')
    expect(addressOf(view('size=50'), post.fields, 50).toString()).toBe('size=50&view=a1')
  })

  test('have preference names of at most 64 characters', () => {
    for (const { name } of Object.values(entities))
      for (const key of [
        preferenceKeys.layout(name),
        preferenceKeys.start(name),
        preferenceKeys.view(name, 'a2345678'),
      ])
        expect(key.length).toBeLessThanOrEqual(64)
  })
})

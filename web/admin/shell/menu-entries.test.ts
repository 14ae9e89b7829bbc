import { describe, expect, test } from 'vitest'
import type { MenuNode } from '#contract/system/menu.ts'
import { entriesOf as entriesAt, leavesOf, searchEntries, trailTo } from './menu-entries.ts'

const node = (code: string, path: string, children?: MenuNode[], parentId = children ? '0' : '1'): MenuNode =>
  ({ id: code, code, name: code.toUpperCase(), path, source: code, category: 1, parentId, children }) as MenuNode

const origin = 'https://platform.example'
const entriesOf = (nodes: MenuNode[]) => entriesAt(nodes, origin)

const tree = [
  node('system', '/system', [node('post', '/system/post'), node('dict', '/system/dict')]),
  node('news', '/news', []),
  node('project', '/project', [node('declaration', '/project/declaration')]),
]

test('a menu tree becomes groups with their entries; an empty group is left out', () => {
  const entries = entriesOf(tree)
  expect(entries.map(({ code }) => code)).toEqual(['system', 'project'])
  expect(leavesOf(entries).map(({ path }) => path)).toEqual(['/system/post', '/system/dict', '/project/declaration'])
})

test('a menu leads to the screen its code names, whatever path the clients of the family know it by', () => {
  const menus = [node('role', '/authority/role'), node('permission_lens', '/x'), node('own', '/system/own')]
  const leads = leavesOf(entriesOf([node('system', '/system', menus)])).map(({ path }) => path)
  expect(leads).toEqual(['/system/role', '/system/permission-lens', '/system/own'])
})

test('buttons are no entries', () => {
  const button = { ...node('post_add', '/system/post'), category: 2 as const }
  expect(entriesOf([node('system', '/system', [button])])).toEqual([])
})

test('the way to a page names its group first; a page below an entry is its own', () => {
  const codes = (path: string) => trailTo(entriesOf(tree), path).map(({ code }) => code)
  expect(codes('/system/dict')).toEqual(['system', 'dict'])
  expect(codes('/project/declaration/12')).toEqual(['project', 'declaration'])
  expect(codes('/project/declarations')).toEqual([])
  expect(codes('/wel/index')).toEqual([])
})

test('the further pages of dictionaries belong to their menu, where there is none to that of the business ones', () => {
  const codes = (nodes: MenuNode[], path: string) => trailTo(entriesOf(nodes), path).map(({ code }) => code)
  const own = [node('system', '/system', [node('dictbiz', '/system/dict-biz')])]
  for (const page of ['/dict-horizontal/index', '/dict-vertical/index']) {
    expect(codes([...tree, ...own], page)).toEqual(['system', 'dict'])
    expect(codes(own, page)).toEqual(['system', 'dictbiz'])
  }
  expect(codes(tree, '/dict-other/index')).toEqual([])
})

test('a menu is found by its name, first where it begins so, then where it contains it (wire-and-fields.md 5.8)', () => {
  const codes = (typed: string) => searchEntries(entriesOf(tree), typed).map(({ code }) => code)
  expect(codes('D')).toEqual(['dict', 'declaration'])
  expect(codes('T')).toEqual(['post', 'dict', 'declaration'])
  expect(codes(' di')).toEqual(['dict'])
  expect(codes('ict')).toEqual(['dict'])
  expect(codes('system')).toEqual([])
})

describe('a menu whose path is an address (wire-and-fields.md 3.1)', () => {
  const leads = (path: string, isOpen = 1) => {
    const menus = [node('desk', '/desk', [{ ...node('one', path), isOpen } as MenuNode])]
    const { path: to, isExternal } = leavesOf(entriesOf(menus))[0] ?? {}
    return [to, isExternal]
  }

  test('is embedded where it is of this platform; a # is written as $', () => {
    const embedded = (src: string) => `/myiframe/urlPath?${new URLSearchParams({ src })}`
    expect(leads(`${origin}/api/docs?x=1#top`)).toEqual([embedded('/api/docs?x=1$top'), false])
    expect(leads('/report/preview.html')).toEqual([embedded('/report/preview.html'), false])
  })

  test('opens a window of its own where it says so, or is of another site (security R-28)', () => {
    expect(leads(`${origin}/api/docs`, 2)).toEqual([`${origin}/api/docs`, true])
    expect(leads('https://elsewhere.example/a')).toEqual(['https://elsewhere.example/a', true])
  })

  test('an embedded page is the one its address names, no page below it', () => {
    const menus = [node('desk', '/desk', [node('one', `${origin}/api/docs`), node('two', `${origin}/Home.html`)])]
    const entries = entriesOf(menus)
    const [one] = leavesOf(entries)
    expect(trailTo(entries, one?.path ?? '').map(({ code }) => code)).toEqual(['desk', 'one'])
    expect(trailTo(entries, '/myiframe/urlPath')).toEqual([])
  })

  test('what no address can be is left as it stands', () => {
    expect(leads('http://[')).toEqual(['http://[', false])
  })
})

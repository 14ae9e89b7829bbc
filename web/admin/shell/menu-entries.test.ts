import { describe, expect, test } from 'vitest'
import type { MenuNode } from '#contract/system/menu.ts'
import { entriesOf as entriesAt, leavesOf, trailTo } from './menu-entries.ts'

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

test('a menu opens the screen named by its code, whatever path BladeX and Saber clients use for it', () => {
  const menus = [node('role', '/authority/role'), node('permission_lens', '/x'), node('own', '/system/own')]
  const paths = leavesOf(entriesOf([node('system', '/system', menus)])).map(({ path }) => path)
  expect(paths).toEqual(['/system/role', '/system/permission-lens', '/system/own'])
})

test('buttons are not entries', () => {
  const button = { ...node('post_add', '/system/post'), category: 2 as const }
  expect(entriesOf([node('system', '/system', [button])])).toEqual([])
})

test('the trail to a page starts with its group; a subpage belongs to its entry', () => {
  const codes = (path: string) => trailTo(entriesOf(tree), path).map(({ code }) => code)
  expect(codes('/system/dict')).toEqual(['system', 'dict'])
  expect(codes('/project/declaration/12')).toEqual(['project', 'declaration'])
  expect(codes('/project/declarations')).toEqual([])
  expect(codes('/wel/index')).toEqual([])
})

test('detail pages of dictionaries belong to the dictionary menu, or to the business one if that is the only one', () => {
  const codes = (nodes: MenuNode[], path: string) => trailTo(entriesOf(nodes), path).map(({ code }) => code)
  const businessMenus = [node('system', '/system', [node('dictbiz', '/system/dict-biz')])]
  for (const page of ['/dict-horizontal/index', '/dict-vertical/index']) {
    expect(codes([...tree, ...businessMenus], page)).toEqual(['system', 'dict'])
    expect(codes(businessMenus, page)).toEqual(['system', 'dictbiz'])
  }
  expect(codes(tree, '/dict-other/index')).toEqual([])
})

describe('a menu whose path is a URL', () => {
  const targetOf = (path: string, isOpen = 1) => {
    const menus = [node('desk', '/desk', [{ ...node('one', path), isOpen } as MenuNode])]
    const { path: to, isExternal } = leavesOf(entriesOf(menus))[0] ?? {}
    return [to, isExternal]
  }

  test('is embedded if the URL is on this platform; a # in it is written as $', () => {
    const embedded = (src: string) => `/myiframe/urlPath?${new URLSearchParams({ src })}`
    expect(targetOf(`${origin}/api/docs?x=1#top`)).toEqual([embedded('/api/docs?x=1$top'), false])
    expect(targetOf('/report/preview.html')).toEqual([embedded('/report/preview.html'), false])
  })

  test('opens in a new window if it is set to, or if the URL is on another site', () => {
    expect(targetOf(`${origin}/api/docs`, 2)).toEqual([`${origin}/api/docs`, true])
    expect(targetOf('https://elsewhere.example/a')).toEqual(['https://elsewhere.example/a', true])
  })

  test('is the trail of its embedded page only, not of other embedded pages', () => {
    const menus = [node('desk', '/desk', [node('one', `${origin}/api/docs`), node('two', `${origin}/Home.html`)])]
    const entries = entriesOf(menus)
    const [one] = leavesOf(entries)
    expect(trailTo(entries, one?.path ?? '').map(({ code }) => code)).toEqual(['desk', 'one'])
    expect(trailTo(entries, '/myiframe/urlPath')).toEqual([])
  })

  test('keeps a path that is not a valid URL', () => {
    expect(targetOf('http://[')).toEqual(['http://[', false])
  })
})

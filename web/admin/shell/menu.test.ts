import { expect, test } from 'vitest'
import type { MenuNode } from '#contract/system/menu.ts'
import { entriesOf, leavesOf, trailTo } from './menu.ts'

const node = (code: string, path: string, children?: MenuNode[], parentId = children ? '0' : '1'): MenuNode =>
  ({ ...{ id: code, code, name: code.toUpperCase(), path, source: code, category: 1, parentId }, children }) as MenuNode

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

import { expect, test } from 'vitest'
import type { TreeNode } from '#contract/kit/call.ts'
import { countCheckedBelow, filterTree, toggleNode } from './check-tree.ts'

const node = (id: string, title: string, ...children: TreeNode[]): TreeNode => ({
  id,
  key: id,
  value: id,
  parentId: '0',
  title,
  ...(children.length ? { children } : {}),
})
const tree = [
  node('1', '系统管理', node('11', '岗位管理', node('111', '新增'), node('112', '删除')), node('12', '字典')),
  node('2', '新闻管理'),
]
const grants = (held: readonly string[], id: string, grant: boolean) =>
  [...toggleNode(tree, new Set(held), id, grant)].sort()

test('a button brings its menu and the menu above', () => {
  expect(grants([], '111', true)).toEqual(['1', '11', '111'])
})
test('a menu brings its buttons', () => {
  expect(grants([], '11', true)).toEqual(['1', '11', '111', '112'])
})
test('a menu that goes takes its buttons along; the menu above stays', () => {
  expect(grants(['1', '11', '111', '12'], '11', false)).toEqual(['1', '12'])
})
test('the last button that goes leaves the menu: it can be seen without being changed', () => {
  expect(grants(['1', '11', '111'], '111', false)).toEqual(['1', '11'])
})
test('what is held outside the tree stays, and an unknown id changes nothing', () => {
  expect(grants(['99', '2'], '2', false)).toEqual(['99'])
  expect(grants(['2'], '77', true)).toEqual(['2'])
})
test('counts what is held below', () => {
  expect(countCheckedBelow(tree[0] as TreeNode, new Set(['1', '11', '12']))).toEqual([2, 4])
})
test('a search keeps the way down to what it finds', () => {
  expect(filterTree(tree, '新增').map(({ id }) => id)).toEqual(['1'])
  expect(filterTree(tree, '新增')[0]?.children?.map(({ id }) => id)).toEqual(['11'])
  expect(filterTree(tree, ' 新闻 ').map(({ id }) => id)).toEqual(['2'])
  expect(filterTree(tree, '')).toHaveLength(2)
})

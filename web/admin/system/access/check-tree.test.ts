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
const toggle = (checkedIds: readonly string[], id: string, isChecked: boolean) =>
  [...toggleNode(tree, new Set(checkedIds), id, isChecked)].sort()

test('checking a button also checks its menu and the menu above', () => {
  expect(toggle([], '111', true)).toEqual(['1', '11', '111'])
})
test('checking a menu also checks its buttons', () => {
  expect(toggle([], '11', true)).toEqual(['1', '11', '111', '112'])
})
test('unchecking a menu also unchecks its buttons; the menu above stays checked', () => {
  expect(toggle(['1', '11', '111', '12'], '11', false)).toEqual(['1', '12'])
})
test('unchecking the last button leaves its menu checked, as a menu may be visible without buttons', () => {
  expect(toggle(['1', '11', '111'], '111', false)).toEqual(['1', '11'])
})
test('checked ids outside the tree stay, and an unknown id changes nothing', () => {
  expect(toggle(['99', '2'], '2', false)).toEqual(['99'])
  expect(toggle(['2'], '77', true)).toEqual(['2'])
})
test('countCheckedBelow returns the checked and all nodes below a node', () => {
  expect(countCheckedBelow(tree[0] as TreeNode, new Set(['1', '11', '12']))).toEqual([2, 4])
})
test('a search keeps the path to each match', () => {
  for (const text of ['新增', ' 新\u200b增 ']) expect(filterTree(tree, text).map(({ id }) => id)).toEqual(['1'])
  expect(filterTree(tree, '新增')[0]?.children?.map(({ id }) => id)).toEqual(['11'])
  expect(filterTree(tree, ' 新闻 ').map(({ id }) => id)).toEqual(['2'])
  expect(filterTree(tree, '')).toHaveLength(2)
})

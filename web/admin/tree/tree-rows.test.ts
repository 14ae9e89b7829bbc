import { expect, test } from 'vitest'
import type { TreeNode } from '#contract/kit/call.ts'
import type { Failure } from '#web/base/api/caller.ts'
import type { Level } from './levels.ts'
import { afterKey, openLevels, type Row, rowsBelow } from './tree-rows.ts'

const node = (key: string, hasChildren = false): TreeNode => ({
  id: key,
  key,
  value: key,
  parentId: '0',
  title: `名${key}`,
  hasChildren,
})
const level = (nodes: TreeNode[], loadState: Level<TreeNode>['loadState'] = null, message = ''): Level<TreeNode> => ({
  nodes,
  loadState,
  error: { message } as Failure,
})
const levels = new Map([
  ['0', level([node('1', true), node('2', true), node('3')])],
  ['1', level([node('11'), node('12')], 'more')],
  ['2', level([], 'failed', '连接失败')],
])
const visibleRows = (...open: string[]) => rowsBelow('0', levels, new Set(open))
const linesOf = (rows: readonly Row[]) => rows.map(({ kind, key, depth }) => `${'>'.repeat(depth)}${kind} ${key}`)

test('closed branches show only themselves', () => {
  expect(linesOf(visibleRows())).toEqual(['>>node 1', '>>node 2', '>>node 3'])
  expect(visibleRows().map(({ isOpen }) => isOpen)).toEqual([false, false, null])
})
test('an open branch shows its loaded nodes below it, and that there are more', () => {
  expect(linesOf(visibleRows('1'))).toEqual([
    '>>node 1',
    '>>>node 11',
    '>>>node 12',
    '>>>more 1',
    '>>node 2',
    '>>node 3',
  ])
})
test('a branch that failed to load shows the reason', () => {
  expect(visibleRows('2')[2]).toMatchObject({ kind: 'failed', key: '2' })
  expect(visibleRows('2').find(({ kind }) => kind === 'failed')?.title).toBe('连接失败')
})
test('an open branch below a closed one is not visible', () => {
  expect(linesOf(rowsBelow('0', new Map([...levels, ['11', level([node('111')])]]), new Set(['11'])))).toHaveLength(3)
})

test('the level below the root is loaded once, even if the open path names the root', () => {
  expect(openLevels('0', new Set(['0', '1']))).toEqual(['0', '1'])
})

const rows = visibleRows('1')
test.each([
  ['ArrowDown', 0, { to: 1 }],
  ['ArrowDown', 5, { to: 5 }],
  ['ArrowUp', 0, { to: 0 }],
  ['ArrowUp', 4, { to: 3 }],
  ['Home', 4, { to: 0 }],
  ['End', 0, { to: 5 }],
  ['ArrowRight', 0, { to: 1 }],
  ['ArrowRight', 4, { toggle: true }],
  ['ArrowRight', 5, {}],
  ['ArrowLeft', 0, { toggle: true }],
  ['ArrowLeft', 2, { to: 0 }],
  ['ArrowLeft', 3, { to: 0 }],
  ['ArrowLeft', 5, {}],
  ['a', 2, {}],
])('key %s in row %i', (key, index, expected) => {
  expect(afterKey(rows, index, key)).toEqual(expected)
})

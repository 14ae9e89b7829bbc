import { expect, test } from 'vitest'
import { nextSteps, type Outline, type OutlineNode, tasksInOrder } from './outline.ts'

const node = (id: string, type: string, more: Partial<OutlineNode> = {}): OutlineNode => ({
  ...{ id, name: id, type, parentId: null, hostId: null, properties: {} },
  ...more,
})
const flow = (path: string): Outline['flows'][number] => {
  const [source = '', target = ''] = path.split('>')
  return { id: path, name: '', source, target, condition: null, isDefault: false, properties: {} }
}
const outline = (nodes: readonly OutlineNode[], flows: readonly string[]): Outline => ({
  ...{ key: 'p', name: '', properties: {} },
  nodes: Object.fromEntries(nodes.map((one) => [one.id, one])),
  flows: flows.map(flow),
})
const ids = (nodes: readonly OutlineNode[]) => nodes.map(({ id }) => id)

const leave = outline(
  [
    node('start', 'StartEvent'),
    node('approve', 'UserTask'),
    node('gateway', 'ExclusiveGateway'),
    node('apply', 'UserTask'),
    node('end', 'EndEvent'),
    node('late', 'BoundaryEvent', { hostId: 'approve' }),
    node('boss', 'UserTask'),
    node('alone', 'UserTask'),
  ],
  ['start>approve', 'approve>gateway', 'gateway>apply', 'gateway>end', 'apply>approve', 'late>boss'],
)

test('what can follow a task is behind its gateways and its timers', () => {
  expect(ids(nextSteps(leave, 'approve'))).toEqual(['apply', 'end', 'boss'])
  expect(ids(nextSteps(leave, 'apply'))).toEqual(['approve'])
  expect(nextSteps(leave, 'no such node')).toEqual([])
})

test('a task that leads back to itself follows itself', () => {
  expect(ids(nextSteps(outline([node('again', 'UserTask')], ['again>again']), 'again'))).toEqual(['again'])
})

test('the tasks of a process are in the order in which it comes to them, with those last that nothing leads to', () => {
  expect(ids(tasksInOrder(leave))).toEqual(['approve', 'apply', 'boss', 'alone'])
})

test('a sub-process is entered at its start, and left at its ends', () => {
  const review = outline(
    [
      node('start', 'StartEvent'),
      node('assign', 'UserTask'),
      node('experts', 'SubProcess'),
      node('inner', 'StartEvent', { parentId: 'experts' }),
      node('score', 'UserTask', { parentId: 'experts' }),
      node('done', 'EndEvent', { parentId: 'experts' }),
      node('notice', 'UserTask'),
    ],
    ['start>assign', 'assign>experts', 'inner>score', 'score>done', 'experts>notice'],
  )
  expect(ids(nextSteps(review, 'assign'))).toEqual(['score'])
  expect(ids(nextSteps(review, 'score'))).toEqual(['notice'])
})

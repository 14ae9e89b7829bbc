import { expect, test } from 'vitest'
import { nextSteps, type ProcessNode, stepsInOrder } from './process-graph.ts'

const node = (id: string, type: string, more: Partial<ProcessNode> = {}): ProcessNode => ({
  id,
  name: id,
  type,
  parent: null,
  attachedTo: null,
  ...more,
})
const flow = (path: string) => {
  const [source = '', target = ''] = path.split('>')
  return { source, target }
}
const ids = (nodes: readonly ProcessNode[]) => nodes.map(({ id }) => id)

const leave = {
  nodes: [
    node('start', 'startEvent'),
    node('approve', 'userTask'),
    node('gateway', 'exclusiveGateway'),
    node('apply', 'userTask'),
    node('end', 'endEvent'),
    node('late', 'boundaryEvent', { attachedTo: 'approve' }),
    node('boss', 'userTask'),
  ],
  flows: ['start>approve', 'approve>gateway', 'gateway>apply', 'gateway>end', 'apply>approve', 'late>boss'].map(flow),
}

test('what can follow a task is behind its gateways and its timers', () => {
  expect(ids(nextSteps(leave, 'approve'))).toEqual(['apply', 'end', 'boss'])
  expect(ids(nextSteps(leave, 'apply'))).toEqual(['approve'])
  expect(nextSteps(leave, 'no such node')).toEqual([])
})

test('the steps of a process are in the order in which it reaches them', () => {
  expect(ids(stepsInOrder(leave))).toEqual(['approve', 'apply', 'boss'])
})

test('a sub-process is entered at its start, and left at its ends', () => {
  const graph = {
    nodes: [
      node('start', 'startEvent'),
      node('assign', 'userTask'),
      node('experts', 'subProcess'),
      node('inner', 'startEvent', { parent: 'experts' }),
      node('score', 'userTask', { parent: 'experts' }),
      node('done', 'endEvent', { parent: 'experts' }),
      node('notice', 'userTask'),
    ],
    flows: ['start>assign', 'assign>experts', 'inner>score', 'score>done', 'experts>notice'].map(flow),
  }
  expect(ids(nextSteps(graph, 'assign'))).toEqual(['score'])
  expect(ids(nextSteps(graph, 'score'))).toEqual(['notice'])
})

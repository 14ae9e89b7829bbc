import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { expression, readProcess } from '../../../tests/support/process-files.ts'
import { choicesOf, loopChoice } from './choices.ts'
import { compileDefinition } from './compile.ts'
import { outlineOf } from './outline.ts'
import { makeStep } from './runtime.ts'
import { pathsIn, readingsOf, variablesIn } from './variable-reads.ts'

/** What a rehearsal says about a step must be what the engine did. */

const leave = readFileSync(new URL('../../seed/processes/leave.bpmn20.xml', import.meta.url), 'utf8')

/** The choices after the first task of a process, in one line for each flow. */
const afterFirstTask = async (xml: string, variables: object) => {
  const { context, xml: drawn } = await compileDefinition(xml)
  const outline = await outlineOf(drawn)
  const definition = { id: `choices ${xml.length} ${JSON.stringify(variables)}`, context }
  const all = { createUser: '1', taskUser: '1', ...variables }
  const first = makeStep({ definition, state: null, variables: all })
  const [signal] = first.waiting
  const step = signal ? makeStep({ definition, state: first.state, variables: all, signal }) : first
  return choicesOf(outline, step.passed, all).map(({ id, flows }) => [
    id,
    ...flows.map((flow) => `${flow.id} ${flow.value} ${flow.isTaken ? 'taken' : ''}`.trim()),
  ])
}

test.each([
  [{ pass: false, days: 9 }, ['deptReturn true taken', 'toLeader null', 'deptPass null']],
  [{ pass: true, days: 9 }, ['deptReturn false', 'toLeader true taken', 'deptPass null']],
  [{ pass: true, days: 2 }, ['deptReturn false', 'toLeader false', 'deptPass true taken']],
])('an exclusive gateway with %j looks at its flows until one is true', async (variables, flows) => {
  expect(await afterFirstTask(leave, variables)).toEqual([['deptDecision', ...flows]])
})

test('the default flow comes last, without a condition', async () => {
  const xml = leave
    .replace('<exclusiveGateway id="deptDecision"', '<exclusiveGateway id="deptDecision" default="deptReturn"')
    .replace(/(<sequenceFlow id="deptReturn"[^>]*)>[\s\S]*?<\/sequenceFlow>/, '$1 />')
  expect(await afterFirstTask(xml, { pass: false, days: 2 })).toEqual([
    ['deptDecision', 'toLeader false', 'deptPass false', 'deptReturn null taken'],
  ])
})

test('an inclusive gateway looks at every flow and takes several', async () => {
  const xml = leave
    .replace('<exclusiveGateway id="deptDecision"', '<inclusiveGateway id="deptDecision"')
    .replace(expression('pass && days > 3'), expression('pass'))
  expect(await afterFirstTask(xml, { pass: true, days: 2 })).toEqual([
    ['deptDecision', 'deptReturn false', 'toLeader true taken', 'deptPass true taken'],
  ])
})

test('a fork has nothing to choose', async () => {
  expect(await afterFirstTask(readProcess('sub-process'), { scorers: ['1', '2'], again: false })).toEqual([])
})

test('the completion condition of a multi-instance task is a choice of its own', async () => {
  const outline = await outlineOf(readProcess('countersign'))
  const [task] = Object.values(outline.nodes).filter(({ properties }) => properties.completionCondition)
  const counts = { nrOfInstances: 4, nrOfCompletedInstances: 2, nrOfActiveInstances: 2, pass: true }
  const [choice] = loopChoice(outline, task?.id ?? '', counts)
  expect(choice).toMatchObject({ kind: 'loop', id: task?.id, flows: [{ id: '', isTaken: choice?.flows[0]?.value }] })
  expect(loopChoice(outline, 'no such task', counts)).toEqual([])
})

test.each([
  ['days > 3 && row.city == "a" ? days : !empty other', ['days', 'row.city', 'other']],
  ["row['city']", ['row.city']],
  ['1 < 2', []],
])('%s reads %j', (inner, paths) => {
  expect(pathsIn(expression(inner))).toEqual(paths)
})

test('what was read is shown with its value, at most 200 characters; a missing one has none', () => {
  const variables = { days: 5, row: { city: 'x'.repeat(300) } }
  const [days, city, other] = readingsOf(expression('days > 3 && row.city != other'), variables)
  expect([days, city?.value?.length, other]).toEqual([
    { name: 'days', value: '5' },
    200,
    { name: 'other', value: null },
  ])
})

test.each([
  ['countersign-in-turn', ['members']],
  ['sub-process', ['again', 'scorers']],
  ['parallel-choice', ['createUser', 'days']],
  ['timers', ['createUser']],
] as const)('the variables of %s are those that nobody else supplies', async (name, names) => {
  const all = variablesIn(await outlineOf(readProcess(name))).map((variable) => variable.name)
  expect(all.toSorted()).toEqual(expect.arrayContaining([...names]))
  expect(all.filter((one) => ['pass', 'action', 'expert'].includes(one) || one.startsWith('nrOf'))).toEqual([])
})

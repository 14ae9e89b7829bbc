import { describe, expect, test } from 'vitest'
import { withChanges } from '../../../tests/support/definitions.ts'
import { expression, readLeave, readProcess } from '../../../tests/support/process-files.ts'
import { outlineOf } from './outline.ts'
import { isFreeName, pathsIn, readingsOf, readsIn, variablesIn } from './variable-reads.ts'

describe('an expression', () => {
  test.each([
    ['days > 3', ['days']],
    ["row.city == '320500' && row.city != other", ['row.city', 'other']],
    ['empty members ? first : second.name', ['members', 'first', 'second.name']],
    ['!(pass or not again)', ['pass', 'again']],
    ['3 > 2', []],
  ])('%s reads %j, each once', (inner, paths) => {
    expect([...pathsIn(expression(inner))].toSorted()).toEqual([...paths].toSorted())
  })

  test('is none without its brackets: a name alone is a value', () => {
    expect(pathsIn('boss')).toEqual([])
  })

  test('shows what it has read, and that something was not there', () => {
    const variables = { days: 5, row: { city: '苏州' }, members: ['7', '8'] }
    const values = (inner: string) => readingsOf(expression(inner), variables).map(({ value }) => value)
    expect(values('days > 3')).toEqual(['5'])
    expect(values("row.city == '苏州'")).toEqual(['"苏州"'])
    expect(values('empty members')).toEqual(['["7","8"]'])
    expect(values('missing > 3')).toEqual([null])
    expect(readingsOf(expression('days'), { days: 'x'.repeat(5000) })[0]?.value).toHaveLength(200)
  })
})

test.each([
  'or',
  'eq',
  'not',
  'empty',
  'true',
  'null',
  'this',
  'content',
  'pass',
  'action',
  'nrOfInstances',
  'toString',
])('%s is no free name of a variable', (name) => {
  expect(isFreeName(name)).toBe(false)
})

test.each(['copies', 'order', 'emptyBoxes', 'trueCopy'])('%s is a free name of a variable', (name) => {
  expect(isFreeName(name)).toBe(true)
})

const variablesOf = async (xml: string) =>
  Object.fromEntries(variablesIn(await outlineOf(xml)).map(({ name, kind }) => [name, kind]))

describe('the variables of a definition', () => {
  test('are people where they handle a task, and values in conditions; the decision is none', async () => {
    expect(await variablesOf(readLeave())).toEqual({ createUser: 'person', taskUser: 'person', days: 'value' })
  })

  test('are required, unless they are read only to ask whether they are empty, or are lists', async () => {
    const required = async (xml: string) =>
      variablesIn(await outlineOf(xml)).flatMap(({ name, isRequired }) => (isRequired ? [name] : []))
    expect((await required(readLeave())).toSorted()).toEqual(['createUser', 'days', 'taskUser'])
    expect(await required(readProcess('sub-process'))).toEqual(['again'])
    const asked = withChanges(
      readLeave(),
      ['pass && days > 3', 'pass && empty days'],
      ['pass && days <= 3', 'pass && !empty days'],
    )
    expect(await required(asked)).not.toContain('days')
  })

  test('are people where one task for each of them is made, and the member itself is none', async () => {
    expect(await variablesOf(readProcess('sub-process'))).toEqual({ scorers: 'people', again: 'value' })
    const bare = withChanges(readProcess('sub-process'), [expression('scorers'), 'scorers'])
    expect(await variablesOf(bare)).toMatchObject({ scorers: 'people' })
  })

  test('are lists where the members do not handle the task', async () => {
    const xml = withChanges(readProcess('sub-process'), [expression('expert'), expression('head')])
    expect(await variablesOf(xml)).toEqual({ scorers: 'list', head: 'person', again: 'value' })
  })
})

describe('the places that read variables', () => {
  const readsOf = async (xml: string) =>
    readsIn(await outlineOf(xml)).map(({ elementId, property, variable }) => `${elementId} ${property} ${variable}`)

  test('are properties of tasks and the conditions of flows', async () => {
    expect((await readsOf(readLeave())).toSorted()).toEqual(
      [
        ...['correction assignee createUser', 'deptApproval assignee taskUser'],
        ...['deptApproval excludedUsers createUser', 'leaderApproval excludedUsers createUser'],
        ...(await outlineOf(readLeave())).flows.flatMap(({ id, condition }) =>
          ['days', 'pass'].filter((name) => condition?.includes(name)).map((name) => `${id} condition ${name}`),
        ),
      ].toSorted(),
    )
  })

  test('are also due dates and timers', async () => {
    const xml = withChanges(
      readProcess('timers'),
      ['flowable:dueDate="P3D"', `flowable:dueDate="${expression('period')}"`],
      ['>P3D<', `>${expression('limit')}<`],
    )
    expect(await readsOf(xml)).toEqual(
      expect.arrayContaining(['check dueDate period', 'late timer limit', 'check assignee createUser']),
    )
  })
})

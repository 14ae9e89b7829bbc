import UpdateModdlePropertiesHandler from 'bpmn-js/lib/features/modeling/cmd/UpdateModdlePropertiesHandler'
import UpdatePropertiesHandler from 'bpmn-js/lib/features/modeling/cmd/UpdatePropertiesHandler'
import { beforeEach, describe, expect, test } from 'vitest'
import type { StageRules } from '#contract/flow/stage-rules.ts'
import type { BpmnElement } from '#server/flow/bpmn/bpmn-element.ts'
import { compileDefinition } from '#server/flow/bpmn/compile.ts'
import { createElement, type ParsedDefinition, readElements, writeXml } from '#server/flow/bpmn/parse.ts'
import { expression } from '../../../../tests/support/process-files.ts'
import type { Modeler, Shape } from './editor-parts.ts'
import { isDefaultFlow, propertiesOf, setDefaultFlow, wrongId } from './properties.ts'

/** What is typed into the panel, in the file, and in the process that the server reads from it. */

const rules: StageRules = { stages: new Set([20, 60]), moves: new Set(['cityApprove']), goal: 60, returned: 70 }

const file = `<?xml version="1.0"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:flowable="http://flowable.org/bpmn" id="d">
  <process id="trip" isExecutable="true">
    <startEvent id="start" />
    <userTask id="check" flowable:assignee="someone" />
    <userTask id="vote"><multiInstanceLoopCharacteristics /></userTask>
    <boundaryEvent id="late" attachedToRef="check"><timerEventDefinition /></boundaryEvent>
    <serviceTask id="verify" />
    <exclusiveGateway id="choice" />
    <endEvent id="end" />
    <endEvent id="other" />
    <endEvent id="over" />
    <sequenceFlow id="f1" sourceRef="start" targetRef="check" />
    <sequenceFlow id="f2" sourceRef="check" targetRef="verify" />
    <sequenceFlow id="f7" sourceRef="verify" targetRef="choice" />
    <sequenceFlow id="f3" sourceRef="choice" targetRef="vote" />
    <sequenceFlow id="f4" sourceRef="choice" targetRef="other" />
    <sequenceFlow id="f5" sourceRef="vote" targetRef="end" />
    <sequenceFlow id="f6" sourceRef="late" targetRef="over" />
  </process>
</definitions>`

type Handler = new (...services: readonly unknown[]) => { execute: (context: object) => unknown }
let definition: ParsedDefinition
let modeler: Modeler

const shapeOf = (id: string): Shape => {
  const businessObject = definition.elementsById[id]
  if (!businessObject) throw new Error(`There is no element ${id}.`)
  const source = businessObject.sourceRef as BpmnElement | undefined
  const ends = source ? { source: { id: source.id, type: source.$type, businessObject: source } } : {}
  return { id, type: businessObject.$type, businessObject, di: createElement('bpmndi:BPMNShape', {}), ...ends } as never
}

beforeEach(async () => {
  definition = await readElements(file)
  const elementRegistry = {
    get: (id: string) => (definition.elementsById[id] ? shapeOf(id) : undefined),
    updateId: () => {},
  }
  const ids = { claim: () => {}, unclaim: () => {} }
  const properties = new (UpdatePropertiesHandler as unknown as Handler)(elementRegistry, { ids }, {}, {})
  const inner = new (UpdateModdlePropertiesHandler as unknown as Handler)(elementRegistry)
  const services = {
    bpmnFactory: { create: createElement },
    elementRegistry,
    modeling: {
      updateProperties: (element: Shape, changes: object) => properties.execute({ element, properties: changes }),
      updateModdleProperties: (element: Shape, moddleElement: object, changes: object) =>
        inner.execute({ element, moddleElement, properties: changes }),
    },
  }
  modeler = { get: (name: keyof typeof services) => services[name] } as never
})

const propertyOf = (id: string, name: string) => {
  const found = propertiesOf(shapeOf(id)).find((one) => one.name === name)
  if (!found) throw new Error(`${id} has no property ${name}.`)
  return found
}
const type = (id: string, name: string, text: string) => propertyOf(id, name).write(modeler, shapeOf(id), text)
const shown = (id: string, name: string) => propertyOf(id, name).read(shapeOf(id))
const saved = () => writeXml(definition.rootElement)
/** Reads what was saved, as the editor does when the model is opened again. */
const reopen = async () => {
  definition = await readElements(await saved())
}

const values: readonly (readonly [string, string, string])[] = [
  ['trip', 'name', '出差申请'],
  ['trip', 'documentation', '三天以上由负责人审批'],
  ['check', 'name', '部门审批'],
  ['check', 'flowable:assignee', expression('taskUser')],
  ['check', 'flowable:candidateUsers', 'wang,li'],
  ['check', 'flowable:candidateGroups', 'boss,city'],
  ['check', 'flowable:dueDate', 'P3D'],
  ['check', 'flowable:declareStatus', '20'],
  ['check', 'flowable:moves', 'cityApprove'],
  ['check', 'documentation', '核对 <行程> & 预算'],
  ['vote', 'flowable:collection', 'experts'],
  ['vote', 'flowable:elementVariable', 'expert'],
  ['vote', 'completionCondition', expression('nrOfCompletedInstances / nrOfInstances >= 0.5')],
  ['f3', 'conditionExpression', expression('pass && days > 3')],
  ['late', 'timeDuration', 'PT4H'],
  ['end', 'flowable:declareStatus', '60'],
  ['verify', 'flowable:jobId', '1800000000000000705'],
  ['verify', 'flowable:resultVariable', 'found'],
]

describe('a property that is typed', () => {
  test.each(values)('is in the file, and shown again: %s %s', async (id, name, text) => {
    type(id, name, text)
    expect(shown(id, name)).toBe(text)
    await reopen()
    expect(shown(id, name)).toBe(text)
  })

  test.each(values)('is removed from the file when it is emptied: %s %s', async (id, name, text) => {
    type(id, name, '')
    await reopen()
    const before = await saved()
    type(id, name, text)
    expect(await saved()).not.toBe(before)
    type(id, name, '')
    expect(shown(id, name)).toBe('')
    await reopen()
    expect(await saved()).toBe(before)
  })
})

test('a process that is typed is what the server executes', async () => {
  for (const [id, name, text] of values.filter(([, name]) => !/declareStatus|moves/.test(name))) type(id, name, text)
  type('vote', 'flowable:assignee', expression('expert'))
  setDefaultFlow(modeler, shapeOf('f4'), true)
  const { key, name, description, tasks, jobs } = await compileDefinition(await saved(), rules)
  expect({ key, name, description }).toEqual({ key: 'trip', name: '出差申请', description: '三天以上由负责人审批' })
  expect(jobs).toMatchObject([{ id: 'verify', jobId: '1800000000000000705', resultVariable: 'found' }])
  expect(tasks).toMatchObject([
    {
      id: 'check',
      name: '部门审批',
      assignee: expression('taskUser'),
      candidateUsers: 'wang,li',
      candidateGroups: 'boss,city',
      dueDate: 'P3D',
      loop: 'none',
    },
    { id: 'vote', loop: 'parallel', collection: expression('experts'), elementVariable: 'expert' },
  ])
})

test('stage and moves of a task are read by the server', async () => {
  type('check', 'flowable:declareStatus', '20')
  type('check', 'flowable:moves', 'cityApprove')
  await reopen()
  expect(definition.elementsById.check).toMatchObject({ declareStatus: 20, moves: 'cityApprove' })
})

describe('the properties of an element', () => {
  const names = (id: string) => propertiesOf(shapeOf(id)).map(({ name }) => name)

  test('have those of the loop only while it is repeated', () => {
    expect(names('check')).not.toContain('flowable:collection')
    expect(names('vote')).toContain('flowable:collection')
  })

  test('have a condition on flows only, and a duration on timers only', () => {
    const withCondition = Object.keys(definition.elementsById).filter((id) => names(id).includes('conditionExpression'))
    expect(withCondition).toEqual(['f1', 'f2', 'f7', 'f3', 'f4', 'f5', 'f6'])
    expect(names('late')).toContain('timeDuration')
    expect(names('end')).toEqual(['name', 'flowable:nameEn', 'id', 'flowable:declareStatus', 'documentation'])
  })
})

describe('the key of an element', () => {
  test.each(['1st', '中文', 'a b', '', '-a', 'x'.repeat(65)])('cannot be “%s”', (text) => {
    expect(wrongId(modeler, shapeOf('check'), text)?.[0]).toContain('以字母或下划线开头')
  })

  test('cannot be that of another element, but its own', () => {
    expect(wrongId(modeler, shapeOf('check'), 'vote')?.[0]).toBe('该标识已被其他元素使用')
    expect(wrongId(modeler, shapeOf('check'), 'check')).toBeNull()
    expect(wrongId(modeler, shapeOf('check'), 'deptApproval_1.b-c')).toBeNull()
  })
})

describe('the default flow', () => {
  test('is one of the flows after a choice', () => {
    expect(isDefaultFlow(shapeOf('f3'))).toBe(false)
    setDefaultFlow(modeler, shapeOf('f3'), true)
    expect(isDefaultFlow(shapeOf('f3'))).toBe(true)
    setDefaultFlow(modeler, shapeOf('f4'), true)
    expect([isDefaultFlow(shapeOf('f3')), isDefaultFlow(shapeOf('f4'))]).toEqual([false, true])
    setDefaultFlow(modeler, shapeOf('f4'), false)
    expect(isDefaultFlow(shapeOf('f4'))).toBe(false)
  })

  test('is no question where a process cannot choose', () => {
    expect(isDefaultFlow(shapeOf('f1'))).toBeNull()
    expect(isDefaultFlow(shapeOf('check'))).toBeNull()
  })
})

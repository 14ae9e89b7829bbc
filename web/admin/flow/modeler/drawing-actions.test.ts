import { describe, expect, test } from 'vitest'
import { checkElements } from '#server/flow/bpmn/elements.ts'
import { readElements } from '#server/flow/bpmn/parse.ts'
import { additionsTo, connect, elementsOf, remove, targetsOf } from './drawing-actions.ts'
import type { Modeler, Shape } from './editor-parts.ts'
import { elementLabel } from './element-words.ts'

/** What can be drawn by keyboard: the services of the editor note what they are asked for, without a page. */

interface Added {
  readonly type: string
  readonly eventDefinitionType?: string
  readonly by: 'append' | 'create'
  readonly at?: { readonly x: number; readonly y: number }
  readonly parent?: string
  readonly attach?: boolean
}

const shapeOf = (id: string, type: string, more: Partial<Shape> = {}, name = ''): Shape => ({
  ...{ id, type, x: 100, y: 100, width: 100, height: 80, ...more },
  businessObject: { $type: type, id, get: (property) => (property === 'name' ? name : undefined) },
})

const root = shapeOf('trip', 'bpmn:Process')
const task = shapeOf('check', 'bpmn:UserTask', {}, '审核')
const sub = shapeOf('experts', 'bpmn:SubProcess', { x: 400, y: 60, width: 350, height: 200 })
const end = shapeOf('end', 'bpmn:EndEvent', { x: 300 })
const label = shapeOf('end_label', 'bpmn:EndEvent', { labelTarget: end })
const flow = shapeOf('f1', 'bpmn:SequenceFlow', { source: task, target: end })

const editorWith = (...shapes: readonly Shape[]) => {
  const added: Added[] = []
  const selected: (Shape | null)[] = []
  const removed: Shape[] = []
  const services = {
    canvas: { getRootElement: () => root, scrollToElement: () => {} },
    elementRegistry: { filter: (isMatch: (one: Shape) => boolean) => [root, ...shapes].filter(isMatch) },
    elementFactory: { createShape: (attributes: object) => ({ id: 'new', ...attributes }) },
    selection: { select: (shape: Shape | null) => selected.push(shape) },
    autoPlace: { append: (_source: Shape, shape: Added) => added.push({ ...shape, by: 'append' }) },
    rules: {
      allowed: (_action: string, { target }: { target: Shape }) =>
        target.type === 'bpmn:StartEvent' ? false : { type: 'bpmn:SequenceFlow' },
    },
    modeling: {
      createShape: (shape: Added, at: { x: number; y: number }, parent: Shape, hints?: { attach?: boolean }) => {
        added.push({ ...shape, by: 'create', at, parent: parent.id, ...hints })
        return shape
      },
      connect: (source: Shape, target: Shape) => shapeOf(`${source.id}-${target.id}`, 'bpmn:SequenceFlow'),
      removeElements: (shapes: readonly Shape[]) => removed.push(...shapes),
    },
  }
  return {
    modeler: { get: (name: keyof typeof services) => services[name] } as unknown as Modeler,
    added,
    selected,
    removed,
  }
}

/** Everything that can be added at a shape. */
const additions = (shape: Shape, ...others: readonly Shape[]) => {
  const editor = editorWith(shape, ...others)
  for (const { add } of additionsTo(editor.modeler, shape)) add()
  return editor
}

const tag = (type: string) => type.slice(5, 6).toLowerCase() + type.slice(6)

describe('an addition', () => {
  test.each([root, task, sub, end, flow])('to $type is one that a deployment accepts', async (shape) => {
    for (const { type, eventDefinitionType, attach } of additions(shape).added) {
      const inner = eventDefinitionType ? `<${tag(eventDefinitionType)} />` : ''
      const host = attach ? ' attachedToRef="task"' : ''
      const xml = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"><process id="p">
        <userTask id="task" /><${tag(type)} id="new"${host}>${inner}</${tag(type)}></process></definitions>`
      expect([type, checkElements((await readElements(xml)).rootElement).faults]).toEqual([type, []])
    }
  })

  test('follows what is selected, sits on its border or inside it', () => {
    const kinds = (shape: Shape) =>
      additions(shape).added.map(({ by, type, parent }) => `${by} ${type} ${parent ?? ''}`)
    expect(kinds(task)).toHaveLength(8)
    expect(kinds(task).at(-1)).toBe('create bpmn:BoundaryEvent check')
    expect(kinds(sub).at(-1)).toBe('create bpmn:StartEvent experts')
    // nothing can follow these, so it stands beside the drawing
    for (const shape of [root, end, flow])
      expect(new Set(kinds(shape).map((one) => one.split(' ')[2]))).toEqual(new Set(['trip']))
  })

  test('stands right of everything, and a second timer beside the first', () => {
    expect(additions(end, task, sub).added[0]?.at).toEqual({ x: 890, y: 140 })
    expect(additions(root).added[0]?.at).toEqual({ x: 200, y: 160 })
    const timer = shapeOf('late', 'bpmn:BoundaryEvent', { host: task })
    const places = [additions(task), additions(task, timer)].map(({ added }) => added.at(-1)?.at)
    expect(places).toEqual([
      { x: 180, y: 180 },
      { x: 140, y: 180 },
    ])
  })

  test('that does not open its name is selected, and one that does is selected by the editor', () => {
    expect(additions(root).selected).toHaveLength(8)
    expect(additions(task).selected).toHaveLength(1)
  })
})

test('a new flow is selected, and what is removed is only what was selected', () => {
  const { modeler, selected, removed } = editorWith(task, end)
  connect(modeler, task, end)
  expect(selected.map((one) => one?.id)).toEqual(['check-end'])
  remove(modeler, end)
  expect(removed).toEqual([end])
})

describe('the lists of elements', () => {
  test('have no labels and not the process itself, and say what a flow connects', () => {
    const { modeler } = editorWith(task, end, label, flow)
    expect(elementsOf(modeler).map((one) => elementLabel(one)[0])).toEqual([
      '用户任务 审核',
      '结束事件 end',
      '连线 审核 → end',
    ])
    expect(elementLabel(flow)[1]).toBe('Sequence flow 审核 → end')
  })

  test('of targets have what the rules allow, for elements that can be left', () => {
    const start = shapeOf('start', 'bpmn:StartEvent')
    const { modeler } = editorWith(start, task, end)
    expect(targetsOf(modeler, task).map(({ id }) => id)).toEqual(['check', 'end'])
    expect(targetsOf(modeler, end)).toEqual([])
  })
})

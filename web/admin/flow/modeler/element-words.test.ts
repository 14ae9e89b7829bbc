import { expect, test } from 'vitest'
import type { Shape } from './editor-parts.ts'
import { elementLabel } from './element-words.ts'

const shape = (id: string, type: string, name = '', ends: Partial<Shape> = {}): Shape => ({
  ...{ id, type, ...ends },
  businessObject: { $type: type, id, get: (property) => (property === 'name' ? name : undefined) },
})
const check = shape('check', 'bpmn:UserTask', '核查')
const end = shape('end', 'bpmn:EndEvent')

test('an element is listed by its kind and its name, without one by its key', () => {
  expect(elementLabel(check)).toEqual(['用户任务 核查', 'User task 核查'])
  expect(elementLabel(end)).toEqual(['结束事件 end', 'End event end'])
  expect(elementLabel(shape('gate', 'bpmn:ParallelGateway', '  '))[0]).toBe('并行网关 gate')
})

test('a flow without a name is listed by what it connects', () => {
  const ends = { source: check, target: end }
  expect(elementLabel(shape('f1', 'bpmn:SequenceFlow', '', ends))).toEqual([
    '连线 核查 → end',
    'Sequence flow 核查 → end',
  ])
  expect(elementLabel(shape('f1', 'bpmn:SequenceFlow', '同意', ends))[0]).toBe('连线 同意')
})

test('an element that cannot be drawn here has its kind as well', () => {
  expect(elementLabel(shape('wait', 'bpmn:ReceiveTask', '等待'))).toEqual(['接收任务 等待', 'Receive task 等待'])
})

import { beforeAll, describe, expect, test } from 'vitest'
import { Fail } from '#contract/kit/fail.ts'
import { expression, readLeave, readProcess } from '../../../tests/support/process-files.ts'
import { compileDefinition } from './compile.ts'
import { outlineOf } from './outline.ts'
import { type ReadDefinition, readDefinition } from './read-definition.ts'

/** The smallest process, with a drawing. */
let small = ''
const process = `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
  xmlns:flowable="http://flowable.org/bpmn" targetNamespace="http://flowable.org/bpmn">
  <process id="small" name="小流程" isExecutable="true">
    <startEvent id="s" />
    <userTask id="t" name="办理" flowable:assignee="${expression('taskUser')}" />
    <endEvent id="e" />
    <sequenceFlow id="f1" sourceRef="s" targetRef="t" />
    <sequenceFlow id="f2" sourceRef="t" targetRef="e" />
  </process>
</definitions>`

beforeAll(async () => {
  small = (await readDefinition(process)).xml
})

const sentences = ({ faults, notes }: ReadDefinition) => ({
  faults: faults.map(({ text }) => text[0]),
  notes: notes.map(({ text }) => text[0]),
})
const changed = (from: string | RegExp, to: string, xml = small): string => {
  const result = xml.replace(from, to)
  if (result === xml) throw new Error(`nothing matches ${from}`)
  return result
}
const refusalOf = async (xml: string): Promise<readonly string[]> => {
  const refusal: unknown = await readDefinition(xml).catch((error: unknown) => error)
  if (!(refusal instanceof Fail)) throw refusal
  return (refusal.detail.faults ?? []).map(({ text }) => text[0])
}

const shape = (id: string, element: string, bounds = 'x="1" y="1" width="9" height="9"') =>
  `<bpmndi:BPMNShape id="${id}" bpmnElement="${element}"><dc:Bounds ${bounds} /></bpmndi:BPMNShape>`
const edge = (id: string, element: string, points = '<di:waypoint x="1" y="1" /><di:waypoint x="9" y="9" />') =>
  `<bpmndi:BPMNEdge id="${id}" bpmnElement="${element}">${points}</bpmndi:BPMNEdge>`
const withMore = (more: string) => changed('</bpmndi:BPMNPlane>', `${more}</bpmndi:BPMNPlane>`)
const tShape = /(bpmnElement="t">\s*<dc:Bounds x=")[^"]*/
const fEdge = /<bpmndi:BPMNEdge id="[^"]*" bpmnElement="f2">[\s\S]*?<\/bpmndi:BPMNEdge>/

describe('what is wrong in the drawing', () => {
  const wrong: readonly (readonly [name: string, xml: () => string])[] = [
    ['an element that no longer exists', () => withMore(shape('old_di', 'gone'))],
    ['a flow that no longer exists', () => withMore(edge('old_di', 'gone'))],
    ['a flow without a line', () => changed(fEdge, '')],
    ['a line without points', () => changed(fEdge, edge('f2_di', 'f2', ''))],
    [
      'a line to nowhere',
      () => changed(fEdge, edge('f2_di', 'f2', '<di:waypoint x="NaN" y="1" /><di:waypoint x="9" y="9" />')),
    ],
    ['an id that is used twice', () => withMore(shape('s_di', 't'))],
    ['an id of the process', () => changed(/id="t_di"/, 'id="t"')],
    ['an id with Chinese letters', () => changed(/id="t_di"/, 'id="图形_办理"')],
    ['an id that begins with a digit', () => changed(/id="t_di"/, 'id="1t"')],
    ['an element that is drawn twice', () => withMore(shape('t_again', 't'))],
    ['a drawing of another process', () => changed(/(<bpmndi:BPMNPlane[^>]*bpmnElement=")small"/, '$1old"')],
    ['an element that is no BPMN', () => withMore('<bpmndi:Surprise />')],
  ]
  test.each(wrong)('%s: it is corrected and said', async (_name, xml) => {
    const read = await readDefinition(xml())
    expect(sentences(read)).toEqual({
      faults: [],
      notes: [expect.stringMatching(/^图形中有 \d 处多余或有误的内容，已更正，不影响流程$/)],
    })
    // what the author has placed stays there, and the result is a file without anything to correct
    expect(read.xml).toContain('bpmnElement="t"')
    expect(tShape.exec(read.xml)?.[0]).toBe(tShape.exec(small)?.[0])
    expect(await readDefinition(read.xml)).toMatchObject({ xml: read.xml, faults: [], notes: [] })
  })

  const hopeless: readonly (readonly [name: string, xml: () => string])[] = [
    [
      'a node without a place',
      () => changed(/<bpmndi:BPMNShape id="[^"]*" bpmnElement="t">[\s\S]*?<\/bpmndi:BPMNShape>/, ''),
    ],
    ['a place that is no number', () => changed(tShape, '$1NaN')],
    ['a place that is too far away', () => changed(tShape, '$19e9')],
    ['a box without a size', () => changed(/(bpmnElement="t">\s*<dc:Bounds[^>]*width=")[^"]*/, '$10')],
    [
      'an empty drawing',
      () => changed(/<bpmndi:BPMNPlane[\s\S]*<\/bpmndi:BPMNPlane>/, '<bpmndi:BPMNPlane bpmnElement="small" />'),
    ],
    ['a drawing that is no XML', () => changed('</bpmndi:BPMNPlane>', '<a></b></bpmndi:BPMNPlane>')],
  ]
  test.each(hopeless)('%s: everything is laid out anew and said', async (_name, xml) => {
    const read = await readDefinition(xml())
    expect(sentences(read)).toEqual({ faults: [], notes: ['图形不完整或无法显示，已重新布局，不影响流程'] })
    for (const id of ['s', 't', 'e', 'f1', 'f2']) expect(read.xml).toContain(`bpmnElement="${id}"`)
    expect(await readDefinition(read.xml)).toMatchObject({ xml: read.xml, notes: [] })
  })

  test('a sound drawing stays as it is, and a file without one is drawn without a word', async () => {
    for (const xml of [small, readLeave()])
      expect(await readDefinition(xml)).toMatchObject({ xml, faults: [], notes: [] })
    expect(await readDefinition(process)).toMatchObject({ xml: small, notes: [] })
  })

  test('of a process with faults it is drawn as well, so that it can be corrected there', async () => {
    const read = await readDefinition(changed(/<sequenceFlow id="f2".*\n/, '', process))
    expect(read.faults.length).toBeGreaterThan(0)
    for (const id of ['s', 't', 'e']) expect(read.xml).toContain(`bpmnElement="${id}"`)
  })
})

describe('ids of the process', () => {
  test('that the reader cannot take are named with their element and the rule, all of them', async () => {
    const xml = process.replaceAll('"t"', '"部门审批"').replaceAll('"f2"', '"2f"')
    expect(await refusalOf(xml)).toEqual([
      expect.stringMatching(/^用户任务“办理”（部门审批）的标识应以字母或下划线开头/),
      expect.stringMatching(/^连线（2f）的标识应以字母或下划线开头/),
    ])
    expect(await refusalOf(process.replace('"small"', '"请假"'))).toEqual([
      expect.stringMatching(/^流程“小流程”（请假）的标识应以字母或下划线开头/),
    ])
  })

  test('that two elements have are named with their line', async () => {
    expect(await refusalOf(process.replace('id="e"', 'id="t"'))).toEqual(['第 7 行的标识“t”重复'])
  })

  test('of what is only drawn are left out', async () => {
    const note =
      '<textAnnotation id="说明"><text>一</text></textAnnotation><textAnnotation id="t"><text>二</text></textAnnotation>'
    const read = await readDefinition(process.replace('<startEvent', `${note}<startEvent`))
    expect(read.faults).toEqual([])
    expect(read.xml).not.toContain('说明')
  })
})

describe('what says nothing', () => {
  const attributes: readonly string[] = [
    'startQuantity="1"',
    'completionQuantity="1"',
    'isForCompensation="false"',
    'implementation="##unspecified"',
    'flowable:async="true"',
    'flowable:exclusive="false"',
    'xmlns:camunda="http://camunda.org/schema/1.0/bpmn"',
    'xmlns:modeler="http://camunda.org/schema/modeler/1.0" modeler:executionPlatform="Camunda Platform"',
    'xmlns:bioc="http://bpmn.io/schema/bpmn/biocolor/1.0" bioc:stroke="red"',
  ]
  test.each(attributes)('%s is accepted without a word', async (attribute) => {
    const read = await readDefinition(changed('<userTask', `<userTask ${attribute}`))
    expect(sentences(read)).toEqual({ faults: [], notes: [] })
  })

  test.each([
    ['startQuantity="2"', '用户任务“办理”（t）不能使用“开始数量”（startQuantity）'],
    ['isForCompensation="true"', '用户任务“办理”（t）不能使用“用于补偿”（isForCompensation）'],
    ['implementation="java"', '用户任务“办理”（t）不能使用“实现方式”（implementation）'],
    ['flowable:skipExpression="x"', '用户任务“办理”（t）不能使用“跳过条件”（flowable:skipExpression）'],
  ])('%s says something and is refused', async (attribute, sentence) => {
    expect(sentences(await readDefinition(changed('<userTask', `<userTask ${attribute}`))).faults).toEqual([sentence])
  })

  test('the encoding may be written as editors write it', async () => {
    for (const encoding of ['utf8', 'utf-8', 'UTF8'])
      expect((await readDefinition(changed('encoding="UTF-8"', `encoding="${encoding}"`, process))).faults).toEqual([])
  })

  test('what no engine has is named as without effect', async () => {
    const extension = '<extensionElements><flowable:assigneeType>static</flowable:assigneeType></extensionElements>'
    const xml = process.replace(
      /(<userTask[^>]*) \/>/,
      `$1 flowable:dataType="USERS" flowable:formKey="f">${extension}</userTask>`,
    )
    const settings = '文件中的以下设置在本平台不起作用：assigneeType、表单、dataType'
    expect(sentences(await readDefinition(xml))).toEqual({ faults: [], notes: [settings] })
  })

  test('a reference of a node to a flow that no longer exists: flows know their nodes', async () => {
    const xml = changed('<startEvent id="s" />', '<startEvent id="s"><outgoing>gone</outgoing></startEvent>')
    expect(sentences(await readDefinition(xml))).toEqual({ faults: [], notes: [] })
  })
})

describe('what is only drawn', () => {
  test('pools, lanes, data and notes are in the file and not in what the engine loads', async () => {
    const { xml, context, notes, tasks, elements } = await compileDefinition(readProcess('pool-with-lanes'))
    expect(notes.map(({ text }) => text[0])).toEqual([
      '文件中的泳池、消息流、数据存储、流程“供货”（delivery）、泳道、数据对象、分组框、注释只供阅读，不影响流程运行；办理人以各用户任务的设置为准，与泳道无关',
      '文件中的以下设置在本平台不起作用：表单、表单字段、扩展属性',
    ])
    for (const word of ['经办单位', '供货', '台账', 'sheet', 'note', 'together']) {
      expect(xml).toContain(word)
      expect(context).not.toContain(word)
    }
    // a flow without an id, a name with a line break, and the collection and the member in the words of the standard
    expect(elements.flow_1?.type).toBe('SequenceFlow')
    expect(tasks).toMatchObject([
      { id: 'order', name: '填写订单', assignee: '#{createUser}' },
      { id: 'approve', collection: expression('approvers'), elementVariable: 'approver' },
    ])
    const outline = await outlineOf(xml)
    expect([outline.key, outline.nodes.order?.name]).toEqual(['purchase', '填写订单'])
    expect(outline.nodes.approve?.properties.collection).toBe('approvers')
  })

  test('two processes that are both to be executed are refused', async () => {
    const xml = readProcess('pool-with-lanes').replace('isExecutable="false"', 'isExecutable="true"')
    expect(sentences(await readDefinition(xml)).faults).toContain('文件应有且只有一个流程，现有 2 个')
  })
})

test('equal sentences are counted once', async () => {
  const twice =
    '<extensionElements><flowable:taskListener event="create" class="a.B" /><flowable:taskListener event="complete" class="a.B" /></extensionElements>'
  const xml = process.replace(/(<userTask[^>]*) \/>/, `$1>${twice}</userTask>`)
  expect(sentences(await readDefinition(xml)).faults).toEqual(['用户任务“办理”（t）不能包含任务监听器（taskListener）'])
})

test('a file of more than 600 elements is refused', async () => {
  const tasks = Array.from({ length: 600 }, (_, i) => `<userTask id="t${i}" />`).join('')
  await expect(readDefinition(process.replace('<startEvent', `${tasks}<startEvent`))).rejects.toThrow(
    'at most 600 elements',
  )
})

import { describe, expect, test } from 'vitest'
import { correct } from './corrections.ts'
import { bodyOf } from './graph.ts'
import { readElements, writeXml } from './parse.ts'
import { mainProcessOf } from './processes.ts'

const read = async (content: string) => {
  const { rootElement, elementsById } = await readElements(`<definitions
    xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:flowable="http://flowable.org/bpmn">
    <process id="p">${content}</process></definitions>`)
  const count = correct(mainProcessOf(rootElement), elementsById)
  return { count, xml: await writeXml(rootElement), elementsById, process: mainProcessOf(rootElement) }
}

describe('what an author says in another way of the standard', () => {
  test('a flow without an id gets one that no element has, in a sub-process as well', async () => {
    const { count, xml } = await read(`<startEvent id="flow_1" /><endEvent id="e" />
      <sequenceFlow sourceRef="flow_1" targetRef="e" /><subProcess id="s"><sequenceFlow /></subProcess><sequenceFlow id="f" />`)
    expect(count).toBe(2)
    expect([...xml.matchAll(/<sequenceFlow id="([^"]+)"/g)].map(([, id]) => id).toSorted()).toEqual([
      'f',
      'flow_2',
      'flow_3',
    ])
  })

  test('the member of a task for several people is named by an attribute, which comes first', async () => {
    const loop = (attribute: string) =>
      `<userTask id="t"><multiInstanceLoopCharacteristics ${attribute}><inputDataItem name="one" /></multiInstanceLoopCharacteristics></userTask>`
    expect((await read(loop(''))).xml).toContain('flowable:elementVariable="one"')
    const { xml, count } = await read(loop('flowable:elementVariable="two"'))
    expect([count, xml.includes('elementVariable="two"'), xml.includes('inputDataItem')]).toEqual([1, true, false])
    expect((await read('<userTask id="t"><multiInstanceLoopCharacteristics /></userTask>')).count).toBe(0)
  })

  test('an empty condition is none, and any other one stays', async () => {
    const flow = (id: string, text: string) =>
      `<sequenceFlow id="${id}"><conditionExpression>${text}</conditionExpression></sequenceFlow>`
    const { count, elementsById } = await read(flow('a', ' \n') + flow('b', '') + flow('c', 'x'))
    expect(count).toBe(2)
    expect(['a', 'b', 'c'].map((id) => bodyOf(elementsById[id]?.conditionExpression))).toEqual([null, null, 'x'])
  })
})

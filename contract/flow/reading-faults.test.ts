import { BpmnModdle } from 'bpmn-moddle'
import { describe, expect, test } from 'vitest'
import { readingFault } from './reading-faults.ts'

const around = (content: string) =>
  `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"><process id="p">\n${content}</process></definitions>`

/** What the reader of the library reports of a text, in our words. */
const faultsOf = async (xml: string): Promise<readonly string[]> => {
  const reported: readonly { message: string }[] = await new BpmnModdle({}).fromXML(xml).then(
    (result) => (result as { warnings: readonly { message: string }[] }).warnings,
    (error: { message: string }) => [error],
  )
  return reported.flatMap(({ message }) => {
    const fault = readingFault(message)
    return fault ? [fault[0]] : []
  })
}

describe('what the reader of BPMN cannot read', () => {
  test.each([
    ['an unknown element', around('<surprise />'), '第 2 行的“surprise”不是 BPMN 2.0 的元素，或不能放在这里'],
    ['an element with an unknown prefix', around('<x:y />'), '第 2 行的“x:y”不是 BPMN 2.0 的元素'],
    ['an id with Chinese letters', around('<userTask id="审批" />'), '第 2 行的标识“审批”不能使用'],
    ['an id that is used twice', around('<userTask id="p" />'), '第 2 行的标识“p”重复'],
    ['a text', around('多余的话'), '第 2 行有多余的文字“多余的话”'],
    ['an end without a start', around('</userTask>'), '第 2 行的结束标签“/userTask”没有对应的开始标签'],
    ['an attribute without quotes', around('<userTask id=a />'), '第 2 行的“userTask”的属性写法有误'],
    ['an attribute that is written twice', around('<userTask id="a" id="b" />'), '第 2 行的“userTask”的属性写法有误'],
    ['a reference to nothing', around('<sequenceFlow id="f" sourceRef="a" />'), '引用的元素“a”不存在'],
    ['another document', '<a />', '内容不是 BPMN 2.0 流程定义'],
    ['no document', 'x', '第 1 行的内容“x”无法识别'],
  ])('%s is told with its line', async (_name, xml, sentence) => {
    expect((await faultsOf(xml)).join('\n')).toContain(sentence)
  })

  test('what it reports although nothing is lost is no fault', async () => {
    expect(await faultsOf(around('').replace('<def', '<?xml version="1.0" encoding="utf8"?><def'))).toEqual([])
    expect(readingFault('unknown attribute <flowable:x>')).toBeNull()
  })

  test('a message of another kind is not shown to anybody', () => {
    expect(readingFault('Cannot read properties of undefined')).toEqual([
      '内容不是 BPMN 2.0 流程定义',
      'its content is not a BPMN 2.0 process definition',
    ])
  })
})

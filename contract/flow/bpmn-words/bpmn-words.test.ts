import bpmn from 'bpmn-moddle/resources/bpmn/json/bpmn.json' with { type: 'json' }
import camunda from 'camunda-bpmn-moddle/resources/camunda.json' with { type: 'json' }
import { describe, expect, test } from 'vitest'
import { elementWords } from './bpmn-element-words.ts'
import { elementWord, propertyWord } from './bpmn-words.ts'
import { engineAttributeWords, engineElementWords } from './engine-words.ts'
import { propertyWords } from './property-words.ts'

interface Type {
  readonly name: string
  readonly superClass?: readonly string[]
  readonly properties?: readonly { readonly name: string }[]
}

const types: readonly Type[] = bpmn.types
const extensions: readonly Type[] = camunda.types
const localName = (name: string) => name.replace(/^.*:/, '')
const propertiesOf = (all: readonly Type[]) => [
  ...new Set(all.flatMap(({ properties = [] }) => properties.map(({ name }) => localName(name)))),
]

describe('the words for processes', () => {
  test('are those of every element and property of BPMN 2.0, and no others', () => {
    expect(Object.keys(elementWords)).toEqual(types.map(({ name }) => name).sort())
    expect(Object.keys(propertyWords)).toEqual(propertiesOf(types).sort())
  })

  test('are those of the extensions that the reader of the engine knows', () => {
    const elements = extensions.filter(({ superClass }) => superClass?.includes('Element')).map(({ name }) => name)
    // mixins, which are never elements
    const known = elements.filter((name) => !['InOutBinding'].includes(name))
    expect(known.filter((name) => !Object.hasOwn(engineElementWords, name))).toEqual([])
    const missing = propertiesOf(extensions).filter((name) => propertyWord(`flowable:${name}`) === null)
    expect(missing).toEqual([])
  })

  test('are Chinese and English, and English words begin small, to stand within a sentence', () => {
    for (const table of [elementWords, propertyWords, engineElementWords, engineAttributeWords])
      for (const [name, [zh, en]] of Object.entries(table)) {
        expect([name, zh]).toEqual([name, expect.stringMatching(/^[\u4e00-\u9fff]+$/)])
        expect([name, en]).toEqual([name, expect.stringMatching(/^(English |[a-z])[a-z -]*$/)])
      }
  })
})

test('a word is found by the type of an element and by its name in a file', () => {
  expect(elementWord('bpmn:UserTask')[0]).toBe('用户任务')
  expect(elementWord('userTask')[1]).toBe('user task')
  expect(elementWord('activiti:taskListener')[0]).toBe('任务监听器')
  expect(elementWord('flowable:Properties')[0]).toBe('扩展属性')
  expect(elementWord('camunda:somethingNew')[0]).toBe('扩展')
  expect(propertyWord('flowable:skipExpression')?.[0]).toBe('跳过条件')
  expect(propertyWord('startQuantity')?.[0]).toBe('开始数量')
  expect(propertyWord('flowable:constructor')).toBeNull()
})

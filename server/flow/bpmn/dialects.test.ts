import { describe, expect, test } from 'vitest'
import { isRelated, toFlowable } from './dialects.ts'

const flowable = 'http://flowable.org/bpmn'
const activiti = 'http://activiti.org/bpmn'
const camunda = 'http://camunda.org/schema/1.0/bpmn'

describe('a related engine', () => {
  test.each([activiti, camunda, 'https://www.activiti.org/bpmn', `${camunda}/`])('%s has the same settings', (uri) => {
    expect(isRelated(uri)).toBe(true)
  })

  test.each([
    flowable,
    'http://camunda.org/schema/zeebe/1.0',
    'http://camunda.org/schema/modeler/1.0',
    'http://activiti.com/modeler',
  ])('%s is none', (uri) => {
    expect(isRelated(uri)).toBe(false)
  })
})

describe('settings of a related engine', () => {
  test('have the prefix of Flowable afterwards, elements and attributes alike, whatever their prefix was', () => {
    const xml = `<d xmlns:e="${activiti}" xmlns="m"><t e:assignee="1" id="e:t"><e:field>e:text</e:field><e:x/></t></d>`
    expect(toFlowable(xml)).toEqual({
      xml: `<d xmlns:flowable="${flowable}" xmlns="m"><t flowable:assignee="1" id="e:t"><flowable:field>e:text</flowable:field><flowable:x/></t></d>`,
      prefixes: ['e'],
      count: 3,
    })
  })

  test('of two engines become those of one, and what Flowable says already stays', () => {
    const xml = `<d xmlns:a="${activiti}" xmlns:c="${camunda}" xmlns:flowable="${flowable}"><t a:x="1" c:y='2' flowable:x="3"/></d>`
    expect(toFlowable(xml)).toMatchObject({
      xml: `<d xmlns:flowable="${flowable}"><t flowable:y='2' flowable:x="3"/></d>`,
      prefixes: ['a', 'c'],
    })
  })

  test('may be declared where they are used', () => {
    const { xml } = toFlowable(`<d><t xmlns:a="${activiti}" a:assignee="1"/></d>`)
    expect(xml).toBe(`<d xmlns:flowable="${flowable}"><t flowable:assignee="1"/></d>`)
  })

  test('that nothing uses, or of no engine, leave the file as it is', () => {
    for (const xml of [
      `<d xmlns:a="${activiti}"><t assignee="1"/></d>`,
      '<d xmlns:a="http://example.com"><t a:assignee="1"/></d>',
      `<d xmlns:flowable="${flowable}"><t flowable:assignee="1"/></d>`,
      `<d xmlns:a="${activiti}"><!-- <t a:assignee="1"/> --></d>`,
    ])
      expect(toFlowable(xml)).toEqual({ xml, prefixes: [], count: 0 })
  })
})

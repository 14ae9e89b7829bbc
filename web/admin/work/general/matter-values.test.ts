import { describe, expect, test } from 'vitest'
import type { MatterField } from '#contract/flow/matter-fields.ts'
import { inputsOf, peopleIn, readableContent, sentValues } from './matter-values.ts'

const declared: readonly MatterField[] = [
  { fieldName: '事由', kind: 'text', isRequired: 1, options: null, code: 'reason' },
  { fieldName: '经手人', kind: 'person', isRequired: 0, options: null, code: 'clerk' },
]

describe('the inputs of a matter', () => {
  test('are its title, an approver where the process asks for one, and the declared fields in their order', () => {
    expect(Object.keys(inputsOf(declared, ['taskUser', 'clerk']))).toEqual(['title', 'taskUser', 'reason', 'clerk'])
    expect(Object.keys(inputsOf(declared, ['clerk']))).toEqual(['title', 'reason', 'clerk'])
    expect(inputsOf(declared, ['taskUser', 'clerk']).taskUser?.required).toBe(true)
  })

  test('are sent as title, approver and one object', () => {
    const sent = sentValues({ title: '合同用印', taskUser: '7', reason: '签订合同', clerk: null })
    expect({ ...sent, content: JSON.parse(sent.content) }).toEqual({
      title: '合同用印',
      taskUser: '7',
      content: { reason: '签订合同', clerk: null },
    })
    expect(Object.keys(sentValues({ title: '合同用印' }))).toEqual(['title', 'content'])
  })
})

test('people are read by their names, other values as they are', () => {
  const { fields, values } = readableContent(declared, { reason: '签订合同', clerk: '7', clerkName: '张三' })
  expect([fields.clerk?.kind, values.clerk, values.reason]).toEqual(['text', '张三', '签订合同'])
  expect(readableContent(declared, { reason: '签订合同', clerk: null }).values.clerk).toBeNull()
})

test('a person is read by the name that the server gives to its field, also of one that ends in Id', () => {
  const leader: MatterField = { fieldName: '负责人', kind: 'person', isRequired: 0, options: null, code: 'leaderId' }
  const content = { leaderId: '8', leaderName: '李四' }
  expect(readableContent([leader], content).values.leaderId).toBe('李四')
  expect([...peopleIn([leader], content)]).toEqual([['8', '李四']])
})

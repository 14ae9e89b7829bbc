import { expect, test } from 'vitest'
import { transitionNames, transitionOf } from '#contract/project/transitions.ts'
import { fieldsOf } from './decision-fields.ts'

const labelOf = (name: (typeof transitionNames)[number]) => fieldsOf(name).comment?.label[0]

test('a reason is called what it is: an objection is no comment for the declarant', () => {
  expect(labelOf('object')).toBe('异议内容（申报单位可见）')
  expect([labelOf('dismiss'), labelOf('uphold')]).toEqual([
    '异议处理意见（申报单位可见）',
    '异议处理意见（申报单位可见）',
  ])
  expect(labelOf('unlist')).toBe('移出理由（申报单位可见）')
  expect([labelOf('cityReject'), labelOf('cityApprove')]).toEqual([
    '反馈意见（申报单位可见）',
    '反馈意见（申报单位可见）',
  ])
})

test('a reason is required exactly where the move asks for one', () => {
  for (const name of transitionNames)
    expect([name, Boolean(fieldsOf(name).comment?.required)]).toEqual([name, transitionOf(name).requires === 'reason'])
})

test('only a score asks about a conflict of interest, and a recused expert gives no score and no comment', () => {
  const asking = transitionNames.filter((name) => 'conflict' in fieldsOf(name))
  expect(asking).toEqual(['score'])
  const { score, comment } = fieldsOf('score')
  expect([score?.when, comment?.when]).toEqual([{ conflict: [0] }, { conflict: [0] }])
})

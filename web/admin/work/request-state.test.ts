import { expect, test } from 'vitest'
import { generalMatter } from '#contract/desk/general-matter.ts'
import { leave } from '#contract/desk/leave.ts'
import { requestStateOf } from './request-state.ts'

test('every state of a request has its words and a tone of its own kind', () => {
  const { leaveState } = leave.fields
  for (const [state, label] of leaveState.choices) expect(requestStateOf(leaveState, state)?.label).toEqual(label)
  expect(requestStateOf(generalMatter.fields.matterState, 'refused')).toEqual({
    label: ['未批准', 'Not approved'],
    tone: 'bad',
  })
})

test('a state that the field does not know, or none, is not shown', () => {
  expect(requestStateOf(leave.fields.leaveState, 'refused')).toBeNull()
  expect(requestStateOf(leave.fields.leaveState, null)).toBeNull()
})

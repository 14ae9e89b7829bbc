import { expect, test } from 'vitest'
import type { FormState } from '#web/form/form-context.ts'
import { noAnswers, withAnswers } from './field-answers.ts'

const form: FormState = {
  faultAt: (at) => (at === 'reason' ? '请输入请假事由' : undefined),
  editable: () => true,
  change: () => {},
  noteAt: () => '原有说明',
}

test('a form without answers stays as it is', () => {
  const state = withAnswers(form, noAnswers({}))
  expect([state.faultAt('reason'), state.faultAt('endTime'), state.noteAt?.('endTime')]).toEqual([
    '请输入请假事由',
    undefined,
    '原有说明',
  ])
})

test('an answer adds its fault and its note, and a fault of the form itself comes first', () => {
  const answers = { faultAt: (at: string) => `应答 ${at}`, noteAt: (at: string) => `3 天（${at}）` }
  const state = withAnswers(form, answers)
  expect(state.faultAt('reason')).toBe('请输入请假事由')
  expect(state.faultAt('endTime')).toBe('应答 endTime')
  expect(state.noteAt?.('endTime')).toBe('3 天（endTime）')
  expect(state.editable('endTime')).toBe(true)
})

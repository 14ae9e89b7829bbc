import { expect, test } from 'vitest'
import { decisionDone, decisionText, deputyName } from './decisions.ts'

test.each([
  ['leave', 'ok', false, '同意'],
  ['leave', 'no', false, '退回修改'],
  ['recommend', 'no', false, '退回修改'],
  ['declaration', 'no', false, '不同意'],
  ['leave', 'ok', true, '重新提交'],
  ['leave', 'no', true, '撤销'],
] as const)('of %s, %s (by the starter: %s) is called %s', (table, flag, isStarter, expected) => {
  expect(decisionText(table, flag, isStarter)?.[0]).toBe(expected)
})

test('a move says more than its flag: an objection is no agreement', () => {
  const objection = ['提出异议', 'Raise an objection'] as const
  expect(decisionText('declaration', 'ok', false, objection)).toEqual(objection)
  expect(decisionText('declaration', null, false, objection)).toEqual(objection)
  expect(decisionText('declaration', 'ok', true, objection)?.[0]).toBe('重新提交')
  expect(decisionText('declaration', null, false)).toBeNull()
})

test('an English reader learns who decided what, also of a row that never returns or of none', () => {
  const inEnglish = (table: string | null, isStarter: boolean) =>
    (['ok', 'no'] as const).map((flag) => decisionText(table, flag, isStarter)?.[1])
  expect(inEnglish('recommend', false)).toEqual(['Agreed', 'Returned for correction'])
  expect(inEnglish('recommend', true)).toEqual(['Submitted again', 'Withdrawn'])
  expect(inEnglish(null, false)).toEqual(['Agreed', 'Refused'])
})

test.each([
  [{ pass: false, isStarter: false, isReturned: true }, '已退回申请人修改'],
  // a process can end with a refusal
  [{ pass: false, isStarter: false, isReturned: false }, '已表示不同意'],
  [{ pass: true, isStarter: false, isReturned: true }, '已同意'],
  [{ pass: false, isStarter: true, isReturned: false }, '已撤销'],
  [{ pass: true, isStarter: true, isReturned: false }, '已重新提交'],
])('what became of a task: %j', (outcome, said) => {
  expect(decisionDone(outcome)[0]).toBe(said)
})

test('who acts for somebody else is named with that person', () => {
  expect(deputyName('李平', '王安')).toEqual(['李平（代王安）', '李平 (for 王安)'])
})

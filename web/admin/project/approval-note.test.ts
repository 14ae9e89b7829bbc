import { expect, test } from 'vitest'
import { approvalNote } from './approval-note.ts'

const step = (move: 'cityApprove' | 'provinceApprove' | 'provinceReturn' | 'submit', from: 20 | 30 | 70, to: 30 | 70) =>
  ({ move, from, to, office: '省工信部门', byName: '王敏', createTime: '2026-11-26 02:44:58' }) as const
const arrival = step('cityApprove', 20, 30)
const approval = step('provinceApprove', 30, 30)

test('the office that has approved is named while the other one has not', () => {
  const [title] = approvalNote({ status: 30, timeline: [arrival, approval] }) ?? []
  expect(title).toEqual([
    '省工信部门（王敏）已于 2026-11-26 02:44 审核通过',
    '省工信部门 (王敏) approved it at 2026-11-26 02:44',
  ])
})

test('who reads the office only does not read it twice', () => {
  const seen = { ...approval, byName: '省工信部门' }
  expect(approvalNote({ status: 30, timeline: [arrival, seen] })?.[0][0]).toMatch(/^省工信部门已于/)
})

test('an approval before a return does not count, nor one of an earlier stage', () => {
  const again = [arrival, approval, step('provinceReturn', 30, 70), step('submit', 70, 30)]
  expect(approvalNote({ status: 30, timeline: again })).toBeNull()
  expect(approvalNote({ status: 30, timeline: [arrival] })).toBeNull()
})

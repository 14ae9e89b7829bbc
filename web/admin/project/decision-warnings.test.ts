import { expect, test } from 'vitest'
import { decisionWarnings } from './decision-warnings.ts'

const remark = (at: string, text = '请核对') => ({ at, text })
const written = [remark('contact.tel'), remark('material', ' ')]
const chinese = (...args: Parameters<typeof decisionWarnings>) => decisionWarnings(...args).map(([zh]) => zh)

test('an approval warns of written remarks, which it does not send, and of earlier ones that are not resolved', () => {
  expect(chinese('cityApprove', written, [remark('contact')])).toEqual([
    '您填写的 1 条修改要求只在退回修改时发送，本次不会发给申报单位。',
    '上次退回的 1 条修改要求尚未勾选“已落实”。',
  ])
  expect(chinese('cityApprove', [remark('material', '')], [])).toEqual([])
})

test('a rejection warns of written remarks only', () => {
  expect(chinese('provinceReject', written, [remark('contact')])).toHaveLength(1)
})

test('a return warns of earlier remarks that it leaves out', () => {
  const unresolved = [remark('contact.tel'), remark('contact.email')]
  expect(chinese('decideReturn', written, unresolved)).toEqual([
    expect.stringContaining('上次退回的 1 条修改要求尚未勾选“已落实”，也未列入本次退回'),
  ])
  expect(chinese('decideReturn', unresolved, unresolved)).toEqual([])
})

test('a score, an assignment or an acceptance warns of nothing', () => {
  for (const name of ['score', 'assign', 'claim'] as const)
    expect(chinese(name, written, [remark('contact')])).toEqual([])
})

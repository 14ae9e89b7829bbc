import { expect, test } from 'vitest'
import { approvalWarnings } from './approval-warnings.ts'

const remark = (at: string, text = '请核对') => ({ at, text })

test('an approval warns of written remarks, which it does not send, and of earlier ones that are not resolved', () => {
  const warnings = approvalWarnings(
    'cityApprove',
    [remark('contact.tel'), remark('material', ' ')],
    [remark('contact')],
  )
  expect(warnings.map(([chinese]) => chinese)).toEqual([
    '您填写的 1 条修改要求只在退回修改时发送，通过后不会发给申报单位。',
    '上次退回的 1 条修改要求尚未勾选“已落实”。',
  ])
  expect(approvalWarnings('cityApprove', [remark('material', '')], [])).toEqual([])
})

test('a return and a rejection do not', () => {
  for (const name of ['provinceReturn', 'cityReject', 'score'] as const)
    expect(approvalWarnings(name, [remark('contact.tel')], [remark('contact')])).toEqual([])
})

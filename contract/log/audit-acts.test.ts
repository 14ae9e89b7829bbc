import { expect, test } from 'vitest'
import { actOf, ownWordsOf } from './audit-acts.ts'

test.each([
  ['Approve', 'Approved'],
  ['Approve (city)', 'Approved (city)'],
  ['Copy', 'Copied'],
  ['Deploy files', 'Deployed files'],
  ['Cancel', 'Cancelled'],
  ['Submit a score', 'Submitted a score'],
  ['Retry', 'Retried'],
  ['Expired', 'Expired'],
  ['Process', 'Processed'],
  ['Give a task back', 'Gave a task back'],
  ['Set the package', 'Set the package'],
  ['Withdraw the removal request', 'Withdrew the removal request'],
  ['Add or update', 'Added or updated'],
  ['Confirm and hand back', 'Confirmed and handed back'],
  ['Change my contacts', 'Changed own contacts'],
])('the log calls “%s” “%s”, and the Chinese stays', (label, act) => {
  expect(actOf(['办理', label])).toEqual(['办理', act])
})

test('an act whose label is no verb has words of its own', () => {
  expect(ownWordsOf('setting')).toEqual(['租户设置', 'Tenant settings changed'])
  expect(ownWordsOf('deploy')).toBeUndefined()
})

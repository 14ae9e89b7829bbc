import { expect, test } from 'vitest'
import { withRemark } from './remarks.ts'

test('a field has at most one remark: a new text replaces it, an empty one removes it', () => {
  const remarks = withRemark([], 'contact.email', '请核对邮箱')
  expect(remarks).toEqual([{ at: 'contact.email', text: '请核对邮箱' }])
  expect(withRemark(remarks, 'contact.email', '邮箱有误')).toEqual([{ at: 'contact.email', text: '邮箱有误' }])
  expect(withRemark(remarks, 'contact.email', '  ')).toEqual([])
})

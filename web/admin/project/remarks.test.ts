import { expect, test } from 'vitest'
import { withRemark } from './remarks.ts'

test('a place has one remark: another text replaces it, an empty one takes it away', () => {
  const one = withRemark([], 'contact.email', '请核对邮箱')
  expect(one).toEqual([{ at: 'contact.email', text: '请核对邮箱' }])
  expect(withRemark(one, 'contact.email', '邮箱有误')).toEqual([{ at: 'contact.email', text: '邮箱有误' }])
  expect(withRemark(one, 'contact.email', '  ')).toEqual([])
})

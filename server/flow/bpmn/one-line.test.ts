import { expect, test } from 'vitest'
import { inOneLine } from './one-line.ts'

test.each([
  ['部门\n审批', '部门审批'],
  ['  部门 \r\n\n  审批 ', '部门审批'],
  ['Head of\ndepartment', 'Head of department'],
  ['审批\nA', '审批 A'],
  ['\n \n', ''],
  ['部门 审批', '部门 审批'],
])('the name %j becomes %j', (name, line) => {
  expect(inOneLine(name)).toBe(line)
})

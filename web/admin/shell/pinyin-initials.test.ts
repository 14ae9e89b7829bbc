import { expect, test } from 'vitest'
import { pinyinInitials } from './pinyin-initials.ts'

test.each([
  ['角色管理', 'jsgl'],
  ['安全', 'aq'],
  ['工作台', 'gzt'],
  ['数据权限', 'sjqx'],
  ['哦鹅二云在', 'oeeyz'],
  ['5G工厂 API日志', '5ggcapirz'],
])('the initials of %s are %s', (name, initials) => {
  expect(pinyinInitials(name)).toBe(initials)
})

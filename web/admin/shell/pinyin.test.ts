import { expect, test } from 'vitest'
import { placeOfPinyin, syllablesOf } from './pinyin.ts'

test.each([
  ['角色管理', 'jiao se guan li'],
  ['工作台', 'gong zuo tai'],
  ['数据权限', 'shu ju quan xian'],
  ['重置密码', 'chong zhi mi ma'],
  ['行政区划', 'xing zheng qu hua'],
  ['参数管理', 'can shu guan li'],
  ['调试长度', 'tiao shi chang du'],
  ['哦鹅二云在', 'o e er yun zai'],
  ['5G工厂 API日志', '5 g gong chang a p i ri zhi'],
])('the syllables of %s are %s', (name, syllables) => {
  expect(syllablesOf(name).join(' ')).toBe(syllables)
})

test.each([
  ['审计日志', 'rizhi', 2],
  ['审计日志', 'ri zhi', 2],
  ['审计日志', 'rzhi', 2],
  ['审计日志', 'rz', 2],
  ['审计日志', 'shenjir', 0],
  ['西安', "xi'an", 0],
  ['审计日志', 'zhiri', -1],
  ['审计日志', '日', -1],
])('of %s the letters %s are found at %i', (name, typed, at) => {
  expect(placeOfPinyin(name, typed)).toBe(at)
})

import { expect, test } from 'vitest'
import { matchesOf } from './text-matches.ts'

const search = (names: readonly string[], text: string) => matchesOf(names, text, (name) => name)

test('names that start with the text come first, then those that contain it, in any case', () => {
  const names = ['POST', 'DICT', 'DECLARATION']
  expect(search(names, 'd')).toEqual(['DICT', 'DECLARATION'])
  expect(search(names, 'T')).toEqual(['POST', 'DICT', 'DECLARATION'])
  expect(search(['用户角色', '角色管理'], '角色')).toEqual(['角色管理', '用户角色'])
  expect(search(names, ' di')).toEqual(['DICT'])
  expect(search(names, 'ｄＩ\u200b')).toEqual(['DICT'])
  expect(search(['５Ｇ项目'], '5g')).toEqual(['５Ｇ项目'])
  expect(search(names, 'system')).toEqual([])
})

test('then names whose pinyin initials start with the text, then those whose initials contain it', () => {
  const names = ['接口日志', '角色管理', '审计日志', 'js 文件', '日志']
  expect(search(names, 'js')).toEqual(['js 文件', '角色管理'])
  expect(search(names, 'RZ')).toEqual(['日志', '接口日志', '审计日志'])
  expect(search(names, 'jkrz')).toEqual(['接口日志'])
})

test('an empty text matches all in their order', () => {
  expect(search(['乙', '甲'], ' ')).toEqual(['乙', '甲'])
})

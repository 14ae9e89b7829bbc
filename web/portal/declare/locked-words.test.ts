import { expect, test } from 'vitest'
import { type StageCode, stageCodes } from '#contract/project/stages.ts'
import { lockedWords } from './locked-words.ts'

const place = { stageName: null, holderName: null, editable: 'none' as const, actions: [] }

test.each([
  [10, '已提交，等待受理，内容不能修改。'],
  [20, '已提交（地市初审中），内容不能修改。'],
  [40, '已提交（专家评审中），内容不能修改。'],
  [50, '已提交（公示中），内容不能修改。'],
  [60, '已入库，内容不能修改。'],
  [70, '申报已退回，由申报单位修改。'],
  [80, '不予通过，内容不能修改。'],
  [95, '已移出，内容不能修改。'],
  [99, '已归档，内容不能修改。'],
  [0, '由申报单位填写，您不能修改。'],
  [5, '由申报单位填写，您不能修改。'],
] as const)('in stage %i the page of a part says why it is read-only', (status, expected) => {
  expect(lockedWords({ ...place, status }, 'information')[0]).toBe(expected)
})

test('the sentence names a further review, the branch that fills in its section, and what the declarant may still do', () => {
  const wordsAt = (status: StageCode, more: object) => lockedWords({ ...place, status, ...more }, 'facilities')[0]
  expect(wordsAt(25, { stageName: '专项核查' })).toBe('已提交（专项核查），内容不能修改。')
  expect(wordsAt(5, { holderName: '中国移动昆山分公司' })).toBe('由中国移动昆山分公司办理，您不能修改。')
  expect(wordsAt(10, { actions: ['withdraw'] })).toBe('已提交，等待受理，内容不能修改；受理前可以撤回。')
  expect(wordsAt(70, { editable: ['information.city'] })).toContain('仅清单所列内容可以修改')
})

test('every stage has a sentence in both languages', () => {
  for (const status of stageCodes)
    for (const text of lockedWords({ ...place, status }, 'contact')) expect(text).toMatch(/\p{L}.*[。.]$/u)
})

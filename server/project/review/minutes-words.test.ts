import { expect, test } from 'vitest'
import type { MemberScore } from '#contract/project/batch-scores.ts'
import {
  chineseNumber,
  exceptionRows,
  expertNames,
  leftRows,
  type MinutesDecision,
  type MinutesMember,
  memberRows,
  signingExperts,
} from './minutes-words.ts'

const scoreOf = (id: string, score: number | null, more: Partial<MemberScore> = {}): MemberScore => ({
  ...{ id, realName: `专家姓名${id}`, score, corrections: 0, isOutlier: false },
  ...{ state: score === null ? 'waiting' : 'scored', ...more },
})
const memberOf = (id: string, rank: number | null, more: Partial<MinutesMember> = {}): MinutesMember => ({
  ...{ id, rank, declareNo: `5G-${id}`, projectName: `项目${id}`, commpanyName: '某公司' },
  ...{ provinceName: '江苏省', cityName: '苏州市', mean: 80.5, isComplete: true, awaitsDecision: true },
  scores: [scoreOf('7', 80), scoreOf('8', 81)],
  ...more,
})
const decided = (id: string, isApproved: boolean, more: Partial<MinutesDecision> = {}) =>
  [id, { id, isApproved, reason: null, isDone: true, msg: null, ...more }] as const

test('experts are named, or numbered in the same way for all members', () => {
  const members = [memberOf('1', 1), memberOf('2', 2, { scores: [scoreOf('9', 70), scoreOf('7', 60)] })]
  expect([...expertNames(members, false, 'zh').values()]).toEqual(['专家姓名7', '专家姓名8', '专家姓名9'])
  expect(Object.fromEntries(expertNames(members, true, 'zh'))).toEqual({ 7: '专家一', 8: '专家二', 9: '专家三' })
})

test('those sign who score a member that the reader sees, without those who have only recused themselves', () => {
  const seen = memberOf('1', 1, {
    scores: [scoreOf('7', 80), scoreOf('8', null, { state: 'recused' }), scoreOf('9', null)],
  })
  const names = expertNames([seen, memberOf('2', 2, { scores: [scoreOf('6', 70)] })], false, 'zh')
  expect(signingExperts([seen], names)).toEqual(['专家姓名7', '专家姓名9'])
})

test('numerals go beyond ten', () => {
  expect([1, 10, 11, 20, 21, 99, 110].map(chineseNumber)).toEqual([
    '一',
    '十',
    '十一',
    '二十',
    '二十一',
    '九十九',
    '110',
  ])
})

test('members stand by rank, with each score and what was decided', () => {
  const scores = [scoreOf('7', 80.25, { corrections: 1, isOutlier: true }), scoreOf('8', null, { state: 'recused' })]
  const members = [memberOf('1', null, { mean: null, scores: [scoreOf('7', null)] }), memberOf('2', 1, { scores })]
  const decisions = new Map([decided('2', true, { reason: '填补空白' })])
  const rows = memberRows(members, decisions, expertNames(members, true, 'zh'), 'zh')
  expect(rows).toEqual([
    {
      ...{ rank: '1', project: '项目2', details: '5G-2　某公司', place: '江苏省苏州市', mean: '80.50' },
      ...{ scores: ['专家一 80.25（已更正、偏离）', '专家二 回避'], decision: '通过（例外）' },
    },
    {
      ...{ rank: '—', project: '项目1', details: '5G-1　某公司', place: '江苏省苏州市', mean: '—' },
      ...{ scores: ['专家一 未评分'], decision: '未列入' },
    },
  ])
  const hidden = memberOf('3', 1, { declareNo: null, commpanyName: null, provinceName: null, cityName: null })
  expect(memberRows([hidden], new Map(), new Map(), 'zh')[0]).toMatchObject({ details: '', place: '—' })
})

test('exceptions have their reasons, and what was left out says why', () => {
  const members = [
    memberOf('1', 1),
    memberOf('2', 2),
    memberOf('3', 3),
    memberOf('4', null, { isComplete: false }),
    memberOf('5', null, { awaitsDecision: false }),
    memberOf('6', 4),
  ]
  const decisions = new Map([
    decided('1', false, { reason: '不符合条件' }),
    decided('2', true, { isDone: false, msg: ['提案后评分有变化', 'its scores have changed'] }),
    decided('3', false, { isDone: false }),
  ])
  expect(exceptionRows(members, decisions, 'zh')).toEqual([{ project: '项目1', words: '不予通过。理由：不符合条件' }])
  expect(leftRows(members, decisions, 'zh').map(({ words }) => words)).toEqual([
    '提案通过，未作出：提案后评分有变化',
    '提案不予通过，未作出：尚未办理',
    '未列入提案：提案提出后评分才齐',
    '未列入提案：评分未齐',
    '未列入提案：不在专家评审环节',
  ])
  expect(leftRows(members, decisions, 'en')[0]?.words).toBe('Proposed: Approve. Not decided: its scores have changed')
})

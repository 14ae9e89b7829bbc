import { describe, expect, test } from 'vitest'
import { furthestStageAfter, type StageCode, stageCodes, stages, stagesWith, stageTitle } from './stages.ts'
import type { Transition } from './transition.ts'
import { transitionPerms } from './transition-perms.ts'
import {
  duties,
  liftNames,
  returnPermAt,
  type TransitionName,
  transitionForAction,
  transitionNames,
  transitionOf,
  transitionsWith,
} from './transitions.ts'

describe('stages of a declaration', () => {
  test.each([
    [0, '草稿', 'enterprise', 'all'],
    [5, '待运营商确认', 'operator', 'all'],
    [10, '已提交', 'city', 'none'],
    [20, '地市初审中', 'city', 'none'],
    [25, '补充审核一', 'reviewer', 'none'],
    [30, '省级审核中', 'province', 'none'],
    [35, '补充审核二', 'reviewer', 'none'],
    [40, '专家评审中', 'expert', 'none'],
    [45, '补充审核三', 'reviewer', 'none'],
    [50, '公示中', 'platform', 'none'],
    [60, '已入库', 'nobody', 'none'],
    [70, '退回修改', 'enterprise', 'flagged'],
    [80, '不予通过', 'nobody', 'none'],
    [90, '已撤回', 'enterprise', 'all'],
    [95, '已移出', 'nobody', 'none'],
    [99, '已归档', 'nobody', 'none'],
  ] as const)('%i is %s: the holder is %s, the declarant can edit %s', (code, name, holder, edits) => {
    expect(stages[code]).toMatchObject({ holder, edits })
    expect(stages[code].name[0]).toBe(name)
  })

  test('are exactly these sixteen', () => {
    expect(stageCodes).toEqual([0, 5, 10, 20, 25, 30, 35, 40, 45, 50, 60, 70, 80, 90, 95, 99])
  })

  test.each([
    ['draft', [0, 5, 90]],
    ['review', [10, 20, 25, 30, 35, 40, 45, 50]],
    ['correction', [70]],
    ['library', [60]],
    ['ended', [80, 95, 99]],
  ] as const)('of the phase %s are %j', (phase, codes) => {
    expect(stagesWith((stage) => stage.phase === phase)).toEqual(codes)
  })

  test.each([
    ['window', [0, 5, 90]],
    ['city', [10, 20]],
    ['province', [30]],
    ['experts', [40]],
  ] as const)('with the deadline %s are %j', (deadline, codes) => {
    expect(stagesWith((stage) => stage.deadline === deadline)).toEqual(codes)
  })

  test('have the title of the task of a further review', () => {
    expect(stageTitle(25, '市级联合审查')).toEqual(['市级联合审查', '市级联合审查'])
    expect(stageTitle(25, null)).toEqual(['补充审核一', 'Further review 1'])
  })
})

describe('the furthest stage of a declaration', () => {
  test.each([
    [null, 0, null],
    [null, 10, 10],
    [10, 20, 20],
    [20, 70, 20],
    [20, 10, 20],
    [30, 80, 30],
    [60, 95, 60],
    [60, 99, 60],
    [10, 90, 10],
    // a further review is no milestone: not every process has it
    [20, 25, 20],
  ] as const)('is after %s and entering %i: %s', (furthest, stage, result) => {
    expect(furthestStageAfter(furthest, stage)).toBe(result)
  })
})

/** The table of transitions, written a second time, so that a mistake in either one fails. */
const table: Record<TransitionName, string> = {
  invite: '0,90 → 5 invite',
  recall: '5 → 0 invite',
  confirm: '5 → 0 confirm',
  submit: '0,70,90 → back submit',
  withdraw: '10 → 90 submit',
  claim: '10 → 20 city',
  cityApprove: '20 → 30 city',
  cityReturn: '20 → 70 city remarks',
  cityReject: '20 → 80 city reason',
  provinceApprove: '30 → 40 province together:offices',
  provinceReturn: '30 → 70 province remarks',
  provinceReject: '30 → 80 province reason',
  assign: '40 → 40 decide experts',
  score: '40 → 40 score score',
  decideApprove: '40 → 50 decide',
  decideReturn: '40 → 70 decide remarks',
  decideReject: '40 → 80 decide reason',
  reviewApprove: '25,35,45 → process review',
  reviewReturn: '25,35,45 → 70 review remarks',
  reviewReject: '25,35,45 → 80 review reason',
  object: '50 → 50 object reason',
  dismiss: '50 → 50 publish reason',
  uphold: '50 → 80 publish reason',
  publish: '50 → 60 publish',
  unlist: '60 → 95 unlist reason together:persons',
  cancelUnlist: '60 → 60 unlist',
  expire: '70 → 99 -',
  cityLift: '99 → 70 city reason',
  provinceLift: '99 → 70 province reason',
  decideLift: '99 → 70 decide reason',
  reviewLift: '99 → 70 review reason',
  archive: '60,80,95 → 99 -',
}

describe('transitions between stages', () => {
  test.each(Object.entries(table) as [TransitionName, string][])('%s: %s', (name, row) => {
    const { from, to, perm, requires, joint } = transitionOf(name)
    const more = [requires, joint && `together:${joint}`].filter(Boolean)
    expect([`${from.join()} → ${to} ${perm ?? '-'}`, ...more].join(' ')).toBe(row)
  })

  test.each([
    ['danger', ['withdraw', 'cityReject', 'provinceReject', 'decideReject', 'reviewReject', 'uphold', 'unlist']],
    ['blind', ['assign', 'score']],
    ['internal', ['assign', 'score', 'cancelUnlist']],
    [
      'target',
      ['submit', 'withdraw', 'claim', 'cityApprove', 'provinceApprove', 'decideApprove', 'reviewApprove', 'publish'],
    ],
  ] as const)('with the trait %s are %j', (trait, names) => {
    expect(transitionsWith(({ traits }) => traits.includes(trait))).toEqual(names)
  })

  test('refuse if they lead back or to an end, or cancel a request', () => {
    const leadsBack = ({ to }: Transition) => [70, 80, 90, 99].some((stage) => stage === to)
    expect(transitionsWith(({ traits }) => traits.includes('refusal'))).toEqual(
      transitionNames.filter(
        (name) => (leadsBack(transitionOf(name)) && !liftNames.includes(name)) || name === 'cancelUnlist',
      ),
    )
  })

  test('are duties of those for whom a declaration waits', () => {
    expect(duties.map(({ stage, perm, by }) => `${stage} ${perm} ${by}`)).toEqual([
      ...['0 submit owner', '5 confirm invited', '10 city reviewer', '20 city reviewer', '25 review reviewer'],
      ...['30 province reviewer', '35 review reviewer', '40 score expert', '40 decide reviewer', '45 review reviewer'],
      ...['50 publish reviewer', '70 submit owner', '90 submit owner'],
    ])
  })

  test('are all in the table', () => {
    expect(transitionNames).toEqual(Object.keys(table))
  })

  test('need exactly the permissions that the declaration menu has', () => {
    const needed = new Set(transitionNames.flatMap((name) => transitionOf(name).perm ?? []))
    expect(Object.keys(transitionPerms).sort()).toEqual([...needed].sort())
  })

  test('lead out of every stage, and out of the archive only back to a correction', () => {
    const transitionsFrom = (stage: StageCode) =>
      transitionNames.filter((name) => transitionOf(name).from.includes(stage))
    expect(transitionsFrom(99)).toEqual(liftNames)
    for (const stage of stageCodes) expect([stage, transitionsFrom(stage)]).not.toEqual([stage, []])
  })

  test('lead from a draft to every stage, but to further reviews only by a process', () => {
    const reachable = new Set<StageCode>([0])
    for (const _ of stageCodes)
      for (const name of transitionNames) {
        const { from, to } = transitionOf(name)
        if (to !== 'process' && from.some((stage) => reachable.has(stage))) reachable.add(to === 'back' ? 10 : to)
      }
    const others = stagesWith(({ isFurtherReview }) => !isFurtherReview)
    expect([...reachable].sort((a, b) => a - b)).toEqual(others)
  })

  test.each([
    [20, 'city'],
    [25, 'review'],
    [30, 'province'],
    [40, 'decide'],
    [50, null],
  ] as const)('whoever returns from %i needs the permission %s to go on', (stage, perm) => {
    expect(returnPermAt(stage)).toBe(perm)
  })
})

describe('short action names of submitStatus', () => {
  test.each([
    ['submit', 0, 'submit'],
    ['withdraw', 10, 'withdraw'],
    ['accept', 10, 'claim'],
    ['approve', 20, 'cityApprove'],
    ['approve', 25, 'reviewApprove'],
    ['return', 35, 'reviewReturn'],
    ['reject', 45, 'reviewReject'],
    ['approve', 30, 'provinceApprove'],
    ['approve', 40, 'decideApprove'],
    ['return', 20, 'cityReturn'],
    ['return', 30, 'provinceReturn'],
    ['return', 40, 'decideReturn'],
    ['reject', 20, 'cityReject'],
    ['reject', 30, 'provinceReject'],
    ['reject', 40, 'decideReject'],
    ['object', 50, 'object'],
    ['publish', 50, 'publish'],
    ['list', 50, 'publish'],
    ['revoke', 60, 'unlist'],
    ['provinceApprove', 20, 'provinceApprove'],
  ] as const)('%s at %i means %s', (action, stage, transition) => {
    expect(transitionForAction(action, stage)).toBe(transition)
  })

  test.each(['', 'dance', 'toString', '__proto__', 'constructor', 'APPROVE'])('%j is not an action', (action) => {
    expect(stageCodes.map((stage) => transitionForAction(action, stage))).toEqual(stageCodes.map(() => null))
  })

  test('approve is not an action at stages without approval', () => {
    for (const stage of [0, 5, 10, 50, 60, 70, 80, 90, 95, 99] as const)
      expect([stage, transitionForAction('approve', stage)]).toEqual([stage, null])
  })
})

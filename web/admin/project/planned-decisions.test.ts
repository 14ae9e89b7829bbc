import { describe, expect, test } from 'vitest'
import { type Proposal, proposalStates } from '#contract/project/decision-proposal.ts'
import { changedSince, draftedIn, plannedIn } from './planned-decisions.ts'

const member = (id: string, version: number, awaitsDecision = true) => ({ id, version, awaitsDecision })
const decision = (id: string, version: number, isApproved = true) => ({ id, version, isApproved })
const exception = (id: string, reason: string) => ({ id, projectName: null, isApproved: false, reason })
const proposal = (id: string, ...exceptions: ReturnType<typeof exception>[]): Proposal => ({
  ...{ id, state: proposalStates.open, line: { by: 'count', at: 1, minimum: null }, comment: null },
  ...{ proposedBy: null, proposedAt: '', settledBy: null, settledAt: null, settleReason: null },
  ...{ approved: 1, rejected: 1, done: 0, isRunning: false, hasMinutes: false, exceptions, left: [] },
})
const waiting = (...decisions: ReturnType<typeof decision>[]) => ({
  ...{ id: '9', canWithdraw: false, refusal: null, confirmers: [] },
  decisions,
})

describe('what has changed since a proposal', () => {
  test('is a member with another version, one that was decided or returned, and one that is no longer there', () => {
    const members = [member('1', 3), member('2', 4), member('3', 1, false)]
    const decisions = [decision('1', 3), decision('2', 3), decision('3', 1), decision('4', 1)]
    expect([...changedSince(members, { decisions })]).toEqual(['2', '3', '4'])
  })

  test('is no member that it does not decide on', () => {
    expect(changedSince([member('1', 3), member('2', 9)], { decisions: [decision('1', 3)] }).size).toBe(0)
  })
})

describe('what a waiting proposal decides', () => {
  test('is nothing without one', () => {
    expect(plannedIn([member('1', 3)], { waiting: null, proposals: [proposal('8')] })).toBeNull()
  })

  test('has for each member the verdict, the reason of an exception, and whether it has changed', () => {
    const planned = plannedIn([member('1', 3), member('2', 4)], {
      waiting: waiting(decision('1', 3, false), decision('2', 3)),
      proposals: [proposal('9', exception('1', '存在安全事故')), proposal('8', exception('2', '旧提案'))],
    })
    expect(planned && [...planned]).toEqual([
      ['1', { isApproved: false, reason: '存在安全事故', isChanged: false }],
      ['2', { isApproved: true, reason: null, isChanged: true }],
    ])
  })
})

describe('what a draft decides', () => {
  const scored = (id: string, mean: number | null, awaitsDecision = true) => ({
    ...{ id, mean, awaitsDecision },
    isComplete: mean !== null,
  })
  const members = [scored('1', 90), scored('2', 80), scored('3', 70), scored('4', null), scored('5', 99, false)]
  const exceptions = [{ id: '3', isApproved: true, reason: '填补行业空白' }]
  const drafted = (at: number, of: typeof exceptions) =>
    [...draftedIn(members, { by: 'count', at, minimum: null }, of)].map(
      ([id, { isApproved, reason }]) => `${id}${isApproved ? '+' : '-'}${reason ?? ''}`,
    )

  test('is what the line says, apart from its exceptions', () => {
    expect(drafted(2, [])).toEqual(['1+', '2-', '3-'])
    expect(drafted(2, exceptions)).toEqual(['1+', '2-', '3+填补行业空白'])
  })

  test('never turns round what an exception wanted, when its scores or the line have changed', () => {
    expect(drafted(4, exceptions)).toEqual(['1+', '2+', '3+'])
    expect(drafted(4, [{ id: '2', isApproved: false, reason: '存在安全事故' }])).toEqual(['1+', '2-存在安全事故', '3+'])
    expect(drafted(2, [{ id: '4', isApproved: true, reason: '未评齐' }])).toEqual(['1+', '2-', '3-'])
  })
})

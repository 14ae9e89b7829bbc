import { describe, expect, test } from 'vitest'
import { decisionsOf } from './proposed-decisions.ts'

const member = (id: string, mean: number | null, more: { isComplete?: boolean; awaitsDecision?: boolean } = {}) => ({
  ...{ id, mean, isComplete: true, awaitsDecision: true },
  ...more,
})
const line = { by: 'count', at: 2, minimum: null } as const
const decide = (members: Parameters<typeof decisionsOf>[0], exceptions: readonly string[] = []) =>
  [...decisionsOf(members, line, new Set(exceptions))]
    .map(([id, isApproved]) => `${id}${isApproved ? '+' : '-'}`)
    .join(' ')

describe('the decisions of a line', () => {
  test('approve what is above it and reject the others; equal means are never parted', () => {
    expect(decide([member('a', 90), member('b', 80), member('c', 80), member('d', 70)])).toBe('a+ b+ c+ d-')
  })

  test('are the other way round for exceptions', () => {
    expect(decide([member('a', 90), member('b', 80), member('c', 70)], ['a', 'c'])).toBe('a- b+ c+')
  })

  test('leave out what is not complete or not in the expert review', () => {
    const incomplete = member('b', 99, { isComplete: false })
    const decided = member('a', 90, { awaitsDecision: false })
    // what was decided before has its place above the line
    expect(decide([decided, incomplete, member('c', 80), member('d', 70)], ['a', 'b'])).toBe('c+ d-')
  })

  test('name each decidable member once, whatever the line; an exception changes its own decision only', () => {
    const means = [95, 90, 90, 82.5, 82.5, 70, null, 60]
    const members = means.map((mean, i) =>
      member(String(i), mean, { isComplete: mean !== null, awaitsDecision: i !== 3 }),
    )
    for (const by of ['count', 'value'] as const)
      for (const at of [0, 1, 2, 5, 82.5, 100])
        for (const minimum of [null, 82.5, 99]) {
          const decisions = decisionsOf(members, { by, at, minimum }, new Set())
          expect([...decisions.keys()]).toEqual(['0', '1', '2', '4', '5', '7'])
          // who has a better mean is never rejected where somebody with a worse one is approved
          const verdicts = [...decisions.values()]
          expect(verdicts.lastIndexOf(true)).toBe(verdicts.filter(Boolean).length - 1)
          expect(decisions.get('1')).toBe(decisions.get('2'))
          const turned = decisionsOf(members, { by, at, minimum }, new Set(['4']))
          for (const [id, isApproved] of decisions) expect(turned.get(id)).toBe(id === '4' ? !isApproved : isApproved)
        }
  })
})

import { describe, expect, test } from 'vitest'
import { wireTime } from '../../base/process/clock.ts'
import { workPlan } from './declarations.ts'
import { daysOpen, movesTo, stepTimes } from './moves.ts'
import { makeRandom } from './random.ts'

const daysAgo = (days: number) => wireTime(new Date(Date.now() - days * 86_400_000))

describe('the times of demonstration declarations', () => {
  const random = makeRandom(1)
  const declarations = workPlan.flatMap(([stage, count]) =>
    Array.from({ length: count }, () => ({ moves: movesTo(stage), times: stepTimes(random, movesTo(stage), 6) })),
  )

  test('are in order, one for the creation and for each move', () => {
    for (const { moves, times } of declarations) {
      expect(times).toHaveLength(moves.length + 1)
      expect(times).toEqual([...new Set(times)].sort())
    }
  })

  test('begin after the window has opened and end before now', () => {
    const all = declarations.flatMap(({ times }) => times).sort()
    expect([all[0], all.at(-1)].map((time = '') => time > daysAgo(daysOpen) && time < daysAgo(0))).toEqual([true, true])
  })

  test('have submissions in each of three months', () => {
    const submitted = declarations.flatMap(({ moves, times }) =>
      moves.flatMap(([move], i) => (move === 'submit' ? (times[i + 1] ?? []) : [])),
    )
    const between = (from: number, to: number) =>
      submitted.filter((time) => time > daysAgo(from) && time <= daysAgo(to)).length
    expect([between(30, 0), between(60, 30), between(90, 60)].map((count) => count > 2)).toEqual([true, true, true])
  })
})

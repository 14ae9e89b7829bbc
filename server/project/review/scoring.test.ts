import { beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#server/base/database/db.ts'
import type { Ctx } from '#server/engine/context.ts'
import { contextFor } from '../../../tests/support/context.ts'
import { declarationAfter, type Step, step } from '../../../tests/support/declaration-steps.ts'
import { openPlatform } from '../../../tests/support/platform.ts'
import { assignedTo, scoresFailure } from './scoring.ts'

let db: Db
let ctx: Ctx

beforeAll(async () => {
  const platform = await openPlatform()
  db = platform.db
  ctx = await contextFor(platform.app)
})

describe('scores', () => {
  const score = (userId: string, conflict = false) =>
    step('score', 40, 40, { userId, score: conflict ? null : 80, conflict })
  const states = async (steps: Step[], experts: string[], stage = 40) =>
    (await assignedTo(ctx, await declarationAfter(db, steps, stage, { experts }))).map(
      ({ id, state }) => `${id} ${state}`,
    )
  const arrival = step('provinceApprove', 30, 40)

  test('count if the expert is assigned and not recused', async () => {
    const steps = [arrival, score('5'), score('6', true), score('7')]
    expect(await states(steps, ['5', '6', '7', '8'])).toEqual(['5 scored', '6 recused', '7 scored', '8 waiting'])
    expect(await states(steps, ['8', '9', '10'])).toEqual(['8 waiting', '9 waiting', '10 waiting'])
  })

  test('have to be complete before a decision', async () => {
    const failure = async (steps: Step[], experts: string[]) =>
      (await scoresFailure(ctx, await declarationAfter(db, [arrival, ...steps], 40, { experts })))?.text[0] ?? null
    const three = [score('5'), score('6'), score('7')]
    expect(await failure([], [])).toBe('尚未指派专家，请先指派至少三名评审专家')
    expect(await failure(three.slice(1), ['5', '6', '7'])).toBe('至少需要三名无利益关系专家的评分，目前 2 份')
    expect(await failure(three, ['5', '6', '7', '8'])).toBe('还有 1 名已指派的专家未评分')
    expect(await failure([...three, score('8', true)], ['5', '6', '7', '8'])).toBeNull()
  })

  test('are required again after a return; a recusal stays', async () => {
    const steps = [arrival, score('5'), score('6', true), step('decideReturn', 40, 70), step('submit', 70, 40)]
    expect(await states(steps, ['5', '6'])).toEqual(['5 waiting', '6 recused'])
  })

  test.each([50, 60, 80])('stay unchanged after the decision, at stage %i', async (stage) => {
    const steps = [arrival, score('5'), score('6'), step('decideApprove', 40, 50), step('publish', 50, stage)]
    expect(await states(steps, ['5', '6', '7'], stage)).toEqual(['5 scored', '6 scored', '7 waiting'])
  })
})

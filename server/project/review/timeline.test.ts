import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#server/base/database/db.ts'
import type { App } from '#server/engine/context.ts'
import { administrator, contextFor, declarationRow, person, rightsOf } from '../../../tests/support/context.ts'
import { declarationAfter, step } from '../../../tests/support/declaration-steps.ts'
import { openPlatform } from '../../../tests/support/platform.ts'
import type { Actor, User } from '../../engine/context.ts'
import { officeOf, stepsAtStage, timelineOf } from './timeline.ts'

let app: App
let db: Db

beforeAll(async () => {
  ;({ app, db } = await openPlatform())
})

let serial = 3000

describe('the timeline', () => {
  const stepsFor = async (actor: Actor, lang: 'zh' | 'en' = 'zh', isDecided = false) => {
    const { id } = await db
      .insertInto('user')
      .values({ account: `u${++serial}`, name: '甲', realName: '审核员甲', status: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const pid = String(++serial)
    const addStep = (
      move: string,
      fromStage: number,
      toStage: number,
      userId: string | null,
      office: string | null,
      score: number | null = null,
    ) =>
      db
        .insertInto('declarationMove')
        .values({ pid, move, fromStage, toStage, loop: 0, userId, office, comment: null, remarks: '[]', score })
        .execute()
    await addStep('claim', 10, 20, id, 'city')
    await addStep('score', 40, 40, id, 'expert', 88)
    await addStep('submit', 0, 10, actor.id, null)
    if (isDecided) await addStep('decideApprove', 40, 50, '1', 'platform')
    return (await timelineOf(await contextFor(app, actor, lang), declarationRow({ id: pid }))).map(
      ({ byName, office, score }) => [byName, office, score],
    )
  }

  const holder = (code: string, more: Partial<User> = {}) =>
    person({ rights: rightsOf({ codes: [`declaration_${code}`] }), ...more })
  const claim = (byName: string) => [byName, '地市工信部门', null]

  test('shows a declarant the offices and their own steps, but no officers and no scores', async () => {
    const steps = await stepsFor(person({ id: '42', rights: rightsOf({ aliases: ['enterprise'] }) }))
    expect(steps).toEqual([claim('地市工信部门'), ['', null, null]])
    expect((await stepsFor(person({ id: '42' }), 'en'))[0]).toEqual(['City MIIT office', 'City MIIT office', null])
  })

  test('shows officers who acted; before the decision only the deciding officer sees scores', async () => {
    expect((await stepsFor(holder('city'))).slice(0, -1)).toEqual([claim('审核员甲')])
    expect((await stepsFor(holder('score'))).slice(0, -1)).toEqual([claim('审核员甲')])
    expect((await stepsFor(holder('decide')))[1]).toEqual(['审核员甲', '评审专家', 88])
  })

  test('shows reviewers the score without a name after the decision, and the declarant neither', async () => {
    expect((await stepsFor(holder('city'), 'zh', true))[1]).toEqual(['评审专家', '评审专家', 88])
    expect((await stepsFor(holder('score'), 'zh', true))[1]).toEqual(['评审专家', '评审专家', 88])
    expect((await stepsFor(person({ id: '42' }), 'zh', true))[1]).toEqual(['评审专家', '评审专家', null])
  })

  test.each<[Partial<User>, string]>([
    [{ rights: rightsOf({ aliases: ['province_ca'] }) }, 'province_ca'],
    [{ rights: rightsOf({ aliases: ['unheard', 'city'] }) }, 'city'],
    [{ accountType: 2 }, 'operator'],
    [{}, 'platform'],
    [{ rights: administrator.rights }, 'platform'],
  ])('shows actions of a user with %j under the office %s', async (who, office) => {
    expect(officeOf(await contextFor(app, person(who)))).toBe(office)
  })
})

describe('the steps at the current stage', () => {
  test('are those after the last change of stage, for any path', async () => {
    const ctx = await contextFor(app)
    const path = fc.array(fc.constantFrom(0, 10, 20, 30, 70), { minLength: 1, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(path, async (stages) => {
        const steps = stages.map((to, i) => step(`m${i}`, stages[i - 1] ?? 0, to))
        const lastStage = stages.at(-1) as number
        const model: string[] = []
        for (const { move, fromStage, toStage } of steps)
          if (fromStage !== toStage) model.length = 0
          else model.push(move)
        const actual = await stepsAtStage(ctx, await declarationAfter(db, steps, lastStage))
        expect(actual.map(({ move }) => move)).toEqual(model)
      }),
      { numRuns: 40 },
    )
  })
})

import { describe, expect, test } from 'vitest'
import { administrator, contextFor, person, rightsOf } from '../../tests/support/context.ts'
import { openPlatform } from '../../tests/support/platform.ts'
import type { Actor } from '../engine/context.ts'
import { officeOf, timelineOf } from './timeline.ts'

const { app, db } = await openPlatform()
let serial = 3000

describe('the timeline', () => {
  const names = async (actor: Actor, lang: 'zh' | 'en' = 'zh') => {
    const { id } = await db
      .insertInto('user')
      .values({ account: `u${++serial}`, name: '甲', realName: '审核员甲', status: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const pid = String(++serial)
    const step = (
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
    await step('claim', 10, 20, id, 'city')
    await step('score', 40, 40, id, 'expert', 88)
    await step('submit', 0, 10, actor.id, null)
    return (await timelineOf(await contextFor(app, actor, lang), pid)).map(({ byName, office, score }) => [
      byName,
      office,
      score,
    ])
  }

  test('tells a declarant the office and his own part, not the person nor the score', async () => {
    const own = await names(person({ id: '42', rights: rightsOf({ aliases: ['enterprise'] }) }))
    expect(own).toEqual([
      ['地市工信部门', '地市工信部门', null],
      ['评审专家', '评审专家', null],
      ['', null, null],
    ])
    expect((await names(person({ id: '42' }), 'en'))[0]).toEqual(['City office', 'City office', null])
  })

  test('tells an officer who it was', async () => {
    expect((await names(person({ rights: rightsOf({ aliases: ['city'] }) }))).slice(0, 2)).toEqual([
      ['审核员甲', '地市工信部门', null],
      ['审核员甲', '评审专家', 88],
    ])
  })

  test.each<[Partial<Actor>, string]>([
    [{ rights: rightsOf({ aliases: ['province_ca'] }) }, 'province_ca'],
    [{ rights: rightsOf({ aliases: ['unheard', 'city'] }) }, 'city'],
    [{ accountType: 2 }, 'operator'],
    [{}, 'platform'],
    [{ rights: administrator.rights }, 'platform'],
  ])('%j acts as the office %s', async (who, office) => {
    expect(officeOf(await contextFor(app, person(who)))).toBe(office)
  })
})

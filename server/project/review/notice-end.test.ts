import { beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#server/base/database/db.ts'
import type { Ctx } from '#server/engine/context.ts'
import { contextFor } from '../../../tests/support/context.ts'
import { declarationAfter, refusal, type Step, step } from '../../../tests/support/declaration-steps.ts'
import { openPlatform } from '../../../tests/support/platform.ts'
import { wireTime } from '../../base/process/clock.ts'
import { awaitsListing, isTrueOf } from './conditions.ts'
import { listingFailure, readNotice } from './notice-end.ts'

let db: Db
let ctx: Ctx

beforeAll(async () => {
  const platform = await openPlatform()
  db = platform.db
  ctx = await contextFor(platform.app)
})

describe('a public notice', () => {
  const arrival = step('decideApprove', 40, 50)

  test.each([
    [[], false],
    [['object'], true],
    [['object', 'dismiss'], false],
    [['object', 'object', 'dismiss'], true],
    [['object', 'dismiss', 'object', 'dismiss'], false],
  ])('with %j has an open objection: %s', async (moves, expected) => {
    expect(
      (await readNotice(ctx, await declarationAfter(db, [arrival, ...moves.map((move) => step(move, 50))]))).isDisputed,
    ).toBe(expected)
  })

  const templateOf = async (noticeDays: number) => {
    const row = {
      templateName: '批次',
      year: '2026',
      kind: 1 as const,
      enabled: 1,
      maxPerCompany: 1,
      allowRedeclare: 0,
      materials: '[]',
    }
    const times = { openAt: '2026-01-01 00:00:00', closeAt: '2026-02-01 00:00:00' }
    return (
      await db
        .insertInto('template')
        .values({ ...row, ...times, noticeDays })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  }
  const ago = (days: number) => wireTime(new Date(Date.now() - days * 86_400_000))

  test('ends on the hour at which it began, so many days later, and only then can it end', async () => {
    const templateId = await templateOf(7)
    const row = await declarationAfter(db, [arrival], 50, { templateId, stageSince: '2026-02-25 14:30:15' })
    expect((await readNotice(ctx, row)).until).toBe('2026-03-04 14:30:15')
    // without a round it has no days
    const bare = await declarationAfter(db, [arrival], 50, { stageSince: '2026-02-25 14:30:15' })
    expect((await readNotice(ctx, bare)).until).toBe('2026-02-25 14:30:15')
    const begun = (days: number) => declarationAfter(db, [arrival], 50, { templateId, stageSince: ago(days) })
    const canEnd = async (days: number) => isTrueOf(ctx, await begun(days), awaitsListing())
    expect([await canEnd(6.99), await canEnd(7.01)]).toEqual([false, true])
  })

  test('lasts as many days as its round sets, and cannot end while an objection is open', async () => {
    const templateId = await templateOf(5)
    const since = async (days: number, ...moves: Step[]) =>
      declarationAfter(db, [arrival, ...moves], 50, { templateId, stageSince: ago(days) })
    expect(await listingFailure(ctx, await since(5.01))).toBeNull()
    expect((await listingFailure(ctx, await since(4.99)))?.message).toContain('The public notice runs until')
    expect(await listingFailure(ctx, await since(6, step('object', 50)))).toEqual(refusal('有异议尚未处理，不能入库'))
    expect(await listingFailure(ctx, await declarationAfter(db, [arrival], 50, { stageSince: ago(0) }))).toBeNull()
  })
})

import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '#server/base/database/db.ts'
import type { App } from '#server/engine/context.ts'
import { administrator, contextFor, person } from '../../../tests/support/context.ts'
import { addWindow } from '../../../tests/support/declaration-windows.ts'
import { openPlatform } from '../../../tests/support/platform.ts'
import { creditCode } from '../../../tests/support/scenario.ts'
import { type Ctx, tx } from '../../engine/context.ts'
import { openingFor } from './template-availability.ts'

let app: App
let db: Db

beforeAll(async () => {
  ;({ app, db } = await openPlatform())
})

const code = creditCode(1)
let ctx: Ctx

beforeEach(async () => {
  ctx = await contextFor(app, person({ organizationCode: code, accountType: 1 }))
  for (const table of ['template', 'company', 'declaration'] as const) await db.deleteFrom(table).execute()
  await db
    .insertInto('company')
    .values({ commpanyName: '单位', organizationCode: code, accountType: 1, province: '320000' })
    .execute()
})

const openingReason = async () => {
  const { reasonCode, templateName } = await openingFor(ctx, code)
  return [reasonCode, templateName]
}

describe('the round that applies', () => {
  test.each<[string, [string, number, number][], unknown[]]>([
    [
      'is the open one',
      [
        ['开', -1, 5],
        ['将', 1, 9],
        ['过', -9, -1],
      ],
      ['OK', '开'],
    ],
    [
      'is the next to open',
      [
        ['远', 50, 60],
        ['近', 5, 90],
        ['过', -9, -1],
      ],
      ['NOT_OPEN', '近'],
    ],
    [
      'is the next to open, whichever closes first',
      [
        ['远', 6, 99],
        ['近', 5, 90],
      ],
      ['NOT_OPEN', '近'],
    ],
    [
      'is the last that closed',
      [
        ['早', -90, -50],
        ['晚', -40, -10],
      ],
      ['CLOSED', '晚'],
    ],
  ])('%s', async (_, windows, expected) => {
    for (const order of [windows, [...windows].reverse()]) {
      await db.deleteFrom('template').execute()
      for (const [name, opens, closes] of order) await addWindow(db, name, opens, closes)
      expect(await openingReason()).toEqual(expected)
    }
  })

  test('is never a disabled or removed one', async () => {
    await addWindow(db, '关', -1, 5, { enabled: 0 })
    await addWindow(db, '删', -1, 5, { isDeleted: 1 })
    expect(await openingReason()).toEqual(['NOT_OPEN', null])
  })

  test('is the open one, even with many upcoming ones', async () => {
    await addWindow(db, '开', -1, 5)
    for (let n = 0; n < 25; n++) await addWindow(db, `将${n}`, 10 + n, 100 + n)
    expect(await openingReason()).toEqual(['OK', '开'])
  })
})

describe('reasons against a new declaration', () => {
  test.each<[object, string]>([
    [{}, 'OK'],
    [{ regions: ['320000'] }, 'OK'],
    [{ regions: ['320500', '330000'] }, 'OK'],
    [{ regions: ['330000'] }, 'REGION'],
    [{ accountTypes: [1, 2] }, 'OK'],
    [{ accountTypes: [2] }, 'ACCOUNT_TYPE'],
    [{ maxPerCompany: 0 }, 'LIMIT'],
  ])('%j: %s', async (more, reasonCode) => {
    await addWindow(db, '开', -1, 5, more)
    expect((await openingReason())[0]).toBe(reasonCode)
  })

  const addDeclaration = (templateId: string, declareStatus: number, more: object = {}) =>
    db
      .selectFrom('company')
      .select('id')
      .executeTakeFirstOrThrow()
      .then(({ id: companyId }) =>
        db
          .insertInto('declaration')
          .values({ templateId, companyId, organizationCode: code, declareStatus: declareStatus as 0, ...more })
          .execute(),
      )

  test.each([
    ...[0, 5, 10, 20, 30, 40, 50, 70, 90].map((stage) => [stage, 'LIMIT'] as const),
    ...[80, 95, 99].map((stage) => [stage, 'OK'] as const),
    [60, 'ALREADY_LISTED'] as const,
  ])('an existing declaration at stage %i: %s', async (stage, reasonCode) => {
    const id = await addWindow(db, '开', -1, 5)
    await addDeclaration(id, stage)
    const opening = await openingFor(ctx, code)
    expect([opening.reasonCode, opening.enabled]).toEqual([reasonCode, reasonCode === 'OK'])
    expect(opening.existingStatus).toBe(reasonCode === 'OK' ? null : stage)
  })

  test('declarations of another round, of another company or removed ones do not count', async () => {
    const [id, other] = [await addWindow(db, '开', -1, 5), await addWindow(db, '过', -9, -1)]
    await addDeclaration(other, 10)
    await addDeclaration(id, 10, { companyId: '424242' })
    await addDeclaration(id, 10, { isDeleted: 1 })
    expect(await openingReason()).toEqual(['OK', '开'])
  })

  test('the account type of the user counts, not that of the company', async () => {
    await addWindow(db, '开', -1, 5, { accountTypes: [1] })
    ctx = await contextFor(app, person({ organizationCode: code, accountType: 2 }))
    expect((await openingReason())[0]).toBe('ACCOUNT_TYPE')
    ctx = await contextFor(app, administrator)
    expect((await openingReason())[0]).toBe('OK')
  })

  test('rows written in the same transaction count', async () => {
    const templateId = await addWindow(db, '开', -1, 5)
    const opening = await tx(ctx, async (txCtx) => {
      const { id: companyId } = await txCtx.db.selectFrom('company').select('id').executeTakeFirstOrThrow()
      await txCtx.db.insertInto('declaration').values({ templateId, companyId, declareStatus: 0 }).execute()
      return openingFor(txCtx, code)
    })
    expect(opening.reasonCode).toBe('LIMIT')
  })
})

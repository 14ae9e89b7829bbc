import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '#server/base/database/db.ts'
import type { App } from '#server/engine/context.ts'
import { administrator, contextFor, person } from '../../tests/support/context.ts'
import { openPlatform } from '../../tests/support/platform.ts'
import { creditCode } from '../../tests/support/scenario.ts'
import { wireTime } from '../base/process/clock.ts'
import { type Ctx, tx } from '../engine/context.ts'
import { isWindowOpen, openingFor, readMaterials, readTemplate } from './templates.ts'

let app: App
let db: Db

beforeAll(async () => {
  ;({ app, db } = await openPlatform())
})

const day = 86_400_000
const at = (days: number) => wireTime(new Date(Date.now() + days * day))
const code = creditCode(1)
let ctx: Ctx

const window = async (templateName: string, opens: number, closes: number, more: object = {}) => {
  const row = {
    templateName,
    year: '2026',
    kind: 1 as const,
    enabled: 1,
    noticeDays: 0,
    maxPerCompany: 1,
    allowRedeclare: 0,
  }
  const made = { ...row, openAt: at(opens), closeAt: at(closes), materials: '[]', ...more }
  return (await db.insertInto('template').values(made).returning('id').executeTakeFirstOrThrow()).id
}

beforeEach(async () => {
  ctx = await contextFor(app, person({ organizationCode: code, accountType: 1 }))
  for (const table of ['template', 'company', 'declaration'] as const) await db.deleteFrom(table).execute()
  await db
    .insertInto('company')
    .values({ commpanyName: '单位', organizationCode: code, accountType: 1, province: '320000' })
    .execute()
})

const told = async () => {
  const { reasonCode, templateName } = await openingFor(ctx, code)
  return [reasonCode, templateName]
}

describe('which of several rounds counts', () => {
  test.each<[string, [string, number, number][], unknown[]]>([
    [
      'the open one',
      [
        ['开', -1, 5],
        ['将', 1, 9],
        ['过', -9, -1],
      ],
      ['OK', '开'],
    ],
    [
      'the next to open',
      [
        ['远', 50, 60],
        ['近', 5, 90],
        ['过', -9, -1],
      ],
      ['NOT_OPEN', '近'],
    ],
    [
      'the next to open, whichever closes first',
      [
        ['远', 6, 99],
        ['近', 5, 90],
      ],
      ['NOT_OPEN', '近'],
    ],
    [
      'the last that closed',
      [
        ['早', -90, -50],
        ['晚', -40, -10],
      ],
      ['CLOSED', '晚'],
    ],
  ])('%s', async (_, windows, answer) => {
    for (const order of [windows, [...windows].reverse()]) {
      await db.deleteFrom('template').execute()
      for (const [name, opens, closes] of order) await window(name, opens, closes)
      expect(await told()).toEqual(answer)
    }
  })

  test('none that is switched off or removed', async () => {
    await window('关', -1, 5, { enabled: 0 })
    await window('删', -1, 5, { isDeleted: 1 })
    expect(await told()).toEqual(['NOT_OPEN', null])
  })

  test('the open one is found behind any number that are still to come', async () => {
    await window('开', -1, 5)
    for (let n = 0; n < 25; n++) await window(`将${n}`, 10 + n, 100 + n)
    expect(await told()).toEqual(['OK', '开'])
  })
})

describe('what bars a company', () => {
  test.each<[object, string]>([
    [{}, 'OK'],
    [{ regions: ['320000'] }, 'OK'],
    [{ regions: ['320500', '330000'] }, 'OK'],
    [{ regions: ['330000'] }, 'REGION'],
    [{ accountTypes: [1, 2] }, 'OK'],
    [{ accountTypes: [2] }, 'ACCOUNT_TYPE'],
    [{ maxPerCompany: 0 }, 'LIMIT'],
  ])('%j: %s', async (more, reasonCode) => {
    await window('开', -1, 5, more)
    expect((await told())[0]).toBe(reasonCode)
  })

  const declared = (templateId: string, declareStatus: number, more: object = {}) =>
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
  ])('a declaration at stage %i: %s', async (stage, reasonCode) => {
    const id = await window('开', -1, 5)
    await declared(id, stage)
    const opening = await openingFor(ctx, code)
    expect([opening.reasonCode, opening.enabled]).toEqual([reasonCode, reasonCode === 'OK'])
    expect(opening.existingStatus).toBe(reasonCode === 'OK' ? null : stage)
  })

  test('one of another round, of another company or a removed one does not count', async () => {
    const [id, other] = [await window('开', -1, 5), await window('过', -9, -1)]
    await declared(other, 10)
    await declared(id, 10, { companyId: '424242' })
    await declared(id, 10, { isDeleted: 1 })
    expect(await told()).toEqual(['OK', '开'])
  })

  test('an operator of a company is asked by his own kind of account, not by that of the company', async () => {
    await window('开', -1, 5, { accountTypes: [1] })
    ctx = await contextFor(app, person({ organizationCode: code, accountType: 2 }))
    expect((await told())[0]).toBe('ACCOUNT_TYPE')
    ctx = await contextFor(app, administrator)
    expect((await told())[0]).toBe('OK')
  })

  test('inside a transaction what was just written counts already', async () => {
    const templateId = await window('开', -1, 5)
    const seen = await tx(ctx, async (inside) => {
      const { id: companyId } = await inside.db.selectFrom('company').select('id').executeTakeFirstOrThrow()
      await inside.db.insertInto('declaration').values({ templateId, companyId, declareStatus: 0 }).execute()
      return openingFor(inside, code)
    })
    expect(seen.reasonCode).toBe('LIMIT')
  })
})

describe('a window', () => {
  test('is open from its first second to the one before its last', async () => {
    const [open, closed, off] = [
      await window('开', -1, 5),
      await window('过', -9, -1),
      await window('关', -1, 5, { enabled: 0 }),
    ]
    const states = await Promise.all([open, closed, off].map(async (id) => isWindowOpen(await readTemplate(ctx, id))))
    expect(states).toEqual([true, false, false])
    expect(isWindowOpen(undefined)).toBe(false)
    const template = await readTemplate(ctx, open)
    expect(isWindowOpen(template && { ...template, openAt: wireTime() })).toBe(true)
    expect(isWindowOpen(template && { ...template, closeAt: wireTime() })).toBe(false)
  })

  test('asks for its materials; one that is gone asks for none', async () => {
    const materials = [{ id: 'a', type: 1, title: '申报书', required: 1 }]
    const id = await window('开', -1, 5, { materials: JSON.stringify(materials) })
    expect(await readMaterials(ctx, id)).toEqual(materials)
    expect(await readMaterials(ctx, null)).toEqual([])
    expect(await readMaterials(ctx, '424242')).toEqual([])
  })
})

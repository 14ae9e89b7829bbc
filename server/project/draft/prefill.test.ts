import { beforeAll, describe, expect, test } from 'vitest'
import { partOf } from '#contract/project/parts.ts'
import { prefilledFields } from '#contract/project/prefilled.ts'
import type { Db } from '#server/base/database/db.ts'
import type { App } from '#server/engine/context.ts'
import { contextFor, person } from '../../../tests/support/context.ts'
import { openPlatform } from '../../../tests/support/platform.ts'
import { creditCode } from '../../../tests/support/scenario.ts'
import { prefillFor } from './prefill.ts'

let app: App
let db: Db

beforeAll(async () => {
  ;({ app, db } = await openPlatform())
})

let pid = 2000

describe('the prefilled values', () => {
  const companyUserCtx = async (more: object = {}) => {
    const organizationCode = creditCode(++pid)
    const account = `user${pid}`
    const { id } = await db
      .insertInto('user')
      .values({ account, name: '王明', realName: '王明', phone: '19900001234', email: 'w@example.com', status: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('company')
      .values({ commpanyName: '单位', organizationCode, accountType: 1, province: '320000', city: '320500', ...more })
      .execute()
    return contextFor(app, person({ id, organizationCode, accountType: 1 }))
  }
  const addDeclaration = async (organizationCode: string | null, savedAt: string, body: object, more: object = {}) => {
    const { id } = await db
      .insertInto('declaration')
      .values({ organizationCode, declareStatus: 0, ...more })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('declarationPart')
      .values({ pid: id, part: 'contact', body: JSON.stringify(body), version: 1, savedBy: null, savedAt })
      .execute()
  }

  test('are the region of the company and the contact data of the account', async () => {
    expect(await prefillFor(await companyUserCtx({ address: '工业园区' }))).toEqual({
      information: { province: '320000', city: '320500', address: '工业园区' },
      contact: { contactName: '王明', contactPhone: '19900001234', email: 'w@example.com' },
      privateNetworks: [],
    })
  })

  test('include no required field that a part with them alone would not count as untouched', async () => {
    const prefill = await prefillFor(await companyUserCtx({ address: '工业园区' }))
    const requiredOf = (code: 'information' | 'contact') =>
      Object.keys(prefill[code]).filter((name) => partOf(code)?.fields[name]?.required)
    expect(requiredOf('information')).toEqual(prefilledFields.information)
    expect(prefilledFields.contact).toEqual(expect.arrayContaining(requiredOf('contact')))
    expect(requiredOf('contact').length).toBeGreaterThan(0)
  })

  test('are the contacts of the last declaration, without its confirmation of truth', async () => {
    const ctx = await companyUserCtx()
    const { organizationCode } = ctx.actor
    await addDeclaration(organizationCode, '2026-01-02 00:00:00', { leaderName: '新', confirmTruth: 1 })
    await addDeclaration(organizationCode, '2026-01-01 00:00:00', { leaderName: '旧' })
    await addDeclaration(organizationCode, '2026-01-03 00:00:00', { leaderName: '删' }, { isDeleted: 1 })
    await addDeclaration(creditCode(++pid), '2026-01-04 00:00:00', { leaderName: '他人' })
    expect((await prefillFor(ctx)).contact).toEqual({ leaderName: '新' })
  })

  test('are empty for an account without a company', async () => {
    const { information } = await prefillFor(await contextFor(app, person({ organizationCode: null })))
    expect(information).toEqual({ province: null, city: null, address: null })
  })
})

import { beforeAll, describe, expect, test } from 'vitest'
import { lockedAccount } from '#contract/system/locked-account.ts'
import { isLocked } from '#server/auth/lockout.ts'
import { contextFor } from '../support/context.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createClerk, createScope } from '../support/roles.ts'
import { createStaff, requestLogin, requestToken, setParameter } from '../support/scenario.ts'
import { createTenant } from '../support/tenants.ts'

let platform: Platform
let admin: Caller

beforeAll(async () => {
  platform = await openPlatform({ TENANT_MODE: 'on' })
  admin = await platform.admin()
  await setParameter(admin, 'account.failCount', '3')
})

const { list, unlock } = lockedAccount.calls
const locksOf = async (by: Caller, filter: object = {}) => (await by.get(list, { size: 200, ...filter })).records
const wrongPassword = 'Wrong-word-935Kd'
const failLogin = async (account: string, times = 3, tenantId = '000000') => {
  const login = { username: account, tenantId }
  for (let n = 0; n < times; n++) await requestToken(platform, { ...login, password: platform.encrypt(wrongPassword) })
}
const addFailures = (account: string, address: string, failures: number) =>
  platform.db
    .insertInto('loginFailure')
    .values({ account, address, failures, lastAt: new Date().toISOString() })
    .execute()

describe('the list of locked accounts', () => {
  test('has an account from the failure that locks it, with address, failures and the end of the lock', async () => {
    const { account } = await createStaff(platform, 'expert')
    await failLogin(account, 2)
    expect(await locksOf(admin, { account })).toEqual([])
    await failLogin(account, 1)
    const [lock] = await locksOf(admin, { account })
    expect(lock).toMatchObject({ account, realName: 'expert', kind: 'both', address: '127.0.0.1', failures: 3 })
    const minutes = (Date.parse(`${lock?.lockedUntil}`) - Date.parse(`${lock?.failedAt}`)) / 60_000
    expect(minutes).toBe(15)
  })

  test('loses an account when its lock ends', async () => {
    const { account } = await createStaff(platform, 'expert')
    await failLogin(account)
    await platform.db
      .updateTable('loginFailure')
      .set({ lastAt: new Date(Date.now() - 16 * 60_000).toISOString() })
      .where('account', '=', account)
      .execute()
    expect(await locksOf(admin, { account })).toEqual([])
  })

  test('agrees with what the login accepts for locks at every address and of an address', async () => {
    const { account } = await createStaff(platform, 'expert')
    const ctx = await contextFor(platform.app)
    for (const failures of [2, 97, 1]) await addFailures(account, `10.1.0.${failures}`, failures)
    for (const failures of [50, 49, 1]) await addFailures(`stranger${failures}`, '10.2.0.1', failures)
    const kinds = async () =>
      (await locksOf(admin))
        .filter(({ kind }) => kind !== 'both')
        .map(({ kind, account, address }) => [kind, account, address])
    expect(await isLocked(ctx, account)).toBe(true)
    expect((await kinds()).sort()).toEqual([
      ['account', account, '所有地址'],
      ['address', '所有账号', '10.2.0.1'],
    ])
    await platform.db.deleteFrom('loginFailure').where('failures', '=', 1).execute()
    expect(await isLocked(ctx, account)).toBe(false)
    expect(await kinds()).toEqual([])
    await platform.db.deleteFrom('loginFailure').execute()
  })

  test('shows unknown names and addresses only to administrators of the platform', async () => {
    await failLogin('Typed-secret-1')
    const officer = await createStaff(platform, 'platform')
    const tenant = await createTenant(platform)
    expect(await locksOf(admin, { account: 'ty***' })).toHaveLength(1)
    for (const by of [officer, tenant.admin]) expect(await locksOf(by)).toEqual([])
  })

  test('has accounts of a tenant only for that tenant', async () => {
    const tenant = await createTenant(platform)
    await failLogin('admin', 3, tenant.tenantId)
    expect(await locksOf(tenant.admin)).toMatchObject([{ account: 'admin', kind: 'both' }])
    expect(await locksOf(admin, { account: 'admin' })).toEqual([])
    const [lock] = await locksOf(tenant.admin)
    expect(await admin.ask(unlock, { ids: String(lock?.id) })).toMatchObject({ status: 404 })
    await tenant.admin.get(unlock, { ids: String(lock?.id) })
    expect(await locksOf(tenant.admin)).toEqual([])
  })

  test('contains only accounts that the caller may see in the list of users', async () => {
    const scope = await createScope(admin, { resourceCode: 'user', scopeType: 2 })
    const codes = ['user', 'user_unlock', 'locked_account']
    const clerk = await createClerk(platform, 'own.locks', { codes, scopes: [scope] })
    const { account } = await createStaff(platform, 'expert')
    await failLogin(account)
    const [lock] = await locksOf(admin, { account })
    expect(await locksOf(clerk)).toEqual([])
    expect(await clerk.ask(unlock, { ids: String(lock?.id) })).toMatchObject({ status: 404 })
  })
})

describe('unlocking', () => {
  test('lets the person log in at once, needs the permission of the list of users, and is in the audit log', async () => {
    const person = await createStaff(platform, 'expert')
    await failLogin(person.account)
    const ids = String((await locksOf(admin, { account: person.account }))[0]?.id)
    const reader = await createClerk(platform, 'lock.reader', { codes: ['locked_account'] })
    expect((await reader.ask(unlock, { ids })).status).toBe(403)
    await admin.get(unlock, { ids })
    expect((await requestLogin(platform, person.account)).access_token).toBeTruthy()
    const entries = platform.db.selectFrom('audit').select(['entity', 'createBy']).where('verb', '=', 'unlock')
    expect(await entries.where('rowId', '=', person.id).execute()).toEqual([{ entity: 'user', createBy: 'admin' }])
  })

  test('reaches only the locks of the list', async () => {
    const scope = await createScope(admin, {
      resourceCode: 'locked_account',
      scopeType: 5,
      scopeColumn: '',
      scopeValue: 'failures_ge=50',
    })
    const codes = ['user', 'user_unlock', 'locked_account']
    const clerk = await createClerk(platform, 'many.failures', { codes, scopes: [scope] })
    const { account } = await createStaff(platform, 'expert')
    await failLogin(account)
    const [lock] = await locksOf(admin, { account })
    expect(await locksOf(clerk)).toEqual([])
    expect(await clerk.ask(unlock, { ids: String(lock?.id) })).toMatchObject({ status: 404 })
  })

  test('of an address or an unknown name clears its failures only', async () => {
    await platform.db.deleteFrom('loginFailure').execute()
    await addFailures('stranger', '10.3.0.1', 100)
    await addFailures('stranger', '10.3.0.2', 2)
    const lock = (await locksOf(admin)).find(({ kind }) => kind === 'address')
    await admin.get(unlock, { ids: String(lock?.id) })
    const rows = await platform.db.selectFrom('loginFailure').select('address').execute()
    expect(rows).toEqual([{ address: '10.3.0.2' }])
  })
})

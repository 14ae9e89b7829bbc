import { beforeAll, describe, expect, test } from 'vitest'
import { loginLog } from '#contract/log/login-log.ts'
import { user } from '#contract/system/user.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createClerk, createScope } from '../support/roles.ts'
import {
  createEnterprise,
  createStaff,
  password,
  register,
  requestLogin,
  requestToken,
  setParameter,
  userIdOf,
} from '../support/scenario.ts'
import { createTenant } from '../support/tenants.ts'

let platform: Platform
let admin: Caller

beforeAll(async () => {
  platform = await openPlatform({ TENANT_MODE: 'on' })
  admin = await platform.admin()
})

const wrongPassword = 'Wrong-word-935Kd'
const { list } = loginLog.calls
const linesOf = async (account: string, by = admin) =>
  (await by.get(list, { account_equal: account, size: 200 })).records as { result: string; resultName?: string }[]
const resultsOf = async (account: string) => (await linesOf(account)).map(({ resultName }) => resultName)

describe('the login log', () => {
  test('shows each login and failed attempt, newest first, with method, address and browser', async () => {
    const { account } = await createStaff(platform, 'expert')
    await requestLogin(platform, account, wrongPassword)
    const [newest, login] = await linesOf(account)
    expect(newest).toMatchObject({
      account,
      realName: 'expert',
      result: 'password',
      resultName: '失败：密码错误',
      way: 'password',
      wayName: '账号密码',
      address: '127.0.0.1',
      browser: '未知浏览器',
    })
    expect(login).toMatchObject({ result: 'success', resultName: '成功' })
    const { records } = await admin.get(
      list,
      { account_equal: account, result: 'password' },
      { 'blade-language': 'en' },
    )
    expect(records).toMatchObject([{ resultName: 'Failed: Wrong password', wayName: 'Password' }])
  })

  test('says why an account may not log in although the password is correct', async () => {
    const { account } = await register(platform)
    await requestLogin(platform, account)
    const userIds = await userIdOf(admin, account)
    await admin.get(user.calls.auditRefuse, { userIds, reason: '材料不全' })
    await requestLogin(platform, account)
    await admin.get(user.calls.enable, { userIds, check: '已致电核实' })
    await platform.db.updateTable('user').set({ roleId: [] }).where('id', '=', userIds).execute()
    await requestLogin(platform, account)
    expect(await resultsOf(account)).toEqual(['失败：账号未分配角色', '失败：账号已停用', '失败：账号待审核'])
  })

  test('has one line a minute for attempts while the account is locked', async () => {
    const { account } = await createEnterprise(platform)
    await setParameter(admin, 'account.failCount', '3')
    for (let n = 0; n < 8; n++) await requestLogin(platform, account, wrongPassword)
    await setParameter(admin, 'account.failCount', '5')
    const wrong = '失败：密码错误'
    expect(await resultsOf(account)).toEqual(['失败：账号或地址已锁定', wrong, wrong, wrong, '成功'])
  })

  test('has the attempts while every account of an address, or an account at every address, is locked', async () => {
    const [first, second, third] = [
      await createStaff(platform, 'expert'),
      await createStaff(platform, 'expert'),
      await createStaff(platform, 'expert'),
    ]
    const lockOut = async (account: string, address: string) => {
      const lock = { account, address, failures: 100, lastAt: new Date().toISOString() }
      await platform.db.insertInto('loginFailure').values(lock).execute()
    }
    await lockOut('stranger', '127.0.0.1')
    // the second account fails in the same minute from the same address
    for (const { account } of [first, first, second]) await requestLogin(platform, account)
    await platform.db.deleteFrom('loginFailure').execute()
    await lockOut(third.account, '10.9.0.1')
    for (let n = 0; n < 2; n++) await requestLogin(platform, third.account)
    await platform.db.deleteFrom('loginFailure').execute()
    const blocked = async ({ account }: { account: string }) =>
      (await resultsOf(account)).filter((result) => result === '失败：账号或地址已锁定').length
    expect([await blocked(first), await blocked(second), await blocked(third)]).toEqual([1, 0, 1])
  })

  test('assigns a wrong SMS code to the only account with the phone number', async () => {
    const { account } = await createEnterprise(platform, { phone: '19900005678' })
    await requestToken(platform, { grant_type: 'sms_code', phone: '19900005678', id: 'x', value: '123456' })
    expect((await linesOf(account))[0]).toMatchObject({ result: 'code', resultName: '失败：短信验证码错误' })
  })

  test('shows unknown names only to administrators of the platform, and only their first letters', async () => {
    await requestLogin(platform, 'Secret-typed-here1', wrongPassword)
    const officer = await createStaff(platform, 'platform')
    const tenant = await createTenant(platform)
    const seenBy = async (by: Caller) => (await by.get(list, { result: 'unknown', size: 200 })).records
    expect(await seenBy(admin)).toMatchObject([{ account: 'Se***', realName: null, resultName: '失败：账号不存在' }])
    expect(await seenBy(officer)).toEqual([])
    expect(await seenBy(tenant.admin)).toEqual([])
    const rows = await platform.db.selectFrom('login').selectAll().execute()
    expect(JSON.stringify(rows)).not.toMatch(/typed-here|Wrong-word/)
    expect(JSON.stringify(rows)).not.toContain(password)
  })

  test('contains only accounts that the caller may see, and those of removed accounts', async () => {
    const scope = await createScope(admin, { resourceCode: 'user', scopeType: 2 })
    const clerk = await createClerk(platform, 'own.logins', { codes: ['user', 'login_log'], scopes: [scope] })
    const other = await createStaff(platform, 'expert')
    const accounts = (await clerk.get(list, { size: 200 })).records.map(({ account }) => account)
    expect([...new Set(accounts)]).toEqual([clerk.account])
    await admin.get(user.calls.remove, { ids: other.id })
    expect(await resultsOf(other.account)).toEqual(['成功', '成功'])
    const tenant = await createTenant(platform)
    expect(await linesOf(other.account, tenant.admin)).toEqual([])
  })

  test('finds nobody by a field that the scopes of accounts hide', async () => {
    const { account } = await createStaff(platform, 'expert')
    const scope = await createScope(admin, { resourceCode: 'user', scopeType: 1, scopeField: 'realName' })
    const clerk = await createClerk(platform, 'names.only', { codes: ['user', 'login_log'], scopes: [scope] })
    const found = async (by: Caller, keyword: string) => (await by.get(list, { keyword })).total
    expect(await found(admin, account)).toBe(2)
    expect(await found(clerk, account)).toBe(0)
    expect(await found(clerk, 'expert')).toBe(await found(admin, 'expert'))
  })

  test('is filtered by time and needs a permission', async () => {
    const { account } = await createStaff(platform, 'expert')
    const between = (from: string, to: string) =>
      admin.get(list, { account_equal: account, createTime_datege: from, createTime_datele: to })
    expect((await between('2020-01-01 00:00:00', '2099-01-01 00:00:00')).records).toHaveLength(2)
    expect((await between('2020-01-01 00:00:00', '2020-01-02 00:00:00')).records).toEqual([])
    expect((await (await createStaff(platform, 'expert')).ask(list)).status).toBe(403)
    expect((await (await createStaff(platform, 'auditor')).ask(list)).status).toBe(200)
  })
})

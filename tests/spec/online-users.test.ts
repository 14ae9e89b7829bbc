import { beforeAll, describe, expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { languageHeader } from '#contract/language-header.ts'
import { onlineUser } from '#contract/log/online-user.ts'
import { cleanUp } from '../support/cleanup.ts'
import { type Caller, callerFor, openPlatform, type Platform, serve } from '../support/platform.ts'
import { createClerk, createScope } from '../support/roles.ts'
import {
  callerWithToken,
  createStaff,
  createUserWithoutRights,
  requestLogin,
  requestToken,
  sessionEndedResponse,
} from '../support/scenario.ts'
import { createTenant } from '../support/tenants.ts'

let platform: Platform
let admin: Caller

beforeAll(async () => {
  platform = await openPlatform({ TENANT_MODE: 'on' })
  admin = await platform.admin()
})

const { list, forceLogout, forceLogoutAccount } = onlineUser.calls
const ourPages = { [languageHeader]: 'zh' }
const logoutReason = '账号疑似被他人使用'

const sessionsOf = async (account: string, by = admin) =>
  (await by.get(list, { account_equal: account, size: 200 })).records
const idsOf = async (account: string) => (await sessionsOf(account)).map(({ id }) => id)
const accountsSeenBy = async (by: Caller) => [
  ...new Set((await by.get(list, { size: 200 })).records.map(({ account }) => account)),
]
const entriesOf = async (rowId: string) =>
  platform.db.selectFrom('audit').selectAll().where('rowId', '=', rowId).where('verb', 'like', 'forceLogout%').execute()

describe('the list of online users', () => {
  test('has a row for each session with name, role, browser, address and times, and marks the current one', async () => {
    const person = await createStaff(platform, 'expert')
    await platform.visitor.raw('POST', auth.token.path, {
      headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/126.0.0.0 Safari/537.36' },
      body: {
        grant_type: 'password',
        username: person.account,
        password: platform.encrypt('Vw-phqtz-935Kd'),
        tenantId: '000000',
      },
    })
    const rows = await sessionsOf(person.account)
    expect(rows).toHaveLength(2)
    expect(rows.find(({ browser }) => browser === 'Chrome 126，Windows 10/11')).toMatchObject({
      account: person.account,
      realName: 'expert',
      roleName: '评审专家',
      address: '127.0.0.1',
      createTime: expect.stringMatching(/^\d{4}-/),
      activeAt: expect.stringMatching(/^\d{4}-/),
      isCurrent: 0,
    })
    const current = (await sessionsOf('admin')).filter(({ isCurrent }) => isCurrent === 1)
    expect(current).toHaveLength(1)
  })

  test('is searched by account, name and address', async () => {
    const person = await createStaff(platform, 'auditor')
    for (const filter of [{ account: person.account }, { realName: 'auditor' }, { address: '127.0.0' }]) {
      const { records } = await admin.get(list, { ...filter, size: 200 })
      expect(records.map(({ account }) => account)).toContain(person.account)
    }
    expect((await admin.get(list, { address: '10.9.8' })).records).toEqual([])
  })

  test('has no session that has ended, has expired, or belongs to a disabled account', async () => {
    const person = await createStaff(platform, 'expert')
    const [loggedOut, expired] = [
      callerWithToken(platform, await requestLogin(platform, person.account)),
      callerWithToken(platform, await requestLogin(platform, person.account)),
    ]
    await loggedOut.get(auth.logout)
    expect(await sessionsOf(person.account)).toHaveLength(2)
    await expired.get(auth.userInfo)
    await platform.db
      .updateTable('session')
      .set({ refreshEnds: '2020-01-01 00:00:00' })
      .where('userId', '=', person.id)
      .execute()
    expect(await sessionsOf(person.account)).toEqual([])
  })

  test('shows the time of the last request, exact to a minute', async () => {
    const person = await createStaff(platform, 'expert')
    await platform.db
      .updateTable('session')
      .set({ activeAt: '2020-01-01 00:00:00' })
      .where('userId', '=', person.id)
      .execute()
    expect((await sessionsOf(person.account))[0]?.activeAt).toBe('2020-01-01 00:00:00')
    await person.get(auth.userInfo)
    await expect.poll(async () => (await sessionsOf(person.account))[0]?.activeAt).not.toMatch(/^2020/)
  })

  test('contains only accounts that the caller may see in the list of users', async () => {
    const scope = await createScope(admin, { resourceCode: 'user', scopeType: 2 })
    const clerk = await createClerk(platform, 'own.sessions', {
      codes: ['user', 'online_user', 'online_user_force_logout'],
      scopes: [scope],
    })
    const other = await createStaff(platform, 'expert')
    expect(await accountsSeenBy(clerk)).toEqual([clerk.account])
    const ids = (await idsOf(other.account)).join(',')
    expect(await clerk.ask(forceLogout, { ids, logoutReason })).toMatchObject({ status: 404 })
    expect((await other.ask(auth.userInfo)).status).toBe(200)
  })

  test('hides the fields of accounts that the data scope of the caller hides', async () => {
    const scope = await createScope(admin, { resourceCode: 'user', scopeType: 1, scopeField: 'account' })
    const clerk = await createClerk(platform, 'no.roles', { codes: ['user', 'online_user'], scopes: [scope] })
    const [row] = await sessionsOf(clerk.account, clerk)
    expect(row).toMatchObject({ account: clerk.account, realName: 'no.roles' })
    expect(row).not.toHaveProperty('roleName')
  })

  test('contains only accounts of the tenant of the caller', async () => {
    const tenant = await createTenant(platform)
    expect(await accountsSeenBy(tenant.admin)).toEqual(['admin'])
    const [session] = (await tenant.admin.get(list, {})).records
    const ids = String(session?.id)
    expect((await sessionsOf('admin')).map(({ id }) => id)).not.toContain(ids)
    expect(await admin.ask(forceLogout, { ids, logoutReason })).toMatchObject({ status: 404 })
    expect((await tenant.admin.ask(auth.userInfo)).status).toBe(200)
  })

  test('and its actions need permissions of their own', async () => {
    const nobody = await createUserWithoutRights(platform)
    const reader = await createClerk(platform, 'session.reader', { codes: ['online_user'] })
    const ids = (await idsOf(nobody.account)).join(',')
    expect((await nobody.ask(list)).status).toBe(403)
    expect((await reader.ask(list)).status).toBe(200)
    for (const call of [forceLogout, forceLogoutAccount])
      expect((await reader.ask(call, { ids, logoutReason })).status).toBe(403)
  })
})

describe('a forced logout', () => {
  test('ends the session at once, also on another server, and leaves other sessions of the account alone', async () => {
    const { platform: node, close } = await serve(platform.databaseUrl, { PORT: '0', TENANT_MODE: 'on' })
    cleanUp(close)
    const person = await createStaff(platform, 'expert')
    const second = callerWithToken(platform, await requestLogin(platform, person.account))
    const atNode = callerFor(node.url, person.token)
    expect((await atNode.ask(auth.userInfo)).status).toBe(200)
    const [newest, oldest] = await platform.db
      .selectFrom('session')
      .select('id')
      .where('userId', '=', person.id)
      .where('endedAt', 'is', null)
      .orderBy('id', 'desc')
      .execute()
    await admin.get(forceLogout, { ids: String(oldest?.id), logoutReason })
    expect(await atNode.ask(auth.userInfo)).toMatchObject(sessionEndedResponse)
    expect(await person.ask(auth.userInfo)).toMatchObject(sessionEndedResponse)
    expect((await second.ask(auth.userInfo)).status).toBe(200)
    expect(await idsOf(person.account)).toEqual([newest?.id])
  })

  test('of an account ends all of its sessions', async () => {
    const person = await createStaff(platform, 'expert')
    const second = callerWithToken(platform, await requestLogin(platform, person.account))
    const [one] = await idsOf(person.account)
    await admin.get(forceLogoutAccount, { ids: String(one), logoutReason })
    for (const caller of [person, second]) expect((await caller.ask(auth.userInfo)).status).toBe(401)
    expect(await entriesOf(person.id)).toMatchObject([
      { verb: 'forceLogoutAccount', createBy: 'admin', rowTitle: 'expert', after: { ended: 2, logoutReason } },
    ])
  })

  test('is in the audit log with who did it, whose session it was and why', async () => {
    const person = await createStaff(platform, 'expert')
    const ids = (await idsOf(person.account)).join(',')
    await admin.get(forceLogout, { ids, logoutReason })
    // a session that has ended meanwhile is no error, and is recorded once
    await admin.get(forceLogout, { ids, logoutReason })
    expect(await entriesOf(person.id)).toMatchObject([
      {
        entity: 'user',
        verb: 'forceLogout',
        createBy: 'admin',
        rowTitle: 'expert',
        after: { address: '127.0.0.1', logoutReason },
      },
    ])
  })

  test('tells the reason to our own pages only; clients of the family get the same 401 as before', async () => {
    const person = await createStaff(platform, 'expert')
    const tokens = await requestLogin(platform, person.account)
    const caller = callerWithToken(platform, tokens)
    await admin.get(forceLogoutAccount, { ids: (await idsOf(person.account)).join(','), logoutReason })
    const plain = { code: 401, success: false, data: null, msg: '用户令牌过期，请重新登录' }
    expect((await caller.ask(auth.userInfo)).body).toEqual(plain)
    expect((await caller.ask(auth.userInfo, {}, ourPages)).body).toEqual({ ...plain, data: { logoutReason } })
    const refresh = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token }
    expect(await requestToken(platform, refresh)).toMatchObject({ status: 400, error_code: 2010, data: null })
    expect(await requestToken(platform, refresh, ourPages)).toMatchObject({
      status: 400,
      error_code: 2010,
      data: { logoutReason },
    })
  })

  test('has no reason for sessions that ended otherwise or never existed', async () => {
    const person = await createStaff(platform, 'expert')
    await person.get(auth.logout)
    for (const caller of [person, callerFor(platform.url, 'A'.repeat(43))])
      expect((await caller.ask(auth.userInfo, {}, ourPages)).body).toMatchObject({ code: 401, data: null })
  })

  test('requires a reason of at most 100 characters', async () => {
    const person = await createStaff(platform, 'expert')
    const ids = (await idsOf(person.account)).join(',')
    expect(await admin.ask(forceLogout, { ids })).toMatchObject({ status: 400, faults: [{ at: 'logoutReason' }] })
    expect(await admin.ask(forceLogout, { ids, logoutReason: '长'.repeat(101) })).toMatchObject({ status: 400 })
    expect((await person.ask(auth.userInfo)).status).toBe(200)
  })

  test('of the current session is refused with the way to end it', async () => {
    const current = (await sessionsOf('admin')).filter(({ isCurrent }) => isCurrent === 1).map(({ id }) => id)
    for (const call of [forceLogout, forceLogoutAccount])
      expect(await admin.ask(call, { ids: current.join(','), logoutReason })).toMatchObject({
        status: 400,
        msg: '不能强制下线当前会话，请使用“退出登录”；本人的其他登录可在个人中心的“我的登录”中结束',
      })
    expect((await admin.ask(auth.userInfo)).status).toBe(200)
  })

  test('of an administrator is refused to others', async () => {
    const officer = await createStaff(platform, 'platform')
    const ids = (await idsOf('admin')).join(',')
    expect((await officer.ask(forceLogout, { ids, logoutReason })).status).toBe(403)
    expect((await admin.ask(auth.userInfo)).status).toBe(200)
  })
})

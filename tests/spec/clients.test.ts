import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { exportCallsOf } from '#contract/job/exporting.ts'
import { isRefreshDue, minAccessSeconds, sessionSeconds } from '#contract/session-lifetime.ts'
import { client } from '#contract/system/client.ts'
import { sql } from '#server/base/database/sql.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createStaff, password } from '../support/scenario.ts'
import { until } from '../support/until.ts'

let platform: Platform

let admin: Caller
let person: Awaited<ReturnType<typeof createStaff>>
beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
  person = await createStaff(platform, 'platform')
})

const newClient = (overrides: object = {}) => ({
  clientId: 'portal.app',
  authorizedGrantTypes: 'password,refresh_token',
  scope: 'all',
  accessTokenValidity: 600,
  refreshTokenValidity: 6000,
  ...overrides,
})
const add = async (overrides: object) => (await admin.get(client.calls.submit, newClient(overrides))).id

/** The answer of the token call to this client with this secret. */
const tokensFor = async (clientId: string, secret = '') => {
  const response = await platform.visitor.raw('POST', auth.token.path, {
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}` },
    body: { grant_type: 'password', username: person.account, password: platform.encrypt(password) },
  })
  return (await response.json()) as { access_token?: string; refresh_token?: string; expires_in?: number; msg?: string }
}

describe('clients', () => {
  test('texts with several values are empty and never null, as clients split them', async () => {
    const id = await add({ clientId: 'sparse', resourceIds: null })
    const empty = { resourceIds: '', authorities: '', autoapprove: '', webServerRedirectUri: '', scope: 'all' }
    expect(await admin.get(client.calls.detail, { id })).toMatchObject(empty)
    const { records } = await admin.get(client.calls.list, { clientId_equal: 'sparse' })
    expect(records).toMatchObject([empty])
  })

  test('grant types are joined by commas and have display names', async () => {
    const id = await add({ clientId: 'words', authorizedGrantTypes: ['password', 'refresh_token'] })
    expect(await admin.get(client.calls.detail, { id })).toMatchObject({
      authorizedGrantTypes: 'password,refresh_token',
      authorizedGrantTypesName: '账号密码，刷新令牌',
      accessTokenValidity: 600,
      confidential: 0,
    })
    expect((await tokensFor('words')).expires_in).toBe(600)
  })

  test.each([
    [{ clientId: 'a:b' }, 'clientId', '客户端 ID 由字母、数字或 _ . - 组成'],
    [{ authorizedGrantTypes: 'password,magic' }, 'authorizedGrantTypes', '授权类型不在可选范围内'],
    [{ authorizedGrantTypes: '' }, 'authorizedGrantTypes', '请选择授权类型'],
    [{ accessTokenValidity: 299 }, 'accessTokenValidity', '访问令牌有效期（秒）不能小于300'],
    [
      { accessTokenValidity: 43_201, refreshTokenValidity: 43_200 },
      'accessTokenValidity',
      '访问令牌有效期（秒）不能大于43200',
    ],
    [{ refreshTokenValidity: 599 }, 'refreshTokenValidity', '刷新令牌有效期不能小于访问令牌有效期'],
    [{ refreshTokenValidity: 43_201 }, 'refreshTokenValidity', '刷新令牌有效期（秒）不能大于43200，会话最长12小时'],
    [{ clientSecret: 'short' }, 'clientSecret', '应用密钥不能少于16位'],
    [{ authorizedGrantTypes: 'authorization_code' }, 'webServerRedirectUri', '授权码方式须登记回调地址'],
    [
      { webServerRedirectUri: 'https://a.test/back javascript:alert(1)' },
      'webServerRedirectUri',
      '回调地址“javascript:alert(1)”应以 https:// 或 http:// 开头，且不含 #',
    ],
  ])('%o is rejected at its field', async (overrides, at, msg) => {
    expect(await admin.ask(client.calls.submit, newClient({ clientId: 'wrong', ...overrides }))).toMatchObject({
      status: 400,
      faults: [{ at, msg }],
    })
  })

  test('the week that the form of the family fills in becomes the lifetime of a session; our pages are refused', async () => {
    const week = { clientId: 'week', refreshTokenValidity: 604_800 }
    const refusal = await admin.ask(client.calls.submit, newClient(week), { 'blade-language': 'en' })
    expect(refusal.faults).toMatchObject([
      {
        at: 'refreshTokenValidity',
        msg: 'Refresh token lifetime (s) must be at most 43200: a session lasts 12 hours',
      },
    ])
    expect(await admin.get(client.calls.detail, { id: await add(week) })).toMatchObject({
      refreshTokenValidity: 43_200,
    })
  })

  test('a partial change is validated together with the stored values', async () => {
    const id = await add({ clientId: 'late' })
    const answer = await admin.ask(client.calls.submit, { id, authorizedGrantTypes: 'authorization_code' })
    expect(answer).toMatchObject({ status: 400, faults: [{ at: 'webServerRedirectUri' }] })
    await admin.get(client.calls.submit, { id, webServerRedirectUri: 'https://a.test/one, https://a.test/two' })
    await admin.get(client.calls.submit, { id, authorizedGrantTypes: 'authorization_code' })
    expect((await admin.get(client.calls.detail, { id })).webServerRedirectUri).toBe(
      'https://a.test/one\nhttps://a.test/two',
    )
  })
})

describe('a session of twelve hours with the shortest access tokens', () => {
  test('recognises its first refresh token after as many refreshes as a page makes', async () => {
    await add({ clientId: 'shortest', accessTokenValidity: minAccessSeconds, refreshTokenValidity: sessionSeconds })
    const headers = { authorization: `Basic ${Buffer.from('shortest:').toString('base64')}` }
    const refresh = (refresh_token = '') => platform.visitor.ask(auth.refresh, { refresh_token }, headers)
    const first = await tokensFor('shortest')
    let current = first
    const nextRefresh = (age: number): number =>
      isRefreshDue(age, current.expires_in ?? 0) ? age : nextRefresh(age + 1)
    for (let at = 0; at < sessionSeconds; at += nextRefresh(1)) current = (await refresh(current.refresh_token)).body
    expect(current.expires_in).toBe(minAccessSeconds)
    await sql`update session set refreshed_at = refreshed_at - interval '1 minute' where client_id = 'shortest'`.execute(
      platform.db,
    )
    const [stolen, own] = [await refresh(first.refresh_token), await refresh(current.refresh_token)]
    expect([stolen.status, own.status]).toEqual([400, 400])
  })
})

describe('secrets of clients', () => {
  test('a generated secret is shown once and replaces the old one', async () => {
    const id = await add({ clientId: 'confidential', clientSecret: 'first-secret-of-mine' })
    expect((await tokensFor('confidential', 'first-secret-of-mine')).access_token).toBeTruthy()
    const generated = await admin.get(client.calls.newSecret, { id })
    expect(generated).toEqual({ clientId: 'confidential', clientSecret: expect.stringMatching(/^[\w-]{43}$/) })
    expect((await tokensFor('confidential', 'first-secret-of-mine')).msg).toBe('客户端密钥不正确')
    expect((await tokensFor('confidential', generated.clientSecret)).access_token).toBeTruthy()
    const visible = JSON.stringify([
      await admin.get(client.calls.detail, { id }),
      await admin.get(client.calls.list, {}),
    ])
    expect(visible).not.toContain('first-secret-of-mine')
    expect(visible).not.toContain(generated.clientSecret)
    expect(await admin.get(client.calls.detail, { id })).toMatchObject({ confidential: 1 })
  })

  test('a secret that is sent empty or masked stays unchanged', async () => {
    const id = await add({ clientId: 'kept', clientSecret: 'kept-secret-of-mine' })
    for (const clientSecret of ['', '******']) await admin.get(client.calls.submit, { id, clientSecret, remark: '改' })
    expect((await tokensFor('kept', 'kept-secret-of-mine')).access_token).toBeTruthy()
    expect((await tokensFor('kept')).access_token).toBeUndefined()
  })
})

describe("the platform's own client", () => {
  let id = ''
  beforeAll(async () => {
    id = (await admin.get(client.calls.list, { clientId_equal: 'saber' })).records[0]?.id ?? ''
  })

  test('cannot be removed and cannot have a secret, because it runs in a browser', async () => {
    const msg = '平台自有应用在浏览器中运行，不能设置密钥'
    expect(await admin.ask(client.calls.remove, { ids: id })).toMatchObject({
      status: 400,
      msg: '平台自有应用不能删除',
    })
    expect(await admin.ask(client.calls.newSecret, { id })).toMatchObject({ status: 400, msg })
    const withSecret = await admin.ask(client.calls.submit, { id, clientSecret: 'some-secret-of-mine' })
    expect(withSecret).toMatchObject({ status: 400, msg })
    expect((await tokensFor('saber')).access_token).toBeTruthy()
  })

  test('keeps its id and the grant types for login, but its token lifetimes can change', async () => {
    expect((await admin.ask(client.calls.submit, { id, clientId: 'sabre' })).faults).toEqual([
      { at: 'clientId', msg: '平台自有应用的客户端 ID 不能修改' },
    ])
    const withoutPassword = await admin.ask(client.calls.submit, { id, authorizedGrantTypes: 'sms_code,refresh_token' })
    expect(withoutPassword.faults.map(({ at }) => at)).toEqual(['authorizedGrantTypes'])
    await admin.get(client.calls.submit, {
      id,
      accessTokenValidity: 1800,
      authorizedGrantTypes: 'password,refresh_token',
    })
    expect((await tokensFor('saber')).expires_in).toBe(1800)
  })
})

describe('a stored secret', () => {
  const secret = 'a-secret-nobody-reads-again'
  const hash = createHash('sha256').update(secret).digest('hex')
  let id = ''
  beforeAll(async () => {
    id = await add({ clientId: 'silent', clientSecret: secret, remark: '对接系统' })
  })
  const leakedIn = (text: string) => [secret, hash].filter((one) => text.includes(one))

  test('is masked or absent in lists, details, the recycle bin and exports, for any requested columns', async () => {
    const paths = [
      `${client.calls.list.path}?clientId_equal=silent`,
      `${client.calls.detail.path}?id=${id}`,
      `${exportCallsOf(client).direct.path}?format=csv&columns=clientId,clientSecret`,
    ]
    expect(await admin.get(client.calls.detail, { id })).toMatchObject({ clientSecret: '******' })
    for (const path of paths) {
      const text = await (await admin.raw('GET', path)).text()
      expect([path, text.includes('silent'), leakedIn(text)]).toEqual([path, true, []])
    }
    await admin.get(client.calls.remove, { ids: id })
    const bin = await (await admin.raw('GET', client.calls.removed.path)).text()
    expect([bin.includes('silent'), leakedIn(bin)]).toEqual([true, []])
    await admin.get(client.calls.restore, { ids: id })
  })

  test('cannot be used in filters or sorting, which would reveal it character by character', async () => {
    const allIds = (await admin.get(client.calls.list, { size: 200 })).records.map((row) => row.id)
    for (const filter of [{ clientSecret_like: hash.slice(0, 4) }, { clientSecret: 'x' }, { clientSecret_ge: 'f' }])
      expect((await admin.get(client.calls.list, { size: 200, ...filter })).records.map((row) => row.id)).toEqual(
        allIds,
      )
    for (const order of [{ ascs: 'client_secret' }, { descs: 'clientSecret' }])
      expect((await admin.get(client.calls.list, { size: 200, ...order })).records.map((row) => row.id)).toEqual(allIds)
  })

  test('does not appear in the audit or the log of calls', async () => {
    await admin.get(client.calls.submit, { id, clientSecret: `${secret}-2`, remark: '换密钥' })
    const generated = await admin.get(client.calls.newSecret, { id })
    const entries = await platform.db.selectFrom('audit').selectAll().where('entity', '=', 'client').execute()
    const text = JSON.stringify(entries.filter(({ rowId }) => rowId === id))
    expect([text.includes('对接系统'), leakedIn(text), text.includes(generated.clientSecret)]).toEqual([
      true,
      [],
      false,
    ])
    const apiLogRows = () =>
      platform.db.selectFrom('logApi').selectAll().where('methodName', '=', 'newSecret').execute()
    await until(async () => (await apiLogRows()).length > 0)
    const log = JSON.stringify(await platform.db.selectFrom('logApi').selectAll().execute())
    expect([log.includes(secret), log.includes(generated.clientSecret)]).toEqual([false, false])
  })

  test('is stored as a digest', async () => {
    const row = await platform.db.selectFrom('client').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(secret)
    expect(row.clientSecret).toMatch(/^[\w$:.+/=-]{40,}$/)
  })
})

describe('a removed client', () => {
  test('gets no tokens and cannot refresh them until it is restored', async () => {
    const id = await add({ clientId: 'on.and.off', clientSecret: 'on-and-off-secret-1' })
    const first = (await tokensFor('on.and.off', 'on-and-off-secret-1')) as { refresh_token?: string }
    const refresh = async (refresh_token: unknown) => {
      const basic = Buffer.from('on.and.off:on-and-off-secret-1').toString('base64')
      const answer = await platform.visitor.raw('POST', auth.token.path, {
        headers: { authorization: `Basic ${basic}` },
        body: { grant_type: 'refresh_token', refresh_token },
      })
      return answer.status
    }
    await admin.get(client.calls.remove, { ids: id })
    expect((await tokensFor('on.and.off', 'on-and-off-secret-1')).access_token).toBeUndefined()
    expect(await refresh(first.refresh_token)).toBe(401)
    await admin.get(client.calls.restore, { ids: id })
    expect(await refresh(first.refresh_token)).toBe(200)
    expect((await tokensFor('on.and.off', 'on-and-off-secret-1')).access_token).toBeTruthy()
  })

  test('frees its id for another client and cannot be restored while that id is in use', async () => {
    const id = await add({ clientId: 'twice' })
    await admin.get(client.calls.remove, { ids: id })
    await add({ clientId: 'twice' })
    expect(await admin.ask(client.calls.restore, { ids: id })).toMatchObject({ status: 400, msg: '客户端 ID已存在' })
  })
})

describe('the permissions of clients', () => {
  test('a client gets a token only by its own grant types', async () => {
    await add({ clientId: 'refresh.only', authorizedGrantTypes: 'refresh_token' })
    const answer = await tokensFor('refresh.only')
    expect([answer.access_token, typeof answer.msg]).toEqual([undefined, 'string'])
  })

  test('clients are closed to users without the permissions for clients', async () => {
    for (const endpoint of [client.calls.list, client.calls.submit, client.calls.newSecret, client.calls.remove])
      expect((await person.ask(endpoint as typeof client.calls.remove, { ids: '1' })).status).toBe(403)
  })
})

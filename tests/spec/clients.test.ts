import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { exportCallsOf } from '#contract/job/exporting.ts'
import { client } from '#contract/system/client.ts'
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

const fresh = (more: object = {}) => ({
  clientId: 'portal.app',
  authorizedGrantTypes: 'password,refresh_token',
  scope: 'all',
  accessTokenValidity: 600,
  refreshTokenValidity: 6000,
  ...more,
})
const add = async (more: object) => (await admin.get(client.calls.submit, fresh(more))).id

/** What the token call tells this client when it shows this secret. */
const tokensFor = async (clientId: string, secret = '') => {
  const response = await platform.visitor.raw('POST', auth.token.path, {
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}` },
    body: { grant_type: 'password', username: person.account, password: platform.encrypt(password) },
  })
  return (await response.json()) as { access_token?: string; expires_in?: number; msg?: string }
}

describe('clients (wire-and-fields.md 2.11)', () => {
  test('grants are names joined by commas, and come with their words', async () => {
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
    [{ accessTokenValidity: 0 }, 'accessTokenValidity', '令牌有效秒数应大于0'],
    [{ refreshTokenValidity: 0 }, 'refreshTokenValidity', '刷新有效秒数应大于0'],
    [{ clientSecret: 'short' }, 'clientSecret', '应用密钥不能少于16位'],
    [{ authorizedGrantTypes: 'authorization_code' }, 'webServerRedirectUri', '授权码方式须登记回调地址'],
    [
      { webServerRedirectUri: 'https://a.test/back javascript:alert(1)' },
      'webServerRedirectUri',
      '回调地址“javascript:alert(1)”应以 https:// 或 http:// 开头，且不含 #',
    ],
  ])('%o is refused at its field', async (more, at, msg) => {
    expect(await admin.ask(client.calls.submit, fresh({ clientId: 'wrong', ...more }))).toMatchObject({
      status: 400,
      faults: [{ at, msg }],
    })
  })

  test('a change is looked at together with what stays', async () => {
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

describe('secrets of clients (security rule 24)', () => {
  test('one is made here, shown once, and the former one is worth nothing from then on', async () => {
    const id = await add({ clientId: 'confidential', clientSecret: 'first-secret-of-mine' })
    expect((await tokensFor('confidential', 'first-secret-of-mine')).access_token).toBeTruthy()
    const made = await admin.get(client.calls.newSecret, { id })
    expect(made).toEqual({ clientId: 'confidential', clientSecret: expect.stringMatching(/^[\w-]{43}$/) })
    expect((await tokensFor('confidential', 'first-secret-of-mine')).msg).toBe('客户端密钥不正确')
    expect((await tokensFor('confidential', made.clientSecret)).access_token).toBeTruthy()
    const shown = JSON.stringify([await admin.get(client.calls.detail, { id }), await admin.get(client.calls.list, {})])
    expect(shown).not.toContain('first-secret-of-mine')
    expect(shown).not.toContain(made.clientSecret)
    expect(await admin.get(client.calls.detail, { id })).toMatchObject({ confidential: 1 })
  })

  test('left empty, or sent back as it is shown, it stays what it is', async () => {
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

  test('is not removed, and gets no secret, which a page in a browser cannot keep', async () => {
    const secret = '平台自有应用在浏览器中运行，不能设置密钥'
    expect(await admin.ask(client.calls.remove, { ids: id })).toMatchObject({
      status: 400,
      msg: '平台自有应用不能删除',
    })
    expect(await admin.ask(client.calls.newSecret, { id })).toMatchObject({ status: 400, msg: secret })
    const given = await admin.ask(client.calls.submit, { id, clientSecret: 'some-secret-of-mine' })
    expect(given).toMatchObject({ status: 400, msg: secret })
    expect((await tokensFor('saber')).access_token).toBeTruthy()
  })

  test('keeps its id and what logging in needs; its validities may change', async () => {
    expect((await admin.ask(client.calls.submit, { id, clientId: 'sabre' })).faults).toEqual([
      { at: 'clientId', msg: '平台自有应用的客户端 ID 不能修改' },
    ])
    const poorer = await admin.ask(client.calls.submit, { id, authorizedGrantTypes: 'sms_code,refresh_token' })
    expect(poorer.faults.map(({ at }) => at)).toEqual(['authorizedGrantTypes'])
    await admin.get(client.calls.submit, {
      id,
      accessTokenValidity: 1800,
      authorizedGrantTypes: 'password,refresh_token',
    })
    expect((await tokensFor('saber')).expires_in).toBe(1800)
  })
})

describe('a secret is written and never read', () => {
  const secret = 'a-secret-nobody-reads-again'
  const hash = createHash('sha256').update(secret).digest('hex')
  let id = ''
  beforeAll(async () => {
    id = await add({ clientId: 'silent', clientSecret: secret, remark: '对接系统' })
  })
  const tells = (text: string) => [secret, hash].filter((one) => text.includes(one))

  test('in no list, no detail, no recycle bin and no file of an export but as ******, whatever columns are asked for', async () => {
    const asked = [
      `${client.calls.list.path}?clientId_equal=silent`,
      `${client.calls.detail.path}?id=${id}`,
      `${exportCallsOf(client).direct.path}?format=csv&columns=clientId,clientSecret`,
    ]
    expect(await admin.get(client.calls.detail, { id })).toMatchObject({ clientSecret: '******' })
    for (const path of asked) {
      const text = await (await admin.raw('GET', path)).text()
      expect([path, text.includes('silent'), tells(text)]).toEqual([path, true, []])
    }
    await admin.get(client.calls.remove, { ids: id })
    const bin = await (await admin.raw('GET', client.calls.removed.path)).text()
    expect([bin.includes('silent'), tells(bin)]).toEqual([true, []])
    await admin.get(client.calls.restore, { ids: id })
  })

  test('nor by filters and orders, which would tell it sign by sign', async () => {
    const all = (await admin.get(client.calls.list, { size: 200 })).records.map((row) => row.id)
    for (const filter of [{ clientSecret_like: hash.slice(0, 4) }, { clientSecret: 'x' }, { clientSecret_ge: 'f' }])
      expect((await admin.get(client.calls.list, { size: 200, ...filter })).records.map((row) => row.id)).toEqual(all)
    for (const order of [{ ascs: 'client_secret' }, { descs: 'clientSecret' }])
      expect((await admin.get(client.calls.list, { size: 200, ...order })).records.map((row) => row.id)).toEqual(all)
  })

  test('nor in the audit of its changes and the log of calls', async () => {
    await admin.get(client.calls.submit, { id, clientSecret: `${secret}-2`, remark: '换密钥' })
    const made = await admin.get(client.calls.newSecret, { id })
    const lines = await platform.db.selectFrom('audit').selectAll().where('entity', '=', 'client').execute()
    const text = JSON.stringify(lines.filter(({ rowId }) => rowId === id))
    expect([text.includes('对接系统'), tells(text), text.includes(made.clientSecret)]).toEqual([true, [], false])
    const logged = () => platform.db.selectFrom('logApi').selectAll().where('methodName', '=', 'newSecret').execute()
    await until(async () => (await logged()).length > 0)
    const log = JSON.stringify(await platform.db.selectFrom('logApi').selectAll().execute())
    expect([log.includes(secret), log.includes(made.clientSecret)]).toEqual([false, false])
  })

  test('lies in the database as a digest', async () => {
    const row = await platform.db.selectFrom('client').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(secret)
    expect(row.clientSecret).toMatch(/^[\w$:.+/=-]{40,}$/)
  })
})

describe('a client that was removed', () => {
  test('gets no tokens and no new ones for old, and both again once it is back', async () => {
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

  test('leaves its name free for another, and does not come back over it', async () => {
    const id = await add({ clientId: 'twice' })
    await admin.get(client.calls.remove, { ids: id })
    await add({ clientId: 'twice' })
    expect(await admin.ask(client.calls.restore, { ids: id })).toMatchObject({ status: 400, msg: '客户端 ID已存在' })
  })
})

describe('what a client may do', () => {
  test('is what its grants say: another way to a token is refused whoever asks', async () => {
    await add({ clientId: 'refresh.only', authorizedGrantTypes: 'refresh_token' })
    const told = await tokensFor('refresh.only')
    expect([told.access_token, typeof told.msg]).toEqual([undefined, 'string'])
  })

  test('is managed by who holds the screen, and by nobody with the buttons of another', async () => {
    for (const endpoint of [client.calls.list, client.calls.submit, client.calls.newSecret, client.calls.remove])
      expect((await person.ask(endpoint as typeof client.calls.remove, { ids: '1' })).status).toBe(403)
  })
})

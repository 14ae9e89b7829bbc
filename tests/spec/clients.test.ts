import { beforeAll, describe, expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { client } from '#contract/system/client.ts'
import { type Caller, openPlatform } from '../support/platform.ts'
import { password, staff } from '../support/story.ts'

const platform = await openPlatform()
let admin: Caller
let person: Awaited<ReturnType<typeof staff>>
beforeAll(async () => {
  admin = await platform.admin()
  person = await staff(platform, 'platform')
})

const fresh = (more: object = {}) => ({
  ...{ clientId: 'portal.app', authorizedGrantTypes: 'password,refresh_token', scope: 'all' },
  ...{ accessTokenValidity: 600, refreshTokenValidity: 6000 },
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
      ...{ authorizedGrantTypes: 'password,refresh_token', authorizedGrantTypesName: '账号密码，刷新令牌' },
      ...{ accessTokenValidity: 600, confidential: 0 },
    })
    expect((await tokensFor('words')).expires_in).toBe(600)
  })

  test.each([
    [{ clientId: 'a:b' }, 'clientId', '应用编号由字母、数字或 _ . - 组成'],
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
    expect(shown).not.toContain('clientSecret')
    expect(shown).not.toContain(made.clientSecret)
    expect(await admin.get(client.calls.detail, { id })).toMatchObject({ confidential: 1 })
  })

  test('left empty it stays what it is', async () => {
    const id = await add({ clientId: 'kept', clientSecret: 'kept-secret-of-mine' })
    await admin.get(client.calls.submit, { id, clientSecret: '', remark: '改' })
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
      { at: 'clientId', msg: '平台自有应用的编号不能修改' },
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

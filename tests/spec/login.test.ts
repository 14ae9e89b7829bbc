import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { sm2 } from 'sm-crypto-v2'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { user } from '#contract/system/user.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import {
  callerWithToken,
  createEnterprise,
  password,
  requestLogin,
  requestToken,
  setParameter,
  type TokenResponse,
  userIdOf,
} from '../support/scenario.ts'

let platform: Platform
let guarded: Platform
let wrong: string

beforeAll(async () => {
  platform = await openPlatform()
  guarded = await openPlatform({ CAPTCHA: 'on' })
  wrong = platform.encrypt('Wrong-955-Qa')
})
let admin: Caller
beforeAll(async () => {
  admin = await platform.admin()
})

const login = (account: string, plain = password) => requestLogin(platform, account, plain)
const asPerson = (told: TokenResponse) => callerWithToken(platform, told)

describe('the answer of the token call', () => {
  test('is flat, and says who logged in', async () => {
    const { account, unitName } = await createEnterprise(platform)
    const told = await login(account)
    expect(told).toEqual({
      status: 200,
      token_type: 'bearer',
      expires_in: 3600,
      tenant_id: '000000',
      account,
      user_name: account,
      access_token: expect.stringMatching(/^[\w-]{43}$/),
      refresh_token: expect.stringMatching(/^[\w-]{43}$/),
      user_id: expect.stringMatching(/^\d+$/),
      dept_id: expect.stringMatching(/^\d+$/),
      post_id: '',
      oauth_id: '',
      nick_name: '王明',
      real_name: '王明',
      avatar: expect.stringMatching(/^data:image\/svg/),
      role_id: expect.stringMatching(/^\d+$/),
      role_name: 'enterprise',
      authority: 'enterprise',
      must_change: false,
    })
    expect(await asPerson(told).get(user.calls.info, {})).toMatchObject({ unitName })
  })

  test('the tokens are kept as their SHA-256 only', async () => {
    const { access_token, refresh_token } = await login((await createEnterprise(platform)).account)
    const { rows } = await sql<{ text: string }>`select row_to_json(s)::text as text from session s`.execute(
      platform.db,
    )
    const all = rows.map(({ text }) => text).join()
    for (const token of [access_token, refresh_token].map(String)) {
      expect(all).not.toContain(token)
      expect(all).toContain(createHash('sha256').update(token).digest('hex'))
    }
  })

  test('the scheme of the token is read in any case, or left out', async () => {
    const token = String((await login((await createEnterprise(platform)).account)).access_token)
    const ask = (header: string) =>
      platform.visitor
        .raw('GET', auth.userInfo.path, { headers: { 'blade-auth': header } })
        .then(({ status }) => status)
    expect(await Promise.all(['bearer ', 'Bearer ', 'BEARER  ', ''].map((scheme) => ask(scheme + token)))).toEqual([
      200, 200, 200, 200,
    ])
    expect(await Promise.all(['x', `bearer ${token}x`, 'bearer', `Basic ${token}`].map(ask))).toEqual([
      401, 401, 401, 401,
    ])
  })

  test('user name and password may come in the query or in a form, as the family of clients sends them', async () => {
    const { account } = await createEnterprise(platform)
    const sent = { grant_type: 'password', username: account, tenantId: '000000' }
    const text = () => new URLSearchParams({ ...sent, password: platform.encrypt(password) }).toString()
    const inQuery = await platform.visitor.raw('POST', `${auth.token.path}?${text()}`)
    const inForm = await platform.visitor.raw('POST', auth.token.path, {
      body: text(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect([inQuery.status, inForm.status]).toEqual([200, 200])
  })

  test('a password under C1C2C3, as the family of clients encrypts it, opens the login like one under C1C3C2', async () => {
    const { account } = await createEnterprise(platform)
    const publicKey = await platform.visitor.get(auth.publicKey)
    for (const order of [1, 0])
      expect(
        await requestToken(platform, { username: account, password: sm2.doEncrypt(password, publicKey, order) }),
      ).toMatchObject({ status: 200 })
  })

  test.each([
    [
      'an unknown client',
      { authorization: `Basic ${Buffer.from('ghost:').toString('base64')}` },
      {},
      401,
      3000,
      '客户端不存在',
    ],
    ['no client', { authorization: '' }, {}, 401, 3000, '客户端不存在'],
    ['an unknown grant', {}, { grant_type: 'magic' }, 400, 4000, '不支持的授权类型'],
  ])('%s is refused in the flat shape', async (_what, headers, more, status, error_code, msg) => {
    const told = await requestToken(platform, { username: 'admin', password: wrong, ...more }, headers)
    expect(told).toMatchObject({ status, success: false, code: status, error_code, msg, error_description: msg })
    expect(told.error).toEqual(expect.any(String))
  })
})

describe('a failed login', () => {
  test('is the same for an unknown account and a wrong password, whatever the account', async () => {
    const { account } = await createEnterprise(platform)
    const unknown = await requestToken(platform, { username: 'nobody.knows', password: wrong })
    expect(unknown).toMatchObject({ status: 400, success: false, msg: '用户名或密码错误' })
    expect(await requestToken(platform, { username: account, password: wrong })).toEqual(unknown)
    expect(await requestToken(platform, { username: account })).toEqual(unknown)
    expect(await requestToken(platform, {})).toEqual(unknown)
    expect(await requestToken(platform, { username: "' or 1=1 --", password: wrong })).toEqual(unknown)
  })

  test('a password that travels as plain text is wrong', async () => {
    const { account } = await createEnterprise(platform)
    expect((await requestToken(platform, { username: account, password })).msg).toBe('用户名或密码错误')
  })

  test('five lock the account; a right password does not open it, an administrator does', async () => {
    const { account } = await createEnterprise(platform)
    const locked = '登录失败次数过多，请15分钟后再试或联系管理员解锁'
    for (const _ of [1, 2, 3, 4, 5])
      expect((await requestToken(platform, { username: account, password: wrong })).msg).toBe('用户名或密码错误')
    expect(await login(account)).toMatchObject({ status: 400, msg: locked })
    await admin.get(user.calls.unlock, { userIds: await userIdOf(admin, account) })
    expect((await login(account)).access_token).toEqual(expect.any(String))
  })

  test('an unknown account locks like any other', async () => {
    const told: string[] = []
    for (const _ of [1, 2, 3, 4, 5, 6])
      told.push((await requestToken(platform, { username: 'ghost.account', password: wrong })).msg)
    expect(told.slice(4)).toEqual(['用户名或密码错误', '登录失败次数过多，请15分钟后再试或联系管理员解锁'])
  })

  test('four and a right one begin the count again; after a quarter of an hour it is forgotten', async () => {
    const { account } = await createEnterprise(platform)
    const fail = async (times: number) => {
      for (let i = 0; i < times; i++) await requestToken(platform, { username: account, password: wrong })
    }
    await fail(4)
    expect((await login(account)).status).toBe(200)
    await fail(4)
    expect((await login(account)).status).toBe(200)
    await fail(5)
    expect((await login(account)).status).toBe(400)
    await sql`update login_failure set last_at = now() - interval '15 minutes 1 second' where account = ${account}`.execute(
      platform.db,
    )
    expect((await login(account)).status).toBe(200)
  })

  test('how many lock is a parameter', async () => {
    const { account } = await createEnterprise(platform)
    await setParameter(admin, 'account.failCount', '2')
    for (const _ of [1, 2]) await requestToken(platform, { username: account, password: wrong })
    expect((await login(account)).msg).toMatch('登录失败次数过多')
    await setParameter(admin, 'account.failCount', '5')
  })

  test('a lock stops new logins only: who is logged in stays', async () => {
    const person = await createEnterprise(platform)
    for (const _ of [1, 2, 3, 4, 5]) await requestToken(platform, { username: person.account, password: wrong })
    expect((await person.ask(user.calls.info, {})).success).toBe(true)
  })
})

describe('the captcha (decisions.md 12)', () => {
  const fetchCaptcha = async () => {
    const { key, image } = await guarded.visitor.get(auth.captcha)
    const row = await guarded.db.selectFrom('captcha').select('answer').where('key', '=', key).executeTakeFirstOrThrow()
    return { key, image, answer: row.answer }
  }
  const enter = (key?: string, code?: string, more: object = {}) =>
    requestToken(
      guarded,
      { username: 'admin', password: guarded.encrypt(inject('adminPassword')), ...more },
      { ...(key ? { 'captcha-key': key } : {}), ...(code ? { 'captcha-code': code } : {}) },
    )
  const refused = { status: 400, success: false, msg: '验证码不正确' }

  test('is a picture and a key of 128 bits, outside the envelope', async () => {
    const captcha = await guarded.visitor.ask(auth.captcha)
    expect(captcha.body).toEqual({
      success: true,
      key: expect.stringMatching(/^[0-9a-f]{32}$/),
      image: expect.stringMatching(/^data:image\/png;base64,/),
    })
  })

  test('opens the login with its answer, in any case', async () => {
    const { key, answer } = await fetchCaptcha()
    expect((await enter(key, ` ${answer.toUpperCase()} `)).access_token).toEqual(expect.any(String))
  })

  test('missing, wrong, of another key, used or too old, it does not', async () => {
    const { key, answer } = await fetchCaptcha()
    const other = await fetchCaptcha()
    expect(await enter()).toMatchObject(refused)
    expect(await enter(undefined, answer)).toMatchObject(refused)
    expect(await enter(other.key, answer === other.answer ? 'x' : answer)).toMatchObject(refused)
    expect((await enter(key, answer)).status).toBe(200)
    expect(await enter(key, answer)).toMatchObject(refused)
    const old = await fetchCaptcha()
    await sql`update captcha set ends_at = now() - interval '1 second' where key = ${old.key}`.execute(guarded.db)
    expect(await enter(old.key, old.answer)).toMatchObject(refused)
  })

  test('a wrong answer uses it up', async () => {
    const { key, answer } = await fetchCaptcha()
    expect(await enter(key, 'wrong')).toMatchObject(refused)
    expect(await enter(key, answer)).toMatchObject(refused)
  })

  test('lives five minutes', async () => {
    const { key } = await fetchCaptcha()
    const { rows } = await sql<{
      s: number
    }>`select extract(epoch from ends_at - now())::int as s from captcha where key = ${key}`.execute(guarded.db)
    expect(rows[0]?.s).toBeGreaterThan(290)
    expect(rows[0]?.s).toBeLessThanOrEqual(300)
  })

  test.each(['password', 'captcha'])('is demanded by the server of the grant %s', async (grant_type) => {
    expect(await enter(undefined, undefined, { grant_type })).toMatchObject(refused)
  })

  test('off, it is not asked for', async () => {
    const { account } = await createEnterprise(platform)
    expect((await login(account)).status).toBe(200)
  })
})

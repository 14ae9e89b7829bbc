import { createHash } from 'node:crypto'
import { sm2 } from 'sm-crypto-v2'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { user } from '#contract/system/user.ts'
import { sql } from '#server/base/database/sql.ts'
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
let captchaPlatform: Platform
let wrongPassword: string

beforeAll(async () => {
  platform = await openPlatform()
  captchaPlatform = await openPlatform({ CAPTCHA: 'on' })
  wrongPassword = platform.encrypt('Wrong-955-Qa')
})
let admin: Caller
beforeAll(async () => {
  admin = await platform.admin()
})

const login = (account: string, plain = password) => requestLogin(platform, account, plain)
const callerWith = (response: TokenResponse) => callerWithToken(platform, response)

describe('the response of the token call', () => {
  test('is flat and identifies the user', async () => {
    const { account, unitName } = await createEnterprise(platform)
    const response = await login(account)
    expect(response).toEqual({
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
      asks_consent: true,
    })
    expect(await callerWith(response).get(user.calls.info, {})).toMatchObject({ unitName })
  })

  test('tokens are stored only as SHA-256 hashes', async () => {
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

  test('an account may be entered in full-width characters and in any case', async () => {
    const { account } = await createEnterprise(platform)
    const wide = account.toUpperCase().replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))
    expect(await login(`${wide}\u200b`)).toMatchObject({ status: 200, account })
  })

  test('of accounts that differ only in their form, each is named by its own spelling', async () => {
    const { account } = await createEnterprise(platform)
    const userId = await userIdOf(admin, account)
    const wide = `${account}ｘ`
    await sql`drop index user_account_key`.execute(platform.db)
    await sql`with other as (insert into "user" (tenant_id, account, name, real_name, role_id, status)
        select tenant_id, ${wide}, name, real_name, role_id, status from "user" where id = ${userId} returning id)
      insert into credential (user_id, hash) select other.id, c.hash from other, credential c where c.user_id = ${userId}`.execute(
      platform.db,
    )
    await sql`update "user" set account = account || 'x' where id = ${userId}`.execute(platform.db)
    expect(await login(`${account}x`)).toMatchObject({ status: 200, user_id: userId })
    expect(await login(wide)).toMatchObject({ status: 200, account: wide })
    expect(await login(`${account}\u200bx`)).toMatchObject({ status: 400 })
  })

  test('the token scheme is accepted in any letter case and may be omitted', async () => {
    const token = String((await login((await createEnterprise(platform)).account)).access_token)
    const statusFor = (header: string) =>
      platform.visitor
        .raw('GET', auth.userInfo.path, { headers: { 'blade-auth': header } })
        .then(({ status }) => status)
    expect(
      await Promise.all(['bearer ', 'Bearer ', 'BEARER  ', ''].map((scheme) => statusFor(scheme + token))),
    ).toEqual([200, 200, 200, 200])
    expect(await Promise.all(['x', `bearer ${token}x`, 'bearer', `Basic ${token}`].map(statusFor))).toEqual([
      401, 401, 401, 401,
    ])
  })

  test('user name and password may be sent in the query or in a form, as BladeX clients do', async () => {
    const { account } = await createEnterprise(platform)
    const fields = { grant_type: 'password', username: account, tenantId: '000000' }
    const text = () => new URLSearchParams({ ...fields, password: platform.encrypt(password) }).toString()
    const inQuery = await platform.visitor.raw('POST', `${auth.token.path}?${text()}`)
    const inForm = await platform.visitor.raw('POST', auth.token.path, {
      body: text(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect([inQuery.status, inForm.status]).toEqual([200, 200])
  })

  test('a password encrypted as C1C2C3, as BladeX clients do, is accepted like C1C3C2', async () => {
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
  ])('%s is rejected in the flat shape', async (_name, headers, more, status, error_code, msg) => {
    const response = await requestToken(platform, { username: 'admin', password: wrongPassword, ...more }, headers)
    expect(response).toMatchObject({ status, success: false, code: status, error_code, msg, error_description: msg })
    expect(response.error).toEqual(expect.any(String))
  })
})

describe('a failed login', () => {
  test('has the same response for an unknown account and a wrong password', async () => {
    const { account } = await createEnterprise(platform)
    const unknown = await requestToken(platform, { username: 'nobody.knows', password: wrongPassword })
    expect(unknown).toMatchObject({ status: 400, success: false, msg: '用户名或密码错误' })
    expect(await requestToken(platform, { username: account, password: wrongPassword })).toEqual(unknown)
    expect(await requestToken(platform, { username: account })).toEqual(unknown)
    expect(await requestToken(platform, {})).toEqual(unknown)
    expect(await requestToken(platform, { username: "' or 1=1 --", password: wrongPassword })).toEqual(unknown)
  })

  test('a password sent as plain text counts as wrong', async () => {
    const { account } = await createEnterprise(platform)
    expect((await requestToken(platform, { username: account, password })).msg).toBe('用户名或密码错误')
  })

  test('five failures lock the account; the correct password does not unlock it, an administrator does', async () => {
    const { account } = await createEnterprise(platform)
    const message = '登录失败次数过多，请15分钟后再试或联系管理员解锁'
    for (const _ of [1, 2, 3, 4, 5])
      expect((await requestToken(platform, { username: account, password: wrongPassword })).msg).toBe(
        '用户名或密码错误',
      )
    expect(await login(account)).toMatchObject({ status: 400, msg: message })
    await admin.get(user.calls.unlock, { userIds: await userIdOf(admin, account) })
    expect((await login(account)).access_token).toEqual(expect.any(String))
  })

  test('an unknown account is locked like an existing one', async () => {
    const messages: string[] = []
    for (const _ of [1, 2, 3, 4, 5, 6])
      messages.push((await requestToken(platform, { username: 'ghost.account', password: wrongPassword })).msg)
    expect(messages.slice(4)).toEqual(['用户名或密码错误', '登录失败次数过多，请15分钟后再试或联系管理员解锁'])
  })

  test('a successful login after four failures resets the count, and the lock ends after 15 minutes', async () => {
    const { account } = await createEnterprise(platform)
    const failLogins = async (times: number) => {
      for (let i = 0; i < times; i++) await requestToken(platform, { username: account, password: wrongPassword })
    }
    await failLogins(4)
    expect((await login(account)).status).toBe(200)
    await failLogins(4)
    expect((await login(account)).status).toBe(200)
    await failLogins(5)
    expect((await login(account)).status).toBe(400)
    await sql`update login_failure set last_at = now() - interval '15 minutes 1 second' where account = ${account}`.execute(
      platform.db,
    )
    expect((await login(account)).status).toBe(200)
  })

  test('the number of failures before the lock is a parameter', async () => {
    const { account } = await createEnterprise(platform)
    await setParameter(admin, 'account.failCount', '2')
    for (const _ of [1, 2]) await requestToken(platform, { username: account, password: wrongPassword })
    expect((await login(account)).msg).toMatch('登录失败次数过多')
    await setParameter(admin, 'account.failCount', '5')
  })

  test('the lock stops new logins only; existing sessions continue', async () => {
    const person = await createEnterprise(platform)
    for (const _ of [1, 2, 3, 4, 5]) await requestToken(platform, { username: person.account, password: wrongPassword })
    expect((await person.ask(user.calls.info, {})).success).toBe(true)
  })
})

describe('the captcha (docs/decisions/0047)', () => {
  const fetchCaptcha = async () => {
    const { key, image } = await captchaPlatform.visitor.get(auth.captcha)
    const row = await captchaPlatform.db
      .selectFrom('captcha')
      .select('answer')
      .where('key', '=', key)
      .executeTakeFirstOrThrow()
    return { key, image, answer: row.answer }
  }
  const loginWithCaptcha = (key?: string, code?: string, more: object = {}) =>
    requestToken(
      captchaPlatform,
      { username: 'admin', password: captchaPlatform.encrypt(inject('adminPassword')), ...more },
      { ...(key ? { 'captcha-key': key } : {}), ...(code ? { 'captcha-code': code } : {}) },
    )
  const rejection = { status: 400, success: false, msg: '验证码不正确' }

  test('is a picture with a 128-bit key, outside the envelope', async () => {
    const captcha = await captchaPlatform.visitor.ask(auth.captcha)
    expect(captcha.body).toEqual({
      success: true,
      key: expect.stringMatching(/^[0-9a-f]{32}$/),
      image: expect.stringMatching(/^data:image\/png;base64,/),
    })
  })

  test('is accepted with its code in any letter case', async () => {
    const { key, answer } = await fetchCaptcha()
    expect((await loginWithCaptcha(key, ` ${answer.toUpperCase()} `)).access_token).toEqual(expect.any(String))
  })

  test('is rejected when missing, wrong, of another key, already used or expired', async () => {
    const { key, answer } = await fetchCaptcha()
    const other = await fetchCaptcha()
    expect(await loginWithCaptcha()).toMatchObject(rejection)
    expect(await loginWithCaptcha(undefined, answer)).toMatchObject(rejection)
    expect(await loginWithCaptcha(other.key, answer === other.answer ? 'x' : answer)).toMatchObject(rejection)
    expect((await loginWithCaptcha(key, answer)).status).toBe(200)
    expect(await loginWithCaptcha(key, answer)).toMatchObject(rejection)
    const old = await fetchCaptcha()
    await sql`update captcha set ends_at = now() - interval '1 second' where key = ${old.key}`.execute(
      captchaPlatform.db,
    )
    expect(await loginWithCaptcha(old.key, old.answer)).toMatchObject(rejection)
  })

  test('is used up by a wrong code', async () => {
    const { key, answer } = await fetchCaptcha()
    expect(await loginWithCaptcha(key, 'wrong')).toMatchObject(rejection)
    expect(await loginWithCaptcha(key, answer)).toMatchObject(rejection)
  })

  test('expires after five minutes', async () => {
    const { key } = await fetchCaptcha()
    const { rows } = await sql<{
      s: number
    }>`select extract(epoch from ends_at - now())::int as s from captcha where key = ${key}`.execute(captchaPlatform.db)
    expect(rows[0]?.s).toBeGreaterThan(290)
    expect(rows[0]?.s).toBeLessThanOrEqual(300)
  })

  test.each(['password', 'captcha'])('is required by the server for the grant %s', async (grant_type) => {
    expect(await loginWithCaptcha(undefined, undefined, { grant_type })).toMatchObject(rejection)
  })

  test('is not required when switched off', async () => {
    const { account } = await createEnterprise(platform)
    expect((await login(account)).status).toBe(200)
  })
})

import { sql } from 'kysely'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { portal } from '#contract/portal/portal.ts'
import { client } from '#contract/system/client.ts'
import { post } from '#contract/system/post.ts'
import { user } from '#contract/system/user.ts'
import { seedBase } from '#server/seed/base.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import {
  createEnterprise,
  createUserWithoutRights,
  password,
  register,
  registration,
  requestLogin,
  requestToken,
} from '../support/scenario.ts'

let platform: Platform
let behindProxy: Platform
let wrong: string

beforeAll(async () => {
  platform = await openPlatform()
  behindProxy = await openPlatform({ TRUSTED_PROXIES: '127.0.0.1', CAPTCHA: 'on' })
  wrong = platform.encrypt('Wrong-955-Qa')
})
let admin: Caller
beforeAll(async () => {
  admin = await platform.admin()
})

const locked = '登录失败次数过多，请15分钟后再试或联系管理员解锁'

describe('guessing (security rule 13)', () => {
  test('an account is one in any case: not to be registered twice, and not to be tried twice as often', async () => {
    const { account } = await createEnterprise(platform, { account: 'Mixed.Case' })
    for (const same of ['mixed.case', 'MIXED.CASE', 'ADMIN'])
      expect(await requestToken(platform, registration(platform, { account: same }))).toMatchObject({
        status: 400,
        msg: '登录账号已存在',
      })
    expect((await requestLogin(platform, 'MIXED.case')).access_token).toEqual(expect.any(String))
    for (const one of ['mixed.case', 'Mixed.case', 'mixed.Case', 'MIXED.CASE', 'mixed.casE'])
      expect((await requestToken(platform, { username: one, password: wrong })).msg).toBe('用户名或密码错误')
    expect((await requestLogin(platform, account)).msg).toBe(locked)
  })

  test('tries at the same moment are no more than tries one after the other', async () => {
    const { account } = await createEnterprise(platform)
    const tries = await Promise.all(
      Array.from({ length: 20 }, () => requestToken(platform, { username: account, password: wrong })),
    )
    expect(tries.filter(({ msg }) => msg === '用户名或密码错误')).toHaveLength(5)
  })

  test('one address tries many accounts a limited number of times; an IPv6 network is one address', async () => {
    const from = (address: string) => ({ 'x-forwarded-for': address })
    const open = await openPlatform({ TRUSTED_PROXIES: '127.0.0.1' })
    await sql`insert into login_failure (account, address, failures)
      select 'sprayed' || n, '2001:db8:7:0::/64', 10 from generate_series(1, 10) n`.execute(open.db)
    const told = (address: string) =>
      requestToken(open, { username: 'untouched', password: wrong }, from(address)).then(({ msg }) => msg)
    expect(await told('2001:db8:7::1')).toBe(locked)
    expect(await told('2001:db8:7:0:ffff:1:2:3')).toBe(locked)
    expect(await told('2001:db8:8::1')).toBe('用户名或密码错误')
  })

  test('a refused login leaves its traces also where the request carries a session and an Idempotency-Key', async () => {
    const person = await createEnterprise(platform)
    const { account: victim } = await register(platform)
    const headers = (n: number) => ({ 'blade-auth': `bearer ${person.token}`, 'idempotency-key': `guessing-${n}` })
    for (const n of [1, 2, 3, 4, 5])
      expect((await requestToken(platform, { username: victim, password: wrong }, headers(n))).msg).toBe(
        '用户名或密码错误',
      )
    expect((await requestToken(platform, { username: victim, password: wrong }, headers(6))).msg).toBe(locked)
  })

  test('nor does such a key bring a captcha back', async () => {
    const token = (await loginWithCaptcha()).access_token
    const { key, answer } = await captchaOf()
    const headers = { 'blade-auth': `bearer ${token}`, 'idempotency-key': 'captcha-key-1', 'captcha-key': key }
    const first = await requestToken(
      behindProxy,
      { username: 'admin', password: wrong },
      { ...headers, 'captcha-code': answer },
    )
    expect(first.msg).toBe('用户名或密码错误')
    const again = await requestToken(
      behindProxy,
      { username: 'admin', password: wrong },
      { ...headers, 'idempotency-key': 'captcha-key-2', 'captcha-code': answer },
    )
    expect(again.msg).toBe('验证码不正确')
  })

  const captchaOf = async () => {
    const { key } = await behindProxy.visitor.get(auth.captcha)
    const row = await behindProxy.db
      .selectFrom('captcha')
      .select('answer')
      .where('key', '=', key)
      .executeTakeFirstOrThrow()
    return { key, answer: row.answer }
  }
  const loginWithCaptcha = async () => {
    const { key, answer } = await captchaOf()
    const plain = behindProxy.encrypt(inject('adminPassword'))
    return requestToken(
      behindProxy,
      { username: 'admin', password: plain },
      { 'captcha-key': key, 'captcha-code': answer },
    )
  }

  test('the old password is not guessed through the form that changes it', async () => {
    const person = await createEnterprise(platform)
    const change = (old: string, n: number) =>
      person.ask(
        user.calls.updatePassword,
        {
          oldPassword: platform.encrypt(old),
          newPassword: platform.encrypt('Nx-wbkvd-864Rt'),
          newPassword1: platform.encrypt('Nx-wbkvd-864Rt'),
        },
        { 'idempotency-key': `change-password-${n}` },
      )
    for (const n of [1, 2, 3, 4, 5]) expect((await change('Wrong-955-Qa', n)).msg).toBe('原密码不正确')
    expect((await change(password, 6)).msg).toBe(locked)
  })
})

describe('the address of a caller (security rule 14)', () => {
  const addressOf = async (on: typeof platform, header: string) => {
    await on.db.deleteFrom('loginFailure').execute()
    const headers = { 'x-forwarded-for': header, 'x-forwarded-host': 'evil.example', 'captcha-key': 'x' }
    await requestToken(on, { username: 'somebody', password: wrong }, headers)
    return (await on.db.selectFrom('loginFailure').select('address').execute()).map(({ address }) => address)
  }

  test('is that of its socket, whatever it says, unless a proxy we know says it', async () => {
    expect(await addressOf(platform, '203.0.113.7')).toEqual(['127.0.0.1'])
    const trusting = await openPlatform({ TRUSTED_PROXIES: '127.0.0.1' })
    expect(await addressOf(trusting, '203.0.113.7')).toEqual(['203.0.113.7'])
    expect(await addressOf(trusting, '198.51.100.1, 203.0.113.7')).toEqual(['203.0.113.7'])
    const elsewhere = await openPlatform({ TRUSTED_PROXIES: '10.0.0.0/8' })
    expect(await addressOf(elsewhere, '203.0.113.7')).toEqual(['127.0.0.1'])
  })
})

describe('secrets are told once (security rules 21 and 24)', () => {
  test('the repeat of a call does not tell the initial password again, nor does the database keep it', async () => {
    const key = { 'idempotency-key': 'make-a-user-1' }
    const person = { account: 'once.only', name: '一', realName: '一次' }
    const first = await admin.get(user.calls.submit, person, key)
    expect(first.initialPassword).toEqual(expect.any(String))
    expect(await admin.get(user.calls.submit, person, key)).toEqual({ id: first.id, initialPassword: null })
    const { rows } = await sql<{ text: string }>`select coalesce(answer::text, '') as text from request_key`.execute(
      platform.db,
    )
    expect(rows.map(({ text }) => text).join()).not.toContain(first.initialPassword)
  })

  test('a client with a secret has to show it, and its sessions are its own', async () => {
    const lives = { scope: 'all', accessTokenValidity: 3600, refreshTokenValidity: 7200 }
    const make = (clientId: string, authorizedGrantTypes: string, clientSecret?: string) =>
      admin.get(client.calls.submit, { ...lives, clientId, authorizedGrantTypes, clientSecret })
    await make('mobile', 'refresh_token,password', 'kept: secret of mine')
    await make('no-refresh', 'password')
    const as = (pair: string) => ({ authorization: `Basic ${Buffer.from(pair).toString('base64')}` })
    const { account } = await createEnterprise(platform)
    const login = (pair: string) =>
      requestToken(platform, { username: account, password: platform.encrypt(password) }, as(pair))
    for (const pair of ['mobile:', 'mobile', 'mobile:kept', 'mobile:Kept: secret of mine'])
      expect(await login(pair)).toMatchObject({ status: 401, error_code: 3000 })
    const { refresh_token, status } = await login('mobile:kept: secret of mine')
    expect(status).toBe(200)
    const refresh = (pair: string) => requestToken(platform, { grant_type: 'refresh_token', refresh_token }, as(pair))
    expect((await refresh('saber:')).status).toBe(400)
    expect((await refresh('mobile:kept: secret of mine')).status).toBe(200)
    const other = await login('no-refresh:')
    const asked = await platform.visitor.ask(
      auth.refresh,
      { refresh_token: String(other.refresh_token) },
      as('no-refresh:'),
    )
    expect(asked).toMatchObject({ status: 400, msg: '不支持的授权类型' })
  })
})

describe('a password everybody guesses (security rules 9 and 11)', () => {
  test('does not make the first administrator: the start stops', async () => {
    const { db } = await openPlatform()
    await db.deleteFrom('user').where('account', '=', 'admin').execute()
    await db.deleteFrom('seedMark').execute()
    await expect(seedBase(db, 'Adm1n_Adm1n-9')).rejects.toThrow('ADMIN_PASSWORD is one that everybody guesses.')
    expect(await seedBase(db, 'Nx-wbkvd-864Rt')).toEqual({ initialPassword: null, hasSeeded: true })
  })

  test('is refused where it is the name of the organisation that registers', async () => {
    const cipher = platform.encrypt('Chengchuan-1990')
    const sent = { unitName: 'Suzhou Chengchuan Ltd', password: cipher, password2: cipher }
    expect(await requestToken(platform, registration(platform, sent))).toMatchObject({
      status: 400,
      msg: '密码过于常见或包含账号，请更换',
    })
  })
})

describe('what browsers heed (security rule 28)', () => {
  const json = "default-src 'none'; frame-ancestors 'none'"

  test('stands on every kind of answer', async () => {
    for (const [path, status] of [
      [portal.statistics.path, 200],
      [post.calls.list.path, 401],
      ['/api/none', 404],
      ['/live', 200],
      ['/ready', 200],
      ['/api/docs/json', 200],
    ] as const) {
      const response = await platform.visitor.raw('GET', path)
      expect([path, response.status]).toEqual([path, status])
      expect([path, Object.fromEntries(response.headers)]).toEqual([
        path,
        expect.objectContaining({
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'same-origin',
          'content-security-policy': expect.any(String),
          'cache-control': expect.stringMatching(/^no-(store|cache)$/),
        }),
      ])
    }
    const { headers } = await platform.visitor.raw('GET', portal.statistics.path)
    expect(headers.get('content-security-policy')).toBe(json)
  })

  test('asks for TLS where the caller came by TLS, and only a known proxy can say so', async () => {
    const hsts = async (on: typeof platform) =>
      (await on.visitor.raw('GET', '/live', { headers: { 'x-forwarded-proto': 'https' } })).headers.get(
        'strict-transport-security',
      )
    expect(await hsts(behindProxy)).toBe('max-age=31536000')
    expect(await hsts(platform)).toBeNull()
  })
})

describe('a token in an address', () => {
  test('opens what can only be linked to, and changes nothing', async () => {
    const person = await createUserWithoutRights(platform)
    const ask = (method: string, path: string) =>
      platform.visitor.raw(method, `${path}?Blade-Auth=${person.token}`).then(({ status }) => status)
    expect(await ask('GET', auth.userInfo.path)).toBe(200)
    expect(await ask('POST', auth.logoutPost.path)).toBe(401)
    expect((await person.ask(auth.userInfo)).success).toBe(true)
  })
})

import { beforeAll, describe, expect, inject, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { portal } from '#contract/portal/portal.ts'
import { client } from '#contract/system/client.ts'
import { post } from '#contract/system/post.ts'
import { user } from '#contract/system/user.ts'
import { sql } from '#server/base/database/sql.ts'
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
let wrongPassword: string

beforeAll(async () => {
  platform = await openPlatform()
  behindProxy = await openPlatform({ TRUSTED_PROXIES: '127.0.0.1', CAPTCHA: 'on' })
  wrongPassword = platform.encrypt('Wrong-955-Qa')
})
let admin: Caller
beforeAll(async () => {
  admin = await platform.admin()
})

const lockMessage = '登录失败次数过多，请15分钟后再试或联系管理员解锁'

describe('guessing passwords', () => {
  test('account names ignore letter case, at registration and in the count of failures', async () => {
    const { account } = await createEnterprise(platform, { account: 'Mixed.Case' })
    for (const same of ['mixed.case', 'MIXED.CASE', 'ADMIN'])
      expect(await requestToken(platform, registration(platform, { account: same }))).toMatchObject({
        status: 400,
        msg: '登录账号已存在',
      })
    expect((await requestLogin(platform, 'MIXED.case')).access_token).toEqual(expect.any(String))
    for (const one of ['mixed.case', 'Mixed.case', 'mixed.Case', 'MIXED.CASE', 'mixed.casE'])
      expect((await requestToken(platform, { username: one, password: wrongPassword })).msg).toBe('用户名或密码错误')
    expect((await requestLogin(platform, account)).msg).toBe(lockMessage)
  })

  test('simultaneous attempts are limited like consecutive ones', async () => {
    const { account } = await createEnterprise(platform)
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => requestToken(platform, { username: account, password: wrongPassword })),
    )
    expect(responses.filter(({ msg }) => msg === '用户名或密码错误')).toHaveLength(5)
  })

  test('attempts on many accounts are limited per address; an IPv6 network counts as one address', async () => {
    const from = (address: string) => ({ 'x-forwarded-for': address })
    const open = await openPlatform({ TRUSTED_PROXIES: '127.0.0.1' })
    await sql`insert into login_failure (account, address, failures)
      select 'sprayed' || n, '2001:db8:7:0::/64', 10 from generate_series(1, 10) n`.execute(open.db)
    const messageFor = (address: string) =>
      requestToken(open, { username: 'untouched', password: wrongPassword }, from(address)).then(({ msg }) => msg)
    expect(await messageFor('2001:db8:7::1')).toBe(lockMessage)
    expect(await messageFor('2001:db8:7:0:ffff:1:2:3')).toBe(lockMessage)
    expect(await messageFor('2001:db8:8::1')).toBe('用户名或密码错误')
  })

  test('a failed login counts even if the request has a session and an Idempotency-Key', async () => {
    const person = await createEnterprise(platform)
    const { account: victim } = await register(platform)
    const headers = (n: number) => ({ 'blade-auth': `bearer ${person.token}`, 'idempotency-key': `guessing-${n}` })
    for (const n of [1, 2, 3, 4, 5])
      expect((await requestToken(platform, { username: victim, password: wrongPassword }, headers(n))).msg).toBe(
        '用户名或密码错误',
      )
    expect((await requestToken(platform, { username: victim, password: wrongPassword }, headers(6))).msg).toBe(
      lockMessage,
    )
  })

  test('a new Idempotency-Key does not make a used captcha valid again', async () => {
    const token = (await loginWithCaptcha()).access_token
    const { key, answer } = await captchaOf()
    const headers = { 'blade-auth': `bearer ${token}`, 'idempotency-key': 'captcha-key-1', 'captcha-key': key }
    const first = await requestToken(
      behindProxy,
      { username: 'admin', password: wrongPassword },
      { ...headers, 'captcha-code': answer },
    )
    expect(first.msg).toBe('用户名或密码错误')
    const again = await requestToken(
      behindProxy,
      { username: 'admin', password: wrongPassword },
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

  test('guesses of the old password are limited when changing the password', async () => {
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
    expect((await change(password, 6)).msg).toBe(lockMessage)
  })
})

describe('the address of a caller', () => {
  const addressOf = async (on: typeof platform, header: string) => {
    await on.db.deleteFrom('loginFailure').execute()
    const headers = { 'x-forwarded-for': header, 'x-forwarded-host': 'evil.example', 'captcha-key': 'x' }
    await requestToken(on, { username: 'somebody', password: wrongPassword }, headers)
    return (await on.db.selectFrom('loginFailure').select('address').execute()).map(({ address }) => address)
  }

  test('is the address of the socket unless a trusted proxy sends another one', async () => {
    expect(await addressOf(platform, '203.0.113.7')).toEqual(['127.0.0.1'])
    const trusting = await openPlatform({ TRUSTED_PROXIES: '127.0.0.1' })
    expect(await addressOf(trusting, '203.0.113.7')).toEqual(['203.0.113.7'])
    expect(await addressOf(trusting, '198.51.100.1, 203.0.113.7')).toEqual(['203.0.113.7'])
    const otherNetwork = await openPlatform({ TRUSTED_PROXIES: '10.0.0.0/8' })
    expect(await addressOf(otherNetwork, '203.0.113.7')).toEqual(['127.0.0.1'])
  })
})

describe('secrets are returned once', () => {
  test('a repeated call does not return the initial password again, and the database does not store it', async () => {
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

  test('a client with a secret must send it, and its sessions belong to that client', async () => {
    const validity = { scope: 'all', accessTokenValidity: 3600, refreshTokenValidity: 7200 }
    const createClient = (clientId: string, authorizedGrantTypes: string, clientSecret?: string) =>
      admin.get(client.calls.submit, { ...validity, clientId, authorizedGrantTypes, clientSecret })
    await createClient('mobile', 'refresh_token,password', 'kept: secret of mine')
    await createClient('no-refresh', 'password')
    const authorization = (pair: string) => ({ authorization: `Basic ${Buffer.from(pair).toString('base64')}` })
    const { account } = await createEnterprise(platform)
    const login = (pair: string) =>
      requestToken(platform, { username: account, password: platform.encrypt(password) }, authorization(pair))
    for (const pair of ['mobile:', 'mobile', 'mobile:kept', 'mobile:Kept: secret of mine'])
      expect(await login(pair)).toMatchObject({ status: 401, error_code: 3000 })
    const { refresh_token, status } = await login('mobile:kept: secret of mine')
    expect(status).toBe(200)
    const refresh = (pair: string) =>
      requestToken(platform, { grant_type: 'refresh_token', refresh_token }, authorization(pair))
    expect((await refresh('saber:')).status).toBe(400)
    expect((await refresh('mobile:kept: secret of mine')).status).toBe(200)
    const other = await login('no-refresh:')
    const response = await platform.visitor.ask(
      auth.refresh,
      { refresh_token: String(other.refresh_token) },
      authorization('no-refresh:'),
    )
    expect(response).toMatchObject({ status: 400, msg: '不支持的授权类型' })
  })
})

describe('a common password', () => {
  test('is rejected for the first administrator, and the start fails', async () => {
    const { db } = await openPlatform()
    await db.deleteFrom('user').where('account', '=', 'admin').execute()
    await db.deleteFrom('seedMark').execute()
    await expect(seedBase(db, 'Adm1n_Adm1n-9')).rejects.toThrow('ADMIN_PASSWORD is too easy to guess.')
    expect(await seedBase(db, 'Nx-wbkvd-864Rt')).toEqual({ initialPassword: null, hasSeeded: true })
  })

  test('is rejected if it contains the name of the registering organisation', async () => {
    const cipher = platform.encrypt('Chengchuan-1990')
    const input = { unitName: 'Suzhou Chengchuan Ltd', password: cipher, password2: cipher }
    expect(await requestToken(platform, registration(platform, input))).toMatchObject({
      status: 400,
      msg: '密码包含账号或单位名称，请更换',
    })
  })
})

describe('the response headers for browsers', () => {
  const json = "default-src 'none'; frame-ancestors 'none'"

  test('are part of every kind of response', async () => {
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

  test('require TLS only if a trusted proxy reports TLS', async () => {
    const hsts = async (on: typeof platform) =>
      (await on.visitor.raw('GET', '/live', { headers: { 'x-forwarded-proto': 'https' } })).headers.get(
        'strict-transport-security',
      )
    expect(await hsts(behindProxy)).toBe('max-age=31536000')
    expect(await hsts(platform)).toBeNull()
  })
})

describe('a token in an address', () => {
  test('authorizes links that read, but no changes', async () => {
    const person = await createUserWithoutRights(platform)
    const statusOf = (method: string, path: string) =>
      platform.visitor.raw(method, `${path}?Blade-Auth=${person.token}`).then(({ status }) => status)
    expect(await statusOf('GET', auth.userInfo.path)).toBe(200)
    expect(await statusOf('POST', auth.logoutPost.path)).toBe(401)
    expect((await person.ask(auth.userInfo)).success).toBe(true)
  })
})

import { sm2 } from 'sm-crypto-v2'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { openEdition } from '#contract/open-edition.ts'
import { maskForLog } from '#server/log/mask.ts'
import { callerFor, openPlatform, type Platform } from '../support/platform.ts'

/** Requests as Saber 4.7, Saber 4.9 and Sword send them, with nothing changed but the prefix of the service. */
let platform: Platform
beforeAll(async () => {
  platform = await openPlatform({ CAPTCHA: 'on' })
})

interface Body {
  code: number
  success: boolean
  data: Record<string, unknown> | null
  msg: string
}

const saber = `Basic ${Buffer.from('saber:saber_secret').toString('base64')}`
const sword = `Basic ${Buffer.from('sword:sword_secret').toString('base64')}`

/** These clients encrypt in the order C1C2C3, without the leading 04. */
const cipherOf = async (password = inject('adminPassword')) =>
  sm2.doEncrypt(password, await platform.visitor.get(auth.publicKey), 0)

const send = async (path: string, init: RequestInit): Promise<{ status: number; body: Body }> => {
  const response = await fetch(`${platform.url}/api/caict-auth/${path}`, init)
  return { status: response.status, body: (await response.json()) as Body }
}

const solvedCaptcha = async (authorization: string) => {
  const { body } = await send('captcha', { headers: { authorization } })
  expect(body).toMatchObject({ code: 200, success: true, data: { image: expect.stringMatching(/^data:image\/png/) } })
  const key = String(body.data?.key)
  return { 'Captcha-Key': key, 'Captcha-Code': await platform.captchaAnswer(key) }
}

/** Saber puts everything into the address of a POST without a body. */
const saberLogin = async (changes: Record<string, string> = {}, captcha?: Record<string, string>) => {
  const values = { grantType: 'captcha', tenantId: '000000', account: 'admin', type: 'account', ...changes }
  const query = new URLSearchParams({ password: await cipherOf(), ...values })
  const headers = { Authorization: saber, ...(captcha ?? (await solvedCaptcha(saber))) }
  return send(`token?${query}`, { method: 'POST', headers })
}

const userInfo = (token: unknown) => callerFor(platform.url, String(token)).ask(auth.userInfo)

describe('Saber', () => {
  test('logs in, uses the token, exchanges it and logs out', async () => {
    const { status, body } = await saberLogin()
    expect([status, body.code, body.success]).toEqual([200, 200, true])
    expect(body.data).toMatchObject({
      tokenType: 'bearer',
      account: 'admin',
      userName: 'admin',
      tenantId: '000000',
      expiresIn: expect.any(Number),
      roleName: expect.stringContaining('administrator'),
    })
    expect(Object.keys(body.data ?? {}).filter((name) => name.includes('_'))).toEqual([])
    expect((await userInfo(body.data?.accessToken)).data).toMatchObject({ account: 'admin' })

    const query = new URLSearchParams({
      refreshToken: String(body.data?.refreshToken),
      grantType: 'refresh_token',
      scope: 'all',
    })
    const next = await send(`token?${query}`, { method: 'POST', headers: { Authorization: saber } })
    expect(next.body.data?.accessToken).not.toBe(body.data?.accessToken)
    const token = next.body.data?.accessToken
    const logout = await send('logout', {
      method: 'POST',
      headers: { Authorization: saber, 'Blade-Auth': `bearer ${token}` },
    })
    expect(logout.body).toMatchObject({ code: 200, success: true })
    expect((await userInfo(token)).status).toBe(401)
  })

  test('shows the reason of a refused login: captcha, password, unknown account', async () => {
    const wrongCode = await saberLogin({}, { 'Captcha-Key': 'none', 'Captcha-Code': 'none' })
    expect([wrongCode.status, wrongCode.body]).toEqual([
      400,
      { code: 400, success: false, data: null, msg: '验证码不正确' },
    ])
    const wrong = { code: 400, success: false, data: null, msg: '用户名或密码错误' }
    expect((await saberLogin({ password: await cipherOf('Wrong-1a') })).body).toEqual(wrong)
    expect((await saberLogin({ account: 'nobody' })).body).toEqual(wrong)
    expect((await saberLogin({ grantType: 'magic' })).body).toMatchObject({ code: 400, msg: '不支持的授权类型' })
  })

  test('cannot use a captcha or a ciphertext twice', async () => {
    const [captcha, password] = [await solvedCaptcha(saber), await cipherOf()]
    expect((await saberLogin({ password }, captcha)).body.success).toBe(true)
    expect((await saberLogin({}, captcha)).body.msg).toBe('验证码不正确')
    expect((await saberLogin({ password })).body.success).toBe(false)
  })
})

describe('Sword', () => {
  const swordLogin = async (headers: Record<string, string>) => {
    const form = new FormData()
    const values = { tenantId: '000000', account: 'admin', grantType: 'captcha', scope: 'all' }
    for (const [name, value] of Object.entries({ ...values, password: await cipherOf() })) form.set(name, value)
    return send('token', { method: 'POST', headers: { ...headers, ...(await solvedCaptcha(sword)) }, body: form })
  }

  test.each([
    ['with its own client', { Authorization: sword }],
    ['without a client, as its earlier versions', {}],
  ])('logs in by a form %s', async (_, headers: Record<string, string>) => {
    const { body } = await swordLogin(headers)
    expect(body).toMatchObject({ success: true, data: { tokenType: 'bearer', account: 'admin' } })
    expect((await userInfo(body.data?.accessToken)).status).toBe(200)
  })

  test('is refused under the name of a client that nobody knows', async () => {
    const { status, body } = await swordLogin({ Authorization: `Basic ${btoa('stranger:x')}` })
    expect([status, body.msg]).toEqual([401, '客户端不存在'])
  })
})

test('no log has the password, the code or a token of such a login', () => {
  const query = { account: 'admin', password: 'cipher', refreshToken: 'token', code: '1', state: '2' }
  const masked = { account: 'admin', password: '***', refreshToken: '***', code: '***', state: '***' }
  expect(maskForLog(query, { fields: openEdition.token.input, isPublic: true })).toEqual(masked)
})

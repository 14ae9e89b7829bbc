import { createHash, randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { signOn } from '#contract/sign-on.ts'
import { client } from '#contract/system/client.ts'
import { user } from '#contract/system/user.ts'
import { sql } from '#server/base/database/sql.ts'
import { type Caller, callerFor, openPlatform, type Platform } from '../support/platform.ts'
import { createEnterprise, type Enterprise, userIdOf } from '../support/scenario.ts'

let platform: Platform

let admin: Caller
let person: Enterprise

const returnTo = 'https://factory.test/callback'
const other = 'https://factory.test/other?from=5g'
const secret = 'kR7-long-and-random-94'
const newClient = (overrides: object) =>
  admin.get(client.calls.submit, {
    authorizedGrantTypes: 'authorization_code,refresh_token',
    scope: 'all',
    accessTokenValidity: 3600,
    refreshTokenValidity: 604_800,
    webServerRedirectUri: `${returnTo}, ${other}`,
    ...overrides,
  })

beforeAll(async () => {
  platform = await openPlatform({ PUBLIC_URL: 'https://platform.test' })
  admin = await platform.admin()
  person = await createEnterprise(platform)
  await newClient({ clientId: 'factory' })
  await newClient({ clientId: 'meter' })
  await newClient({ clientId: 'backend', clientSecret: secret })
  await newClient({ clientId: 'nocode', authorizedGrantTypes: 'password' })
  // as if it was registered before addresses were validated
  await newClient({ clientId: 'script' })
  await sql`update client set web_server_redirect_uri = 'javascript:alert(1)' where client_id = 'script'`.execute(
    platform.db,
  )
})

const verifier = randomBytes(32).toString('base64url')
const challenge = createHash('sha256').update(verifier).digest('base64url')
const pkce = { code_challenge: challenge, code_challenge_method: 'S256' }
const request = { response_type: 'code', client_id: 'factory', redirect_uri: returnTo, state: 's-1', ...pkce }
type RequestParams = Record<string, string | undefined>

const queryString = (input: RequestParams) =>
  new URLSearchParams(Object.entries(input).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
const openAuthorize = (overrides: RequestParams = {}) =>
  fetch(`${platform.url}${signOn.open.path}?${queryString({ ...request, ...overrides })}`, { redirect: 'manual' })
const queryOf = (address: string) => Object.fromEntries(new URL(address, 'https://page.test').searchParams)

/** The parameters of the redirect after the user has agreed. */
const allow = async (overrides: RequestParams = {}, caller: Caller = person) =>
  queryOf((await caller.get(signOn.decide, { ...request, ...overrides, allow: 1 } as never)).to)
const codeFor = async (overrides: RequestParams = {}) => (await allow(overrides)).code as string

const basic = (id: string, key = '') => ({ authorization: `Basic ${Buffer.from(`${id}:${key}`).toString('base64')}` })
const redeem = async (
  code: string,
  overrides: RequestParams = {},
  headers: Record<string, string> = basic('factory'),
) => {
  const body = { grant_type: 'authorization_code', code, redirect_uri: returnTo, code_verifier: verifier, ...overrides }
  const response = await platform.visitor.raw('POST', auth.token.path, { body, headers })
  return { ...((await response.json()) as { access_token?: string }), status: response.status }
}
const rejection = (error_code: number, msg: string, status = 400) => ({ status, success: false, error_code, msg })
const codeRejection = rejection(4001, '授权码无效或已过期')
const opens = async (token: unknown) => (await callerFor(platform.url, String(token)).ask(auth.userInfo)).status === 200

describe('the authorise address', () => {
  test('redirects a registered client to the consent page, with the known parameters of its request', async () => {
    const response = await openAuthorize({ tenant_id: '000000', strange: 'dropped' })
    expect(response.status).toBe(302)
    const to = response.headers.get('location') as string
    expect(to).toMatch(/^\/authorize\?/)
    expect(queryOf(to)).toEqual({ ...request, tenant_id: '000000' })
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  test.each([
    ['an unknown client', { client_id: 'nobody' }, '请求授权的应用不存在'],
    ['no client', { client_id: undefined }, '请求授权的应用不存在'],
    ['another host', { redirect_uri: 'https://evil.test/callback' }, '回调地址未登记，无法授权'],
    ['a path below', { redirect_uri: `${returnTo}/more` }, '回调地址未登记，无法授权'],
    ['a slash more', { redirect_uri: `${returnTo}/` }, '回调地址未登记，无法授权'],
    ['a query more', { redirect_uri: `${returnTo}?a=1` }, '回调地址未登记，无法授权'],
    ['another case', { redirect_uri: returnTo.replace('callback', 'Callback') }, '回调地址未登记，无法授权'],
    ['both registered as one', { redirect_uri: `${returnTo}, ${other}` }, '回调地址未登记，无法授权'],
    ['none', { redirect_uri: undefined }, '回调地址未登记，无法授权'],
    [
      'one the browser would run',
      { client_id: 'script', redirect_uri: 'javascript:alert(1)' },
      '回调地址未登记，无法授权',
    ],
  ])('%s: shows an error page and does not redirect', async (_, overrides, message) => {
    const response = await openAuthorize(overrides)
    expect([response.status, response.headers.get('location')]).toEqual([400, null])
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'/)
    expect(await response.text()).toContain(`<h1>${message}</h1>`)
  })

  test('shows the error page in the language of the browser', async () => {
    const response = await fetch(`${platform.url}${signOn.open.path}`, { headers: { 'accept-language': 'en' } })
    expect(await response.text()).toContain('<h1>The requesting application does not exist</h1>')
  })

  test.each([
    ['unsupported_response_type', { response_type: 'token' }],
    ['unsupported_response_type', { response_type: undefined }],
    ['invalid_request', { code_challenge: undefined }],
    ['invalid_request', { code_challenge_method: 'plain' }],
    ['invalid_request', { code_challenge_method: undefined }],
    ['invalid_request', { code_challenge: 'short' }],
    ['unauthorized_client', { client_id: 'nocode' }],
    ['invalid_request', { client_id: 'backend', code_challenge_method: 'plain' }],
  ])('redirects to the client with the error %s and its state: %j', async (error, overrides) => {
    const response = await openAuthorize(overrides)
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toBe(`${returnTo}?error=${error}&state=s-1`)
  })

  test('keeps the query of a registered address and appends its own parameters', async () => {
    const to = (await openAuthorize({ redirect_uri: other, response_type: 'token' })).headers.get('location')
    expect(to).toBe(`${other}&error=unsupported_response_type&state=s-1`)
  })
})

describe('the consent of the user', () => {
  test('shows the requesting application and the host of the redirect', async () => {
    expect(await person.get(signOn.client, request)).toEqual({ clientId: 'factory', host: 'factory.test', own: false })
    const platformClient = { ...request, client_id: 'saber', redirect_uri: 'https://platform.test/Home' }
    expect(await person.get(signOn.client, platformClient)).toMatchObject({ clientId: 'saber', own: true })
    const rejected = await person.ask(signOn.client, { ...request, redirect_uri: 'https://evil.test' })
    expect(rejected).toMatchObject({ status: 400, msg: '回调地址未登记，无法授权' })
  })

  test('requires a login', async () => {
    expect((await platform.visitor.ask(signOn.decide, { ...request, allow: 1 })).status).toBe(401)
    expect((await platform.visitor.ask(signOn.client, request)).status).toBe(401)
  })

  test('gives no code to a user who must still change the initial password', async () => {
    const id = await userIdOf(admin, (await createEnterprise(platform)).account)
    const [credentials] = await admin.get(user.calls.resetPassword, { userIds: id })
    const userWithInitialPassword = await platform.login(credentials?.account ?? '', credentials?.password ?? '')
    expect((await userWithInitialPassword.ask(signOn.decide, { ...request, allow: 1 })).status).toBe(403)
  })

  test('redirects with access_denied and creates no code if the user declines', async () => {
    const before = await platform.db.selectFrom('authorizationCode').select('codeHash').execute()
    const { to } = await person.get(signOn.decide, { ...request, allow: 0 })
    expect(to).toBe(`${returnTo}?error=access_denied&state=s-1`)
    expect(await platform.db.selectFrom('authorizationCode').select('codeHash').execute()).toEqual(before)
  })

  test('rejects a redirect to an address that is not registered', async () => {
    const response = await person.ask(signOn.decide, { ...request, redirect_uri: 'https://evil.test/', allow: 1 })
    expect(response).toMatchObject({ status: 400, code: 400, msg: '回调地址未登记，无法授权' })
  })
})

describe('an authorization code', () => {
  test('opens a session of the user who agreed', async () => {
    const { code, state } = await allow()
    expect([code, state]).toEqual([expect.stringMatching(/^[\w-]{43}$/), 's-1'])
    const tokens = await redeem(String(code))
    expect(tokens).toMatchObject({ status: 200, token_type: 'bearer', account: person.account })
    expect(await opens(tokens.access_token)).toBe(true)
  })

  test('is stored as a hash and expires after one minute', async () => {
    const code = await codeFor()
    const { rows } = await sql<{ whole: string; seconds: number }>`
      select a::text as whole, extract(epoch from ends_at - now())::float as seconds from authorization_code a
      order by ends_at desc limit 1`.execute(platform.db)
    expect(rows[0]?.whole).not.toContain(code)
    expect(rows[0]?.seconds).toBeLessThanOrEqual(60)
  })

  test('is rejected when used twice, and its session ends', async () => {
    const code = await codeFor()
    const tokens = await redeem(code)
    expect(await redeem(code)).toMatchObject(codeRejection)
    expect(await opens(tokens.access_token)).toBe(false)
    expect(await opens(person.token)).toBe(true)
  })

  test('leaves no session when it is used several times at once', async () => {
    const code = await codeFor()
    const responses = await Promise.all(Array.from({ length: 5 }, () => redeem(code)))
    const successes = responses.filter(({ status }) => status === 200)
    expect(successes).toHaveLength(1)
    expect(await opens(successes[0]?.access_token)).toBe(false)
  })

  test.each([
    ['another verifier', { code_verifier: randomBytes(32).toString('base64url') }],
    ['the challenge itself', { code_verifier: challenge }],
    ['no verifier', { code_verifier: undefined }],
    ['a short verifier', { code_verifier: 'short' }],
  ])('with %s is rejected and can no longer be used', async (_, overrides) => {
    const code = await codeFor()
    expect(await redeem(code, overrides)).toMatchObject(codeRejection)
    expect(await redeem(code)).toMatchObject(codeRejection)
  })

  test.each([
    ['another address of the client', { redirect_uri: other }],
    ['no address', { redirect_uri: undefined }],
  ])('with %s is rejected with error 3002', async (_, overrides) => {
    expect(await redeem(await codeFor(), overrides)).toMatchObject(rejection(3002, '回调地址与申请授权码时不一致'))
  })

  test('is rejected for another client', async () => {
    expect(await redeem(await codeFor(), {}, basic('meter'))).toMatchObject(codeRejection)
  })

  test('is rejected after it has expired', async () => {
    const code = await codeFor()
    await sql`update authorization_code set ends_at = now() where used_at is null`.execute(platform.db)
    expect(await redeem(code)).toMatchObject(codeRejection)
  })

  test.each(['', 'x', "' or 1=1 --", 'x'.repeat(4000)])(
    'is rejected if the server did not issue it: $0',
    async (code) => {
      expect(await redeem(code)).toMatchObject(codeRejection)
    },
  )

  test('is rejected with the reason if the user was disabled after consent', async () => {
    const disabledUser = await createEnterprise(platform)
    const { code } = await allow({}, disabledUser)
    await admin.get(user.calls.auditRefuse, {
      userIds: await userIdOf(admin, disabledUser.account),
      reason: '资料有误',
    })
    expect(await redeem(String(code))).toMatchObject(rejection(2005, '账号未通过审核或已停用：资料有误'))
    expect(await redeem(String(code))).toMatchObject(codeRejection)
  })
})

describe('a client that redeems a code', () => {
  const backend = { client_id: 'backend', code_challenge: undefined, code_challenge_method: undefined }

  test('with a secret needs the secret but no verifier', async () => {
    const withoutVerifier = { code_verifier: undefined }
    expect(await redeem(await codeFor(backend), withoutVerifier, basic('backend', secret))).toMatchObject({
      status: 200,
    })
    const rejected = await redeem(await codeFor(backend), withoutVerifier, basic('backend', 'guess'))
    expect(rejected).toMatchObject({ status: 401, error_code: 3000 })
  })

  test('with a secret needs the verifier too if the request had a challenge', async () => {
    const code = await codeFor({ client_id: 'backend' })
    expect(await redeem(code, { code_verifier: undefined }, basic('backend', secret))).toMatchObject(codeRejection)
  })

  test('cannot send a verifier if the request had no challenge', async () => {
    expect(await redeem(await codeFor(backend), {}, basic('backend', secret))).toMatchObject(codeRejection)
  })

  test('can send its id in the body only if it has no secret', async () => {
    const body = (id: string) => ({ client_id: id })
    expect(await redeem(await codeFor(), body('factory'), { authorization: '' })).toMatchObject({ status: 200 })
    const confidential = await redeem(await codeFor(backend), body('backend'), { authorization: '' })
    expect(confidential).toMatchObject({ status: 401, error_code: 3000 })
  })

  test('is rejected with 4000 without the grant type, with 3000 if it is unknown', async () => {
    expect(await redeem('x', {}, basic('nocode'))).toMatchObject(rejection(4000, '不支持的授权类型'))
    expect(await redeem('x', {}, basic('nobody'))).toMatchObject(rejection(3000, '客户端不存在', 401))
  })

  test('can send a form, as libraries do', async () => {
    const form = { grant_type: 'authorization_code', code: await codeFor(), redirect_uri: returnTo }
    const response = await fetch(platform.url + auth.token.path, {
      method: 'POST',
      headers: basic('factory'),
      body: new URLSearchParams({ ...form, code_verifier: verifier }),
    })
    expect(await response.json()).toMatchObject({ account: person.account })
  })
})

test('a redirect address is validated when it is registered', async () => {
  const submit = (webServerRedirectUri: string) =>
    admin.ask(client.calls.submit, {
      clientId: 'late',
      authorizedGrantTypes: 'authorization_code',
      scope: 'all',
      webServerRedirectUri,
      accessTokenValidity: 3600,
      refreshTokenValidity: 604_800,
    })
  for (const invalidAddress of ['javascript:alert(1)', 'factory.test/back', 'https://factory.test/#there', '/Home'])
    expect(await submit(`${returnTo} ${invalidAddress}`)).toMatchObject({
      status: 400,
      faults: [{ at: 'webServerRedirectUri', msg: expect.stringContaining('回调地址') }],
    })
  expect((await submit(`${returnTo},\n${other}`)).success).toBe(true)
})

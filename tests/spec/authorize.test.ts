import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { signOn } from '#contract/sign-on.ts'
import { client } from '#contract/system/client.ts'
import { user } from '#contract/system/user.ts'
import { type Caller, callerFor, openPlatform, type Platform } from '../support/platform.ts'
import { createEnterprise, type Enterprise, userIdOf } from '../support/scenario.ts'

let platform: Platform

let admin: Caller
let person: Enterprise

const returnTo = 'https://factory.test/callback'
const other = 'https://factory.test/other?from=5g'
const secret = 'kR7-long-and-random-94'
const newClient = (more: object) =>
  admin.get(client.calls.submit, {
    authorizedGrantTypes: 'authorization_code,refresh_token',
    scope: 'all',
    accessTokenValidity: 3600,
    refreshTokenValidity: 604_800,
    webServerRedirectUri: `${returnTo}, ${other}`,
    ...more,
  })

beforeAll(async () => {
  platform = await openPlatform({ PUBLIC_URL: 'https://platform.test' })
  admin = await platform.admin()
  person = await createEnterprise(platform)
  await newClient({ clientId: 'factory' })
  await newClient({ clientId: 'meter' })
  await newClient({ clientId: 'backend', clientSecret: secret })
  await newClient({ clientId: 'nocode', authorizedGrantTypes: 'password' })
  // as one from before the address was checked
  await newClient({ clientId: 'script' })
  await sql`update client set web_server_redirect_uri = 'javascript:alert(1)' where client_id = 'script'`.execute(
    platform.db,
  )
})

const verifier = randomBytes(32).toString('base64url')
const challenge = createHash('sha256').update(verifier).digest('base64url')
const pkce = { code_challenge: challenge, code_challenge_method: 'S256' }
const asked = { response_type: 'code', client_id: 'factory', redirect_uri: returnTo, state: 's-1', ...pkce }
type Asked = Record<string, string | undefined>

const given = (input: Asked) =>
  new URLSearchParams(Object.entries(input).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
const open = (more: Asked = {}) =>
  fetch(`${platform.url}${signOn.open.path}?${given({ ...asked, ...more })}`, { redirect: 'manual' })
const queryOf = (address: string) => Object.fromEntries(new URL(address, 'https://page.test').searchParams)

/** What the person's page is told after he has agreed. */
const allow = async (more: Asked = {}, caller: Caller = person) =>
  queryOf((await caller.get(signOn.decide, { ...asked, ...more, allow: 1 } as never)).to)
const codeFor = async (more: Asked = {}) => (await allow(more)).code as string

const basic = (id: string, key = '') => ({ authorization: `Basic ${Buffer.from(`${id}:${key}`).toString('base64')}` })
const redeem = async (code: string, more: Asked = {}, headers: Record<string, string> = basic('factory')) => {
  const body = { grant_type: 'authorization_code', code, redirect_uri: returnTo, code_verifier: verifier, ...more }
  const response = await platform.visitor.raw('POST', auth.token.path, { body, headers })
  return { ...((await response.json()) as { access_token?: string }), status: response.status }
}
const refused = (error_code: number, msg: string, status = 400) => ({ status, success: false, error_code, msg })
const spent = refused(4001, '授权码无效或已过期')
const opens = async (token: unknown) => (await callerFor(platform.url, String(token)).ask(auth.userInfo)).status === 200

describe('the authorise address', () => {
  test('hands a known client on to the page that asks the person, with all it was given', async () => {
    const answer = await open({ tenant_id: '000000', strange: 'dropped' })
    expect(answer.status).toBe(302)
    const to = answer.headers.get('location') as string
    expect(to).toMatch(/^\/authorize\?/)
    expect(queryOf(to)).toEqual({ ...asked, tenant_id: '000000' })
    expect(answer.headers.get('cache-control')).toBe('no-store')
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
  ])('%s: a page that says so, and no way on', async (_, more, words) => {
    const answer = await open(more)
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'/)
    expect(await answer.text()).toContain(`<h1>${words}</h1>`)
  })

  test('a page of a refusal speaks the language of the browser', async () => {
    const answer = await fetch(`${platform.url}${signOn.open.path}`, { headers: { 'accept-language': 'en' } })
    expect(await answer.text()).toContain('<h1>The application that asks is unknown here</h1>')
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
  ])('%s goes back to the client, with its state: %j', async (error, more) => {
    const answer = await open(more)
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toBe(`${returnTo}?error=${error}&state=s-1`)
  })

  test('a registered address with a query gets its answer beside it', async () => {
    const to = (await open({ redirect_uri: other, response_type: 'token' })).headers.get('location')
    expect(to).toBe(`${other}&error=unsupported_response_type&state=s-1`)
  })
})

describe('the person who decides', () => {
  test('is told which application asks, and where he would go', async () => {
    expect(await person.get(signOn.client, asked)).toEqual({ clientId: 'factory', host: 'factory.test', own: false })
    const own = { ...asked, client_id: 'saber', redirect_uri: 'https://platform.test/Home' }
    expect(await person.get(signOn.client, own)).toMatchObject({ clientId: 'saber', own: true })
    const wrong = await person.ask(signOn.client, { ...asked, redirect_uri: 'https://evil.test' })
    expect(wrong).toMatchObject({ status: 400, msg: '回调地址未登记，无法授权' })
  })

  test('has to be logged in', async () => {
    expect((await platform.visitor.ask(signOn.decide, { ...asked, allow: 1 })).status).toBe(401)
    expect((await platform.visitor.ask(signOn.client, asked)).status).toBe(401)
  })

  test('gets no code made before he has chosen his own password', async () => {
    const id = await userIdOf(admin, (await createEnterprise(platform)).account)
    const [made] = await admin.get(user.calls.resetPassword, { userIds: id })
    const fresh = await platform.login(made?.account ?? '', made?.password ?? '')
    expect((await fresh.ask(signOn.decide, { ...asked, allow: 1 })).status).toBe(403)
  })

  test('declines: the client is told, and no code exists', async () => {
    const before = await platform.db.selectFrom('authorizationCode').select('codeHash').execute()
    const { to } = await person.get(signOn.decide, { ...asked, allow: 0 })
    expect(to).toBe(`${returnTo}?error=access_denied&state=s-1`)
    expect(await platform.db.selectFrom('authorizationCode').select('codeHash').execute()).toEqual(before)
  })

  test('cannot be made to send a code elsewhere than was registered', async () => {
    const answer = await person.ask(signOn.decide, { ...asked, redirect_uri: 'https://evil.test/', allow: 1 })
    expect(answer).toMatchObject({ status: 400, code: 400, msg: '回调地址未登记，无法授权' })
  })
})

describe('a code', () => {
  test('opens a session of the person who agreed, for the client that asked', async () => {
    const { code, state } = await allow()
    expect([code, state]).toEqual([expect.stringMatching(/^[\w-]{43}$/), 's-1'])
    const told = await redeem(String(code))
    expect(told).toMatchObject({ status: 200, token_type: 'bearer', account: person.account })
    expect(await opens(told.access_token)).toBe(true)
  })

  test('is kept as a hash, for a minute', async () => {
    const code = await codeFor()
    const { rows } = await sql<{ whole: string; seconds: number }>`
      select a::text as whole, extract(epoch from ends_at - now())::float as seconds from authorization_code a
      order by ends_at desc limit 1`.execute(platform.db)
    expect(rows[0]?.whole).not.toContain(code)
    expect(rows[0]?.seconds).toBeLessThanOrEqual(60)
  })

  test('shown a second time opens nothing and ends the session it opened', async () => {
    const code = await codeFor()
    const told = await redeem(code)
    expect(await redeem(code)).toMatchObject(spent)
    expect(await opens(told.access_token)).toBe(false)
    expect(await opens(person.token)).toBe(true)
  })

  test('shown by many at the same moment leaves no session at all', async () => {
    const code = await codeFor()
    const answers = await Promise.all(Array.from({ length: 5 }, () => redeem(code)))
    const won = answers.filter(({ status }) => status === 200)
    expect(won).toHaveLength(1)
    expect(await opens(won[0]?.access_token)).toBe(false)
  })

  test.each([
    ['another verifier', { code_verifier: randomBytes(32).toString('base64url') }],
    ['the challenge itself', { code_verifier: challenge }],
    ['no verifier', { code_verifier: undefined }],
    ['a short verifier', { code_verifier: 'short' }],
  ])('with %s is refused, and used up', async (_, more) => {
    const code = await codeFor()
    expect(await redeem(code, more)).toMatchObject(spent)
    expect(await redeem(code)).toMatchObject(spent)
  })

  test.each([
    ['another address of the client', { redirect_uri: other }],
    ['no address', { redirect_uri: undefined }],
  ])('with %s: 3002', async (_, more) => {
    expect(await redeem(await codeFor(), more)).toMatchObject(refused(3002, '回调地址与申请授权码时不一致'))
  })

  test('of another client opens nothing', async () => {
    expect(await redeem(await codeFor(), {}, basic('meter'))).toMatchObject(spent)
  })

  test('after its minute opens nothing', async () => {
    const code = await codeFor()
    await sql`update authorization_code set ends_at = now() where used_at is null`.execute(platform.db)
    expect(await redeem(code)).toMatchObject(spent)
  })

  test.each(['', 'x', "' or 1=1 --", 'x'.repeat(4000)])('nobody made opens nothing', async (code) => {
    expect(await redeem(code)).toMatchObject(spent)
  })

  test('of somebody disabled meanwhile opens nothing, and says why', async () => {
    const somebody = await createEnterprise(platform)
    const { code } = await allow({}, somebody)
    await admin.get(user.calls.auditRefuse, { userIds: await userIdOf(admin, somebody.account), reason: '资料有误' })
    expect(await redeem(String(code))).toMatchObject(refused(2005, '账号未通过审核或已停用：资料有误'))
    expect(await redeem(String(code))).toMatchObject(spent)
  })
})

describe('who shows the code', () => {
  const backend = { client_id: 'backend', code_challenge: undefined, code_challenge_method: undefined }

  test('with a secret needs no verifier, but the secret', async () => {
    const plain = { code_verifier: undefined }
    expect(await redeem(await codeFor(backend), plain, basic('backend', secret))).toMatchObject({ status: 200 })
    const wrong = await redeem(await codeFor(backend), plain, basic('backend', 'guess'))
    expect(wrong).toMatchObject({ status: 401, error_code: 3000 })
  })

  test('with a secret and a challenge needs both', async () => {
    const code = await codeFor({ client_id: 'backend' })
    expect(await redeem(code, { code_verifier: undefined }, basic('backend', secret))).toMatchObject(spent)
  })

  test('cannot slip a verifier under a code that was asked for without one', async () => {
    expect(await redeem(await codeFor(backend), {}, basic('backend', secret))).toMatchObject(spent)
  })

  test('may name itself in the body, if it has no secret', async () => {
    const body = (id: string) => ({ client_id: id })
    expect(await redeem(await codeFor(), body('factory'), { authorization: '' })).toMatchObject({ status: 200 })
    const secretive = await redeem(await codeFor(backend), body('backend'), { authorization: '' })
    expect(secretive).toMatchObject({ status: 401, error_code: 3000 })
  })

  test('without the grant: 4000; unknown: 3000', async () => {
    expect(await redeem('x', {}, basic('nocode'))).toMatchObject(refused(4000, '不支持的授权类型'))
    expect(await redeem('x', {}, basic('nobody'))).toMatchObject(refused(3000, '客户端不存在', 401))
  })

  test('as a form, the way libraries send it', async () => {
    const form = { grant_type: 'authorization_code', code: await codeFor(), redirect_uri: returnTo }
    const response = await fetch(platform.url + auth.token.path, {
      method: 'POST',
      headers: basic('factory'),
      body: new URLSearchParams({ ...form, code_verifier: verifier }),
    })
    expect(await response.json()).toMatchObject({ account: person.account })
  })
})

test('what is wrong with a registered address is said when it is entered', async () => {
  const submit = (webServerRedirectUri: string) =>
    admin.ask(client.calls.submit, {
      clientId: 'late',
      authorizedGrantTypes: 'authorization_code',
      scope: 'all',
      webServerRedirectUri,
      accessTokenValidity: 3600,
      refreshTokenValidity: 604_800,
    })
  for (const wrong of ['javascript:alert(1)', 'factory.test/back', 'https://factory.test/#there', '/Home'])
    expect(await submit(`${returnTo} ${wrong}`)).toMatchObject({
      status: 400,
      faults: [{ at: 'webServerRedirectUri', msg: expect.stringContaining('回调地址') }],
    })
  expect((await submit(`${returnTo},\n${other}`)).success).toBe(true)
})

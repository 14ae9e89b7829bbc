import { beforeAll, describe, expect, test } from 'vitest'
import { auth, type Tokens, type UnregisteredUser } from '#contract/auth.ts'
import { signOn, siteSource } from '#contract/sign-on.ts'
import { role } from '#contract/system/role.ts'
import { user } from '#contract/system/user.ts'
import { sql } from '#server/base/database/sql.ts'
import { type IdentityProvider, logInAtProvider, openIdentityProvider } from '../support/oidc-site.ts'
import { type Caller, callerFor, openPlatform, type Platform } from '../support/platform.ts'
import { password, setParameter, userIdOf } from '../support/scenario.ts'
import { until } from '../support/until.ts'
import { Visitor } from '../support/visitor.ts'

const publicUrl = 'https://platform.test'
let site: IdentityProvider
let platform: Platform
let withoutSite: Platform

let admin: Caller
beforeAll(async () => {
  site = await openIdentityProvider({ publicUrl })
  platform = await openPlatform(site.env)
  withoutSite = await openPlatform()
  admin = await platform.admin()
})

type LoginResponse = Partial<Tokens & UnregisteredUser> & {
  status: number
  error_code?: number
  msg?: string
  redirect?: string
}

/** Follows the link on the login page; resolves to the address of the site. */
const startLogin = async (visitor: Visitor, at: Platform = platform) => {
  const response = await visitor.open(at.url + signOn.start.path)
  return { status: response.status, to: response.headers.get('location') ?? '', response }
}
/** The parameters with which the site redirects the browser back. */
const returnParams = async (visitor: Visitor, name: string) =>
  Object.fromEntries((await logInAtProvider(visitor, (await startLogin(visitor)).to, name)).searchParams)
const finish = async (visitor: Visitor, input: object, at: Platform = platform): Promise<LoginResponse> => {
  const headers = { cookie: visitor.cookiesFor(at.url + auth.token.path) }
  const body = { grant_type: 'authorization_code', tenantId: '000000', scope: 'all', ...input }
  const response = await at.visitor.raw('POST', auth.token.path, { body, headers })
  return { ...((await response.json()) as object), status: response.status }
}
/** A complete login of the site's user with this name. */
const loginAs = async (name: string, visitor = new Visitor()): Promise<LoginResponse> =>
  finish(visitor, await returnParams(visitor, name))

let serial = 0
const guestInput = (more: object = {}) => ({
  tenantId: '000000',
  name: '李外部',
  account: `outside${++serial}`,
  oauthId: 'x',
  password: platform.encrypt(password),
  password2: platform.encrypt(password),
  ...more,
})
const registerGuest = (more: object = {}) => platform.visitor.ask(signOn.registerGuest, guestInput(more))
const approve = async (account: string) => {
  const userIds = await userIdOf(admin, account)
  const roles = await admin.get(role.calls.select, {})
  const roleIds = roles.find(({ roleAlias }) => roleAlias === 'enterprise')?.id ?? ''
  await admin.get(user.calls.grant, { userIds, roleIds })
  await admin.get(user.calls.auditPass, { userIds })
}
/** Registers and approves an account for a user of the site. */
const createKnownUser = async (name: string): Promise<string> => {
  const account = `known.${name}`
  const { oauth_id: oauthId } = await loginAs(name)
  const response = await registerGuest({ account, oauthId })
  expect(response.msg).toBe('操作成功')
  await approve(account)
  return account
}
const expiredLogin = { status: 400, error_code: 2004, msg: '登录请求已失效，请重新登录' }
const failedProof = { status: 400, error_code: 2004, msg: '统一身份认证未通过，请重新登录' }

describe('the redirect to the site', () => {
  test('is public, with the name of the site', async () => {
    expect(await platform.visitor.get(signOn.site)).toEqual({ configured: true, name: '联盟统一认证' })
    expect(await withoutSite.visitor.get(signOn.site)).toEqual({ configured: false, name: null })
  })

  test('has a new state, nonce and challenge for each login', async () => {
    const visitor = new Visitor()
    const [one, other] = [await startLogin(visitor), await startLogin(visitor)].map(({ to }) =>
      Object.fromEntries(new URL(to).searchParams),
    )
    expect(one).toMatchObject({
      response_type: 'code',
      client_id: 'platform',
      redirect_uri: `${publicUrl}/Home`,
      scope: 'openid profile',
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^[\w-]{43}$/),
    })
    for (const name of ['state', 'nonce', 'code_challenge']) expect(one?.[name]).not.toBe(other?.[name])
  })

  test('sets a cookie that scripts and other sites cannot use, and stores neither cookie nor state in the database', async () => {
    const { status, to, response } = await startLogin(new Visitor())
    expect(status).toBe(302)
    const [cookie] = response.headers.getSetCookie()
    expect(cookie).toMatch(/^sign-on-[\w-]{12}=[\w-]{43}; /)
    expect(cookie).toContain('Path=/api/caict-auth; Max-Age=600; HttpOnly; SameSite=Lax; Secure')
    const { rows } = await sql<{ whole: string }>`select s::text as whole from sign_on s`.execute(platform.db)
    const stored = rows.map(({ whole }) => whole).join()
    expect(stored).not.toContain(new URL(to).searchParams.get('state'))
    expect(stored).not.toContain(/=([\w-]{43});/.exec(cookie ?? '')?.[1])
  })
})

describe('a user of the site', () => {
  test('without an account here gets no session, but an oauth_id to register with', async () => {
    const response = await loginAs('stranger')
    expect(response).toMatchObject({
      status: 200,
      user_id: '',
      role_name: 'guest',
      nick_name: '外部stranger',
      oauth_id: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect(response).not.toHaveProperty('access_token')
  })

  test('with an account here gets a session by either grant', async () => {
    const account = await createKnownUser('zhang')
    const response = await loginAs('zhang')
    expect(response).toMatchObject({ status: 200, account, oauth_id: '', token_type: 'bearer' })
    const person = callerFor(platform.url, response.access_token ?? '')
    expect((await person.get(auth.userInfo)).account).toBe(account)
    const visitor = new Visitor()
    const input = { ...(await returnParams(visitor, 'zhang')), grant_type: 'social', source: siteSource }
    expect(await finish(visitor, input)).toMatchObject({ status: 200, account })
  })

  test('whose account was removed can register again', async () => {
    const account = await createKnownUser('again')
    await admin.get(user.calls.remove, { ids: await userIdOf(admin, account) })
    const { oauth_id: oauthId, user_id: id } = await loginAs('again')
    expect(id).toBe('')
    expect((await registerGuest({ oauthId })).success).toBe(true)
  })

  test('whose account was disabled gets the reason', async () => {
    const account = await createKnownUser('gone')
    await admin.get(user.calls.auditRefuse, { userIds: await userIdOf(admin, account), reason: '离职' })
    expect(await loginAs('gone')).toMatchObject({ error_code: 2005, msg: '账号未通过审核或已停用：离职' })
  })
})

describe('the return from the site', () => {
  test.each([
    ['an unknown state', { state: 'x'.repeat(43) }, expiredLogin],
    ['another code', { code: 'x'.repeat(43) }, failedProof],
    ['no code', { code: '' }, failedProof],
    ['another issuer', { iss: 'https://evil.test' }, failedProof],
    ['no issuer', { iss: '' }, failedProof],
  ])('with %s opens no session', async (_, more, rejection) => {
    const visitor = new Visitor()
    expect(await finish(visitor, { ...(await returnParams(visitor, 'wrong')), ...more })).toMatchObject(rejection)
  })

  test('can be used once, whatever the result', async () => {
    const visitor = new Visitor()
    const input = await returnParams(visitor, 'once')
    expect((await finish(visitor, input)).status).toBe(200)
    expect(await finish(visitor, input)).toMatchObject(expiredLogin)
    const other = await returnParams(visitor, 'once')
    expect(await finish(visitor, { ...other, code: 'wrong' })).toMatchObject(failedProof)
    expect(await finish(visitor, other)).toMatchObject(expiredLogin)
  })

  test('can be used only in the browser that started the login', async () => {
    const [attacker, victim] = [new Visitor(), new Visitor()]
    await startLogin(victim)
    expect(await finish(victim, await returnParams(attacker, 'thief'))).toMatchObject(expiredLogin)
  })

  test('can be used in each of two tabs', async () => {
    const visitor = new Visitor()
    const [one, other] = [await returnParams(visitor, 'tabs'), await returnParams(visitor, 'tabs')]
    expect((await finish(visitor, other)).status).toBe(200)
    expect((await finish(visitor, one)).status).toBe(200)
  })

  test('opens no session after ten minutes', async () => {
    const visitor = new Visitor()
    const input = await returnParams(visitor, 'late')
    await sql`update sign_on set ends_at = now()`.execute(platform.db)
    expect(await finish(visitor, input)).toMatchObject(expiredLogin)
  })

  test.each(['nonce', 'verifier'])('opens no session with another %s than the one sent', async (column) => {
    const visitor = new Visitor()
    const input = await returnParams(visitor, 'mixed')
    await sql`update sign_on set ${sql.ref(column)} = ${'y'.repeat(43)}`.execute(platform.db)
    expect(await finish(visitor, input)).toMatchObject(failedProof)
  })

  test('is rejected from a source that is not configured', async () => {
    const visitor = new Visitor()
    const input = { ...(await returnParams(visitor, 'wechat')), grant_type: 'social' }
    const rejection = { error_code: 2000, msg: '未配置该登录来源' }
    expect(await finish(visitor, { ...input, source: 'wechat' })).toMatchObject(rejection)
    expect(await finish(visitor, { ...input, source: siteSource }, withoutSite)).toMatchObject(rejection)
  })
})

describe('an unusable site', () => {
  const unavailable = { error_code: 5002, msg: '统一身份认证站点暂时无法访问，请稍后重试或使用账号密码登录' }

  test('that is down causes an error page, and the same message for a login in progress', async () => {
    const stoppedSite = await openIdentityProvider({ publicUrl })
    const ownPlatform = await openPlatform(stoppedSite.env)
    const visitor = new Visitor()
    const { to } = await startLogin(visitor, ownPlatform)
    const input = Object.fromEntries((await logInAtProvider(visitor, to, 'falling')).searchParams)
    await stoppedSite.close()
    expect(await finish(visitor, input, ownPlatform)).toMatchObject({ status: 503, ...unavailable })
    const restarted = await openPlatform(stoppedSite.env)
    const { status, response } = await startLogin(new Visitor(), restarted)
    expect([status, response.headers.get('location')]).toEqual([503, null])
    expect(await response.text()).toContain(`<h1>${unavailable.msg}</h1>`)
  })

  test('is tried again at the next login', async () => {
    let down = true
    const unstableSite = await openIdentityProvider({
      publicUrl,
      overrideResponse: (path) => (down && path.includes('.well-known') ? '{}' : null),
    })
    const ownPlatform = await openPlatform(unstableSite.env)
    expect((await startLogin(new Visitor(), ownPlatform)).status).toBe(503)
    down = false
    expect((await startLogin(new Visitor(), ownPlatform)).status).toBe(302)
  })

  test('whose tokens are signed with another key is rejected', async () => {
    const none = JSON.stringify({ keys: [] })
    const forgedSite = await openIdentityProvider({
      publicUrl,
      overrideResponse: (path) => (path === '/jwks' ? none : null),
    })
    const ownPlatform = await openPlatform(forgedSite.env)
    const visitor = new Visitor()
    const { to } = await startLogin(visitor, ownPlatform)
    const input = Object.fromEntries((await logInAtProvider(visitor, to, 'forged')).searchParams)
    expect(await finish(visitor, input, ownPlatform)).toMatchObject(failedProof)
  })
})

describe('the third-party registration (section 5)', () => {
  const empty = { tenantId: '', account: '', password: '', password2: '' }
  const noAccount = ['account', '请先输入账号名称'] as const
  const noPassword = ['password', '请先输入密码'] as const
  const isDifferent = ['password2', '两次密码输入不一致'] as const
  test.each<[what: string, more: Record<string, string>, ...faults: (readonly [at: string, msg: string])[]]>([
    ['nothing', empty, ['tenantId', '请先输入租户编号'], noAccount, noPassword],
    ['a tenant only', { ...empty, tenantId: '000000' }, noAccount, noPassword],
    ['no password', { password: '' }, noPassword],
    ['no confirmation', { password2: '' }, noPassword],
    ['another confirmation', { password2: 'Other-2468-Xy' }, isDifferent],
    [
      'several wrong values',
      { account: '1x', password: 'Ab-1', password2: 'Ab-2' },
      isDifferent,
      ['account', '账号应以字母开头，由3至45位字母、数字或 _ - @ . 组成'],
      ['password', '密码长度不能少于8位'],
    ],
  ])('reports all faults in order, given %s', async (_, more, ...faults) => {
    const sent = Object.entries(more).map(([name, value]) => [
      name,
      value && name.startsWith('password') ? platform.encrypt(value) : value,
    ])
    expect(await registerGuest(Object.fromEntries(sent))).toMatchObject({
      status: 400,
      msg: faults[0]?.[1],
      faults: faults.map(([at, msg]) => ({ at, msg })),
    })
  })

  test.each([
    ['a password against the rule', { password: 'Ab-1', password2: 'Ab-1' }, '密码长度不能少于8位'],
    ['a common password', { password: 'Password-1', password2: 'Password-1' }, '密码过于常见，请更换'],
  ])('rejects %s', async (_, { password: one, password2: two }, msg) => {
    const { oauth_id: oauthId } = await loginAs('weak')
    const input = { oauthId, password: platform.encrypt(one), password2: platform.encrypt(two) }
    expect(await registerGuest(input)).toMatchObject({ status: 400, msg })
  })

  test('rejects an invalid account name and an unknown tenant', async () => {
    expect((await registerGuest({ account: '1x' })).faults[0]?.at).toBe('account')
    expect(await registerGuest({ tenantId: '999999' })).toMatchObject({ status: 400, msg: '租户不存在' })
  })

  test('creates no account without an oauth_id of this server', async () => {
    const before = await platform.db.selectFrom('user').select('id').execute()
    for (const oauthId of [undefined, '', 'x', 'x'.repeat(43)])
      expect((await registerGuest({ oauthId })).msg).toBe('第三方登录已失效，请重新登录后再注册')
    expect(await platform.db.selectFrom('user').select('id').execute()).toEqual(before)
  })

  test('accepts an oauth_id for one account within half an hour, again after a corrected field', async () => {
    const { oauth_id: oauthId } = await loginAs('one')
    expect((await registerGuest({ oauthId, account: 'admin' })).faults[0]?.at).toBe('account')
    expect((await registerGuest({ oauthId })).success).toBe(true)
    expect((await registerGuest({ oauthId })).success).toBe(false)
    const { oauth_id: late } = await loginAs('late')
    await sql`update identity set pending_ends = now()`.execute(platform.db)
    expect((await registerGuest({ oauthId: late })).success).toBe(false)
  })

  test('creates one account from simultaneous requests', async () => {
    const { oauth_id: oauthId } = await loginAs('crowd')
    const waiting = sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    // all requests wait for the lock on the identity before the first one continues
    const requests = await platform.db.transaction().execute(async (transaction) => {
      await sql`select 1 from identity where subject = 'crowd' for update`.execute(transaction)
      const requests = Array.from({ length: 4 }, () => registerGuest({ oauthId }))
      await until(async () => (await waiting.execute(platform.db)).rows[0]?.count === 4)
      return requests
    })
    expect((await Promise.all(requests)).filter(({ success }) => success)).toHaveLength(1)
  })

  test('accepts fields in the query and a single password, as BladeX clients send them, and takes the name from the site', async () => {
    const { oauth_id } = await loginAs('query')
    const query = {
      tenantId: '000000',
      account: 'inquery',
      password: platform.encrypt(password),
      oauthId: String(oauth_id),
    }
    const response = await platform.visitor.raw('POST', `${signOn.registerGuest.path}?${new URLSearchParams(query)}`)
    expect(await response.json()).toMatchObject({ code: 200, success: true })
    const { records } = await admin.get(user.calls.page, { account_equal: 'inquery' })
    expect(records[0]).toMatchObject({ realName: '外部query', status: 0, accountType: null })
  })

  test('is closed with the registration', async () => {
    await setParameter(admin, 'account.registerUser', 'false')
    expect(await registerGuest()).toMatchObject({ status: 403, msg: '注册已关闭' })
    await setParameter(admin, 'account.registerUser', 'true')
  })

  test('needs an approval, which needs a role; then both kinds of login work', async () => {
    const { oauth_id: oauthId } = await loginAs('waiting')
    await registerGuest({ account: 'waiting', oauthId })
    const pendingApproval = { error_code: 2005, msg: '账号正在等待管理员审核，审核通过后即可登录' }
    expect(await loginAs('waiting')).toMatchObject(pendingApproval)
    const userIds = await userIdOf(admin, 'waiting')
    const early = await admin.ask(user.calls.auditPass, { userIds })
    expect(early.msg).toBe('请先为账号“waiting”分配角色')
    await approve('waiting')
    expect(await loginAs('waiting')).toMatchObject({ status: 200, account: 'waiting', must_change: false })
    expect((await platform.login('waiting', password)).token).toMatch(/^[\w-]{43}$/)
  })
})

describe('logging out', () => {
  const logout = async (response: LoginResponse) =>
    (await callerFor(platform.url, response.access_token ?? '').get(auth.logout)) as { redirect?: string }

  test('of a session from the site redirects to its logout and back to the home page', async () => {
    await createKnownUser('leaver')
    const visitor = new Visitor()
    const response = await loginAs('leaver', visitor)
    const { redirect = '' } = await logout(response)
    const { origin, searchParams } = new URL(redirect)
    expect(origin).toBe(site.issuer)
    expect(searchParams.get('post_logout_redirect_uri')).toBe(`${publicUrl}/Home`)
    expect(searchParams.get('id_token_hint')).toMatch(/^ey/)
    const page = await (await visitor.open(redirect)).text()
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? ''
    const { at } = await visitor.follow(`${site.issuer}/session/end/confirm`, { xsrf, logout: 'yes' })
    expect(at).toBe(`${publicUrl}/Home`)
    expect((await callerFor(platform.url, response.access_token ?? '').ask(auth.userInfo)).status).toBe(401)
    const { rows } = await sql`select 1 from session where id_token is not null and ended_at is not null`.execute(
      platform.db,
    )
    expect(rows).toEqual([])
  })

  test('of any other session does not redirect', async () => {
    const response = await admin.get(auth.logout)
    expect(response).toEqual({ success: true, msg: '退出成功' })
    admin = await platform.admin()
  })
})

describe('without a configured site the link leads to this server (docs/decisions/0015)', () => {
  test('whose page returns a code that opens a session in the same browser only', async () => {
    const [visitor, attacker] = [new Visitor(), new Visitor()]
    const { to } = await startLogin(visitor, withoutSite)
    const { at, response } = await visitor.follow(new URL(to, withoutSite.url).href)
    expect([response.status, new URL(at).pathname]).toEqual([200, '/authorize'])
    const params = Object.fromEntries(new URL(at).searchParams)
    const ownAdmin = await withoutSite.admin()
    expect(await ownAdmin.get(signOn.client, params)).toEqual({ clientId: 'saber', host: '/Home', own: true })
    const redirectParams = async () => {
      const { to: home } = await ownAdmin.get(signOn.decide, { ...params, allow: 1 } as never)
      return Object.fromEntries(new URL(home, withoutSite.url).searchParams)
    }
    expect(await finish(visitor, await redirectParams(), withoutSite)).toMatchObject({ status: 200, account: 'admin' })
    expect(await finish(attacker, await redirectParams(), withoutSite)).toMatchObject(expiredLogin)
  })
})

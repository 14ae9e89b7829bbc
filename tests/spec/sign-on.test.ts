import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { auth, type Tokens, type UnregisteredUser } from '#contract/auth.ts'
import { signOn, siteSource } from '#contract/sign-on.ts'
import { role } from '#contract/system/role.ts'
import { user } from '#contract/system/user.ts'
import { loginAtSite, type OutsideSite, openOutsideSite } from '../support/oidc-site.ts'
import { type Caller, callerFor, openPlatform, type Platform } from '../support/platform.ts'
import { password, setParameter, userIdOf } from '../support/scenario.ts'
import { until } from '../support/until.ts'
import { Visitor } from '../support/visitor.ts'

const publicUrl = 'https://platform.test'
let site: OutsideSite
let platform: Platform
let alone: Platform

let admin: Caller
beforeAll(async () => {
  site = await openOutsideSite({ publicUrl })
  platform = await openPlatform(site.env)
  alone = await openPlatform()
  admin = await platform.admin()
})

type Told = Partial<Tokens & UnregisteredUser> & {
  status: number
  error_code?: number
  msg?: string
  redirect?: string
}

/** Goes to the site from the login's link; resolves to its address. */
const leaveFor = async (visitor: Visitor, at: Platform = platform) => {
  const response = await visitor.open(at.url + signOn.start.path)
  return { status: response.status, to: response.headers.get('location') ?? '', response }
}
/** What the page hands on when the site has sent the browser back to it. */
const back = async (visitor: Visitor, name: string) =>
  Object.fromEntries((await loginAtSite(visitor, (await leaveFor(visitor)).to, name)).searchParams)
const finish = async (visitor: Visitor, input: object, at: Platform = platform): Promise<Told> => {
  const headers = { cookie: visitor.cookiesFor(at.url + auth.token.path) }
  const body = { grant_type: 'authorization_code', tenantId: '000000', scope: 'all', ...input }
  const response = await at.visitor.raw('POST', auth.token.path, { body, headers })
  return { ...((await response.json()) as object), status: response.status }
}
/** The whole way of somebody the site knows by this name. */
const arrive = async (name: string, visitor = new Visitor()): Promise<Told> =>
  finish(visitor, await back(visitor, name))

let serial = 0
const guest = (more: object = {}) => ({
  tenantId: '000000',
  name: '李外部',
  account: `outside${++serial}`,
  oauthId: 'x',
  password: platform.encrypt(password),
  password2: platform.encrypt(password),
  ...more,
})
const registerGuest = (more: object = {}) => platform.visitor.ask(signOn.registerGuest, guest(more))
const approve = async (account: string) => {
  const userIds = await userIdOf(admin, account)
  const roles = await admin.get(role.calls.select, {})
  const roleIds = roles.find(({ roleAlias }) => roleAlias === 'enterprise')?.id ?? ''
  await admin.get(user.calls.grant, { userIds, roleIds })
  await admin.get(user.calls.auditPass, { userIds })
}
/** Somebody of the site who has an account here. */
const known = async (name: string): Promise<string> => {
  const account = `known.${name}`
  const { oauth_id: oauthId } = await arrive(name)
  const answer = await registerGuest({ account, oauthId })
  expect(answer.msg).toBe('操作成功')
  await approve(account)
  return account
}
const lost = { status: 400, error_code: 2004, msg: '登录请求已失效，请重新登录' }
const unproved = { status: 400, error_code: 2004, msg: '统一身份认证未通过，请重新登录' }

describe('the way to the site', () => {
  test('is told to everybody, with its name', async () => {
    expect(await platform.visitor.get(signOn.site)).toEqual({ configured: true, name: '联盟统一认证' })
    expect(await alone.visitor.get(signOn.site)).toEqual({ configured: false, name: null })
  })

  test('carries a state, a nonce and a challenge that are new for each login', async () => {
    const visitor = new Visitor()
    const [one, other] = [await leaveFor(visitor), await leaveFor(visitor)].map(({ to }) =>
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

  test('leaves the browser a cookie that scripts and other sites cannot use, and the database no state', async () => {
    const { status, to, response } = await leaveFor(new Visitor())
    expect(status).toBe(302)
    const [cookie] = response.headers.getSetCookie()
    expect(cookie).toMatch(/^sign-on-[\w-]{12}=[\w-]{43}; /)
    expect(cookie).toContain('Path=/api/caict-auth; Max-Age=600; HttpOnly; SameSite=Lax; Secure')
    const { rows } = await sql<{ whole: string }>`select s::text as whole from sign_on s`.execute(platform.db)
    const kept = rows.map(({ whole }) => whole).join()
    expect(kept).not.toContain(new URL(to).searchParams.get('state'))
    expect(kept).not.toContain(/=([\w-]{43});/.exec(cookie ?? '')?.[1])
  })
})

describe('somebody the site knows', () => {
  test('and this platform does not: no session, but an oauth_id to register with', async () => {
    const told = await arrive('stranger')
    expect(told).toMatchObject({
      status: 200,
      user_id: '',
      role_name: 'guest',
      nick_name: '外部stranger',
      oauth_id: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect(told).not.toHaveProperty('access_token')
  })

  test('with an account here: a session of it, by either grant', async () => {
    const account = await known('zhang')
    const told = await arrive('zhang')
    expect(told).toMatchObject({ status: 200, account, oauth_id: '', token_type: 'bearer' })
    const person = callerFor(platform.url, told.access_token ?? '')
    expect((await person.get(auth.userInfo)).account).toBe(account)
    const visitor = new Visitor()
    const input = { ...(await back(visitor, 'zhang')), grant_type: 'social', source: siteSource }
    expect(await finish(visitor, input)).toMatchObject({ status: 200, account })
  })

  test('whose account was removed is a stranger again, and may register anew', async () => {
    const account = await known('again')
    await admin.get(user.calls.remove, { ids: await userIdOf(admin, account) })
    const { oauth_id: oauthId, user_id: id } = await arrive('again')
    expect(id).toBe('')
    expect((await registerGuest({ oauthId })).success).toBe(true)
  })

  test('whose account was disabled is told so', async () => {
    const account = await known('gone')
    await admin.get(user.calls.auditRefuse, { userIds: await userIdOf(admin, account), reason: '离职' })
    expect(await arrive('gone')).toMatchObject({ error_code: 2005, msg: '账号未通过审核或已停用：离职' })
  })
})

describe('what comes back', () => {
  test.each([
    ['a state nobody gave', { state: 'x'.repeat(43) }, lost],
    ['another code', { code: 'x'.repeat(43) }, unproved],
    ['no code', { code: '' }, unproved],
    ['the word of another site', { iss: 'https://evil.test' }, unproved],
    ['no word who it is from', { iss: '' }, unproved],
  ])('with %s opens nothing', async (_, more, refusal) => {
    const visitor = new Visitor()
    expect(await finish(visitor, { ...(await back(visitor, 'wrong')), ...more })).toMatchObject(refusal)
  })

  test('is good once, whatever came of it', async () => {
    const visitor = new Visitor()
    const input = await back(visitor, 'once')
    expect((await finish(visitor, input)).status).toBe(200)
    expect(await finish(visitor, input)).toMatchObject(lost)
    const other = await back(visitor, 'once')
    expect(await finish(visitor, { ...other, code: 'wrong' })).toMatchObject(unproved)
    expect(await finish(visitor, other)).toMatchObject(lost)
  })

  test('is good in the browser that began only: a planted link logs nobody in', async () => {
    const [thief, victim] = [new Visitor(), new Visitor()]
    await leaveFor(victim)
    expect(await finish(victim, await back(thief, 'thief'))).toMatchObject(lost)
  })

  test('is good in each of two tabs', async () => {
    const visitor = new Visitor()
    const [one, other] = [await back(visitor, 'tabs'), await back(visitor, 'tabs')]
    expect((await finish(visitor, other)).status).toBe(200)
    expect((await finish(visitor, one)).status).toBe(200)
  })

  test('after ten minutes opens nothing', async () => {
    const visitor = new Visitor()
    const input = await back(visitor, 'late')
    await sql`update sign_on set ends_at = now()`.execute(platform.db)
    expect(await finish(visitor, input)).toMatchObject(lost)
  })

  test.each(['nonce', 'verifier'])('for another %s than was sent opens nothing', async (column) => {
    const visitor = new Visitor()
    const input = await back(visitor, 'mixed')
    await sql`update sign_on set ${sql.ref(column)} = ${'y'.repeat(43)}`.execute(platform.db)
    expect(await finish(visitor, input)).toMatchObject(unproved)
  })

  test('from a source that is not set up is refused by name', async () => {
    const visitor = new Visitor()
    const input = { ...(await back(visitor, 'wechat')), grant_type: 'social' }
    const refusal = { error_code: 2000, msg: '未配置该登录来源' }
    expect(await finish(visitor, { ...input, source: 'wechat' })).toMatchObject(refusal)
    expect(await finish(visitor, { ...input, source: siteSource }, alone)).toMatchObject(refusal)
  })
})

describe('a site that cannot be used', () => {
  const away = { error_code: 5002, msg: '统一身份认证站点暂时无法访问，请稍后重试或使用账号密码登录' }

  test('because it is down: a page that says so, and the same words to a login under way', async () => {
    const falling = await openOutsideSite({ publicUrl })
    const here = await openPlatform(falling.env)
    const visitor = new Visitor()
    const { to } = await leaveFor(visitor, here)
    const input = Object.fromEntries((await loginAtSite(visitor, to, 'falling')).searchParams)
    await falling.close()
    expect(await finish(visitor, input, here)).toMatchObject({ status: 503, ...away })
    const restarted = await openPlatform(falling.env)
    const { status, response } = await leaveFor(new Visitor(), restarted)
    expect([status, response.headers.get('location')]).toEqual([503, null])
    expect(await response.text()).toContain(`<h1>${away.msg}</h1>`)
  })

  test('is asked again at the next login, not given up', async () => {
    let down = true
    const shaky = await openOutsideSite({
      publicUrl,
      overrideAnswer: (path) => (down && path.includes('.well-known') ? '{}' : null),
    })
    const here = await openPlatform(shaky.env)
    expect((await leaveFor(new Visitor(), here)).status).toBe(503)
    down = false
    expect((await leaveFor(new Visitor(), here)).status).toBe(302)
  })

  test('because another key than its own has signed', async () => {
    const none = JSON.stringify({ keys: [] })
    const forged = await openOutsideSite({ publicUrl, overrideAnswer: (path) => (path === '/jwks' ? none : null) })
    const here = await openPlatform(forged.env)
    const visitor = new Visitor()
    const { to } = await leaveFor(visitor, here)
    const input = Object.fromEntries((await loginAtSite(visitor, to, 'forged')).searchParams)
    expect(await finish(visitor, input, here)).toMatchObject(unproved)
  })
})

describe('the third-party registration: four checks in their order (section 5)', () => {
  const empty = { tenantId: '', account: '', password: '', password2: '' }
  test.each([
    ['tenantId', '请先输入租户编号', empty],
    ['account', '请先输入账号名称', { ...empty, tenantId: '000000' }],
    ['password', '请先输入密码', { password: '' }],
    ['password', '请先输入密码', { password2: '' }],
    ['password2', '两次密码输入不一致', { password2: 'Other-2468-Xy' }],
  ])('%s: %s', async (at, msg, more: { password?: string; password2?: string }) => {
    const password2 = more.password2 && platform.encrypt(more.password2)
    expect(await registerGuest({ ...more, ...(password2 ? { password2 } : {}) })).toMatchObject({
      status: 400,
      msg,
      faults: [{ at, msg }],
    })
  })

  test.each([
    ['a password against the rule', { password: 'Ab-1', password2: 'Ab-1' }, '密码长度不能少于8位'],
    ['a common password', { password: 'Password-1', password2: 'Password-1' }, '密码过于常见或包含账号，请更换'],
  ])('%s is refused', async (_, { password: one, password2: two }, msg) => {
    const { oauth_id: oauthId } = await arrive('weak')
    const sent = { oauthId, password: platform.encrypt(one), password2: platform.encrypt(two) }
    expect(await registerGuest(sent)).toMatchObject({ status: 400, msg })
  })

  test('an account that is none, and a tenant there is not', async () => {
    expect((await registerGuest({ account: '1x' })).faults[0]?.at).toBe('account')
    expect(await registerGuest({ tenantId: '999999' })).toMatchObject({ status: 400, msg: '租户不存在' })
  })

  test('without an oauth_id of ours there is no account', async () => {
    const before = await platform.db.selectFrom('user').select('id').execute()
    for (const oauthId of [undefined, '', 'x', 'x'.repeat(43)])
      expect((await registerGuest({ oauthId })).msg).toBe('第三方登录已失效，请重新登录后再注册')
    expect(await platform.db.selectFrom('user').select('id').execute()).toEqual(before)
  })

  test('an oauth_id is good for one account, for half an hour; a mended field may be sent again', async () => {
    const { oauth_id: oauthId } = await arrive('one')
    expect((await registerGuest({ oauthId, account: 'admin' })).faults[0]?.at).toBe('account')
    expect((await registerGuest({ oauthId })).success).toBe(true)
    expect((await registerGuest({ oauthId })).success).toBe(false)
    const { oauth_id: late } = await arrive('late')
    await sql`update identity set pending_ends = now()`.execute(platform.db)
    expect((await registerGuest({ oauthId: late })).success).toBe(false)
  })

  test('many at the same moment make one account', async () => {
    const { oauth_id: oauthId } = await arrive('crowd')
    const waiting = sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    // all of them have come as far as the identity before the first may go on
    const answers = await platform.db.transaction().execute(async (hold) => {
      await sql`select 1 from identity where subject = 'crowd' for update`.execute(hold)
      const sent = Array.from({ length: 4 }, () => registerGuest({ oauthId }))
      await until(async () => (await waiting.execute(platform.db)).rows[0]?.count === 4)
      return sent
    })
    expect((await Promise.all(answers)).filter(({ success }) => success)).toHaveLength(1)
  })

  test('as the family sends it, in the query and with one password; nobody named takes the name the site gave', async () => {
    const { oauth_id } = await arrive('query')
    const given = {
      tenantId: '000000',
      account: 'inquery',
      password: platform.encrypt(password),
      oauthId: String(oauth_id),
    }
    const response = await platform.visitor.raw('POST', `${signOn.registerGuest.path}?${new URLSearchParams(given)}`)
    expect(await response.json()).toMatchObject({ code: 200, success: true })
    const { records } = await admin.get(user.calls.page, { account_equal: 'inquery' })
    expect(records[0]).toMatchObject({ realName: '外部query', status: 0, accountType: null })
  })

  test('is closed with the registration', async () => {
    await setParameter(admin, 'account.registerUser', 'false')
    expect(await registerGuest()).toMatchObject({ status: 403, msg: '注册已关闭' })
    await setParameter(admin, 'account.registerUser', 'true')
  })

  test('awaits approval, which needs a role; then both ways lead in', async () => {
    const { oauth_id: oauthId } = await arrive('waiting')
    await registerGuest({ account: 'waiting', oauthId })
    const waits = { error_code: 2005, msg: '账号正在等待管理员审核，审核通过后即可登录' }
    expect(await arrive('waiting')).toMatchObject(waits)
    const userIds = await userIdOf(admin, 'waiting')
    const early = await admin.ask(user.calls.auditPass, { userIds })
    expect(early.msg).toBe('请先为账号“waiting”分配角色')
    await approve('waiting')
    expect(await arrive('waiting')).toMatchObject({ status: 200, account: 'waiting', must_change: false })
    expect((await platform.login('waiting', password)).token).toMatch(/^[\w-]{43}$/)
  })
})

describe('logging out', () => {
  const out = async (told: Told) =>
    (await callerFor(platform.url, told.access_token ?? '').get(auth.logout)) as { redirect?: string }

  test('of a session from the site leads over its logout, and back to the home page', async () => {
    await known('leaver')
    const visitor = new Visitor()
    const told = await arrive('leaver', visitor)
    const { redirect = '' } = await out(told)
    const { origin, searchParams } = new URL(redirect)
    expect(origin).toBe(site.issuer)
    expect(searchParams.get('post_logout_redirect_uri')).toBe(`${publicUrl}/Home`)
    expect(searchParams.get('id_token_hint')).toMatch(/^ey/)
    const asking = await (await visitor.open(redirect)).text()
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(asking)?.[1] ?? ''
    const { at } = await visitor.follow(`${site.issuer}/session/end/confirm`, { xsrf, logout: 'yes' })
    expect(at).toBe(`${publicUrl}/Home`)
    expect((await callerFor(platform.url, told.access_token ?? '').ask(auth.userInfo)).status).toBe(401)
    const { rows } = await sql`select 1 from session where id_token is not null and ended_at is not null`.execute(
      platform.db,
    )
    expect(rows).toEqual([])
  })

  test('of any other session leads nowhere else', async () => {
    const told = await admin.get(auth.logout)
    expect(told).toEqual({ success: true, msg: '退出成功' })
    admin = await platform.admin()
  })
})

describe('with no site set up the link leads to this server itself (decisions 16)', () => {
  test('and its page returns with a code that opens a session in this browser only', async () => {
    const [visitor, thief] = [new Visitor(), new Visitor()]
    const { to } = await leaveFor(visitor, alone)
    const { at, response } = await visitor.follow(new URL(to, alone.url).href)
    expect([response.status, new URL(at).pathname]).toEqual([200, '/authorize'])
    const asked = Object.fromEntries(new URL(at).searchParams)
    const boss = await alone.admin()
    expect(await boss.get(signOn.client, asked)).toEqual({ clientId: 'saber', host: '/Home', own: true })
    const decided = async () => {
      const { to: home } = await boss.get(signOn.decide, { ...asked, allow: 1 } as never)
      return Object.fromEntries(new URL(home, alone.url).searchParams)
    }
    expect(await finish(visitor, await decided(), alone)).toMatchObject({ status: 200, account: 'admin' })
    expect(await finish(thief, await decided(), alone)).toMatchObject(lost)
  })
})

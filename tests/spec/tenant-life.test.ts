import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { dictBiz } from '#contract/system/dict-biz.ts'
import { menu } from '#contract/system/menu.ts'
import { role } from '#contract/system/role.ts'
import { tenant } from '#contract/system/tenant.ts'
import { tenantPackage } from '#contract/system/tenant-package.ts'
import { user } from '#contract/system/user.ts'
import { createApp } from '#server/app.ts'
import { makeLog } from '#server/base/log.ts'
import { type Caller, callerFor, openPlatform } from '../support/platform.ts'
import { askToken, bearer, ended, password, registration, setParameter, staff } from '../support/story.ts'
import { codesOf, enter, foundTenant, givePackage, settle, type Tenant } from '../support/tenants.ts'

const platform = await openPlatform({ TENANT_MODE: 'on' })
const { db } = platform
let admin: Caller
beforeAll(async () => {
  admin = await platform.admin()
})

let serial = 0
/** A new account of a tenant, made by its administrator; resolves to the answer. */
const newcomer = (by: Caller, roleId: string, account = `person${++serial}`) =>
  by.ask(user.calls.submit, { account, name: '员工', realName: '员工甲', roleId })
const ownRole = async (by: Caller): Promise<string> =>
  (await by.get(role.calls.select, {})).find(({ roleAlias }) => roleAlias === 'admin')?.id ?? ''
const asks = (tenantId: string, username = 'admin', plain = password) =>
  askToken(platform, { tenantId, username, password: platform.encrypt(plain) })
const gone = { status: 400, error_code: 2006, msg: '所属租户已停用或已到期，请联系平台管理员' }
const isAlive = async (one: Caller) => (await one.ask(auth.userInfo)).status === 200
const rowOf = (id: string) => admin.get(tenant.calls.detail, { id })
const platformsOwn = async () => (await admin.get(tenant.calls.list, { tenantId_equal: '000000' })).records[0]?.id ?? ''

describe('a new tenant (wire-and-fields.md 2.10)', () => {
  let made: { id: string; tenantId: string; account: string | null; initialPassword: string | null }
  const within = (table: 'role' | 'dept' | 'post' | 'user' | 'dictBiz') =>
    db.selectFrom(table).where('tenantId', '=', made.tenantId)

  beforeAll(async () => {
    const head = { code: 'level', dictValue: '等级', sort: 1, isSealed: 0 }
    const { id: parentId } = await admin.get(dictBiz.calls.submit, head)
    const first = await admin.get(dictBiz.calls.submit, { ...head, parentId, dictKey: '1', dictValue: '一级' })
    await admin.get(dictBiz.calls.submit, { ...head, parentId: first.id, dictKey: '11', dictValue: '一级甲' })
    made = await admin.get(tenant.calls.submit, { tenantName: '示范园区', linkman: '李负责' })
  })

  test('has a number of six digits, the quota of the parameter, and no end', async () => {
    expect(await rowOf(made.id)).toMatchObject({
      ...{ tenantId: made.tenantId, tenantName: '示范园区', linkman: '李负责', accountNumber: 100, status: 1 },
      ...{ expireTime: null, packageId: null, datasourceId: null },
    })
    expect(made.tenantId).toMatch(/^[1-9]\d{5}$/)
  })

  test('starts with the role of its administrator, a department, a post and the account admin', async () => {
    const [own] = await within('role').select(['roleName', 'roleAlias', 'id']).execute()
    expect(own).toMatchObject({ roleName: '管理员', roleAlias: 'admin' })
    expect(await within('dept').select(['deptName', 'ancestors']).execute()).toEqual([
      { deptName: '示范园区', ancestors: '0' },
    ])
    expect(await within('post').select('postCode').execute()).toEqual([{ postCode: 'ceo' }])
    const [person] = await within('user').select(['account', 'realName', 'roleId', 'status']).execute()
    expect(person).toEqual({ account: 'admin', realName: '李负责', roleId: [own?.id], status: 1 })
  })

  test('has a copy of the business dictionaries of 000000, each tree as it stands there', async () => {
    const rows = await within('dictBiz')
      .select(['id', 'parentId', 'code', 'dictKey', 'dictValue'])
      .orderBy('id')
      .execute()
    const keyOf = (id: string | null) => rows.find((row) => row.id === id)?.dictKey ?? null
    expect(rows.map(({ code, dictKey, parentId }) => [code, dictKey, keyOf(parentId)]).sort()).toEqual([
      ['level', '-1', null],
      ['level', '1', '-1'],
      ['level', '11', '1'],
    ])
  })

  test('tells the password of its administrator once: a repeat of the request does not have it', async () => {
    expect(made).toMatchObject({ account: 'admin', initialPassword: expect.stringMatching(/^\S{12,}$/) })
    const headers = { 'idempotency-key': 'tenant-once-0001' }
    const sent = { tenantName: '只此一次', linkman: '赵' }
    const [one, two] = [
      await admin.get(tenant.calls.submit, sent, headers),
      await admin.get(tenant.calls.submit, sent, headers),
    ]
    expect([one.initialPassword, two.initialPassword, two.id]).toEqual([expect.any(String), null, one.id])
  })

  test('its administrator holds the menus of the parameter with their buttons, and no other', async () => {
    const first = await settle(platform, made.tenantId, 'admin', made.initialPassword ?? '')
    const codes = await codesOf(first)
    expect(codes).toEqual(expect.arrayContaining(['user', 'user_add', 'role_grant', 'dictbiz', 'topmenu', 'system']))
    expect(codes.filter((code) => /^(tenant|menu|param|client|dict(_|$)|library)/.test(code))).toEqual([])
  })

  test('follows the parameters as they are when it is made', async () => {
    await setParameter(admin, 'tenant.default.accountNumber', '3')
    await setParameter(admin, 'tenant.default.menuCode', 'post')
    const { id, admin: first } = await foundTenant(platform)
    expect((await rowOf(id)).accountNumber).toBe(3)
    expect((await codesOf(first)).filter((code) => code.startsWith('post')).sort()).toContain('post_add')
    expect(await codesOf(first)).not.toContain('user')
    await setParameter(admin, 'tenant.default.accountNumber', '100')
    await setParameter(admin, 'tenant.default.menuCode', 'role,user,dept,post,dictbiz')
  })

  test.each([
    [{ linkman: '王' }, 'tenantName', '请输入租户名称'],
    [{ tenantName: '无' }, 'linkman', '请输入联系人'],
    [{ tenantName: '无', linkman: '王', domainUrl: 'x.example.com' }, 'domainUrl', '网址须以 http:// 或 https:// 开头'],
    [
      { tenantName: '无', linkman: '王', backgroundUrl: 'https://example.com/a.png' },
      'backgroundUrl',
      '登录背景应为本平台的图片地址，以 / 开头',
    ],
  ])('%o is refused at its field', async (sent, at, msg) => {
    expect(await admin.ask(tenant.calls.submit, sent)).toMatchObject({ status: 400, faults: [{ at, msg }] })
  })

  test('what its own calls set is not set with its details', async () => {
    const { id } = await admin.get(tenant.calls.submit, {
      ...{ id: made.id, tenantName: '改名园区', tenantId: '000000', status: -1 },
      ...{ accountNumber: -1, expireTime: '2020-01-01 00:00:00' },
    } as never)
    expect(await rowOf(id)).toMatchObject({
      tenantName: '改名园区',
      tenantId: made.tenantId,
      status: 1,
      expireTime: null,
    })
  })
})

describe('who manages tenants', () => {
  test('people of 000000 with the permission, and nobody of a tenant whatever its package holds', async () => {
    const one = await foundTenant(platform)
    await givePackage(platform, [one])
    const codes = await codesOf(one.admin)
    expect(codes.filter((code) => code.startsWith('tenant'))).toEqual([])
    const officer = await staff(platform, 'platform')
    for (const person of [one.admin, officer])
      for (const call of [tenant.calls.list, tenant.calls.submit, tenant.calls.recycle, tenantPackage.calls.list])
        expect((await person.ask(call as typeof tenant.calls.list, {})).status).toBe(403)
  })

  test('everybody may ask for his own, those who manage them for all', async () => {
    const one = await foundTenant(platform)
    expect((await one.admin.get(tenant.calls.select, {})).map(({ tenantId }) => tenantId)).toEqual([one.tenantId])
    const officer = await staff(platform, 'platform')
    expect((await officer.get(tenant.calls.select, {})).map(({ tenantId }) => tenantId)).toEqual(['000000'])
    expect((await admin.get(tenant.calls.select, {})).length).toBeGreaterThan(2)
  })

  test('000000 is neither removed, recycled, bounded nor packaged', async () => {
    const id = await platformsOwn()
    const refused = [
      [tenant.calls.remove, '平台租户不能删除'],
      [tenant.calls.recycle, '平台租户不能回收'],
    ] as const
    for (const [call, msg] of refused) expect(await admin.ask(call, { ids: id })).toMatchObject({ status: 400, msg })
    const msg = '平台租户不受额度、期限和产品包限制'
    const expireTime = '2020-01-01 00:00:00'
    expect(await admin.ask(tenant.calls.setting, { ids: id, expireTime })).toMatchObject({ status: 400, msg })
    expect(await admin.ask(tenant.calls.packageSetting, { tenantId: '000000' })).toMatchObject({ status: 400, msg })
    expect(await isAlive(admin)).toBe(true)
  })
})

describe('a tenant that is recycled', () => {
  let one: Tenant
  let refusedId = ''
  const states = async () =>
    (
      await sql<{ state: string }>`
        select 'role' || status as state from role where tenant_id = ${one.tenantId}
        union select 'dept' || status from dept where tenant_id = ${one.tenantId}
        union select 'post' || status from post where tenant_id = ${one.tenantId}
        union select 'user' || status from "user" where tenant_id = ${one.tenantId} and id <> ${refusedId || '0'}
        order by 1`.execute(db)
    ).rows.map(({ state }) => state)

  beforeAll(async () => {
    one = await foundTenant(platform)
    const { data } = await newcomer(one.admin, await ownRole(one.admin))
    refusedId = String(data.id)
    await one.admin.get(user.calls.disable, { userIds: refusedId, reason: '离职' })
    await admin.get(tenant.calls.recycle, { ids: one.id })
  })

  test('ends the sessions of its people at the next request, and lets none of them log in', async () => {
    expect(await one.admin.ask(auth.userInfo)).toMatchObject({ status: 401, msg: ended.msg })
    expect(await asks(one.tenantId)).toMatchObject(gone)
    // who does not know the password is not told what came of the tenant
    expect(await asks(one.tenantId, 'admin', 'Wrong-passw0rd')).toMatchObject({ error_code: 2004 })
  })

  test('takes what is its along', async () => {
    expect((await rowOf(one.id)).status).toBe(-1)
    expect(await states()).toEqual(['dept-1', 'post-1', 'role-1', 'user-1'])
  })

  test('is brought back with it; who was disabled before stays so, for his reason', async () => {
    await admin.get(tenant.calls.pass, { ids: one.id })
    expect(await states()).toEqual(['dept1', 'post1', 'role1', 'user1'])
    one = { ...one, admin: await enter(platform, one.tenantId, 'admin') }
    expect(await one.admin.get(user.calls.detail, { id: refusedId })).toMatchObject({ status: -1, reason: '离职' })
  })
})

describe('a tenant that is removed', () => {
  test('goes with its people, ends their sessions, and comes back with those who went with it', async () => {
    const one = await foundTenant(platform)
    const before = await newcomer(one.admin, await ownRole(one.admin))
    await one.admin.get(user.calls.remove, { ids: String(before.data.id) })
    await admin.get(tenant.calls.remove, { ids: one.id })
    expect((await one.admin.ask(auth.userInfo)).status).toBe(401)
    expect(await asks(one.tenantId)).toMatchObject({ status: 400, error_code: 2004 })
    expect((await admin.get(tenant.calls.removed, {})).records.map(({ id }) => id)).toContain(one.id)
    await admin.get(tenant.calls.restore, { ids: one.id })
    const again = await enter(platform, one.tenantId, 'admin')
    expect((await again.get(user.calls.page, {})).records.map(({ account }) => account)).toEqual(['admin'])
  })

  test('its number is given to no other', async () => {
    const one = await foundTenant(platform)
    await admin.get(tenant.calls.remove, { ids: one.id })
    const again = sql`insert into tenant (tenant_id, tenant_name, linkman) values (${one.tenantId}, 'x', 'x')`.execute(
      db,
    )
    await expect(again).rejects.toThrow('tenant_tenant_id_key')
  })
})

describe('the end of a tenant', () => {
  const inSeconds = async (seconds: number): Promise<string> =>
    (
      await sql<{
        at: string
      }>`select to_char(now() + make_interval(secs => ${seconds}), 'YYYY-MM-DD HH24:MI:SS') as at`.execute(db)
    ).rows[0]?.at ?? ''

  test('ends running sessions at the next request, refuses new ones, and passes', async () => {
    const one = await foundTenant(platform)
    const told = await asks(one.tenantId)
    await admin.get(tenant.calls.setting, { ids: one.id, expireTime: await inSeconds(-1) })
    expect(await isAlive(one.admin)).toBe(false)
    expect(await asks(one.tenantId)).toMatchObject(gone)
    const refresh = { grant_type: 'refresh_token', refresh_token: told.refresh_token }
    expect(await askToken(platform, refresh)).toMatchObject({ status: 400, error_code: 2010 })
    await admin.get(tenant.calls.setting, { ids: one.id, expireTime: null })
    expect(await isAlive(await enter(platform, one.tenantId, 'admin'))).toBe(true)
  })

  test('is the end of every session, whether opened before it was set or after', async () => {
    const one = await foundTenant(platform)
    const expireTime = await inSeconds(90)
    await admin.get(tenant.calls.setting, { ids: one.id, expireTime })
    await enter(platform, one.tenantId, 'admin')
    const { rows } = await sql<{ late: number; open: number }>`
      select count(*) filter (where access_ends > ${expireTime}::timestamptz or refresh_ends > ${expireTime}::timestamptz)::int as late,
        count(*)::int as open
      from session s join "user" u on u.id = s.user_id where u.tenant_id = ${one.tenantId} and s.ended_at is null`.execute(
      db,
    )
    expect(rows[0]).toEqual({ late: 0, open: 2 })
    expect(await isAlive(one.admin)).toBe(true)
  })
})

describe('the quota of a tenant', () => {
  const full = { status: 400, msg: '账号数量已达到租户额度（2 个），请联系平台管理员' }
  const bounded = async () => {
    const one = await foundTenant(platform)
    await admin.get(tenant.calls.setting, { ids: one.id, accountNumber: 2 })
    return { ...one, roleId: await ownRole(one.admin) }
  }

  test('bounds the accounts in use: another one is refused in words, and one that is disabled leaves its place', async () => {
    const one = await bounded()
    const second = await newcomer(one.admin, one.roleId)
    expect(second.status).toBe(200)
    expect(await newcomer(one.admin, one.roleId)).toMatchObject(full)
    await one.admin.get(user.calls.disable, { userIds: String(second.data.id), reason: '离职' })
    expect((await newcomer(one.admin, one.roleId)).status).toBe(200)
    expect(await one.admin.ask(user.calls.enable, { userIds: String(second.data.id) })).toMatchObject(full)
  })

  test('holds when many are made at the same moment', async () => {
    const one = await bounded()
    const answers = await Promise.all(Array.from({ length: 6 }, () => newcomer(one.admin, one.roleId)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await one.admin.get(user.calls.page, {})).total).toBe(2)
  })

  test('holds for who is restored and for who is approved', async () => {
    const one = await bounded()
    const { data } = await newcomer(one.admin, one.roleId)
    await one.admin.get(user.calls.remove, { ids: String(data.id) })
    await platform.visitor.get(auth.token, registration(platform, { tenantId: one.tenantId, account: 'applicant' }))
    await newcomer(one.admin, one.roleId)
    expect(await one.admin.ask(user.calls.restore, { ids: String(data.id) })).toMatchObject(full)
    const [waiting] = (await one.admin.get(user.calls.page, { status: 0 })).records
    await one.admin.get(user.calls.grant, { userIds: waiting?.id, roleIds: one.roleId })
    expect(await one.admin.ask(user.calls.auditPass, { userIds: waiting?.id })).toMatchObject(full)
  })

  test('is a positive number, or -1 for none', async () => {
    const one = await bounded()
    const refused = { status: 400, faults: [{ at: 'accountNumber' }] }
    for (const accountNumber of [0, -2]) {
      const answer = await admin.ask(tenant.calls.setting, { ids: one.id, accountNumber })
      expect(answer).toMatchObject(refused)
    }
    await admin.get(tenant.calls.setting, { ids: one.id, accountNumber: -1 })
    for (let n = 0; n < 3; n++) expect((await newcomer(one.admin, one.roleId)).status).toBe(200)
  })
})

describe('the package of a tenant', () => {
  test('bounds what its roles open at the next request, with what lies above; 000000 has none', async () => {
    const one = await foundTenant(platform)
    expect(await codesOf(one.admin)).toEqual(expect.arrayContaining(['user', 'user_add', 'post', 'post_add']))
    const packageId = await givePackage(platform, [one], ['post'])
    expect((await codesOf(one.admin)).filter((code) => !code.startsWith('post'))).toEqual(['system'])
    expect((await one.admin.ask(user.calls.page, {})).status).toBe(403)
    expect(await admin.get(tenant.calls.packageDetail, { tenantId: one.id })).toMatchObject({ id: packageId })
    await admin.get(tenant.calls.packageSetting, { tenantId: one.tenantId, packageId: null })
    expect((await one.admin.ask(user.calls.page, {})).status).toBe(200)
    expect(await admin.get(tenant.calls.packageDetail, { tenantId: one.id })).toEqual({})
  })

  test('is all its administrator’s, so that he can give it to others; a change of it binds at once', async () => {
    const one = await foundTenant(platform)
    const id = await givePackage(platform, [one], ['role', 'user'])
    expect(await codesOf(one.admin)).not.toContain('library')
    const menus = await db.selectFrom('menu').select('id').where('code', 'in', ['role', 'library']).execute()
    await admin.get(tenantPackage.calls.submit, { id, menuId: menus.map((row) => row.id).join(',') })
    const codes = await codesOf(one.admin)
    expect([codes.includes('library_add'), codes.includes('user')]).toEqual([true, false])
  })

  test('grants beyond it are refused, and what a role held beyond it is not shown as held', async () => {
    const one = await foundTenant(platform)
    await givePackage(platform, [one], ['role', 'post'])
    const idOf = async (code: string) =>
      (await db.selectFrom('menu').select('id').where('code', '=', code).executeTakeFirstOrThrow()).id
    const { id: roleIds } = await one.admin.get(role.calls.submit, { roleName: '文员', roleAlias: 'clerk', sort: 2 })
    const beyond = await one.admin.ask(role.calls.grant, { roleIds, menuIds: await idOf('library') })
    expect(beyond).toMatchObject({ status: 403, msg: '不能授予超出自身权限的角色或权限' })
    await one.admin.get(role.calls.grant, { roleIds, menuIds: `${await idOf('post')},${await idOf('role')}` })
    await givePackage(platform, [one], ['role'])
    const keys = await one.admin.get(menu.calls.roleTreeKeys, { roleIds })
    expect(keys.menu).toEqual([await idOf('role')])
    expect((await one.admin.ask(role.calls.grant, { roleIds, menuIds: keys.menu.join(',') })).success).toBe(true)
  })

  test('is not removed while a tenant has it, and has to be there', async () => {
    const one = await foundTenant(platform, { tenantName: '占用园区' })
    const id = await givePackage(platform, [one], ['post'])
    const used = { status: 400, msg: '租户“占用园区”正在使用该产品包，不能删除' }
    expect(await admin.ask(tenantPackage.calls.remove, { ids: id })).toMatchObject(used)
    const lost = await admin.ask(tenant.calls.packageSetting, { tenantId: one.tenantId, packageId: '424242' })
    expect(lost.status).toBe(404)
    await admin.get(tenant.calls.packageSetting, { tenantId: one.tenantId, packageId: null })
    expect((await admin.ask(tenantPackage.calls.remove, { ids: id })).success).toBe(true)
  })

  test.each([
    [{ menuId: '1' }, 'packageName', '请输入产品包名称'],
    [{ packageName: '空' }, 'menuId', '请选择菜单'],
  ])('%o is refused in the words of the specification', async (sent, at, msg) => {
    expect(await admin.ask(tenantPackage.calls.submit, sent)).toMatchObject({ status: 400, faults: [{ at, msg }] })
  })
})

describe('the data source of a tenant', () => {
  test('an unknown one is refused in words; none can be set', async () => {
    const one = await foundTenant(platform)
    const lost = await admin.ask(tenant.calls.datasource, { tenantId: one.tenantId, datasourceId: '77' })
    expect(lost).toMatchObject({ status: 400, msg: '数据源不存在', faults: [{ at: 'datasourceId' }] })
    expect((await admin.ask(tenant.calls.datasource, { tenantId: one.id, datasourceId: null })).success).toBe(true)
  })
})

describe('the address of a tenant', () => {
  test('presets the login of its page; an address nobody has presets nothing', async () => {
    const domainUrl = 'https://Park.example.com/'
    const one = await foundTenant(platform, { domainUrl, backgroundUrl: '/img/park.png' })
    const info = (domain: string) => platform.visitor.get(auth.tenant, { domain })
    for (const domain of ['https://park.example.com', 'http://PARK.example.com/Home', 'park.example.com'])
      expect(await info(domain)).toEqual({ tenantId: one.tenantId, domain: domainUrl, backgroundUrl: '/img/park.png' })
    expect([await info('https://other.example.com'), await info('')]).toEqual([{}, {}])
    const taken = { tenantName: '另一园区', linkman: '周', domainUrl: 'http://park.example.com/x' }
    expect(await admin.ask(tenant.calls.submit, taken)).toMatchObject({ status: 400, faults: [{ at: 'domainUrl' }] })
    await admin.get(tenant.calls.recycle, { ids: one.id })
    expect(await info('https://park.example.com')).toEqual({})
  })

  test('names the tenant of a login that names none', async () => {
    const one = await foundTenant(platform, { domainUrl: platform.url })
    const nameless = { grant_type: 'password', username: 'admin', password: platform.encrypt(password), scope: 'all' }
    const response = await platform.visitor.raw('POST', auth.token.path, { body: nameless })
    expect(await response.json()).toMatchObject({ tenant_id: one.tenantId, account: 'admin' })
    await admin.get(tenant.calls.submit, { id: one.id, domainUrl: '' })
  })
})

describe('who registers within a tenant', () => {
  test('waits there, for its administrator to decide', async () => {
    const one = await foundTenant(platform)
    await platform.visitor.get(auth.token, registration(platform, { tenantId: one.tenantId, account: 'applicant' }))
    const { records } = await one.admin.get(user.calls.page, { status: 0 })
    expect(records.map(({ account }) => account)).toEqual(['applicant'])
    expect(await admin.get(user.calls.page, { account_equal: 'applicant' })).toMatchObject({ total: 0 })
  })

  test('is told when there is no such tenant, or it has ended', async () => {
    const one = await foundTenant(platform)
    await admin.get(tenant.calls.recycle, { ids: one.id })
    const register = async (tenantId: string) => askToken(platform, registration(platform, { tenantId }))
    expect(await register('999999')).toMatchObject({ status: 400, error_code: 2002, msg: '租户不存在' })
    expect(await register(one.tenantId)).toMatchObject(gone)
  })
})

describe('with tenant mode off', () => {
  test('the people of 000000 alone log in, and running sessions of others end', async () => {
    const one = await foundTenant(platform)
    const told = await asks(one.tenantId)
    const env = { ...platform.app.env, tenantMode: false }
    const { server } = await createApp({ env, secrets: platform.app.secrets, log: makeLog('silent'), db })
    const url = await server.listen({ port: 0, host: '127.0.0.1' })
    try {
      const off = { ...platform, at: () => url, visitor: callerFor(url, null) }
      const login = { tenantId: one.tenantId, username: 'admin', password: platform.encrypt(password) }
      expect(await askToken(off, login)).toMatchObject({ status: 400, error_code: 2004 })
      const refresh = { grant_type: 'refresh_token', refresh_token: told.refresh_token }
      expect(await askToken(off, refresh)).toMatchObject({ status: 400, error_code: 2010 })
      expect((await bearer(off, told).ask(auth.userInfo)).status).toBe(401)
      expect(await isAlive(callerFor(url, admin.token))).toBe(true)
      expect(await off.visitor.get(auth.tenant, { domain: url })).toEqual({})
    } finally {
      await server.close()
    }
    expect(await isAlive(one.admin)).toBe(true)
  })
})

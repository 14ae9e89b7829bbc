import { beforeAll, describe, expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { dictBiz } from '#contract/system/dict-biz.ts'
import { tenant } from '#contract/system/tenant.ts'
import { user } from '#contract/system/user.ts'
import { sql } from '#server/base/database/sql.ts'
import { requestToken, sessionEndedResponse, setParameter } from '../support/scenario.ts'
import {
  adminRoleIdOf,
  codesOf,
  completeFirstLogin,
  createTenant,
  createTenantUser,
  hasValidSession,
  loginToTenant,
  openTenantPlatform,
  type Tenant,
  tenantDisabledResponse,
} from '../support/tenants.ts'

let tenancy: Awaited<ReturnType<typeof openTenantPlatform>>

beforeAll(async () => {
  tenancy = await openTenantPlatform()
})

const rowOf = (id: string) => tenancy.admin.get(tenant.calls.detail, { id })

describe('a new tenant (docs/decisions/0027)', () => {
  let newTenant: { id: string; tenantId: string; account: string | null; initialPassword: string | null }
  const rowsOf = (table: 'role' | 'dept' | 'post' | 'user' | 'dictBiz') =>
    tenancy.db.selectFrom(table).where('tenantId', '=', newTenant.tenantId)

  beforeAll(async () => {
    const head = { code: 'level', dictValue: '等级', sort: 1, isSealed: 0 }
    const { id: parentId } = await tenancy.admin.get(dictBiz.calls.submit, head)
    const first = await tenancy.admin.get(dictBiz.calls.submit, { ...head, parentId, dictKey: '1', dictValue: '一级' })
    await tenancy.admin.get(dictBiz.calls.submit, { ...head, parentId: first.id, dictKey: '11', dictValue: '一级甲' })
    newTenant = await tenancy.admin.get(tenant.calls.submit, { tenantName: '示范园区', linkman: '李负责' })
  })

  test('has a six-digit number, the quota of the parameter, and no expiry', async () => {
    expect(await rowOf(newTenant.id)).toMatchObject({
      tenantId: newTenant.tenantId,
      tenantName: '示范园区',
      linkman: '李负责',
      accountNumber: 100,
      status: 1,
      expireTime: null,
      packageId: null,
      datasourceId: null,
    })
    expect(newTenant.tenantId).toMatch(/^[1-9]\d{5}$/)
  })

  test('starts with an administrator role, a department, a post and the account admin', async () => {
    const [adminRole] = await rowsOf('role').select(['roleName', 'roleAlias', 'id']).execute()
    expect(adminRole).toMatchObject({ roleName: '管理员', roleAlias: 'admin' })
    expect(await rowsOf('dept').select(['deptName', 'ancestors']).execute()).toEqual([
      { deptName: '示范园区', ancestors: '0' },
    ])
    expect(await rowsOf('post').select('postCode').execute()).toEqual([{ postCode: 'ceo' }])
    const [person] = await rowsOf('user').select(['account', 'realName', 'roleId', 'status']).execute()
    expect(person).toEqual({ account: 'admin', realName: '李负责', roleId: [adminRole?.id], status: 1 })
  })

  test('has a copy of the business dictionaries of 000000, with the same trees', async () => {
    const rows = await rowsOf('dictBiz')
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

  test('returns the password of its administrator once; a repeated request does not return it', async () => {
    expect(newTenant).toMatchObject({ account: 'admin', initialPassword: expect.stringMatching(/^\S{12,}$/) })
    const headers = { 'idempotency-key': 'tenant-once-0001' }
    const input = { tenantName: '只此一次', linkman: '赵' }
    const [one, two] = [
      await tenancy.admin.get(tenant.calls.submit, input, headers),
      await tenancy.admin.get(tenant.calls.submit, input, headers),
    ]
    expect([one.initialPassword, two.initialPassword, two.id]).toEqual([expect.any(String), null, one.id])
  })

  test('gives its administrator the menus of the parameter with their buttons, and no others', async () => {
    const tenantAdmin = await completeFirstLogin(
      tenancy.platform,
      newTenant.tenantId,
      'admin',
      newTenant.initialPassword ?? '',
    )
    const codes = await codesOf(tenantAdmin)
    expect(codes).toEqual(expect.arrayContaining(['user', 'user_add', 'role_grant', 'dictbiz', 'topmenu', 'system']))
    expect(codes.filter((code) => /^(tenant|menu|param|client|dict(_|$)|library)/.test(code))).toEqual([])
  })

  test('uses the parameters at the time of its creation', async () => {
    await setParameter(tenancy.admin, 'tenant.default.accountNumber', '3')
    await setParameter(tenancy.admin, 'tenant.default.menuCode', 'post')
    const { id, admin: tenantAdmin } = await createTenant(tenancy.platform)
    expect((await rowOf(id)).accountNumber).toBe(3)
    expect((await codesOf(tenantAdmin)).filter((code) => code.startsWith('post')).sort()).toContain('post_add')
    expect(await codesOf(tenantAdmin)).not.toContain('user')
    await setParameter(tenancy.admin, 'tenant.default.accountNumber', '100')
    await setParameter(tenancy.admin, 'tenant.default.menuCode', 'role,user,dept,post,dictbiz')
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
  ])('rejects %o at its field', async (input, at, msg) => {
    expect(await tenancy.admin.ask(tenant.calls.submit, input)).toMatchObject({ status: 400, faults: [{ at, msg }] })
  })

  test('ignores fields of other calls when its details are saved', async () => {
    const { id } = await tenancy.admin.get(tenant.calls.submit, {
      id: newTenant.id,
      tenantName: '改名园区',
      tenantId: '000000',
      status: -1,
      accountNumber: -1,
      expireTime: '2020-01-01 00:00:00',
    } as never)
    expect(await rowOf(id)).toMatchObject({
      tenantName: '改名园区',
      tenantId: newTenant.tenantId,
      status: 1,
      expireTime: null,
    })
  })
})

describe('a recycled tenant', () => {
  let one: Tenant
  let disabledId = ''
  const states = async () =>
    (
      await sql<{ state: string }>`
        select 'role' || status as state from role where tenant_id = ${one.tenantId}
        union select 'dept' || status from dept where tenant_id = ${one.tenantId}
        union select 'post' || status from post where tenant_id = ${one.tenantId}
        union select 'user' || status from "user" where tenant_id = ${one.tenantId} and id <> ${disabledId || '0'}
        order by 1`.execute(tenancy.db)
    ).rows.map(({ state }) => state)

  beforeAll(async () => {
    one = await createTenant(tenancy.platform)
    const { data } = await createTenantUser(one.admin, await adminRoleIdOf(one.admin))
    disabledId = String(data.id)
    await one.admin.get(user.calls.disable, { userIds: disabledId, reason: '离职' })
    await tenancy.admin.get(tenant.calls.recycle, { ids: one.id })
  })

  test('ends the sessions of its users at the next request and rejects their logins', async () => {
    expect(await one.admin.ask(auth.userInfo)).toMatchObject({ status: 401, msg: sessionEndedResponse.msg })
    expect(await tenancy.requestLogin(one.tenantId)).toMatchObject(tenantDisabledResponse)
    // the reason is shown only with the correct password
    expect(await tenancy.requestLogin(one.tenantId, 'admin', 'Wrong-passw0rd')).toMatchObject({ error_code: 2004 })
  })

  test('disables its roles, departments, posts and users', async () => {
    expect((await rowOf(one.id)).status).toBe(-1)
    expect(await states()).toEqual(['dept-1', 'post-1', 'role-1', 'user-1'])
  })

  test('enables them again when it is restored; users disabled before stay disabled, with their reason', async () => {
    await tenancy.admin.get(tenant.calls.pass, { ids: one.id })
    expect(await states()).toEqual(['dept1', 'post1', 'role1', 'user1'])
    one = { ...one, admin: await loginToTenant(tenancy.platform, one.tenantId, 'admin') }
    expect(await one.admin.get(user.calls.detail, { id: disabledId })).toMatchObject({ status: -1, reason: '离职' })
  })
})

describe('a removed tenant', () => {
  test('removes its users and ends their sessions, and is restored with the users removed together with it', async () => {
    const one = await createTenant(tenancy.platform)
    const before = await createTenantUser(one.admin, await adminRoleIdOf(one.admin))
    await one.admin.get(user.calls.remove, { ids: String(before.data.id) })
    await tenancy.admin.get(tenant.calls.remove, { ids: one.id })
    expect((await one.admin.ask(auth.userInfo)).status).toBe(401)
    expect(await tenancy.requestLogin(one.tenantId)).toMatchObject({ status: 400, error_code: 2004 })
    expect((await tenancy.admin.get(tenant.calls.removed, {})).records.map(({ id }) => id)).toContain(one.id)
    await tenancy.admin.get(tenant.calls.restore, { ids: one.id })
    const tenantAdmin = await loginToTenant(tenancy.platform, one.tenantId, 'admin')
    expect((await tenantAdmin.get(user.calls.page, {})).records.map(({ account }) => account)).toEqual(['admin'])
  })

  test('keeps its number, which no other tenant can get', async () => {
    const one = await createTenant(tenancy.platform)
    await tenancy.admin.get(tenant.calls.remove, { ids: one.id })
    const insert = sql`insert into tenant (tenant_id, tenant_name, linkman) values (${one.tenantId}, 'x', 'x')`.execute(
      tenancy.db,
    )
    await expect(insert).rejects.toThrow('tenant_tenant_id_key')
  })
})

describe('the expiry of a tenant', () => {
  const inSeconds = async (seconds: number): Promise<string> =>
    (
      await sql<{
        at: string
      }>`select to_char(now() + make_interval(secs => ${seconds}), 'YYYY-MM-DD HH24:MI:SS') as at`.execute(tenancy.db)
    ).rows[0]?.at ?? ''

  test('ends sessions at the next request, rejects new ones, and can be lifted', async () => {
    const one = await createTenant(tenancy.platform)
    const tokens = await tenancy.requestLogin(one.tenantId)
    await tenancy.admin.get(tenant.calls.setting, { ids: one.id, expireTime: await inSeconds(-1) })
    expect(await hasValidSession(one.admin)).toBe(false)
    expect(await tenancy.requestLogin(one.tenantId)).toMatchObject(tenantDisabledResponse)
    const refresh = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token }
    expect(await requestToken(tenancy.platform, refresh)).toMatchObject({ status: 400, error_code: 2010 })
    await tenancy.admin.get(tenant.calls.setting, { ids: one.id, expireTime: null })
    expect(await hasValidSession(await loginToTenant(tenancy.platform, one.tenantId, 'admin'))).toBe(true)
  })

  test('limits every session, whether opened before it was set or after', async () => {
    const one = await createTenant(tenancy.platform)
    const expireTime = await inSeconds(90)
    await tenancy.admin.get(tenant.calls.setting, { ids: one.id, expireTime })
    await loginToTenant(tenancy.platform, one.tenantId, 'admin')
    const { rows } = await sql<{ late: number; open: number }>`
      select count(*) filter (where access_ends > ${expireTime}::timestamptz or refresh_ends > ${expireTime}::timestamptz)::int as late,
        count(*)::int as open
      from session s join "user" u on u.id = s.user_id where u.tenant_id = ${one.tenantId} and s.ended_at is null`.execute(
      tenancy.db,
    )
    expect(rows[0]).toEqual({ late: 0, open: 2 })
    expect(await hasValidSession(one.admin)).toBe(true)
  })
})

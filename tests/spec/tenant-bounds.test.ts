import { beforeAll, describe, expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { dept } from '#contract/system/dept.ts'
import { menu } from '#contract/system/menu.ts'
import { post } from '#contract/system/post.ts'
import { role } from '#contract/system/role.ts'
import { tenant } from '#contract/system/tenant.ts'
import { tenantPackage } from '#contract/system/tenant-package.ts'
import { user } from '#contract/system/user.ts'
import type { Db } from '#server/base/database/db.ts'
import { check } from '../support/approve.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createStaff, registration } from '../support/scenario.ts'
import {
  adminRoleIdOf,
  assignPackage,
  codesOf,
  createTenant,
  createTenantUser,
  hasValidSession,
} from '../support/tenants.ts'

let platform: Platform
let db: Db

let admin: Caller
beforeAll(async () => {
  platform = await openPlatform({ TENANT_MODE: 'on' })
  db = platform.db
  admin = await platform.admin()
})
const platformTenantId = async () =>
  (await admin.get(tenant.calls.list, { tenantId_equal: '000000' })).records[0]?.id ?? ''

describe('tenant management', () => {
  test('is open to users of 000000 with the permission, and to no user of a tenant, whatever its package contains', async () => {
    const one = await createTenant(platform)
    await assignPackage(platform, [one])
    const codes = await codesOf(one.admin)
    expect(codes.filter((code) => code.startsWith('tenant'))).toEqual([])
    const officer = await createStaff(platform, 'platform')
    for (const person of [one.admin, officer])
      for (const call of [tenant.calls.list, tenant.calls.submit, tenant.calls.recycle, tenantPackage.calls.list])
        expect((await person.ask(call as typeof tenant.calls.list, {})).status).toBe(403)
  })

  test('lists all tenants for managers, and only the own tenant for other users', async () => {
    const one = await createTenant(platform)
    expect((await one.admin.get(tenant.calls.select, {})).map(({ tenantId }) => tenantId)).toEqual([one.tenantId])
    const officer = await createStaff(platform, 'platform')
    expect((await officer.get(tenant.calls.select, {})).map(({ tenantId }) => tenantId)).toEqual(['000000'])
    expect((await admin.get(tenant.calls.select, {})).length).toBeGreaterThan(2)
  })

  test('cannot remove, recycle or limit 000000 or give it a package', async () => {
    const id = await platformTenantId()
    const expectedMessages = [
      [tenant.calls.remove, '平台租户不能删除'],
      [tenant.calls.recycle, '平台租户不能停用'],
    ] as const
    for (const [call, msg] of expectedMessages)
      expect(await admin.ask(call, { ids: id })).toMatchObject({ status: 400, msg })
    const msg = '平台租户不受额度、期限和产品包限制'
    const expireTime = '2020-01-01 00:00:00'
    expect(await admin.ask(tenant.calls.setting, { ids: id, expireTime })).toMatchObject({ status: 400, msg })
    expect(await admin.ask(tenant.calls.packageSetting, { tenantId: '000000' })).toMatchObject({ status: 400, msg })
    expect(await hasValidSession(admin)).toBe(true)
  })
})

describe('the quota of a tenant', () => {
  const rejection = { status: 400, msg: '账号数量已达到租户额度（2 个），请联系平台管理员' }
  const createLimitedTenant = async () => {
    const one = await createTenant(platform)
    await admin.get(tenant.calls.setting, { ids: one.id, accountNumber: 2 })
    return { ...one, roleId: await adminRoleIdOf(one.admin) }
  }

  test('limits the active accounts: another one is rejected with a message, and disabling one frees its place', async () => {
    const one = await createLimitedTenant()
    const second = await createTenantUser(one.admin, one.roleId)
    expect(second.status).toBe(200)
    expect(await createTenantUser(one.admin, one.roleId)).toMatchObject(rejection)
    await one.admin.get(user.calls.disable, { userIds: String(second.data.id), reason: '离职' })
    expect((await createTenantUser(one.admin, one.roleId)).status).toBe(200)
    expect(await one.admin.ask(user.calls.enable, { userIds: String(second.data.id) })).toMatchObject(rejection)
  })

  test('is not exceeded by simultaneous requests', async () => {
    const one = await createLimitedTenant()
    const responses = await Promise.all(Array.from({ length: 6 }, () => createTenantUser(one.admin, one.roleId)))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await one.admin.get(user.calls.page, {})).total).toBe(2)
  })

  test('also applies to restored and approved accounts', async () => {
    const one = await createLimitedTenant()
    const { data } = await createTenantUser(one.admin, one.roleId)
    await one.admin.get(user.calls.remove, { ids: String(data.id) })
    await platform.visitor.get(auth.token, registration(platform, { tenantId: one.tenantId, account: 'applicant' }))
    await createTenantUser(one.admin, one.roleId)
    expect(await one.admin.ask(user.calls.restore, { ids: String(data.id) })).toMatchObject(rejection)
    const [applicant] = (await one.admin.get(user.calls.page, { status: 0 })).records
    await one.admin.get(user.calls.grant, { userIds: applicant?.id, roleIds: one.roleId })
    expect(await one.admin.ask(user.calls.auditPass, { userIds: applicant?.id, check })).toMatchObject(rejection)
  })

  test('is a positive number, or -1 for no limit', async () => {
    const one = await createLimitedTenant()
    const rejection = { status: 400, faults: [{ at: 'accountNumber' }] }
    for (const accountNumber of [0, -2]) {
      const response = await admin.ask(tenant.calls.setting, { ids: one.id, accountNumber })
      expect(response).toMatchObject(rejection)
    }
    await admin.get(tenant.calls.setting, { ids: one.id, accountNumber: -1 })
    for (let n = 0; n < 3; n++) expect((await createTenantUser(one.admin, one.roleId)).status).toBe(200)
  })
})

describe('the package of a tenant', () => {
  test('limits the permissions of its roles from the next request, keeping parent menus, until it is removed', async () => {
    const one = await createTenant(platform)
    expect(await codesOf(one.admin)).toEqual(expect.arrayContaining(['user', 'user_add', 'post', 'post_add']))
    const packageId = await assignPackage(platform, [one], ['post'])
    expect((await codesOf(one.admin)).filter((code) => !code.startsWith('post'))).toEqual(['system'])
    expect((await one.admin.ask(user.calls.page, {})).status).toBe(403)
    expect(await admin.get(tenant.calls.packageDetail, { tenantId: one.id })).toMatchObject({ id: packageId })
    await admin.get(tenant.calls.packageSetting, { tenantId: one.tenantId, packageId: null })
    expect((await one.admin.ask(user.calls.page, {})).status).toBe(200)
    expect(await admin.get(tenant.calls.packageDetail, { tenantId: one.id })).toEqual({})
  })

  test('gives all its permissions to the administrator of the tenant, and a change takes effect at once', async () => {
    const one = await createTenant(platform)
    const id = await assignPackage(platform, [one], ['role', 'user'])
    expect(await codesOf(one.admin)).not.toContain('library')
    const menus = await db.selectFrom('menu').select('id').where('code', 'in', ['role', 'library']).execute()
    await admin.get(tenantPackage.calls.submit, { id, menuId: menus.map((row) => row.id).join(',') })
    const codes = await codesOf(one.admin)
    expect([codes.includes('library_add'), codes.includes('user')]).toEqual([true, false])
  })

  test('blocks grants beyond it and hides permissions that a role has beyond it', async () => {
    const one = await createTenant(platform)
    await assignPackage(platform, [one], ['role', 'post'])
    const idOf = async (code: string) =>
      (await db.selectFrom('menu').select('id').where('code', '=', code).executeTakeFirstOrThrow()).id
    const { id: roleIds } = await one.admin.get(role.calls.submit, { roleName: '文员', roleAlias: 'clerk', sort: 2 })
    const response = await one.admin.ask(role.calls.grant, { roleIds, menuIds: await idOf('library') })
    expect(response).toMatchObject({ status: 403, msg: '不能授予超出自身权限的角色或权限' })
    await one.admin.get(role.calls.grant, { roleIds, menuIds: `${await idOf('post')},${await idOf('role')}` })
    await assignPackage(platform, [one], ['role'])
    const keys = await one.admin.get(menu.calls.roleTreeKeys, { roleIds })
    expect(keys.menu).toEqual([await idOf('role')])
    expect((await one.admin.ask(role.calls.grant, { roleIds, menuIds: keys.menu.join(',') })).success).toBe(true)
  })

  test('cannot be removed while a tenant uses it, and must exist to be assigned', async () => {
    const one = await createTenant(platform, { tenantName: '占用园区' })
    const id = await assignPackage(platform, [one], ['post'])
    const rejection = { status: 400, msg: '租户“占用园区”正在使用该产品包，不能删除' }
    expect(await admin.ask(tenantPackage.calls.remove, { ids: id })).toMatchObject(rejection)
    const response = await admin.ask(tenant.calls.packageSetting, { tenantId: one.tenantId, packageId: '424242' })
    expect(response.status).toBe(404)
    await admin.get(tenant.calls.packageSetting, { tenantId: one.tenantId, packageId: null })
    expect((await admin.ask(tenantPackage.calls.remove, { ids: id })).success).toBe(true)
  })

  test('can be restored only when its menus exist', async () => {
    const { id: menuId } = await admin.get(menu.calls.submit, {
      name: '临时菜单',
      nameEn: 'For a while',
      code: 'for_a_while',
      path: '/for-a-while',
      source: 'api',
      parentId: '0',
      alias: 'menu',
      category: 1,
      isOpen: 1,
      sort: 99,
    })
    const { id } = await admin.get(tenantPackage.calls.submit, { packageName: '随菜单恢复', menuId })
    await admin.get(tenantPackage.calls.remove, { ids: id })
    await admin.get(menu.calls.remove, { ids: menuId })
    const rejection = { status: 400, msg: '菜单已被删除，请先恢复' }
    expect(await admin.ask(tenantPackage.calls.restore, { ids: id })).toMatchObject(rejection)
    await admin.get(menu.calls.restore, { ids: menuId })
    expect((await admin.ask(tenantPackage.calls.restore, { ids: id })).success).toBe(true)
  })

  test.each([
    [{ menuId: '1' }, 'packageName', '请输入产品包名称'],
    [{ packageName: '空' }, 'menuId', '请选择菜单'],
  ])('%o is rejected with the text of the specification', async (input, at, msg) => {
    expect(await admin.ask(tenantPackage.calls.submit, input)).toMatchObject({ status: 400, faults: [{ at, msg }] })
  })
})

/** Clients of the family name a tenant in forms and lists (docs/decisions/0106). */
describe('a tenant that a request names', () => {
  const newUser = { account: 'sent.over', name: '新', realName: '新同事' }
  const newDept = { deptName: '外派处', fullName: '外派处', deptCategory: 2, sort: 1 }
  const newRole = { roleName: '外派', roleAlias: 'sent', sort: 1 }
  const newPost = { category: 1, postCode: 'SENT', postName: '外派岗', sort: 1 }
  const managed = [
    [user, user.calls.submit, newUser],
    [dept, dept.calls.submit, newDept],
    [role, role.calls.submit, newRole],
    [post, post.calls.submit, newPost],
  ] as const

  test('gets the rows that the administrator of the platform adds, and lists and trees show them', async () => {
    const one = await createTenant(platform)
    const { tenantId } = one
    for (const [entity, call, row] of managed) {
      const { id } = await admin.get(call as typeof post.calls.submit, { ...row, tenantId } as never)
      const stored = db
        .selectFrom(entity.name as 'post')
        .select('tenantId')
        .where('id', '=', String(id))
      expect([entity.name, await stored.executeTakeFirst()]).toEqual([entity.name, { tenantId }])
      const edit = { ...row, id, sort: 7, tenantId } as never
      expect([entity.name, (await admin.ask(call as typeof post.calls.submit, edit)).status]).toEqual([
        entity.name,
        200,
      ])
    }
    const titles = async (call: unknown, more = {}) =>
      (await admin.text('GET', `${(call as { path: string }).path}?${new URLSearchParams({ tenantId, ...more })}`)).text
    expect(await titles(user.calls.page)).toContain('sent.over')
    expect(await titles(dept.calls.tree)).toContain('外派处')
    expect(await titles(role.calls.tree)).toContain('外派')
    expect(await titles(post.calls.select)).toContain('外派岗')
    expect((await admin.get(user.calls.page, { account_equal: 'sent.over' })).total).toBe(0)
  })

  test('is refused if it does not exist, and to everybody else unless it is their own', async () => {
    const one = await createTenant(platform)
    const refusal = { status: 400, faults: [{ at: 'tenantId', msg: '不能指定其他租户' }] }
    for (const [, call, row] of managed) {
      const submit = call as typeof post.calls.submit
      expect(await one.admin.ask(submit, { ...row, tenantId: '000000' } as never)).toMatchObject(refusal)
      expect((await one.admin.ask(submit, { ...row, tenantId: one.tenantId } as never)).status).toBe(200)
      expect(await admin.ask(submit, { ...row, tenantId: '999999' } as never)).toMatchObject({
        faults: [{ at: 'tenantId', msg: '租户不存在' }],
      })
    }
    expect(await one.admin.ask(user.calls.page, { tenantId: '000000' } as never)).toMatchObject(refusal)
  })
})

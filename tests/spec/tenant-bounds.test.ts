import { beforeAll, describe, expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { menu } from '#contract/system/menu.ts'
import { role } from '#contract/system/role.ts'
import { tenant } from '#contract/system/tenant.ts'
import { tenantPackage } from '#contract/system/tenant-package.ts'
import { user } from '#contract/system/user.ts'
import type { Db } from '#server/base/database/db.ts'
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
const platformsOwn = async () => (await admin.get(tenant.calls.list, { tenantId_equal: '000000' })).records[0]?.id ?? ''

describe('who manages tenants', () => {
  test('people of 000000 with the permission, and nobody of a tenant whatever its package holds', async () => {
    const one = await createTenant(platform)
    await assignPackage(platform, [one])
    const codes = await codesOf(one.admin)
    expect(codes.filter((code) => code.startsWith('tenant'))).toEqual([])
    const officer = await createStaff(platform, 'platform')
    for (const person of [one.admin, officer])
      for (const call of [tenant.calls.list, tenant.calls.submit, tenant.calls.recycle, tenantPackage.calls.list])
        expect((await person.ask(call as typeof tenant.calls.list, {})).status).toBe(403)
  })

  test('everybody may ask for his own, those who manage them for all', async () => {
    const one = await createTenant(platform)
    expect((await one.admin.get(tenant.calls.select, {})).map(({ tenantId }) => tenantId)).toEqual([one.tenantId])
    const officer = await createStaff(platform, 'platform')
    expect((await officer.get(tenant.calls.select, {})).map(({ tenantId }) => tenantId)).toEqual(['000000'])
    expect((await admin.get(tenant.calls.select, {})).length).toBeGreaterThan(2)
  })

  test('000000 is neither removed, recycled, bounded nor packaged', async () => {
    const id = await platformsOwn()
    const refused = [
      [tenant.calls.remove, '平台租户不能删除'],
      [tenant.calls.recycle, '平台租户不能停用'],
    ] as const
    for (const [call, msg] of refused) expect(await admin.ask(call, { ids: id })).toMatchObject({ status: 400, msg })
    const msg = '平台租户不受额度、期限和产品包限制'
    const expireTime = '2020-01-01 00:00:00'
    expect(await admin.ask(tenant.calls.setting, { ids: id, expireTime })).toMatchObject({ status: 400, msg })
    expect(await admin.ask(tenant.calls.packageSetting, { tenantId: '000000' })).toMatchObject({ status: 400, msg })
    expect(await hasValidSession(admin)).toBe(true)
  })
})

describe('the quota of a tenant', () => {
  const full = { status: 400, msg: '账号数量已达到租户额度（2 个），请联系平台管理员' }
  const bounded = async () => {
    const one = await createTenant(platform)
    await admin.get(tenant.calls.setting, { ids: one.id, accountNumber: 2 })
    return { ...one, roleId: await adminRoleIdOf(one.admin) }
  }

  test('bounds the accounts in use: another one is refused in words, and one that is disabled leaves its place', async () => {
    const one = await bounded()
    const second = await createTenantUser(one.admin, one.roleId)
    expect(second.status).toBe(200)
    expect(await createTenantUser(one.admin, one.roleId)).toMatchObject(full)
    await one.admin.get(user.calls.disable, { userIds: String(second.data.id), reason: '离职' })
    expect((await createTenantUser(one.admin, one.roleId)).status).toBe(200)
    expect(await one.admin.ask(user.calls.enable, { userIds: String(second.data.id) })).toMatchObject(full)
  })

  test('holds when many are made at the same moment', async () => {
    const one = await bounded()
    const answers = await Promise.all(Array.from({ length: 6 }, () => createTenantUser(one.admin, one.roleId)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await one.admin.get(user.calls.page, {})).total).toBe(2)
  })

  test('holds for who is restored and for who is approved', async () => {
    const one = await bounded()
    const { data } = await createTenantUser(one.admin, one.roleId)
    await one.admin.get(user.calls.remove, { ids: String(data.id) })
    await platform.visitor.get(auth.token, registration(platform, { tenantId: one.tenantId, account: 'applicant' }))
    await createTenantUser(one.admin, one.roleId)
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
    for (let n = 0; n < 3; n++) expect((await createTenantUser(one.admin, one.roleId)).status).toBe(200)
  })
})

describe('the package of a tenant', () => {
  test('bounds what its roles open at the next request, with what lies above; 000000 has none', async () => {
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

  test('is all its administrator’s, so that he can give it to others; a change of it binds at once', async () => {
    const one = await createTenant(platform)
    const id = await assignPackage(platform, [one], ['role', 'user'])
    expect(await codesOf(one.admin)).not.toContain('library')
    const menus = await db.selectFrom('menu').select('id').where('code', 'in', ['role', 'library']).execute()
    await admin.get(tenantPackage.calls.submit, { id, menuId: menus.map((row) => row.id).join(',') })
    const codes = await codesOf(one.admin)
    expect([codes.includes('library_add'), codes.includes('user')]).toEqual([true, false])
  })

  test('grants beyond it are refused, and what a role held beyond it is not shown as held', async () => {
    const one = await createTenant(platform)
    await assignPackage(platform, [one], ['role', 'post'])
    const idOf = async (code: string) =>
      (await db.selectFrom('menu').select('id').where('code', '=', code).executeTakeFirstOrThrow()).id
    const { id: roleIds } = await one.admin.get(role.calls.submit, { roleName: '文员', roleAlias: 'clerk', sort: 2 })
    const beyond = await one.admin.ask(role.calls.grant, { roleIds, menuIds: await idOf('library') })
    expect(beyond).toMatchObject({ status: 403, msg: '不能授予超出自身权限的角色或权限' })
    await one.admin.get(role.calls.grant, { roleIds, menuIds: `${await idOf('post')},${await idOf('role')}` })
    await assignPackage(platform, [one], ['role'])
    const keys = await one.admin.get(menu.calls.roleTreeKeys, { roleIds })
    expect(keys.menu).toEqual([await idOf('role')])
    expect((await one.admin.ask(role.calls.grant, { roleIds, menuIds: keys.menu.join(',') })).success).toBe(true)
  })

  test('is not removed while a tenant has it, and has to be there', async () => {
    const one = await createTenant(platform, { tenantName: '占用园区' })
    const id = await assignPackage(platform, [one], ['post'])
    const used = { status: 400, msg: '租户“占用园区”正在使用该产品包，不能删除' }
    expect(await admin.ask(tenantPackage.calls.remove, { ids: id })).toMatchObject(used)
    const lost = await admin.ask(tenant.calls.packageSetting, { tenantId: one.tenantId, packageId: '424242' })
    expect(lost.status).toBe(404)
    await admin.get(tenant.calls.packageSetting, { tenantId: one.tenantId, packageId: null })
    expect((await admin.ask(tenantPackage.calls.remove, { ids: id })).success).toBe(true)
  })

  test('comes back once a menu it holds is there', async () => {
    const { id: held } = await admin.get(menu.calls.submit, {
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
    const { id } = await admin.get(tenantPackage.calls.submit, { packageName: '随菜单恢复', menuId: held })
    await admin.get(tenantPackage.calls.remove, { ids: id })
    await admin.get(menu.calls.remove, { ids: held })
    const lost = { status: 400, msg: '菜单已被删除，请先恢复' }
    expect(await admin.ask(tenantPackage.calls.restore, { ids: id })).toMatchObject(lost)
    await admin.get(menu.calls.restore, { ids: held })
    expect((await admin.ask(tenantPackage.calls.restore, { ids: id })).success).toBe(true)
  })

  test.each([
    [{ menuId: '1' }, 'packageName', '请输入产品包名称'],
    [{ packageName: '空' }, 'menuId', '请选择菜单'],
  ])('%o is refused in the words of the specification', async (sent, at, msg) => {
    expect(await admin.ask(tenantPackage.calls.submit, sent)).toMatchObject({ status: 400, faults: [{ at, msg }] })
  })
})

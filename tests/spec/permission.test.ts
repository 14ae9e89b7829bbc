import { beforeAll, describe, expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { dataScope } from '#contract/system/data-scope.ts'
import { post } from '#contract/system/post.ts'
import { role } from '#contract/system/role.ts'
import { user } from '#contract/system/user.ts'
import { routes } from '#server/routes.ts'
import { createClerk as clerkOf, menuIdsOf, roleIdOf } from '../support/clerk.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import {
  createEnterprise,
  createStaff,
  createUserWithoutRights,
  sessionEndedResponse,
  userIdOf,
} from '../support/scenario.ts'

let platform: Platform

let admin: Caller
let nobody: Awaited<ReturnType<typeof createUserWithoutRights>>

beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
  nobody = await createUserWithoutRights(platform)
})

const menuIds = (...codes: string[]) => menuIdsOf(platform, ...codes)
const roleId = (alias: string) => roleIdOf(admin, alias)
const clerk = (alias: string, ...codes: string[]) => clerkOf(platform, alias, ...codes)

describe('deny by default', () => {
  const nonPublic = routes.filter(({ endpoint }) => endpoint.access !== 'public')
  const withPermission = nonPublic.filter(({ endpoint }) => typeof endpoint.access === 'object')
  const statusOf = async (caller: Caller, { endpoint }: (typeof routes)[number], headers = {}, body?: unknown) =>
    (
      await caller.raw(endpoint.method, endpoint.path, {
        headers,
        ...(endpoint.method === 'POST' ? { body: body ?? {} } : {}),
      })
    ).status

  test('every non-public address answers 401 without a token, with a wrong token and with an ended session', async () => {
    const person = await createEnterprise(platform)
    await person.get(auth.logout)
    for (const route of nonPublic) {
      expect([route.name, await statusOf(platform.visitor, route)]).toEqual([route.name, 401])
      expect([
        route.name,
        await statusOf(platform.visitor, route, { 'blade-auth': `bearer ${'A'.repeat(43)}` }),
      ]).toEqual([route.name, 401])
      expect([route.name, await statusOf(person, route)]).toEqual([route.name, 401])
    }
    expect(nonPublic.length).toBeGreaterThan(100)
  })

  test('every address that needs a permission answers 403 to a user without permissions', async () => {
    for (const route of withPermission) expect([route.name, await statusOf(nobody, route)]).toEqual([route.name, 403])
    expect(await nobody.ask(post.calls.list, {})).toMatchObject({
      code: 403,
      success: false,
      data: null,
      msg: '您没有执行此操作的权限',
    })
  })

  test('every address for staff answers 403 to an enterprise and an operator, whatever their roles', async () => {
    const forStaff = withPermission.filter(({ endpoint: { access } }) => typeof access === 'object' && access.staff)
    expect(forStaff.length).toBeGreaterThan(0)
    const codes = forStaff.flatMap(({ endpoint: { access } }) => (typeof access === 'object' ? access.perm : []))
    const person = await clerk('all.for.staff', ...codes)
    for (const accountType of [1, 2, null] as const) {
      await platform.db.updateTable('user').set({ accountType }).where('id', '=', person.id).execute()
      for (const route of forStaff)
        expect([accountType, route.name, (await statusOf(person, route)) === 403]).toEqual([
          ...[accountType, route.name],
          accountType !== null,
        ])
    }
  })

  test('access is checked before the body is parsed', async () => {
    for (const route of nonPublic.filter(({ endpoint }) => endpoint.method === 'POST')) {
      expect([route.name, await statusOf(platform.visitor, route, {}, '{"broken')]).toEqual([route.name, 401])
      if (withPermission.includes(route))
        expect([route.name, await statusOf(nobody, route, {}, '{"broken')]).toEqual([route.name, 403])
    }
  })

  test.each([
    '/API/caict-system/post/list',
    '/api//caict-system/post/list',
    '/api/caict-system/post/list/',
    '/api/caict-system/post/list;a=b',
    '/api/caict-system/./post/list%2f',
    '/api/caict-news/index/getIndex/../../../caict-system/post/list',
    '/api/caict-system/post/lis%74',
  ])('%s does not bypass the check', async (path) => {
    const responses = await Promise.all([platform.visitor, nobody].map((caller) => caller.raw('GET', path)))
    for (const text of await Promise.all(responses.map((response) => response.text())))
      expect(text).not.toContain('records')
    // paths outside /api may serve a page of the application
    if (path.startsWith('/api/')) expect(responses.map(({ ok }) => ok)).toEqual([false, false])
  })

  test('an undeclared method answers 405', async () => {
    expect((await admin.raw('DELETE', post.calls.list.path)).status).toBe(405)
    expect((await admin.raw('GET', post.calls.submit.path)).status).toBe(405)
  })
})

describe('a change of permissions takes effect at the next request', () => {
  test('of the same session, for a menu granted and withdrawn', async () => {
    const roleIds = await roleId('nobody')
    expect((await nobody.ask(post.calls.list, {})).status).toBe(403)
    await admin.get(role.calls.grant, { roleIds, menuIds: await menuIds('post') })
    expect((await nobody.ask(post.calls.list, {})).status).toBe(200)
    expect((await nobody.ask(post.calls.remove, { ids: '1' })).status).toBe(403)
    await admin.get(role.calls.grant, { roleIds, menuIds: '' })
    expect((await nobody.ask(post.calls.list, {})).status).toBe(403)
  })

  test('of the same session, for another role', async () => {
    await admin.get(user.calls.grant, { userIds: nobody.id, roleIds: await roleId('platform') })
    expect((await nobody.ask(user.calls.page, {})).status).toBe(200)
    await admin.get(user.calls.grant, { userIds: nobody.id, roleIds: await roleId('nobody') })
    expect((await nobody.ask(user.calls.page, {})).status).toBe(403)
  })

  test('a removed role grants nothing', async () => {
    const person = await clerk('shortlived', 'post')
    expect((await person.ask(post.calls.list, {})).status).toBe(200)
    // accounts with a role that earlier versions have removed still refer to it
    await platform.db.updateTable('role').set({ isDeleted: 1 }).where('roleAlias', '=', 'shortlived').execute()
    expect((await person.ask(post.calls.list, {})).status).toBe(403)
  })

  test('disabling an account ends its sessions', async () => {
    const person = await createEnterprise(platform)
    await admin.get(user.calls.auditRefuse, { userIds: await userIdOf(admin, person.account), reason: '违规' })
    expect(await person.ask(user.calls.info, {})).toMatchObject(sessionEndedResponse)
  })

  test('removing an account ends its sessions', async () => {
    const person = await createEnterprise(platform)
    await admin.get(user.calls.remove, { ids: await userIdOf(admin, person.account) })
    expect(await person.ask(user.calls.info, {})).toMatchObject(sessionEndedResponse)
  })
})

describe('users cannot grant more than they hold', () => {
  const rejection = { status: 403, msg: '不能授予超出自身权限的角色或权限' }

  test('a role with more permissions cannot be assigned, neither to others nor to oneself', async () => {
    const manager = await clerk('manager', 'user', 'user_add', 'user_edit', 'user_role', 'post')
    const [administrator, city] = [await roleId('administrator'), await roleId('city')]
    const person = { account: 'sock.puppet', name: '测', realName: '测试' }
    for (const roleIds of [administrator, city, `${await roleId('nobody')},${administrator}`]) {
      expect(await manager.ask(user.calls.grant, { userIds: manager.id, roleIds })).toMatchObject(rejection)
      expect(await manager.ask(user.calls.submit, { ...person, roleId: roleIds })).toMatchObject(rejection)
      expect(await manager.ask(user.calls.submit, { id: manager.id, roleId: roleIds })).toMatchObject(rejection)
      expect(await manager.ask(user.calls.update, { id: manager.id, roleId: roleIds })).toMatchObject(rejection)
    }
    expect(await manager.ask(user.calls.grant, { userIds: nobody.id, roleIds: '424242' })).toMatchObject({
      status: 400,
      msg: '所选角色不存在',
    })
    expect((await manager.ask(user.calls.grant, { userIds: nobody.id, roleIds: await roleId('nobody') })).success).toBe(
      true,
    )
    expect(await admin.get(user.calls.page, { account_equal: 'sock.puppet' })).toMatchObject({ total: 0 })
  })

  test('a menu or data scope the user does not hold cannot be granted to a role', async () => {
    const granter = await clerk('granter', 'role', 'role_grant', 'post')
    const roleIds = await roleId('nobody')
    const { records } = await admin.get(dataScope.calls.list, { resourceCode: 'declaration', scopeType: 1 })
    expect(await granter.ask(role.calls.grant, { roleIds, menuIds: await menuIds('user') })).toMatchObject(rejection)
    expect(await granter.ask(role.calls.grant, { roleIds, menuIds: await menuIds('post', 'user') })).toMatchObject(
      rejection,
    )
    expect(await granter.ask(role.calls.grant, { roleIds, dataScopeIds: records[0]?.id ?? '' })).toMatchObject(
      rejection,
    )
    expect((await granter.ask(role.calls.grant, { roleIds, menuIds: await menuIds('post') })).success).toBe(true)
    expect((await granter.ask(role.calls.grant, { roleIds: await roleId('administrator'), menuIds: '' })).status).toBe(
      403,
    )
    await admin.get(role.calls.grant, { roleIds, menuIds: '' })
  })

  test('the role of super administrators holds everything, so its grants cannot be set', async () => {
    const roleIds = await roleId('administrator')
    const stored = () => platform.db.selectFrom('roleMenu').selectAll().where('roleId', '=', roleIds).execute()
    await platform.db
      .insertInto('roleMenu')
      .values({ roleId: roleIds, menuId: await menuIds('post') })
      .execute()
    const before = await stored()
    for (const input of [{ roleIds }, { roleIds: `${await roleId('nobody')},${roleIds}`, menuIds: '' }])
      expect(await admin.ask(role.calls.grant, input)).toMatchObject({
        status: 400,
        msg: '超级管理员角色始终拥有全部权限，不能设置',
      })
    const english = await admin.ask(role.calls.grant, { roleIds }, { 'blade-language': 'en' })
    expect(english.msg).toContain('always holds every permission')
    expect(await stored()).toEqual(before)
    const audited = platform.db.selectFrom('audit').select('id').where('rowId', '=', roleIds).where('outcome', '=', 1)
    expect(await audited.where('verb', '=', 'grant').execute()).toEqual([])
  })

  test('only administrators can change an administrator', async () => {
    const office = await createStaff(platform, 'platform')
    const userIds = await userIdOf(admin, 'admin')
    const rejection = { status: 403, msg: '您不能更改超级管理员的账号' }
    for (const response of [
      await office.ask(user.calls.resetPassword, { userIds }),
      await office.ask(user.calls.auditRefuse, { userIds, reason: '夺权' }),
      await office.ask(user.calls.update, { id: userIds, realName: '夺权' }),
      await office.ask(user.calls.submit, { id: userIds, realName: '夺权' }),
      await office.ask(user.calls.remove, { ids: userIds }),
      await office.ask(user.calls.grant, { userIds, roleIds: await roleId('nobody') }),
      await office.ask(user.calls.unlock, { userIds }),
    ])
      expect(response).toMatchObject(rejection)
    expect((await admin.ask(user.calls.info, {})).success).toBe(true)
  })

  test('the last administrator cannot give up the role, and users cannot remove or disable themselves', async () => {
    const id = await userIdOf(admin, 'admin')
    expect(await admin.ask(user.calls.remove, { ids: id })).toMatchObject({
      status: 400,
      msg: '不能删除当前登录的账号',
    })
    expect(await admin.ask(user.calls.auditRefuse, { userIds: id, reason: '误操作' })).toMatchObject({
      status: 400,
      msg: '不能停用当前登录的账号',
    })
    const second = await createStaff(platform, 'administrator')
    await second.get(user.calls.auditRefuse, { userIds: id, reason: '换人' })
    const [userId, roleIds] = [second.id, await roleIdBy(second, 'nobody')]
    const rejection = { status: 400, msg: '至少保留一名可登录的超级管理员' }
    expect(await second.ask(user.calls.grant, { userIds: userId, roleIds })).toMatchObject(rejection)
    expect(await second.ask(user.calls.update, { id: userId, roleId: roleIds })).toMatchObject(rejection)
    expect(await second.ask(user.calls.submit, { id: userId, roleId: null })).toMatchObject(rejection)
    await second.get(user.calls.enable, { userIds: id })
    expect((await second.ask(user.calls.grant, { userIds: userId, roleIds })).success).toBe(true)
    admin = await platform.admin()
  })

  const roleIdBy = async (caller: Caller, alias: string) =>
    (await caller.get(role.calls.select, {})).find((one) => one.roleAlias === alias)?.id ?? ''

  test('built-in roles cannot be removed and keep their alias', async () => {
    for (const alias of ['administrator', 'platform', 'enterprise', 'operator', 'city', 'province_miit', 'expert']) {
      const id = await roleId(alias)
      expect([alias, (await admin.ask(role.calls.remove, { ids: id })).msg]).toEqual([alias, '内置角色不能删除'])
      expect([alias, (await admin.ask(role.calls.submit, { id, roleAlias: `${alias}x` })).msg]).toEqual([
        alias,
        '内置角色的别名不能修改',
      ])
    }
    const id = await roleId('city')
    await admin.get(role.calls.submit, { id, roleName: '市级审核员' })
    expect((await admin.get(role.calls.detail, { id })).roleName).toBe('市级审核员')
  })

  test('a second role with the alias of the administrator cannot be created', async () => {
    const response = await admin.ask(role.calls.submit, { roleName: '超管', roleAlias: 'administrator', sort: 1 })
    expect(response).toMatchObject({ status: 400, msg: '角色别名已存在' })
    const roleEditor = await clerk('maker', 'role', 'role_add', 'role_edit')
    const ownRoleId = await roleId('maker')
    expect((await roleEditor.ask(role.calls.submit, { id: ownRoleId, roleAlias: 'administrator' })).success).toBe(false)
  })
})

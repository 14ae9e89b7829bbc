import { beforeAll, describe, expect, test } from 'vitest'
import type { TreeNode } from '#contract/kit/call.ts'
import { apiScope } from '#contract/system/api-scope.ts'
import { menu } from '#contract/system/menu.ts'
import { post } from '#contract/system/post.ts'
import { role } from '#contract/system/role.ts'
import { user } from '#contract/system/user.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createClerk, createRole, createScope, grantTo, menuIds } from '../support/roles.ts'

/** Roles and their grants (specification 001, sections 3 and 6). */
let platform: Platform

let admin: Caller
beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
})

const rejection = { status: 403, msg: '不能授予超出自身权限的角色或权限' }
interface RoleNode {
  roleName: string
  children?: RoleNode[]
}
const flat = <T extends { children?: T[] }>(nodes: readonly T[]): T[] =>
  nodes.flatMap((node) => [node, ...flat(node.children ?? [])])
const titles = (nodes: readonly TreeNode[]) => flat(nodes).map(({ title }) => title)
const codesOf = async (roleId: string) =>
  (
    await platform.db
      .selectFrom('roleMenu')
      .innerJoin('menu', 'menu.id', 'roleMenu.menuId')
      .select('menu.code')
      .where('roleId', '=', roleId)
      .orderBy('menu.code')
      .execute()
  ).map(({ code }) => code)

describe('the tree of roles', () => {
  test('the parent of a role cannot be the role itself or a role below it', async () => {
    const top = await createRole(platform, admin, 'top')
    const middle = await createRole(platform, admin, 'middle', { parentId: top })
    const low = await createRole(platform, admin, 'low', { parentId: middle })
    const offered = titles(await admin.get(role.calls.treeById, { roleId: middle }))
    expect(offered).toContain('top')
    for (const below of ['middle', 'low']) expect(offered).not.toContain(below)
    for (const [id, parentId] of [
      [top, low],
      [top, top],
      [middle, low],
    ] as const)
      expect(await admin.ask(role.calls.submit, { id, parentId })).toMatchObject({
        status: 400,
        faults: [{ at: 'parentId', msg: '上级角色不能是自身或其下级' }],
      })
    expect((await admin.ask(role.calls.submit, { id: low, parentId: top })).success).toBe(true)
    expect((await admin.ask(role.calls.submit, { id: low, parentId: '424242' })).faults).toEqual([
      { at: 'parentId', msg: '上级角色不存在或已删除' },
    ])
  })

  test('a role with child roles cannot be removed', async () => {
    const parentId = await createRole(platform, admin, 'above')
    await createRole(platform, admin, 'beneath', { parentId })
    expect((await admin.ask(role.calls.remove, { ids: parentId })).msg).toBe('请先删除下级数据')
  })

  test('only administrators see, create and change the administrator role', async () => {
    const roleManager = await createClerk(platform, 'keeper', {
      codes: ['user', 'role', 'role_add', 'role_edit', 'role_delete', 'role_grant'],
    })
    const lists: [string, string[]][] = [
      ['forest', flat<RoleNode>(await roleManager.get(role.calls.forest, {})).map(({ roleName }) => roleName)],
      ['tree', titles(await roleManager.get(role.calls.tree, {}))],
      ['treeById', titles(await roleManager.get(role.calls.treeById, {}))],
      ['select', (await roleManager.get(role.calls.select, {})).map(({ roleName }) => roleName)],
    ]
    for (const [name, roleNames] of lists) {
      expect([name, roleNames]).not.toEqual([name, expect.arrayContaining(['超级管理员'])])
      expect([name, roleNames]).toEqual([name, expect.arrayContaining(['平台管理员', 'keeper'])])
    }
    expect(titles(await admin.get(role.calls.tree, {}))).toContain('超级管理员')
    const reservedAlias = { status: 400, faults: [{ at: 'roleAlias', msg: '该角色别名为系统保留' }] }
    const row = { roleName: '假', roleAlias: 'administrator', sort: 1 }
    for (const roleAlias of [row.roleAlias, 'ＡＤＭＩＮＩＳＴＲＡＴＯＲ', 'admini\u200bstrator'])
      expect(await roleManager.ask(role.calls.submit, { ...row, roleAlias })).toMatchObject(reservedAlias)
    expect(
      await roleManager.ask(role.calls.submit, { id: roleManager.roleId, roleAlias: 'administrator' }),
    ).toMatchObject(reservedAlias)
    const { id } = await platform.db
      .selectFrom('role')
      .select('id')
      .where('roleAlias', '=', 'administrator')
      .executeTakeFirstOrThrow()
    expect((await roleManager.ask(role.calls.submit, { id, roleName: '改名' })).status).toBe(403)
    expect((await roleManager.ask(role.calls.remove, { ids: id })).status).toBe(403)
    expect((await grantTo(platform, roleManager, id, {})).status).toBe(403)
  })
})

describe('a grant replaces the permissions of a role', () => {
  test('including menus, buttons, data scopes and API scopes, which are read back unchanged', async () => {
    const scope = await createScope(admin, { resourceCode: 'post', scopeType: 2 })
    const scopeRow = { scopePath: '/caict-system/post/select', scopeName: '岗位选项', resourceCode: 'post' } as const
    const { id: address } = await admin.get(apiScope.calls.submit, { ...scopeRow, scopeType: 1 })
    const roleIds = await createRole(platform, admin, 'whole', {
      codes: ['post', 'post_add'],
      scopes: [scope],
      addresses: [address],
    })
    const keys = await admin.get(menu.calls.roleTreeKeys, { roleIds })
    expect(keys.menu.sort()).toEqual((await menuIds(platform, ['post', 'post_add'])).sort())
    expect([keys.dataScope, keys.apiScope]).toEqual([[scope], [address]])
    await grantTo(platform, admin, roleIds, { codes: ['post'] })
    expect(await codesOf(roleIds)).toEqual(['post'])
    expect(await admin.get(menu.calls.roleTreeKeys, { roleIds })).toMatchObject({ dataScope: [], apiScope: [] })
    await admin.get(apiScope.calls.remove, { ids: address })
  })

  test('and accepts the menu headings of the scope trees, but rejects unknown ids', async () => {
    const scope = await createScope(admin, { resourceCode: 'post', scopeType: 2 })
    const [heading] = await menuIds(platform, ['post'])
    const roleIds = await createRole(platform, admin, 'headings')
    expect((await grantTo(platform, admin, roleIds, { scopes: [scope, heading as string] })).success).toBe(true)
    expect((await admin.get(menu.calls.roleTreeKeys, { roleIds })).dataScope).toEqual([scope])
    for (const grants of [{ scopes: ['424242'] }, { addresses: ['424242'] }])
      expect(await grantTo(platform, admin, roleIds, grants)).toMatchObject({
        status: 400,
        msg: '所选权限不存在或已删除',
      })
    const unknown = { roleIds, menuIds: '424242' }
    expect((await admin.ask(role.calls.grant, unknown)).msg).toBe('所选权限不存在或已删除')
    expect((await admin.get(menu.calls.roleTreeKeys, { roleIds })).dataScope).toEqual([scope])
  })

  test('and removes lost permissions from the roles below at the next request, but not their other ones', async () => {
    const parent = await createRole(platform, admin, 'parent', { codes: ['post', 'post_add', 'param'] })
    const child = await createClerk(platform, 'child', { parentId: parent, codes: ['post', 'post_add', 'dict'] })
    const grandchild = await createClerk(platform, 'grandchild', {
      parentId: child.roleId,
      codes: ['post', 'post_add'],
    })
    expect((await grandchild.ask(post.calls.list, {})).status).toBe(200)
    await grantTo(platform, admin, parent, { codes: ['post_add', 'param'] })
    expect([await codesOf(child.roleId), await codesOf(grandchild.roleId)]).toEqual([
      ['dict', 'post_add'],
      ['post_add'],
    ])
    for (const one of [child, grandchild]) expect((await one.ask(post.calls.list, {})).status).toBe(403)
    const lines = await platform.db
      .selectFrom('audit')
      .select('verb')
      .where('rowId', '=', grandchild.roleId)
      .where('entity', '=', 'role')
      .orderBy('id')
      .execute()
    expect(lines.map(({ verb }) => verb)).toEqual(['insert', 'grant', 'grant'])
  })
})

describe('users cannot grant more than they hold', () => {
  const granting = ['role', 'role_grant', 'user', 'user_role']

  test('menus: those the user does not hold are neither granted nor revoked', async () => {
    const granter = await createClerk(platform, 'menu.granter', { codes: [...granting, 'post', 'system'] })
    const roleIds = await createRole(platform, admin, 'menu.target', { codes: ['param', 'post'] })
    expect(await grantTo(platform, granter, roleIds, { codes: ['dict'] })).toMatchObject(rejection)
    expect(await grantTo(platform, granter, roleIds, { codes: ['post', 'post_add'] })).toMatchObject(rejection)
    expect((await grantTo(platform, granter, roleIds, { codes: ['role'] })).success).toBe(true)
    expect(await codesOf(roleIds)).toEqual(['param', 'role'])
  })

  test('menus: the group above a menu the user holds may be granted too', async () => {
    const granter = await createClerk(platform, 'group.granter', { codes: [...granting, 'post'] })
    const roleIds = await createRole(platform, admin, 'group.target')
    expect((await grantTo(platform, granter, roleIds, { codes: ['system', 'post'] })).success).toBe(true)
    expect(await grantTo(platform, granter, roleIds, { codes: ['project'] })).toMatchObject(rejection)
  })

  test('data scopes: those of the user, or any of an entity whose rows the user sees completely', async () => {
    const [ownScope, otherScope] = [
      await createScope(admin, { resourceCode: 'library', scopeType: 5, scopeColumn: 'city' }),
      await createScope(admin, { resourceCode: 'library', scopeType: 1 }),
    ]
    const ofPosts = await createScope(admin, { resourceCode: 'post', scopeType: 3 })
    const granter = await createClerk(platform, 'scope.granter', {
      codes: [...granting, 'library', 'post'],
      scopes: [ownScope],
    })
    const roleIds = await createRole(platform, admin, 'scope.target')
    expect((await grantTo(platform, granter, roleIds, { scopes: [ownScope, ofPosts] })).success).toBe(true)
    expect(await grantTo(platform, granter, roleIds, { scopes: [otherScope] })).toMatchObject(rejection)
    const offered = titles((await granter.get(menu.calls.grantTree, {})).dataScope)
    const nameOf = async (id: string) =>
      (await platform.db.selectFrom('dataScope').select('scopeName').where('id', '=', id).executeTakeFirstOrThrow())
        .scopeName
    expect(offered).toEqual(expect.arrayContaining([await nameOf(ownScope), await nameOf(ofPosts)]))
    expect(offered).not.toContain(await nameOf(otherScope))
  })

  test('rows: a user with a data scope cannot give a role without one, neither by a grant nor by an assignment', async () => {
    const scopeId = await createScope(admin, { resourceCode: 'post', scopeType: 3 })
    const granter = await createClerk(platform, 'bounded.granter', { codes: [...granting, 'post'], scopes: [scopeId] })
    const roleIds = await createRole(platform, admin, 'bounded.target', { codes: ['post'], scopes: [scopeId] })
    expect(await grantTo(platform, granter, roleIds, { codes: ['post'] })).toMatchObject(rejection)
    expect((await grantTo(platform, granter, roleIds, { codes: ['post'], scopes: [scopeId] })).success).toBe(true)
    const unboundedRoleId = await createRole(platform, admin, 'bounded.free', { codes: ['post'] })
    const otherUser = await createClerk(platform, 'bounded.someone')
    const assign = (assignedRoleIds: string) =>
      granter.ask(user.calls.grant, { userIds: otherUser.id, roleIds: assignedRoleIds })
    expect(await assign(unboundedRoleId)).toMatchObject(rejection)
    expect((await assign(roleIds)).success).toBe(true)
  })

  test('API scopes: those open to the user', async () => {
    const scope = (scopePath: string) =>
      admin.get(apiScope.calls.submit, { scopePath, scopeName: scopePath, resourceCode: 'param', scopeType: 1 })
    const [ownScope, otherScope] = [await scope('/caict-system/param/detail'), await scope('/caict-system/param/list')]
    const granter = await createClerk(platform, 'api.granter', { codes: granting, addresses: [ownScope.id] })
    const roleIds = await createRole(platform, admin, 'api.target')
    expect((await grantTo(platform, granter, roleIds, { addresses: [ownScope.id] })).success).toBe(true)
    expect(await grantTo(platform, granter, roleIds, { addresses: [otherScope.id] })).toMatchObject(rejection)
    const offered = titles((await granter.get(menu.calls.grantTree, {})).apiScope)
    expect(offered).toContain('/caict-system/param/detail')
    expect(offered).not.toContain('/caict-system/param/list')
    expect(
      await granter.ask(user.calls.grant, {
        userIds: granter.id,
        roleIds: await createRole(platform, admin, 'api.role', { addresses: [otherScope.id] }),
      }),
    ).toMatchObject(rejection)
    await admin.get(apiScope.calls.remove, { ids: `${ownScope.id},${otherScope.id}` })
  })

  test('a role of another tenant can be neither granted, changed nor read', async () => {
    const roleIds = await createRole(platform, admin, 'foreign', { codes: ['post'] })
    await platform.db.updateTable('role').set({ tenantId: '111111' }).where('id', '=', roleIds).execute()
    expect(await grantTo(platform, admin, roleIds, { codes: ['param'] })).toMatchObject({
      status: 400,
      msg: '所选角色不存在',
    })
    expect(await codesOf(roleIds)).toEqual(['post'])
    expect(await admin.get(menu.calls.roleTreeKeys, { roleIds })).toEqual({ menu: [], dataScope: [], apiScope: [] })
    expect((await admin.ask(role.calls.submit, { id: roleIds, roleName: '夺' })).status).toBe(404)
    const otherUser = await createClerk(platform, 'not.foreign')
    expect(await admin.ask(user.calls.grant, { userIds: otherUser.id, roleIds })).toMatchObject({
      msg: '所选角色不存在',
    })
  })
})

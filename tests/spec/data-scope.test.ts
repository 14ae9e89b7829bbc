import { beforeAll, describe, expect, test } from 'vitest'
import { entities } from '#contract/index.ts'
import { dataScope } from '#contract/system/data-scope.ts'
import { dept } from '#contract/system/dept.ts'
import { post } from '#contract/system/post.ts'
import { user } from '#contract/system/user.ts'
import { scopeSeeds } from '#server/seed/roles.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createClerk, createRole, createScope, grantTo, type ScopeRow } from '../support/roles.ts'
import { createStaff } from '../support/scenario.ts'

/** Data scopes of types 1 to 5 on entities that are visible to everyone without a scope (docs/decisions/0128). */
let platform: Platform

let admin: Caller
beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
})

/** Creates a department; resolves to its id. */
const createDepartment = async (deptName: string, parentId = '0') =>
  (await admin.get(dept.calls.submit, { deptName, fullName: deptName, deptCategory: 2, sort: 1, parentId })).id

describe('a head of department and the users in scope', () => {
  let [head, below, other] = ['', '', '']
  const people: Record<string, string> = {}
  beforeAll(async () => {
    head = await createDepartment('一部')
    below = await createDepartment('一部一组', head)
    other = await createDepartment('二部')
    for (const [name, deptId] of [
      ['first', head],
      ['second', below],
      ['third', other],
    ] as const) {
      const { id } = await createStaff(platform, 'city')
      await admin.get(user.calls.update, { id, deptId })
      people[name] = id
    }
  })

  const codes = ['user', 'user_edit', 'user_add', 'user_delete', 'user_reset', 'user_audit_refuse', 'dept']
  /** A user of the first department whose role has this scope on accounts. */
  const createHead = async (alias: string, row: Omit<ScopeRow, 'resourceCode'>) => {
    const scopes = [await createScope(admin, { resourceCode: 'user', ...row })]
    const newHead = await createClerk(platform, alias, { codes, scopes })
    await admin.get(user.calls.update, { id: newHead.id, deptId: head })
    return newHead
  }
  const visibleNames = async (caller: Caller) => {
    const ids = (await caller.get(user.calls.page, { size: 200 })).records.map(({ id }) => id)
    return Object.keys(people).filter((name) => ids.includes(people[name] as string))
  }

  test.each([
    ['all', 1, ['first', 'second', 'third']],
    ['own', 2, []],
    ['department', 3, ['first']],
    ['below', 4, ['first', 'second']],
  ] as const)('with scope %s (type %i) the head sees %j', async (name, scopeType, expected) => {
    const headUser = await createHead(`head.${name}`, { scopeType })
    expect(await visibleNames(headUser)).toEqual(expected)
    expect((await headUser.ask(user.calls.detail, { id: headUser.id })).status).toBe(200)
    for (const [userName, id] of Object.entries(people))
      expect([userName, (await headUser.ask(user.calls.detail, { id })).status]).toEqual([
        userName,
        (expected as readonly string[]).includes(userName) ? 200 : 404,
      ])
  })

  test('users out of scope cannot be changed, removed, reset or disabled', async () => {
    const headUser = await createHead('head.writes', { scopeType: 4 })
    const id = people.third as string
    const attempts: [string, Promise<{ status: number }>][] = [
      ['update', headUser.ask(user.calls.update, { id, realName: '被改' })],
      ['submit', headUser.ask(user.calls.submit, { id, realName: '被改' })],
      ['remove', headUser.ask(user.calls.remove, { ids: id })],
      ['resetPassword', headUser.ask(user.calls.resetPassword, { userIds: id })],
      ['auditRefuse', headUser.ask(user.calls.auditRefuse, { userIds: id, reason: '越权' })],
    ]
    for (const [verb, response] of attempts) expect([verb, (await response).status]).toEqual([verb, 404])
    expect((await headUser.ask(user.calls.page, { id_equal: id })).data).toMatchObject({ total: 0, records: [] })
    expect((await admin.get(user.calls.detail, { id })).realName).not.toBe('被改')
  })

  test('users cannot be created in, or moved to, a department out of scope', async () => {
    const headUser = await createHead('head.moves', { scopeType: 4 })
    const rejection = { status: 400, msg: '保存后这条数据将超出您的数据权限范围' }
    const newUser = { account: 'moved.away', name: '新人', realName: '新来的人' }
    expect(await headUser.ask(user.calls.submit, { ...newUser, deptId: other })).toMatchObject(rejection)
    expect((await headUser.ask(user.calls.submit, { ...newUser, deptId: below })).success).toBe(true)
    expect(await admin.get(user.calls.page, { account_equal: 'moved.away' })).toMatchObject({ total: 1 })
    const [row] = (await admin.get(user.calls.page, { account_equal: 'moved.away' })).records
    expect(await headUser.ask(user.calls.update, { id: String(row?.id), deptId: other })).toMatchObject(rejection)
    expect((await admin.get(user.calls.detail, { id: String(row?.id) })).deptId).toBe(below)
  })

  test('a head neither sees nor restores a removed account of another department in the recycle bin', async () => {
    const headUser = await createHead('head.bin', { scopeType: 3 })
    const { id } = await createStaff(platform, 'city')
    await admin.get(user.calls.update, { id, deptId: other })
    await admin.get(user.calls.remove, { ids: id })
    expect((await headUser.get(user.calls.removed, { size: 200 })).records.map((one) => one.id)).not.toContain(id)
    expect((await headUser.ask(user.calls.restore, { ids: id })).status).toBe(404)
    expect((await admin.ask(user.calls.restore, { ids: id })).success).toBe(true)
  })

  test('the roles and departments of a user out of scope are not visible', async () => {
    const headUser = await createHead('head.select', { scopeType: 3 })
    const userId = people.third as string
    expect(await headUser.get(entities.role.calls.select, { userId })).toEqual([])
    expect(await headUser.get(dept.calls.select, { userId })).toEqual([])
    expect(await admin.get(dept.calls.select, { userId })).toMatchObject([{ id: other }])
  })

  test('administrators and the platform role see all users', async () => {
    const officer = await createStaff(platform, 'platform')
    for (const caller of [admin, officer]) expect(await visibleNames(caller)).toEqual(['first', 'second', 'third'])
  })

  test('the widest of several roles applies: a second role without a scope shows all users', async () => {
    const headUser = await createHead('head.both', { scopeType: 2 })
    const roleWithoutScope = await createRole(platform, admin, 'user.free', { codes: ['user'] })
    const roleIds = `${headUser.roleId},${roleWithoutScope}`
    expect(await visibleNames(headUser)).toEqual([])
    await admin.get(user.calls.grant, { userIds: headUser.id, roleIds })
    expect(await visibleNames(headUser)).toEqual(['first', 'second', 'third'])
    const roleWithoutMenus = await createRole(platform, admin, 'user.menuless')
    await admin.get(user.calls.grant, { userIds: headUser.id, roleIds: `${headUser.roleId},${roleWithoutMenus}` })
    expect(await visibleNames(headUser)).toEqual([])
  })

  test('a custom scope compares columns with the attributes of the user and applies further conditions', async () => {
    const headUser = await createHead('head.custom', {
      scopeType: 5,
      scopeColumn: 'deptId',
      scopeValue: 'status_equal=-1',
    })
    expect(await visibleNames(headUser)).toEqual([])
    await admin.get(user.calls.disable, { userIds: people.first as string, reason: '演练' })
    expect(await visibleNames(headUser)).toEqual(['first'])
    await admin.get(user.calls.enable, { userIds: people.first as string })
  })
})

describe('posts of a department', () => {
  test('type 3 gives access only to posts of the own department, and a changed scope applies at once', async () => {
    const ownDeptId = await createDepartment('岗位一部')
    const scopes = [await createScope(admin, { resourceCode: 'post', scopeType: 3 })]
    const codes = ['post', 'post_add', 'post_edit', 'post_delete']
    const clerk = await createClerk(platform, 'post.keeper', { codes, scopes })
    await admin.get(user.calls.update, { id: clerk.id, deptId: ownDeptId })
    const row = { category: 1, postCode: 'P1', postName: '本部岗', sort: 1 }
    const { id: ownPostId } = await clerk.get(post.calls.submit, row)
    const { id: foreignPostId } = await admin.get(post.calls.submit, { ...row, postCode: 'P2', postName: '外部岗' })
    const visibleIds = async (caller: Caller) =>
      (await caller.get(post.calls.list, { size: 200 })).records.map(({ id }) => id)
    expect(await visibleIds(clerk)).toEqual([ownPostId])
    expect((await clerk.get(post.calls.select, {})).map(({ id }) => id)).toEqual([ownPostId])
    expect(await visibleIds(admin)).toEqual(expect.arrayContaining([ownPostId, foreignPostId]))
    for (const [verb, response] of [
      ['detail', clerk.ask(post.calls.detail, { id: foreignPostId })],
      ['submit', clerk.ask(post.calls.submit, { id: foreignPostId, postName: '改' })],
      ['remove', clerk.ask(post.calls.remove, { ids: foreignPostId })],
    ] as const)
      expect([verb, (await response).status]).toEqual([verb, 404])
    await admin.get(dataScope.calls.submit, { id: scopes[0] as string, scopeType: 1 })
    expect(await visibleIds(clerk)).toEqual(expect.arrayContaining([ownPostId, foreignPostId]))
    await grantTo(platform, admin, clerk.roleId, { codes })
    await admin.get(dataScope.calls.remove, { ids: scopes[0] as string })
    expect((await clerk.ask(post.calls.detail, { id: foreignPostId })).status).toBe(200)
  })
})

describe('visible fields of a scope (scopeField)', () => {
  const codes = ['user', 'user_edit', 'user_add']
  test('hidden fields are absent from list and detail, and filters and sorting ignore them', async () => {
    const scopes = [
      await createScope(admin, { resourceCode: 'user', scopeType: 1, scopeField: 'account,real_name,status' }),
    ]
    const clerk = await createClerk(platform, 'columns', { codes, scopes })
    const [row] = (await clerk.get(user.calls.page, { account_equal: 'admin' })).records
    expect(row).toMatchObject({ account: 'admin', status: 1 })
    for (const hidden of ['phone', 'email', 'roleId', 'roleName', 'deptId', 'region'])
      expect(row).not.toHaveProperty(hidden)
    const detail = await clerk.get(user.calls.detail, { id: String(row?.id) })
    expect(detail).toMatchObject({ account: 'admin', realName: expect.any(String) })
    for (const hidden of ['phone', 'roleName', 'organizationCode']) expect(detail).not.toHaveProperty(hidden)
    const total = (await clerk.get(user.calls.page, {})).total
    expect((await clerk.get(user.calls.page, { organizationCode: '91320500MA1ABCDE00', unitName: '没有' })).total).toBe(
      total,
    )
    const orderedIds = async (order: object) => (await clerk.get(user.calls.page, order)).records.map(({ id }) => id)
    expect(await orderedIds({ ascs: 'email,account' })).toEqual(await orderedIds({ ascs: 'account' }))
  })

  test('hidden fields cannot be written, and fields that are not sent stay unchanged', async () => {
    const scopes = [await createScope(admin, { resourceCode: 'user', scopeType: 1, scopeField: 'account,name' })]
    const clerk = await createClerk(platform, 'columns.writes', { codes, scopes })
    const { id } = await createClerk(platform, 'columns.written')
    await admin.get(user.calls.update, { id, email: 'a@example.com' })
    expect(await clerk.ask(user.calls.update, { id, email: 'b@example.com' })).toMatchObject({
      status: 400,
      faults: [{ at: 'email', msg: '您无权填写电子邮箱' }],
    })
    expect((await clerk.ask(user.calls.update, { id, name: '改过' })).success).toBe(true)
    expect(await admin.get(user.calls.detail, { id })).toMatchObject({ name: '改过', email: 'a@example.com' })
  })

  test('the visible fields of several scopes add up, and one scope without a restriction shows all', async () => {
    const [accountOnly, sexOnly, allFields] = [
      await createScope(admin, { resourceCode: 'user', scopeType: 1, scopeField: 'account' }),
      await createScope(admin, { resourceCode: 'user', scopeType: 3, scopeField: 'sex' }),
      await createScope(admin, { resourceCode: 'user', scopeType: 2 }),
    ]
    const [bothClerk, allClerk] = [
      await createClerk(platform, 'columns.both', { codes, scopes: [accountOnly, sexOnly] }),
      await createClerk(platform, 'columns.all', { codes, scopes: [accountOnly, allFields] }),
    ]
    const rowFor = async (caller: Caller) => (await caller.get(user.calls.page, { account_equal: 'admin' })).records[0]
    expect(await rowFor(bothClerk)).toHaveProperty('sex')
    expect(await rowFor(bothClerk)).not.toHaveProperty('unitName')
    expect(await rowFor(allClerk)).toHaveProperty('unitName')
  })

  test('users see all fields of their own account', async () => {
    const scopes = [await createScope(admin, { resourceCode: 'user', scopeType: 3, scopeField: 'account' })]
    const clerk = await createClerk(platform, 'columns.own', { codes, scopes })
    expect(await clerk.get(user.calls.info, {})).toMatchObject({ realName: 'columns.own', roleName: 'columns.own' })
  })
})

describe('validation of data scopes', () => {
  const base = { scopeName: '试', resourceCode: 'declaration', scopeType: 5 as const, scopeColumn: 'city' }
  test.each([
    [{ resourceCode: 'nothing' }, 'resourceCode', '没有编号为“nothing”的资源'],
    [{ resourceCode: 'dict', scopeType: 1 }, 'resourceCode', '“系统字典”为全平台共用数据，不能设置数据权限'],
    [{ scopeColumn: 'projectName' }, 'scopeColumn', '字段“projectName”不能用于此规则'],
    [{ scopeColumn: 'city; drop table' }, 'scopeColumn', '字段“city; drop table”不能用于此规则'],
    [{ scopeType: 3, scopeColumn: 'city' }, 'scopeColumn', '字段“city”不能用于此规则'],
    [{ scopeType: 2, scopeColumn: 'create_dept' }, 'scopeColumn', '字段“createDept”不能用于此规则'],
    [{ scopeValue: 'create_user = 1 or 1=1' }, 'scopeValue', '条件“create_user = 1 or 1=1”不正确'],
    [{ scopeValue: 'declareStatus_ge=x' }, 'scopeValue', '条件“declareStatus_ge=x”不正确'],
    [{ scopeColumn: '', scopeValue: '' }, 'scopeValue', '请至少添加一个条件'],
    [{ scopeField: 'projectName,secret' }, 'scopeField', '没有字段“secret”'],
  ])('%j is rejected at %s', async (overrides, at, msg) => {
    const row = { ...base, ...overrides } as ScopeRow & { scopeName: string }
    expect(await admin.ask(dataScope.calls.submit, row)).toMatchObject({ status: 400, faults: [{ at, msg }] })
  })

  test.each([
    [1, '-'],
    [2, 'createUser'],
    [3, 'createDept'],
    [4, 'createDept'],
  ] as const)('type %i without a column compares %s', async (scopeType, scopeColumn) => {
    const id = await createScope(admin, { resourceCode: 'declaration', scopeType })
    expect(await admin.get(dataScope.calls.detail, { id })).toMatchObject({ scopeColumn, scopeField: '*' })
  })

  test('accounts and departments have a default column of their own', async () => {
    const columnOf = async (row: ScopeRow) =>
      (await admin.get(dataScope.calls.detail, { id: await createScope(admin, row) })).scopeColumn
    expect(await columnOf({ resourceCode: 'user', scopeType: 2 })).toBe('id')
    expect(await columnOf({ resourceCode: 'user', scopeType: 4 })).toBe('deptId')
    expect(await columnOf({ resourceCode: 'dept', scopeType: 3 })).toBe('id')
    expect(await columnOf({ resourceCode: 'post', scopeType: 3, scopeColumn: 'create_dept' })).toBe('createDept')
  })

  test('the seeded scopes are valid', async () => {
    const { records } = await admin.get(dataScope.calls.list, { size: 200 })
    for (const { name } of scopeSeeds) {
      const row = records.find(({ scopeName }) => scopeName === name)
      const { id, resourceCode, scopeName, scopeType, scopeColumn, scopeValue } = row ?? { id: '' }
      const answer = await admin.ask(dataScope.calls.submit, {
        id,
        resourceCode,
        scopeName,
        scopeType,
        scopeColumn,
        scopeValue,
      } as never)
      expect([name, answer.msg]).toEqual([name, '操作成功'])
    }
  })

  test('users restricted by a scope can neither widen nor remove it', async () => {
    const scope = await createScope(admin, { resourceCode: 'post', scopeType: 3 })
    const codes = ['post', 'data_scope', 'data_scope_edit', 'data_scope_delete']
    const clerk = await createClerk(platform, 'scope.breaker', { codes, scopes: [scope] })
    const rejection = { status: 403, msg: '不能授予超出自身权限的角色或权限' }
    expect(await clerk.ask(dataScope.calls.submit, { id: scope, scopeType: 1 })).toMatchObject(rejection)
    expect(await clerk.ask(dataScope.calls.remove, { ids: scope })).toMatchObject(rejection)
    expect((await admin.ask(dataScope.calls.remove, { ids: scope })).status).toBe(400)
  })
})

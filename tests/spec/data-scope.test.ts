import { beforeAll, describe, expect, test } from 'vitest'
import { entities } from '#contract/index.ts'
import { dataScope } from '#contract/system/data-scope.ts'
import { dept } from '#contract/system/dept.ts'
import { param } from '#contract/system/param.ts'
import { post } from '#contract/system/post.ts'
import { user } from '#contract/system/user.ts'
import { scopeSeeds } from '#server/seed/roles.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createClerk, createRole, createScope, type ScopeRow } from '../support/roles.ts'
import { createStaff } from '../support/scenario.ts'

/** Data scopes 1 to 5 (wire-and-fields.md 2.8) on entities whose rows everybody sees as long as no scope bounds them. */
let platform: Platform

let admin: Caller
beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
})

/** A department below another one; resolves to its id. */
const department = async (deptName: string, parentId = '0') =>
  (await admin.get(dept.calls.submit, { deptName, fullName: deptName, deptCategory: 2, sort: 1, parentId })).id

describe('a head of department and his people', () => {
  let [head, below, other] = ['', '', '']
  const people: Record<string, string> = {}
  beforeAll(async () => {
    head = await department('一部')
    below = await department('一部一组', head)
    other = await department('二部')
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
  /** Somebody of the first department whose role is bounded by this scope on accounts. */
  const headWith = async (alias: string, row: Omit<ScopeRow, 'resourceCode'>) => {
    const scopes = [await createScope(admin, { resourceCode: 'user', ...row })]
    const someone = await createClerk(platform, alias, { codes, scopes })
    await admin.get(user.calls.update, { id: someone.id, deptId: head })
    return someone
  }
  const seen = async (caller: Caller) => {
    const ids = (await caller.get(user.calls.page, { size: 200 })).records.map(({ id }) => id)
    return Object.keys(people).filter((name) => ids.includes(people[name] as string))
  }

  test.each([
    ['all', 1, ['first', 'second', 'third']],
    ['own', 2, []],
    ['department', 3, ['first']],
    ['below', 4, ['first', 'second']],
  ] as const)('%s (type %i): %j', async (name, scopeType, expected) => {
    const someone = await headWith(`head.${name}`, { scopeType })
    expect(await seen(someone)).toEqual(expected)
    expect((await someone.ask(user.calls.detail, { id: someone.id })).status).toBe(200)
    for (const [who, id] of Object.entries(people))
      expect([who, (await someone.ask(user.calls.detail, { id })).status]).toEqual([
        who,
        (expected as readonly string[]).includes(who) ? 200 : 404,
      ])
  })

  test('whoever is not reached is not changed, removed, reset or disabled either', async () => {
    const someone = await headWith('head.writes', { scopeType: 4 })
    const id = people.third as string
    const tries: [string, Promise<{ status: number }>][] = [
      ['update', someone.ask(user.calls.update, { id, realName: '被改' })],
      ['submit', someone.ask(user.calls.submit, { id, realName: '被改' })],
      ['remove', someone.ask(user.calls.remove, { ids: id })],
      ['resetPassword', someone.ask(user.calls.resetPassword, { userIds: id })],
      ['auditRefuse', someone.ask(user.calls.auditRefuse, { userIds: id, reason: '越权' })],
    ]
    for (const [what, asked] of tries) expect([what, (await asked).status]).toEqual([what, 404])
    expect((await someone.ask(user.calls.page, { id_equal: id })).data).toMatchObject({ total: 0, records: [] })
    expect((await admin.get(user.calls.detail, { id })).realName).not.toBe('被改')
  })

  test('nor put, or made, where its head would not see him', async () => {
    const someone = await headWith('head.moves', { scopeType: 4 })
    const refused = { status: 400, msg: '保存后这条数据将超出您的数据权限范围' }
    const made = { account: 'moved.away', name: '新人', realName: '新来的人' }
    expect(await someone.ask(user.calls.submit, { ...made, deptId: other })).toMatchObject(refused)
    expect((await someone.ask(user.calls.submit, { ...made, deptId: below })).success).toBe(true)
    expect(await admin.get(user.calls.page, { account_equal: 'moved.away' })).toMatchObject({ total: 1 })
    const [row] = (await admin.get(user.calls.page, { account_equal: 'moved.away' })).records
    expect(await someone.ask(user.calls.update, { id: String(row?.id), deptId: other })).toMatchObject(refused)
    expect((await admin.get(user.calls.detail, { id: String(row?.id) })).deptId).toBe(below)
  })

  test('a removed account of another department is neither in his recycle bin nor restored by him', async () => {
    const someone = await headWith('head.bin', { scopeType: 3 })
    const { id } = await createStaff(platform, 'city')
    await admin.get(user.calls.update, { id, deptId: other })
    await admin.get(user.calls.remove, { ids: id })
    expect((await someone.get(user.calls.removed, { size: 200 })).records.map((one) => one.id)).not.toContain(id)
    expect((await someone.ask(user.calls.restore, { ids: id })).status).toBe(404)
    expect((await admin.ask(user.calls.restore, { ids: id })).success).toBe(true)
  })

  test('the roles and departments of somebody he does not reach are not told to him', async () => {
    const someone = await headWith('head.select', { scopeType: 3 })
    const userId = people.third as string
    expect(await someone.get(entities.role.calls.select, { userId })).toEqual([])
    expect(await someone.get(dept.calls.select, { userId })).toEqual([])
    expect(await admin.get(dept.calls.select, { userId })).toMatchObject([{ id: other }])
  })

  test('administrators and the platform role see everybody as before', async () => {
    const office = await createStaff(platform, 'platform')
    for (const caller of [admin, office]) expect(await seen(caller)).toEqual(['first', 'second', 'third'])
  })

  test('the widest of several wins: a second role without a scope shows everybody', async () => {
    const someone = await headWith('head.both', { scopeType: 2 })
    const free = await createRole(platform, admin, 'user.free', { codes: ['user'] })
    const roleIds = `${someone.roleId},${free}`
    expect(await seen(someone)).toEqual([])
    await admin.get(user.calls.grant, { userIds: someone.id, roleIds })
    expect(await seen(someone)).toEqual(['first', 'second', 'third'])
    const menuless = await createRole(platform, admin, 'user.menuless')
    await admin.get(user.calls.grant, { userIds: someone.id, roleIds: `${someone.roleId},${menuless}` })
    expect(await seen(someone)).toEqual([])
  })

  test('a custom scope compares declared columns with what the person stands for, and further conditions', async () => {
    const someone = await headWith('head.custom', {
      scopeType: 5,
      scopeColumn: 'deptId',
      scopeValue: 'status_equal=-1',
    })
    expect(await seen(someone)).toEqual([])
    await admin.get(user.calls.disable, { userIds: people.first as string, reason: '演练' })
    expect(await seen(someone)).toEqual(['first'])
    await admin.get(user.calls.enable, { userIds: people.first as string })
  })
})

describe('posts, made in departments', () => {
  test('type 3 shows those made in the own department, on every verb; a change binds at the next request', async () => {
    const own = await department('岗位一部')
    const scopes = [await createScope(admin, { resourceCode: 'post', scopeType: 3 })]
    const codes = ['post', 'post_add', 'post_edit', 'post_delete']
    const someone = await createClerk(platform, 'post.keeper', { codes, scopes })
    await admin.get(user.calls.update, { id: someone.id, deptId: own })
    const row = { category: 1, postCode: 'P1', postName: '本部岗', sort: 1 }
    const { id: mine } = await someone.get(post.calls.submit, row)
    const { id: foreign } = await admin.get(post.calls.submit, { ...row, postCode: 'P2', postName: '外部岗' })
    const listed = async (caller: Caller) =>
      (await caller.get(post.calls.list, { size: 200 })).records.map(({ id }) => id)
    expect(await listed(someone)).toEqual([mine])
    expect((await someone.get(post.calls.select, {})).map(({ id }) => id)).toEqual([mine])
    expect(await listed(admin)).toEqual(expect.arrayContaining([mine, foreign]))
    for (const [verb, asked] of [
      ['detail', someone.ask(post.calls.detail, { id: foreign })],
      ['submit', someone.ask(post.calls.submit, { id: foreign, postName: '改' })],
      ['remove', someone.ask(post.calls.remove, { ids: foreign })],
    ] as const)
      expect([verb, (await asked).status]).toEqual([verb, 404])
    await admin.get(dataScope.calls.submit, { id: scopes[0] as string, scopeType: 1 })
    expect(await listed(someone)).toEqual(expect.arrayContaining([mine, foreign]))
    await admin.get(dataScope.calls.remove, { ids: scopes[0] as string })
    expect((await someone.ask(post.calls.detail, { id: foreign })).status).toBe(200)
  })
})

describe('columns that are seen (scopeField)', () => {
  const codes = ['user', 'user_edit', 'user_add']
  test('the others are absent from list and detail, ask and order nothing, and are not written', async () => {
    const scopes = [
      await createScope(admin, { resourceCode: 'user', scopeType: 1, scopeField: 'account,real_name,status' }),
    ]
    const someone = await createClerk(platform, 'columns', { codes, scopes })
    const [row] = (await someone.get(user.calls.page, { account_equal: 'admin' })).records
    expect(row).toMatchObject({ account: 'admin', status: 1 })
    for (const hidden of ['phone', 'email', 'roleId', 'roleName', 'deptId', 'region'])
      expect(row).not.toHaveProperty(hidden)
    const detail = await someone.get(user.calls.detail, { id: String(row?.id) })
    expect(detail).toMatchObject({ account: 'admin', realName: expect.any(String) })
    for (const hidden of ['phone', 'roleName', 'organizationCode']) expect(detail).not.toHaveProperty(hidden)
    const all = (await someone.get(user.calls.page, {})).total
    expect(
      (await someone.get(user.calls.page, { organizationCode: '91320500MA1ABCDE00', unitName: '没有' })).total,
    ).toBe(all)
    const ordered = async (order: object) => (await someone.get(user.calls.page, order)).records.map(({ id }) => id)
    expect(await ordered({ ascs: 'email,account' })).toEqual(await ordered({ ascs: 'account' }))
  })

  test('what is not seen cannot be written; what is not sent stays', async () => {
    const scopes = [await createScope(admin, { resourceCode: 'user', scopeType: 1, scopeField: 'account,name' })]
    const someone = await createClerk(platform, 'columns.writes', { codes, scopes })
    const { id } = await createClerk(platform, 'columns.written')
    await admin.get(user.calls.update, { id, email: 'a@example.com' })
    expect(await someone.ask(user.calls.update, { id, email: 'b@example.com' })).toMatchObject({
      status: 400,
      faults: [{ at: 'email', msg: '您无权填写电子邮箱' }],
    })
    expect((await someone.ask(user.calls.update, { id, name: '改过' })).success).toBe(true)
    expect(await admin.get(user.calls.detail, { id })).toMatchObject({ name: '改过', email: 'a@example.com' })
  })

  test('of several scopes the columns add up, and all of them are seen with one that shows all', async () => {
    const [names, phones, whole] = [
      await createScope(admin, { resourceCode: 'user', scopeType: 1, scopeField: 'account' }),
      await createScope(admin, { resourceCode: 'user', scopeType: 3, scopeField: 'sex' }),
      await createScope(admin, { resourceCode: 'user', scopeType: 2 }),
    ]
    const [both, all] = [
      await createClerk(platform, 'columns.both', { codes, scopes: [names, phones] }),
      await createClerk(platform, 'columns.all', { codes, scopes: [names, whole] }),
    ]
    const rowFor = async (caller: Caller) => (await caller.get(user.calls.page, { account_equal: 'admin' })).records[0]
    expect(await rowFor(both)).toHaveProperty('sex')
    expect(await rowFor(both)).not.toHaveProperty('unitName')
    expect(await rowFor(all)).toHaveProperty('unitName')
  })

  test('nothing of his own account is kept from anybody', async () => {
    const scopes = [await createScope(admin, { resourceCode: 'user', scopeType: 3, scopeField: 'account' })]
    const someone = await createClerk(platform, 'columns.own', { codes, scopes })
    expect(await someone.get(user.calls.info, {})).toMatchObject({ realName: 'columns.own', roleName: 'columns.own' })
  })
})

describe('what a data scope may say', () => {
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
  ])('%j is refused at %s', async (more, at, msg) => {
    const row = { ...base, ...more } as ScopeRow & { scopeName: string }
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

  test('of accounts and departments the column is their own', async () => {
    const columnOf = async (row: ScopeRow) =>
      (await admin.get(dataScope.calls.detail, { id: await createScope(admin, row) })).scopeColumn
    expect(await columnOf({ resourceCode: 'user', scopeType: 2 })).toBe('id')
    expect(await columnOf({ resourceCode: 'user', scopeType: 4 })).toBe('deptId')
    expect(await columnOf({ resourceCode: 'dept', scopeType: 3 })).toBe('id')
    expect(await columnOf({ resourceCode: 'post', scopeType: 3, scopeColumn: 'create_dept' })).toBe('createDept')
  })

  test('those the platform starts with are such', async () => {
    const { records } = await admin.get(dataScope.calls.list, { size: 200 })
    for (const { name } of scopeSeeds) {
      const row = records.find(({ scopeName }) => scopeName === name)
      const { id, resourceCode, scopeName, scopeType, scopeColumn, scopeValue } = row ?? { id: '' }
      const again = await admin.ask(dataScope.calls.submit, {
        id,
        resourceCode,
        scopeName,
        scopeType,
        scopeColumn,
        scopeValue,
      } as never)
      expect([name, again.msg]).toEqual([name, '操作成功'])
    }
  })

  test('who is bounded by one neither widens it nor takes it away', async () => {
    const scope = await createScope(admin, { resourceCode: 'post', scopeType: 3 })
    const codes = ['post', 'data_scope', 'data_scope_edit', 'data_scope_delete']
    const someone = await createClerk(platform, 'scope.breaker', { codes, scopes: [scope] })
    const tooMuch = { status: 403, msg: '不能授予超出自身权限的角色或权限' }
    expect(await someone.ask(dataScope.calls.submit, { id: scope, scopeType: 1 })).toMatchObject(tooMuch)
    expect(await someone.ask(dataScope.calls.remove, { ids: scope })).toMatchObject(tooMuch)
    await admin.get(dataScope.calls.remove, { ids: scope })
    expect((await someone.ask(param.calls.list, {})).status).toBe(403)
  })
})

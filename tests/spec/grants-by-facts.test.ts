import { beforeAll, describe, expect, test } from 'vitest'
import { backgroundJob } from '#contract/job/background-job.ts'
import type { RowInput } from '#contract/kit/field.ts'
import { dept } from '#contract/system/dept.ts'
import { role } from '#contract/system/role.ts'
import { tenantPackage } from '#contract/system/tenant-package.ts'
import { user } from '#contract/system/user.ts'
import { check } from '../support/approve.ts'
import { uploadSheet, waitForJob, xlsx } from '../support/jobs.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createRole, createScope, menuIds } from '../support/roles.ts'
import { createStaff, creditCode, register, userIdOf } from '../support/scenario.ts'

/**
 * Facts from which rights are computed are grants: whoever changes one needs every right that it gives, and sees every row that it
 * opens (docs/decisions/0128).
 */

let platform: Platform
let admin: Caller
/** Manages accounts of one region, operator, organisation and department; the role is also that of the managed accounts. */
let manager: Caller & { id: string }
let roleId = ''
const depts: Record<'home' | 'child' | 'other', string> = { home: '', child: '', other: '' }
const [ownCode, otherCode] = [creditCode(820_001), creditCode(820_002)]

type Facts = RowInput<typeof user.fields>
/** Each fact with a value within that of the manager, and one outside of it. */
const facts = (): Record<string, { own: Facts; other: Facts; label: string; text: string }> => ({
  region: { own: { region: '320500' }, other: { region: '310000' }, label: '所辖地区', text: '上海市' },
  'whole country': { own: { region: '320000' }, other: { region: '00' }, label: '所辖地区', text: '全国' },
  operator: { own: { operator: 1 }, other: { operator: 2 }, label: '所属运营商', text: '中国电信' },
  organisation: {
    own: { organizationCode: ownCode },
    other: { organizationCode: otherCode },
    label: '统一社会信用代码',
    text: otherCode,
  },
  department: { own: { deptId: depts.child }, other: { deptId: depts.other }, label: '所属机构', text: '旁部' },
})
const factNames = ['region', 'whole country', 'operator', 'organisation', 'department']

const addDept = async (deptName: string, parentId = '0') =>
  (await admin.get(dept.calls.submit, { deptName, fullName: deptName, deptCategory: 2, sort: 1, parentId })).id

beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
  depts.home = await addDept('本部')
  depts.child = await addDept('下属组', depts.home)
  depts.other = await addDept('旁部')
  const scopes = await Promise.all(
    [
      { resourceCode: 'declaration', scopeType: 5, scopeColumn: 'city' } as const,
      { resourceCode: 'library', scopeType: 5, scopeColumn: 'operator' } as const,
      { resourceCode: 'company', scopeType: 5, scopeColumn: 'organizationCode' } as const,
      { resourceCode: 'post', scopeType: 4 } as const,
    ].map((scope) => createScope(admin, scope)),
  )
  const codes = ['user', 'user_add', 'user_edit', 'user_delete', 'user_role', 'user_reset', 'user_import']
  const more = ['user_audit_pass', 'user_audit_refuse', 'declaration', 'library', 'company', 'post']
  const deptCodes = ['dept', 'dept_edit', 'role', 'role_add', 'role_edit', 'tenant_package', 'tenant_package_add']
  roleId = await createRole(platform, admin, 'clerk.of.place', { codes: [...codes, ...more, ...deptCodes], scopes })
  manager = await createStaff(platform, 'clerk.of.place')
  const own = { region: '320000', accountType: 2 as const, operator: 1, organizationCode: ownCode, deptId: depts.home }
  await admin.get(user.calls.update, { id: manager.id, ...own })
})

let serial = 0
const newAccount = () => ({ account: `placed.${++serial}`, name: '新', realName: '新同事', accountType: 2 as const })
/** An account that the administrator has created with these facts; the role is that of the manager. */
const createdWith = async (more: Facts) =>
  (await admin.get(user.calls.submit, { ...newAccount(), roleId, ...more })).id as string
const outcomeOf = ({ status, faults }: { status: number; faults: { at: string }[] }) => [
  status,
  faults.map(({ at }) => at),
]

describe.each(factNames)('the fact %s of an account', (name) => {
  const values = () => facts()[name] as ReturnType<typeof facts>[string]

  test('is set within one’s own when an account is added, and refused outside of it', async () => {
    const { own, other } = values()
    const add = (more: Facts) => manager.ask(user.calls.submit, { ...newAccount(), roleId, ...more })
    expect((await add(own)).status).toBe(200)
    expect(outcomeOf(await add(other))).toEqual([400, Object.keys(other)])
  })

  test('is changed within one’s own only, by a form and in a cell of the list', async () => {
    const { own, other } = values()
    const id = await createdWith(own)
    for (const call of [user.calls.submit, user.calls.update]) {
      expect(outcomeOf(await manager.ask(call, { id, ...other } as never))).toEqual([400, Object.keys(other)])
      expect((await manager.ask(call, { id, ...own } as never)).status).toBe(200)
    }
  })

  test('outside of one’s own lets nobody manage the account, restore it or give it the role', async () => {
    const { other } = values()
    const id = await createdWith(other)
    expect((await manager.ask(user.calls.resetPassword, { userIds: id })).status).toBe(403)
    expect((await manager.ask(user.calls.update, { id, code: 'A1' })).status).toBe(403)
    await admin.get(user.calls.remove, { ids: id })
    expect((await manager.ask(user.calls.restore, { ids: id })).status).toBe(403)
    const withoutRole = await createdWith({ ...other, roleId: '' })
    const granted = await manager.ask(user.calls.grant, { userIds: withoutRole, roleIds: roleId })
    expect(outcomeOf(granted)).toEqual([400, ['roleId']])
  })

  test('is imported within one’s own only', async () => {
    const { label, text } = values()
    const heads = ['登录账号*', '用户昵称*', '用户姓名*', '账号类型', '所属角色', label]
    const account = `imported.${++serial}`
    const bytes = await xlsx(heads, [account, '新', '新同事', '运营商', 'clerk.of.place', text])
    const { data } = await uploadSheet(manager, 'user', bytes)
    await waitForJob(manager, data.id)
    const { right, cells } = await manager.get(backgroundJob.calls.checkResult, { id: data.id })
    expect(cells.map(({ column }) => column)).toEqual(right ? [] : [label])
    if (right) {
      const job = await manager.get(backgroundJob.calls.confirmImport, { id: data.id })
      await waitForJob(manager, String(job.id))
    }
    const { records } = await admin.get(user.calls.page, { account_equal: account })
    expect(records).toEqual([])
  })
})

describe('the alias of a role', () => {
  test('to which a process gives tasks is set only by those who have it', async () => {
    for (const roleAlias of ['boss', 'city', 'expert'])
      expect(outcomeOf(await manager.ask(role.calls.submit, { roleName: '领导', roleAlias, sort: 1 }))).toEqual([
        400,
        ['roleAlias'],
      ])
    const { id } = await manager.get(role.calls.submit, { roleName: '助理', roleAlias: 'assistant', sort: 1 })
    expect(outcomeOf(await manager.ask(role.calls.submit, { id, roleAlias: 'boss' }))).toEqual([400, ['roleAlias']])
  })

  test('is a right: a role with it is granted only by those who have it', async () => {
    const bossId = (await admin.get(role.calls.select, {})).find(({ roleAlias }) => roleAlias === 'boss')?.id ?? ''
    const all = await createStaff(platform, 'platform')
    const person = await createdWith({ roleId: '' })
    expect((await all.ask(user.calls.grant, { userIds: person, roleIds: bossId })).status).toBe(403)
    expect((await admin.ask(user.calls.grant, { userIds: person, roleIds: bossId })).status).toBe(200)
  })
})

describe('the place of a department', () => {
  test('changes only if the mover already sees what people above the new place will see', async () => {
    const move = (id: string, parentId: string) => manager.ask(dept.calls.submit, { id, parentId })
    const below = await addDept('更下级', depts.child)
    expect(outcomeOf(await move(depts.other, depts.home))).toEqual([400, ['parentId']])
    expect((await move(below, depts.home)).status).toBe(200)
    expect((await move(below, depts.other)).status).toBe(200)
    expect(outcomeOf(await move(below, depts.home))).toEqual([400, ['parentId']])
  })
})

test('a package of menus contains only what its author has', async () => {
  const add = async (...codes: string[]) =>
    manager.ask(tenantPackage.calls.submit, {
      packageName: `包${++serial}`,
      menuId: (await menuIds(platform, codes)).join(','),
    })
  expect((await add('post')).status).toBe(403)
  expect((await add('tenant_package')).status).toBe(403)
})

describe('accounts that lack a fact which their role compares', () => {
  const lacking = async (more: Record<string, unknown> = {}) => {
    const { records } = await admin.get(user.calls.page, { withoutScope: '1', size: 200, ...more })
    return records.map(({ id }) => id)
  }
  const complete = (): Facts => ({
    region: '320500',
    operator: 1,
    organizationCode: ownCode,
    deptId: depts.home,
  })

  test.each([
    ['region', { region: null }],
    ['operator', { operator: null }],
    ['organisation', { organizationCode: null }],
    ['department', { deptId: null }],
  ] as const)('are listed without their %s, and no longer with it', async (_, missing) => {
    const id = await createdWith({ ...complete(), ...missing })
    expect(await lacking()).toContain(id)
    await admin.get(user.calls.update, { id, ...complete() })
    expect(await lacking()).not.toContain(id)
  })

  test('are not those whose roles do not compare the fact, nor those that are not active', async () => {
    const plainRole = await createRole(platform, admin, 'clerk.without.scopes', { codes: ['user'] })
    const { id: plain } = await admin.get(user.calls.submit, { ...newAccount(), roleId: plainRole })
    const disabled = await createdWith({ ...complete(), region: null })
    await admin.get(user.calls.disable, { userIds: disabled, reason: '长期未使用' })
    const ids = await lacking()
    expect(ids).not.toContain(plain)
    expect(ids).not.toContain(disabled)
    expect(ids).not.toContain(manager.id)
  })

  test('are counted by every role of an account, and can be filtered further', async () => {
    const plainRole = await createRole(platform, admin, 'clerk.beside', { codes: ['user'] })
    const account = newAccount()
    const { id } = await admin.get(user.calls.submit, { ...account, roleId: `${plainRole},${roleId}` })
    expect(await lacking()).toContain(id)
    expect(await lacking({ account_equal: account.account })).toEqual([id])
    expect(await lacking({ account_equal: 'nobody.here' })).toEqual([])
  })

  test('are only those that the caller sees', async () => {
    const id = await createdWith({ ...complete(), region: null })
    const { records } = await manager.get(user.calls.page, { withoutScope: '1', size: 200 })
    const visible = await manager.get(user.calls.page, { size: 200 })
    const all = visible.records.map((row) => row.id)
    expect(records.every((row) => all.includes(row.id))).toBe(true)
    expect(records.map((row) => row.id).includes(id)).toBe(all.includes(id))
  })
})

describe('the approval of an account of an operator', () => {
  const waiting = async (type: 1 | 2 = 2) => {
    const { account } = await register(platform, { type, unitName: `中国联通测试${++serial}公司` })
    return userIdOf(admin, account)
  }
  const factsOf = async (id: string) => {
    const { region, operator, status } = await admin.get(user.calls.detail, { id })
    return { region, operator, status }
  }

  test('gives the region and the operator that it lacks, and names them if they are not given', async () => {
    const id = await waiting()
    await platform.db.updateTable('user').set({ operator: null }).where('id', '=', id).execute()
    expect(outcomeOf(await admin.ask(user.calls.auditPass, { userIds: id }))).toEqual([400, ['operator', 'region']])
    expect(outcomeOf(await admin.ask(user.calls.auditPass, { userIds: id, region: '999999', operator: 3 }))).toEqual([
      400,
      ['region'],
    ])
    expect(await factsOf(id)).toEqual({ region: null, operator: null, status: 0 })
    await admin.get(user.calls.auditPass, { userIds: id, region: '320000', operator: 3, check })
    expect(await factsOf(id)).toEqual({ region: '320000', operator: 3, status: 1 })
  })

  test('changes neither what the account has nor accounts of enterprises', async () => {
    const [operator, enterprise] = [await waiting(), await waiting(1)]
    await admin.get(user.calls.update, { id: operator, region: '310000' })
    await admin.get(user.calls.auditPass, {
      userIds: `${operator},${enterprise}`,
      region: '320000',
      operator: 1,
      check,
    })
    expect(await factsOf(operator)).toEqual({ region: '310000', operator: 3, status: 1 })
    expect(await factsOf(enterprise)).toEqual({ region: null, operator: null, status: 1 })
  })

  test('gives no region and no operator beyond those of the approver, and then changes nothing', async () => {
    const userIds = await waiting()
    await platform.db.updateTable('user').set({ operator: null }).where('id', '=', userIds).execute()
    const approve = (more: Facts) => manager.ask(user.calls.auditPass, { userIds, check, ...more })
    for (const beyond of [
      { region: '310000', operator: 1 },
      { region: '320500', operator: 2 },
    ]) {
      expect((await approve(beyond)).status).toBe(403)
      expect(await factsOf(userIds)).toEqual({ region: null, operator: null, status: 0 })
    }
    expect((await approve({ region: '320500', operator: 1 })).status).toBe(200)
    expect(await factsOf(userIds)).toEqual({ region: '320500', operator: 1, status: 1 })
  })
})

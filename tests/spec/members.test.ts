import { beforeAll, describe, expect, test } from 'vitest'
import { dept } from '#contract/system/dept.ts'
import { post } from '#contract/system/post.ts'
import { user } from '#contract/system/user.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createClerk, createRole, createScope } from '../support/roles.ts'
import { assignPackage, createTenant, type Tenant } from '../support/tenants.ts'

const { memberCounts } = user.calls
let platform: Platform
let admin: Caller
let roleId: string
let postId: string
let above: string
let below: string
let tenant: Tenant

let serial = 0
const addUser = (more: object) => {
  const name = `member.${++serial}`
  return admin.get(user.calls.submit, { account: name, name, realName: '成员', ...more })
}
const addDept = async (name: string, parentId: string) =>
  (await admin.get(dept.calls.submit, { deptName: name, fullName: name, deptCategory: 1, sort: 1, parentId })).id
const listed = async (caller: Caller, filter: object) =>
  (await caller.get(user.calls.page, { size: 1, ...filter })).total

beforeAll(async () => {
  platform = await openPlatform({ TENANT_MODE: 'on' })
  admin = await platform.admin()
  tenant = await createTenant(platform)
  await assignPackage(platform, [tenant])
  roleId = await createRole(platform, admin, 'members.role')
  postId = (await admin.get(post.calls.submit, { category: 1, postCode: 'MEM', postName: '成员岗', sort: 1 })).id
  above = await addDept('成员上级', '0')
  below = await addDept('成员下级', above)
  await addUser({ roleId, postId, deptId: above })
  await addUser({ roleId, deptId: below })
  await addUser({ deptId: below })
})

describe('the number of members', () => {
  test('of each role and post is that of the list of users with this filter', async () => {
    const other = await createRole(platform, admin, 'members.none')
    const roles = await admin.get(memberCounts, { field: 'roleId', ids: `${roleId},${other}` })
    expect(roles).toEqual({ [roleId]: 2 })
    expect(await listed(admin, { roleId })).toBe(2)
    expect(await admin.get(memberCounts, { field: 'postId', ids: postId })).toEqual({ [postId]: 1 })
    expect(await listed(admin, { postId })).toBe(1)
  })

  test('of a department includes those below, which the list can leave out', async () => {
    const rows = (await admin.get(dept.calls.page, { deptName: '成员' } as never)).records
    const people = Object.fromEntries(rows.map((row) => [row.id, row.people]))
    expect(people).toEqual({ [above]: 3, [below]: 2 })
    expect(await listed(admin, { deptId: above })).toBe(3)
    expect(await listed(admin, { deptId_equal: above })).toBe(1)
  })

  test('counts only the accounts in the data scopes of the caller', async () => {
    const scope = await createScope(admin, { resourceCode: 'user', scopeType: 5, scopeValue: `postId=${postId}` })
    const clerk = await createClerk(platform, 'members.clerk', { codes: ['user', 'dept'], scopes: [scope] })
    expect(await clerk.get(memberCounts, { field: 'roleId', ids: roleId })).toEqual({ [roleId]: 1 })
    expect(await listed(clerk, { roleId })).toBe(1)
    const row = await clerk.get(dept.calls.detail, { id: above })
    expect(row.people).toBe(1)
  })

  test('does not count by a field that the data scopes hide', async () => {
    const scope = await createScope(admin, { resourceCode: 'user', scopeType: 1, scopeField: 'account,postId' })
    const clerk = await createClerk(platform, 'members.hidden', { codes: ['user'], scopes: [scope] })
    expect((await clerk.ask(memberCounts, { field: 'roleId', ids: roleId })).status).toBe(403)
    expect(await clerk.get(memberCounts, { field: 'postId', ids: postId })).toEqual({ [postId]: 1 })
  })

  test('needs the permission of the list of users, ends at the tenant, and is limited to 200 ids', async () => {
    const clerk = await createClerk(platform, 'members.roles', { codes: ['role'] })
    expect((await clerk.ask(memberCounts, { field: 'roleId', ids: roleId })).status).toBe(403)
    expect(await tenant.admin.get(memberCounts, { field: 'roleId', ids: roleId })).toEqual({})
    const ids = Array.from({ length: 201 }, (_, i) => String(i + 1)).join(',')
    expect((await admin.ask(memberCounts, { field: 'roleId', ids })).status).toBe(400)
    expect((await admin.ask(memberCounts, { field: 'phone' as never, ids: roleId })).status).toBe(400)
  })
})

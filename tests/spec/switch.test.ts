import { beforeAll, describe, expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { dept } from '#contract/system/dept.ts'
import { post } from '#contract/system/post.ts'
import { role } from '#contract/system/role.ts'
import { user } from '#contract/system/user.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { callerWithToken, createStaff, password, requestToken, type TokenResponse } from '../support/scenario.ts'

let platform: Platform
let admin: Caller

beforeAll(async () => {
  platform = await openPlatform({ SWITCH_MODE: 'on' })
  admin = await platform.admin()
})

/** Creates a user who is platform manager and expert, in two departments. */
const createUserWithTwoRoles = async (server = platform, by: Caller = admin) => {
  const roles = await by.get(role.calls.select, {})
  const idOf = (alias: string) => roles.find(({ roleAlias }) => roleAlias === alias)?.id as string
  const ids = { platform: idOf('platform'), expert: idOf('expert') }
  const person = await createStaff(server, 'expert')
  const depts: string[] = []
  for (const deptName of ['一处', '二处']) {
    const newDept = await by.get(dept.calls.submit, {
      deptName: `${deptName}${person.id}`,
      parentId: '0',
      fullName: deptName,
      deptCategory: 1,
      sort: 1,
    })
    depts.push(String(newDept.id))
  }
  await by.get(user.calls.update, { id: person.id, roleId: `${ids.platform},${ids.expert}`, deptId: depts.join() })
  return { ...person, ids, depts }
}
const login = (account: string, headers: Record<string, string> = {}, server = platform) =>
  requestToken(server, { username: account, password: server.encrypt(password) }, headers)
const refresh = (response: TokenResponse, headers: Record<string, string>) =>
  requestToken(platform, { grant_type: 'refresh_token', refresh_token: response.refresh_token }, headers)
const canListPosts = async (response: TokenResponse) =>
  (await callerWithToken(platform, response).ask(post.calls.list)).status === 200

describe('a user with several departments or roles, in switch mode (section 2)', () => {
  test('has all of them before choosing', async () => {
    const { account, ids, depts } = await createUserWithTwoRoles()
    const response = await login(account)
    expect(response).toMatchObject({ role_id: `${ids.platform},${ids.expert}`, dept_id: depts.join() })
    expect(await canListPosts(response)).toBe(true)
  })

  test('can choose by a refresh, and then has the permissions of that role only', async () => {
    const { account, ids, depts } = await createUserWithTwoRoles()
    const response = await refresh(await login(account), { 'role-id': ids.expert, 'dept-id': depts[1] as string })
    expect(response).toMatchObject({ status: 200, role_id: ids.expert, role_name: 'expert', dept_id: depts[1] })
    expect(await canListPosts(response)).toBe(false)
    expect((await callerWithToken(platform, response).get(auth.userInfo)).role_id).toBe(ids.expert)
    const switched = await refresh(response, { 'role-id': ids.platform })
    expect([await canListPosts(switched), switched.dept_id]).toEqual([true, depts[1]])
  })

  test('gets the names of all their roles and departments, even after choosing', async () => {
    const { account, ids, depts } = await createUserWithTwoRoles()
    const response = await login(account, { 'role-id': ids.expert })
    const choices = await callerWithToken(platform, response).get(auth.choices)
    expect(choices.depts.map(({ id }) => id)).toEqual(depts)
    expect(choices.roles.map(({ id }) => id).sort()).toEqual([ids.platform, ids.expert].sort())
    expect(choices.depts[0]?.name).toContain('一处')
  })

  test('can choose at the login, and a refresh keeps the choice', async () => {
    const { account, ids } = await createUserWithTwoRoles()
    const response = await login(account, { 'role-id': ids.expert })
    expect(response.role_id).toBe(ids.expert)
    expect((await refresh(response, {})).role_id).toBe(ids.expert)
  })

  test('cannot choose a role they do not have', async () => {
    const { account, ids } = await createUserWithTwoRoles()
    const all = `${ids.platform},${ids.expert}`
    const roles = await admin.get(role.calls.select, {})
    const otherRoleId = roles.find(({ roleAlias }) => roleAlias === 'administrator')?.id as string
    for (const roleId of [otherRoleId, 'x', '', "1' or '1'='1"])
      expect((await login(account, { 'role-id': roleId })).role_id).toBe(all)
  })

  test('loses the chosen role when it is revoked', async () => {
    const { account, id, ids } = await createUserWithTwoRoles()
    const response = await login(account, { 'role-id': ids.platform })
    expect(await canListPosts(response)).toBe(true)
    await admin.get(user.calls.grant, { userIds: id, roleIds: ids.expert })
    expect(await canListPosts(response)).toBe(false)
  })
})

describe('the settings before the login', () => {
  test('name the active modes', async () => {
    expect((await platform.visitor.ask(auth.settings)).data).toEqual({
      captcha: false,
      registration: true,
      sms: false,
      tenantMode: false,
      switchMode: true,
    })
  })

  test('a choice is ignored without switch mode', async () => {
    const otherPlatform = await openPlatform({ TENANT_MODE: 'on', CAPTCHA: 'off' })
    const { account, ids } = await createUserWithTwoRoles(otherPlatform, await otherPlatform.admin())
    const response = await login(account, { 'role-id': ids.expert, 'tenant-id': '000000' }, otherPlatform)
    expect(response.role_id).toBe(`${ids.platform},${ids.expert}`)
  })

  test('an account is found only in its own tenant in tenant mode', async () => {
    const otherPlatform = await openPlatform({ TENANT_MODE: 'on' })
    const rejection = { status: 400, error_code: 2004, msg: '用户名或密码错误' }
    const { account } = await createStaff(otherPlatform, 'expert')
    expect(await login(account, { 'tenant-id': '000001' }, otherPlatform)).toMatchObject(rejection)
    expect((await login(account, { 'tenant-id': '000000' }, otherPlatform)).status).toBe(200)
  })
})

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

/** Somebody who is both a platform manager and an expert, in two departments. */
const both = async (server = platform, as: Caller = admin) => {
  const roles = await as.get(role.calls.select, {})
  const idOf = (alias: string) => roles.find(({ roleAlias }) => roleAlias === alias)?.id as string
  const ids = { platform: idOf('platform'), expert: idOf('expert') }
  const person = await createStaff(server, 'expert')
  const depts: string[] = []
  for (const deptName of ['一处', '二处']) {
    const made = await as.get(dept.calls.submit, {
      deptName: `${deptName}${person.id}`,
      parentId: '0',
      fullName: deptName,
      deptCategory: 1,
      sort: 1,
    })
    depts.push(String(made.id))
  }
  await as.get(user.calls.update, { id: person.id, roleId: `${ids.platform},${ids.expert}`, deptId: depts.join() })
  return { ...person, ids, depts }
}
const enter = (account: string, headers: Record<string, string> = {}, server = platform) =>
  requestToken(server, { username: account, password: server.encrypt(password) }, headers)
const change = (told: TokenResponse, headers: Record<string, string>) =>
  requestToken(platform, { grant_type: 'refresh_token', refresh_token: told.refresh_token }, headers)
const mayList = async (told: TokenResponse) =>
  (await callerWithToken(platform, told).ask(post.calls.list)).status === 200

describe('who has several departments or roles, in switch mode (section 2)', () => {
  test('works as all of them until he chooses, and is told of all', async () => {
    const { account, ids, depts } = await both()
    const told = await enter(account)
    expect(told).toMatchObject({ role_id: `${ids.platform},${ids.expert}`, dept_id: depts.join() })
    expect(await mayList(told)).toBe(true)
  })

  test('chooses by a refresh, and has the rights of that role alone', async () => {
    const { account, ids, depts } = await both()
    const told = await change(await enter(account), { 'role-id': ids.expert, 'dept-id': depts[1] as string })
    expect(told).toMatchObject({ status: 200, role_id: ids.expert, role_name: 'expert', dept_id: depts[1] })
    expect(await mayList(told)).toBe(false)
    expect((await callerWithToken(platform, told).get(auth.userInfo)).role_id).toBe(ids.expert)
    const back = await change(told, { 'role-id': ids.platform })
    expect([await mayList(back), back.dept_id]).toEqual([true, depts[1]])
  })

  test('is offered the names of all he holds, also when he has chosen', async () => {
    const { account, ids, depts } = await both()
    const told = await enter(account, { 'role-id': ids.expert })
    const offered = await callerWithToken(platform, told).get(auth.choices)
    expect(offered.depts.map(({ id }) => id)).toEqual(depts)
    expect(offered.roles.map(({ id }) => id).sort()).toEqual([ids.platform, ids.expert].sort())
    expect(offered.depts[0]?.name).toContain('一处')
  })

  test('may choose with the login, and keeps it over a refresh', async () => {
    const { account, ids } = await both()
    const told = await enter(account, { 'role-id': ids.expert })
    expect(told.role_id).toBe(ids.expert)
    expect((await change(told, {})).role_id).toBe(ids.expert)
  })

  test('cannot choose what he does not hold', async () => {
    const { account, ids } = await both()
    const all = `${ids.platform},${ids.expert}`
    const roles = await admin.get(role.calls.select, {})
    const foreign = roles.find(({ roleAlias }) => roleAlias === 'administrator')?.id as string
    for (const chosen of [foreign, 'x', '', "1' or '1'='1"])
      expect((await enter(account, { 'role-id': chosen })).role_id).toBe(all)
  })

  test('loses a chosen role with the role itself', async () => {
    const { account, id, ids } = await both()
    const told = await enter(account, { 'role-id': ids.platform })
    expect(await mayList(told)).toBe(true)
    await admin.get(user.calls.grant, { userIds: id, roleIds: ids.expert })
    expect(await mayList(told)).toBe(false)
  })
})

describe('what a page is told before the login', () => {
  test('which modes are on', async () => {
    expect((await platform.visitor.ask(auth.settings)).data).toEqual({
      captcha: false,
      registration: true,
      tenantMode: false,
      switchMode: true,
    })
  })

  test('outside of switch mode nobody chooses', async () => {
    const plain = await openPlatform({ TENANT_MODE: 'on', CAPTCHA: 'off' })
    const { account, ids } = await both(plain, await plain.admin())
    const told = await enter(account, { 'role-id': ids.expert, 'tenant-id': '000000' }, plain)
    expect(told.role_id).toBe(`${ids.platform},${ids.expert}`)
  })

  test('in tenant mode an account is looked for in its tenant alone', async () => {
    const plain = await openPlatform({ TENANT_MODE: 'on' })
    const wrong = { status: 400, error_code: 2004, msg: '用户名或密码错误' }
    const { account } = await createStaff(plain, 'expert')
    expect(await enter(account, { 'tenant-id': '000001' }, plain)).toMatchObject(wrong)
    expect((await enter(account, { 'tenant-id': '000000' }, plain)).status).toBe(200)
  })
})

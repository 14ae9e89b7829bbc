import { beforeAll, describe, expect, test } from 'vitest'
import { dept } from '#contract/system/dept.ts'
import { post } from '#contract/system/post.ts'
import { user } from '#contract/system/user.ts'
import { approve, check } from '../support/approve.ts'
import { createClerk, roleIdOf } from '../support/clerk.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import {
  createEnterprise,
  createStaff,
  createUserWithoutRights,
  register,
  requestLogin,
  userIdOf,
} from '../support/scenario.ts'

let platform: Platform

let admin: Caller
let office: Awaited<ReturnType<typeof createStaff>>
beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
  office = await createStaff(platform, 'platform')
})

let serial = 0
/** Registers an account that awaits approval. */
const registerUser = async () => {
  const registered = await register(platform)
  return { ...registered, id: await userIdOf(admin, registered.account) }
}
const newUserInput = (more: object = {}) => {
  serial++
  return { account: `newcomer.${serial}`, name: '新人', realName: '新来的人', ...more }
}
const statusOf = async (id: string) => (await admin.get(user.calls.detail, { id })).status

describe('adding and changing accounts', () => {
  test.each([
    ['王', '用户姓名不能少于2个字'],
    ['王'.repeat(21), '用户姓名不能超过20个字'],
  ])('a real name has 2 to 20 characters: %s', async (realName, msg) => {
    const rejection = { status: 400, faults: [{ at: 'realName', msg }] }
    expect(await admin.ask(user.calls.submit, newUserInput({ realName }))).toMatchObject(rejection)
    expect(await admin.ask(user.calls.update, { id: office.id, realName })).toMatchObject(rejection)
    expect(await office.ask(user.calls.updateInfo, { realName, name: '昵称', phone: '19900001234' })).toMatchObject(
      rejection,
    )
  })

  test('several roles, departments and posts are joined by commas and returned with their names', async () => {
    const [one, other] = await Promise.all(
      ['甲处', '乙处'].map((deptName) =>
        admin.get(dept.calls.submit, { deptName, fullName: deptName, deptCategory: 2, sort: 1 }),
      ),
    )
    const { id: postId } = await admin.get(post.calls.submit, {
      category: 2,
      postCode: 'lead',
      postName: '经理',
      sort: 1,
    })
    const roleId = `${await roleIdOf(admin, 'city')},${await roleIdOf(admin, 'expert')}`
    const newUser = await admin.get(
      user.calls.submit,
      newUserInput({ roleId, deptId: `${one?.id},${other?.id}`, postId }),
    )
    expect(await admin.get(user.calls.detail, { id: String(newUser.id) })).toMatchObject({
      roleId,
      deptId: `${one?.id},${other?.id}`,
      postId,
      status: 1,
      roleName: '地市工信审核员，评审专家',
      deptName: '甲处，乙处',
      postName: '经理',
    })
    expect(newUser.initialPassword).toMatch(/^\S{8,}$/)
  })

  test.each([
    ['deptId', '所属机构的所选项不存在或已删除'],
    ['postId', '所属岗位的所选项不存在或已删除'],
  ])('an unknown %s is rejected', async (at, msg) => {
    const rejection = { status: 400, faults: [{ at, msg }] }
    expect(await admin.ask(user.calls.submit, newUserInput({ [at]: '424242' }))).toMatchObject(rejection)
    expect(await admin.ask(user.calls.update, { id: office.id, [at]: '424242' })).toMatchObject(rejection)
  })

  test('list and page return the same rows; user-list returns all rows and requires the permission of the list', async () => {
    const [list, page] = await Promise.all([admin.get(user.calls.list, {}), admin.get(user.calls.page, {})])
    expect(list).toEqual(page)
    const all = await admin.get(user.calls.userList, {})
    expect(all.map(({ id }) => id)).toEqual(expect.arrayContaining(page.records.map(({ id }) => id)))
    expect((await (await createUserWithoutRights(platform)).ask(user.calls.userList, {})).status).toBe(403)
  })
})

describe('the client data of an account', () => {
  test("is one text for each client type; the detail returns that of the account's current type", async () => {
    const { id } = await registerUser()
    const detail = () => admin.get(user.calls.platformDetail, { id })
    expect(await detail()).toMatchObject({ id, userType: 1, userTypeName: 'WEB', userExt: null })
    const save = (userType: number, userExt: string) =>
      admin.get(user.calls.updatePlatform, { userId: id, userType, userExt })
    await save(1, '{"theme":"dark"}')
    await save(2, '{"push":true}')
    expect(await detail()).toMatchObject({ userType: 1, userExt: '{"theme":"dark"}' })
    await save(1, '{"theme":"light"}')
    expect((await detail()).userExt).toBe('{"theme":"light"}')
    await admin.get(user.calls.update, { id, userType: 2 })
    expect((await detail()).userExt).toBe('{"push":true}')
  })

  test('has up to 255 characters, in the query string as BladeX clients send it', async () => {
    const { id } = await registerUser()
    const send = (userExt: string) =>
      admin.raw(
        'POST',
        `${user.calls.updatePlatform.path}?${new URLSearchParams({ userId: id, userType: '1', userExt })}`,
      )
    expect((await send('x'.repeat(255))).status).toBe(200)
    expect(await (await send('x'.repeat(256))).json()).toMatchObject({ msg: '平台扩展信息不能超过255个字' })
    expect((await admin.get(user.calls.platformDetail, { id })).userExt).toBe('x'.repeat(255))
  })
})

describe('approving and enabling accounts', () => {
  test('approving several accounts changes none of them if one is disabled, and enabling needs an approval', async () => {
    const [applicant, disabledUser] = [await registerUser(), await createEnterprise(platform)]
    const disabledId = await userIdOf(admin, disabledUser.account)
    await admin.get(user.calls.disable, { userIds: disabledId, reason: '违规申报' })
    const response = await admin.ask(user.calls.auditPass, { userIds: `${applicant.id},${disabledId}` })
    expect(response).toMatchObject({
      status: 400,
      msg: `账号“${disabledUser.account}”已停用，不能审核通过；如需使用，请先启用该账号`,
    })
    expect([await statusOf(applicant.id), await statusOf(disabledId)]).toEqual([0, -1])
    const enableResponse = await admin.ask(user.calls.enable, { userIds: applicant.id })
    expect(enableResponse).toMatchObject({ status: 400, msg: `账号“${applicant.account}”尚待审核，请先审核` })
  })

  test('a user enabled again logs in with the old password, and the reason is cleared', async () => {
    const disabledUser = await createEnterprise(platform)
    const id = await userIdOf(admin, disabledUser.account)
    await admin.get(user.calls.disable, { userIds: id, reason: '资料过期' })
    expect((await requestLogin(platform, disabledUser.account)).msg).toBe('账号未通过审核或已停用：资料过期')
    await admin.get(user.calls.enable, { userIds: id })
    expect(await admin.get(user.calls.detail, { id })).toMatchObject({ status: 1, reason: null })
    expect((await requestLogin(platform, disabledUser.account)).status).toBe(200)
  })

  test('enabling an account that was rejected at registration gives it role and department', async () => {
    const { id, unitName } = await registerUser()
    await admin.get(user.calls.auditRefuse, { userIds: id, reason: '资料不全' })
    await admin.get(user.calls.enable, { userIds: id, check })
    expect(await admin.get(user.calls.detail, { id })).toMatchObject({ roleName: '企业用户', deptName: unitName })
  })

  test('approving row by row handles each account separately', async () => {
    const [applicant, disabledUser] = [await registerUser(), await registerUser()]
    await admin.get(user.calls.auditRefuse, { userIds: disabledUser.id, reason: '重复' })
    const { path } = user.calls.auditPass
    const query = `rowByRow=1&check=ok&userIds=${applicant.id},${disabledUser.id}`
    const response = await admin.raw('POST', `${path}?${query}`)
    expect(await response.json()).toMatchObject({
      data: [
        { id: applicant.id, done: true },
        { id: disabledUser.id, done: false, msg: expect.stringContaining('已停用') },
      ],
    })
    expect([await statusOf(applicant.id), await statusOf(disabledUser.id)]).toEqual([1, -1])
  })
})

describe('permissions to manage accounts (docs/decisions/0128)', () => {
  const rejection = { status: 403, msg: '该账号的权限超出您的权限，请由超级管理员操作' }

  test('the platform role cannot reset the password of a user with more permissions or change their access', async () => {
    const expert = await createStaff(platform, 'expert')
    const declarant = await createEnterprise(platform)
    const roleIds = await roleIdOf(admin, 'platform')
    for (const id of [expert.id, await userIdOf(admin, declarant.account)])
      for (const response of [
        await office.ask(user.calls.resetPassword, { userIds: id }),
        await office.ask(user.calls.submit, { id, phone: '13800001111' }),
        await office.ask(user.calls.update, { id, phone: '13800001111' }),
        await office.ask(user.calls.updatePlatform, { userId: id, userType: 1, userExt: 'x' }),
        await office.ask(user.calls.unlock, { userIds: id }),
        await office.ask(user.calls.grant, { userIds: id, roleIds }),
      ])
        expect(response).toMatchObject(rejection)
    expect((await declarant.ask(user.calls.info, {})).success).toBe(true)
  })

  test('the platform role can disable and remove such a user, but only an administrator can enable or restore them', async () => {
    const expert = await createStaff(platform, 'expert')
    expect((await office.ask(user.calls.disable, { userIds: expert.id, reason: '离任' })).success).toBe(true)
    expect(await office.ask(user.calls.enable, { userIds: expert.id })).toMatchObject(rejection)
    expect((await office.ask(user.calls.remove, { ids: expert.id })).success).toBe(true)
    expect(await office.ask(user.calls.restore, { ids: expert.id })).toMatchObject(rejection)
    await admin.get(user.calls.restore, { ids: expert.id })
    expect(await statusOf(expert.id)).toBe(-1)
  })

  test('the platform role can reset the password of an equal user, edit and unlock them', async () => {
    const colleague = await createStaff(platform, 'platform')
    const [passwordReset] = await office.get(user.calls.resetPassword, { userIds: colleague.id })
    expect(passwordReset).toEqual({ account: colleague.account, password: expect.any(String) })
    await office.get(user.calls.update, { id: colleague.id, remark: '', code: 'A-17' } as never)
    await office.get(user.calls.unlock, { userIds: colleague.id })
    expect((await admin.get(user.calls.detail, { id: colleague.id })).code).toBe('A-17')
  })

  test('approving gives the role of the account type, and the same user can disable and enable the account', async () => {
    const { id } = await registerUser()
    await approve(office, id)
    await office.get(user.calls.disable, { userIds: id, reason: '核实中' })
    await office.get(user.calls.enable, { userIds: id })
    expect(await admin.get(user.calls.detail, { id })).toMatchObject({ status: 1, roleName: '企业用户' })
  })

  test('users cannot widen their own data scope', async () => {
    const userManager = await createClerk(platform, 'reach.keeper', 'user', 'user_edit', 'user_role')
    const messages = ['不能修改自己的职责范围']
    for (const change of [
      { region: '310000' },
      { operator: 2 },
      { organizationCode: '91320500TTT000001X' },
      { accountType: 1 },
    ]) {
      const response = await userManager.ask(user.calls.update, { id: userManager.id, ...change } as never)
      expect([change, response.status]).toEqual([change, 400])
    }
    const response = await userManager.ask(user.calls.submit, { id: userManager.id, region: '310000' })
    expect(response.faults.map(({ msg }) => msg)).toEqual(messages)
    expect((await userManager.ask(user.calls.update, { id: userManager.id, sex: 1 })).success).toBe(true)
    expect((await admin.ask(user.calls.update, { id: await userIdOf(admin, 'admin'), region: '310000' })).success).toBe(
      true,
    )
  })
})

describe('phone and e-mail (docs/decisions/0128)', () => {
  let person: Awaited<ReturnType<typeof registerUser>>
  let reader: Caller
  beforeAll(async () => {
    person = await registerUser()
    reader = await createClerk(platform, 'contact.less', 'user', 'user_view')
  })

  test('are masked in every list, for everybody', async () => {
    const masked = { phone: '199****1234', email: 'e***@example.com' }
    for (const caller of [admin, office, reader])
      for (const call of [user.calls.page, user.calls.list])
        expect((await caller.get(call, { account_equal: person.account })).records).toEqual([
          expect.objectContaining(masked),
        ])
    const removedUser = await registerUser()
    await admin.get(user.calls.remove, { ids: removedUser.id })
    const { records } = await admin.get(user.calls.removed, { account_equal: removedUser.account })
    expect(records).toEqual([expect.objectContaining({ phone: '199****1234' })])
  })

  test('are complete in the detail for users with the permission and in their own account', async () => {
    const [detail, platformDetail] = await Promise.all(
      ([user.calls.detail, user.calls.platformDetail] as const).map((call) =>
        office.get(call as typeof user.calls.detail, { id: person.id }),
      ),
    )
    expect(detail).toMatchObject({ phone: '19900001234' })
    expect(platformDetail).toMatchObject({ phone: '19900001234' })
    for (const call of [user.calls.detail, user.calls.platformDetail])
      expect(await reader.get(call as typeof user.calls.detail, { id: person.id })).toMatchObject({
        phone: '199****1234',
        email: 'e***@example.com',
      })
    const enterprise = await createEnterprise(platform)
    expect((await enterprise.get(user.calls.info, {})).phone).toBe('19900001234')
  })

  test('cannot be found out by filters or sorting', async () => {
    const all = (await reader.get(user.calls.page, { size: 200 })).total
    const filtered = await reader.get(user.calls.page, { size: 200, phone: '1990000', email_like: 'e1', ascs: 'phone' })
    expect(filtered.total).toBe(all)
    expect(filtered.records.map(({ id }) => id)).toEqual(
      (await reader.get(user.calls.page, { size: 200 })).records.map(({ id }) => id),
    )
    expect((await office.get(user.calls.page, { phone: '0000000' })).total).toBe(0)
  })
})

describe('the list by department', () => {
  test('includes the departments below and combines with other filters', async () => {
    const enterprise = await createEnterprise(platform)
    const { deptId } = await enterprise.get(user.calls.info, {})
    const { parentId } = await admin.get(dept.calls.detail, { id: deptId })
    const page = await admin.get(user.calls.page, { deptId: parentId, account_equal: enterprise.account, status: 1 })
    expect(page.records.map(({ account }) => account)).toEqual([enterprise.account])
    expect(
      (await admin.get(user.calls.page, { deptId: parentId, account_equal: enterprise.account, status: 0 })).total,
    ).toBe(0)
    expect((await admin.get(user.calls.page, { deptId, size: 200 })).total).toBe(1)
  })
})

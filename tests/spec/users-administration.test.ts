import { beforeAll, describe, expect, test } from 'vitest'
import { dept } from '#contract/system/dept.ts'
import { post } from '#contract/system/post.ts'
import { user } from '#contract/system/user.ts'
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
/** A registration, or an account made by an administrator, by its id. */
const waiting = async () => {
  const registered = await register(platform)
  return { ...registered, id: await userIdOf(admin, registered.account) }
}
const newcomer = (more: object = {}) => {
  serial++
  return { account: `newcomer.${serial}`, name: '新人', realName: '新来的人', ...more }
}
const statusOf = async (id: string) => (await admin.get(user.calls.detail, { id })).status

describe('adding and changing accounts (wire-and-fields.md 2.9)', () => {
  test.each([
    ['王', '用户姓名不能少于2个字'],
    ['王'.repeat(21), '用户姓名不能超过20个字'],
  ])('a real name has 2 to 20 characters: %s', async (realName, msg) => {
    const refused = { status: 400, faults: [{ at: 'realName', msg }] }
    expect(await admin.ask(user.calls.submit, newcomer({ realName }))).toMatchObject(refused)
    expect(await admin.ask(user.calls.update, { id: office.id, realName })).toMatchObject(refused)
    expect(await office.ask(user.calls.updateInfo, { realName, name: '昵称', phone: '19900001234' })).toMatchObject(
      refused,
    )
  })

  test('roles, departments and posts are several, joined by commas, and come with their names', async () => {
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
    const made = await admin.get(user.calls.submit, newcomer({ roleId, deptId: `${one?.id},${other?.id}`, postId }))
    expect(await admin.get(user.calls.detail, { id: String(made.id) })).toMatchObject({
      roleId,
      deptId: `${one?.id},${other?.id}`,
      postId,
      status: 1,
      roleName: '地市工信审核员，评审专家',
      deptName: '甲处，乙处',
      postName: '经理',
    })
    expect(made.initialPassword).toMatch(/^\S{8,}$/)
  })

  test.each([
    ['deptId', '所属机构的所选项不存在或已删除'],
    ['postId', '所属岗位的所选项不存在或已删除'],
  ])('what is chosen as %s is there', async (at, msg) => {
    const refused = { status: 400, faults: [{ at, msg }] }
    expect(await admin.ask(user.calls.submit, newcomer({ [at]: '424242' }))).toMatchObject(refused)
    expect(await admin.ask(user.calls.update, { id: office.id, [at]: '424242' })).toMatchObject(refused)
  })

  test('list and page are the same rows; user-list has all of them, contacts masked, for who may see the list', async () => {
    const [list, page] = await Promise.all([admin.get(user.calls.list, {}), admin.get(user.calls.page, {})])
    expect(list).toEqual(page)
    const all = await admin.get(user.calls.userList, {})
    expect(all.map(({ id }) => id)).toEqual(expect.arrayContaining(page.records.map(({ id }) => id)))
    expect((await (await createUserWithoutRights(platform)).ask(user.calls.userList, {})).status).toBe(403)
  })
})

describe('what a platform keeps of an account', () => {
  test('one text for each kind of client; the detail reads that of its own kind', async () => {
    const { id } = await waiting()
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

  test('up to 255 characters, in the query string as the family sends it', async () => {
    const { id } = await waiting()
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

describe('approving and enabling are two things', () => {
  test('a disabled account is not among those that are approved: nothing happens to any of them', async () => {
    const [fresh, out] = [await waiting(), await createEnterprise(platform)]
    const outId = await userIdOf(admin, out.account)
    await admin.get(user.calls.disable, { userIds: outId, reason: '违规申报' })
    const answer = await admin.ask(user.calls.auditPass, { userIds: `${fresh.id},${outId}` })
    expect(answer).toMatchObject({
      status: 400,
      msg: `账号“${out.account}”已停用，不能审核通过；如需使用，请先启用该账号`,
    })
    expect([await statusOf(fresh.id), await statusOf(outId)]).toEqual([0, -1])
    const early = await admin.ask(user.calls.enable, { userIds: fresh.id })
    expect(early).toMatchObject({ status: 400, msg: `账号“${fresh.account}”尚待审核，请先审核` })
  })

  test('enabled again, he logs in with the password he had, and the reason is gone', async () => {
    const out = await createEnterprise(platform)
    const id = await userIdOf(admin, out.account)
    await admin.get(user.calls.disable, { userIds: id, reason: '资料过期' })
    expect((await requestLogin(platform, out.account)).msg).toBe('账号未通过审核或已停用：资料过期')
    await admin.get(user.calls.enable, { userIds: id })
    expect(await admin.get(user.calls.detail, { id })).toMatchObject({ status: 1, reason: null })
    expect((await requestLogin(platform, out.account)).status).toBe(200)
  })

  test('who was refused before he ever was in service gets role and department with it', async () => {
    const { id, unitName } = await waiting()
    await admin.get(user.calls.auditRefuse, { userIds: id, reason: '资料不全' })
    await admin.get(user.calls.enable, { userIds: id })
    expect(await admin.get(user.calls.detail, { id })).toMatchObject({ roleName: '企业用户', deptName: unitName })
  })

  test('of forty rows each is done for itself where that is asked', async () => {
    const [fresh, out] = [await waiting(), await waiting()]
    await admin.get(user.calls.auditRefuse, { userIds: out.id, reason: '重复' })
    const { path } = user.calls.auditPass
    const answer = await admin.raw('POST', `${path}?rowByRow=1&userIds=${fresh.id},${out.id}`)
    expect(await answer.json()).toMatchObject({
      data: [
        { id: fresh.id, done: true },
        { id: out.id, done: false, msg: expect.stringContaining('已停用') },
      ],
    })
    expect([await statusOf(fresh.id), await statusOf(out.id)]).toEqual([1, -1])
  })
})

describe('nobody gains what he does not hold by way of an account (security rule 10, docs/decisions/0032)', () => {
  const refused = { status: 403, msg: '该账号的权限超出您的权限，请由超级管理员操作' }

  test('of somebody who holds more the platform role neither resets the password nor anything else that opens it', async () => {
    const expert = await createStaff(platform, 'expert')
    const declarant = await createEnterprise(platform)
    const nothing = await roleIdOf(admin, 'platform')
    for (const id of [expert.id, await userIdOf(admin, declarant.account)])
      for (const answer of [
        await office.ask(user.calls.resetPassword, { userIds: id }),
        await office.ask(user.calls.submit, { id, phone: '13800001111' }),
        await office.ask(user.calls.update, { id, phone: '13800001111' }),
        await office.ask(user.calls.updatePlatform, { userId: id, userType: 1, userExt: 'x' }),
        await office.ask(user.calls.unlock, { userIds: id }),
        await office.ask(user.calls.grant, { userIds: id, roleIds: nothing }),
      ])
        expect(answer).toMatchObject(refused)
    expect((await declarant.ask(user.calls.info, {})).success).toBe(true)
  })

  test('what takes and does not give it may: it removes them, and only a greater one restores them', async () => {
    const expert = await createStaff(platform, 'expert')
    expect((await office.ask(user.calls.disable, { userIds: expert.id, reason: '离任' })).success).toBe(true)
    expect(await office.ask(user.calls.enable, { userIds: expert.id })).toMatchObject(refused)
    expect((await office.ask(user.calls.remove, { ids: expert.id })).success).toBe(true)
    expect(await office.ask(user.calls.restore, { ids: expert.id })).toMatchObject(refused)
    await admin.get(user.calls.restore, { ids: expert.id })
    expect(await statusOf(expert.id)).toBe(-1)
  })

  test('of an equal it may: set a password, edit, unlock', async () => {
    const colleague = await createStaff(platform, 'platform')
    const [made] = await office.get(user.calls.resetPassword, { userIds: colleague.id })
    expect(made).toEqual({ account: colleague.account, password: expect.any(String) })
    await office.get(user.calls.update, { id: colleague.id, remark: '', code: 'A-17' } as never)
    await office.get(user.calls.unlock, { userIds: colleague.id })
    expect((await admin.get(user.calls.detail, { id: colleague.id })).code).toBe('A-17')
  })

  test('whoever approves gives the role of its type, and brings back whom he disabled', async () => {
    const { id } = await waiting()
    await office.get(user.calls.auditPass, { userIds: id })
    await office.get(user.calls.disable, { userIds: id, reason: '核实中' })
    await office.get(user.calls.enable, { userIds: id })
    expect(await admin.get(user.calls.detail, { id })).toMatchObject({ status: 1, roleName: '企业用户' })
  })

  test('nobody widens his own reach', async () => {
    const keeper = await createClerk(platform, 'reach.keeper', 'user', 'user_edit', 'user_role')
    const own = ['不能修改自己的职责范围']
    for (const change of [
      { region: '310000' },
      { operator: 2 },
      { organizationCode: '91320500TTT000001X' },
      { accountType: 1 },
    ]) {
      const answer = await keeper.ask(user.calls.update, { id: keeper.id, ...change } as never)
      expect([change, answer.status]).toEqual([change, 400])
    }
    const answer = await keeper.ask(user.calls.submit, { id: keeper.id, region: '310000' })
    expect(answer.faults.map(({ msg }) => msg)).toEqual(own)
    expect((await keeper.ask(user.calls.update, { id: keeper.id, sex: 1 })).success).toBe(true)
    expect((await admin.ask(user.calls.update, { id: await userIdOf(admin, 'admin'), region: '310000' })).success).toBe(
      true,
    )
  })
})

describe('phone and e-mail (security rule 42)', () => {
  let person: Awaited<ReturnType<typeof waiting>>
  let reader: Caller
  beforeAll(async () => {
    person = await waiting()
    reader = await createClerk(platform, 'contact.less', 'user', 'user_view')
  })

  test('stand masked in every list, for everybody', async () => {
    const masked = { phone: '199****1234', email: 'e***@example.com' }
    for (const caller of [admin, office, reader])
      for (const call of [user.calls.page, user.calls.list])
        expect((await caller.get(call, { account_equal: person.account })).records).toEqual([
          expect.objectContaining(masked),
        ])
    const gone = await waiting()
    await admin.get(user.calls.remove, { ids: gone.id })
    const { records } = await admin.get(user.calls.removed, { account_equal: gone.account })
    expect(records).toEqual([expect.objectContaining({ phone: '199****1234' })])
  })

  test('are whole in the detail for those with the permission, and for oneself', async () => {
    const [whole, platformDetail] = await Promise.all(
      [user.calls.detail, user.calls.platformDetail].map((call) => office.get(call, { id: person.id })),
    )
    expect(whole).toMatchObject({ phone: '19900001234' })
    expect(platformDetail).toMatchObject({ phone: '19900001234' })
    for (const call of [user.calls.detail, user.calls.platformDetail])
      expect(await reader.get(call, { id: person.id })).toMatchObject({
        phone: '199****1234',
        email: 'e***@example.com',
      })
    const own = await createEnterprise(platform)
    expect((await own.get(user.calls.info, {})).phone).toBe('19900001234')
  })

  test('are not found out by filters or by order', async () => {
    const all = (await reader.get(user.calls.page, { size: 200 })).total
    const asked = await reader.get(user.calls.page, { size: 200, phone: '1990000', email_like: 'e1', ascs: 'phone' })
    expect(asked.total).toBe(all)
    expect(asked.records.map(({ id }) => id)).toEqual(
      (await reader.get(user.calls.page, { size: 200 })).records.map(({ id }) => id),
    )
    expect((await office.get(user.calls.page, { phone: '0000000' })).total).toBe(0)
  })
})

describe('the list by department', () => {
  test('has those of the branch below, and goes together with the other filters', async () => {
    const firm = await createEnterprise(platform)
    const { deptId } = await firm.get(user.calls.info, {})
    const { parentId } = await admin.get(dept.calls.detail, { id: deptId })
    const found = await admin.get(user.calls.page, { deptId: parentId, account_equal: firm.account, status: 1 })
    expect(found.records.map(({ account }) => account)).toEqual([firm.account])
    expect((await admin.get(user.calls.page, { deptId: parentId, account_equal: firm.account, status: 0 })).total).toBe(
      0,
    )
    expect((await admin.get(user.calls.page, { deptId, size: 200 })).total).toBe(1)
  })
})

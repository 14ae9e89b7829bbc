import { beforeAll, describe, expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { rules } from '#contract/kit/rules.ts'
import { dept } from '#contract/system/dept.ts'
import { dict } from '#contract/system/dict.ts'
import { param } from '#contract/system/param.ts'
import { post } from '#contract/system/post.ts'
import { role } from '#contract/system/role.ts'
import { user } from '#contract/system/user.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import {
  callerWithToken,
  createEnterprise,
  password,
  requestLogin,
  sessionEndedResponse,
  type TokenResponse,
  userIdOf,
} from '../support/scenario.ts'

let platform: Platform

let admin: Caller
beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
})

const login = (account: string, plain = password) => requestLogin(platform, account, plain)
const callerWith = (response: TokenResponse) => callerWithToken(platform, response)

/** Creates an expert who still has the initial password. */
const createExpert = async (): Promise<{ account: string; initialPassword: string; id: string }> => {
  const roles = await admin.get(role.calls.select, {})
  const roleId = roles.find(({ roleAlias }) => roleAlias === 'expert')?.id
  const account = `new.${Math.random().toString(36).slice(2, 8)}`
  const newUser = await admin.get(user.calls.submit, { account, name: '新人', realName: '新人', roleId })
  return { account, initialPassword: String(newUser.initialPassword), id: String(newUser.id) }
}

describe('an initial password (docs/decisions/0048)', () => {
  const changeFirstResponse = { status: 403, msg: '请先修改初始密码', data: { mustChange: true } }
  const change = (person: Caller, plain: string, again = plain) =>
    person.ask(user.calls.updatePassword, {
      newPassword: platform.encrypt(plain),
      newPassword1: platform.encrypt(again),
    })

  test('is random, follows the password rule and is shown once', async () => {
    const [one, other] = [await createExpert(), await createExpert()]
    expect(one.initialPassword).not.toBe(other.initialPassword)
    for (const { initialPassword } of [one, other]) expect(rules.password(initialPassword)).toBeNull()
    expect(await admin.get(user.calls.detail, { id: one.id })).not.toHaveProperty('initialPassword')
  })

  test('is the value of the parameter account.initPassword if set, for new accounts and for resets', async () => {
    const configuredPassword = 'Vw-phqtz-935Kx'
    const { id: row } = await admin.get(param.calls.submit, {
      paramName: '初始密码',
      paramKey: 'account.initPassword',
      paramValue: configuredPassword,
    })
    const one = await createExpert()
    expect(one.initialPassword).toBe(configuredPassword)
    expect(await admin.get(user.calls.resetPassword, { userIds: one.id })).toEqual([
      { account: one.account, password: configuredPassword },
    ])
    expect((await login(one.account, configuredPassword)).must_change).toBe(true)
    const weak = await admin.ask(param.calls.submit, { id: row, paramValue: '123456' })
    expect(weak).toMatchObject({ status: 400, faults: [{ at: 'paramValue' }] })
    await admin.get(param.calls.remove, { ids: row })
    expect((await createExpert()).initialPassword).not.toBe(configuredPassword)
  })

  test('allows its user nothing but changing it', async () => {
    const { account, initialPassword } = await createExpert()
    const response = await login(account, initialPassword)
    expect(response.must_change).toBe(true)
    const person = callerWith(response)
    for (const endpoint of [
      dept.calls.select,
      role.calls.select,
      post.calls.list,
      dict.calls.dictionary,
      user.calls.page,
    ])
      expect(await person.ask(endpoint as never, {} as never)).toMatchObject(changeFirstResponse)
    expect(await person.get(user.calls.verifyInitialPassword, {})).toBe(true)
    expect(await person.get(user.calls.info, {})).toMatchObject({ account })
  })

  test('is replaced by a new one, which ends the sessions and gives full access', async () => {
    const { account, initialPassword } = await createExpert()
    const person = callerWith(await login(account, initialPassword))
    expect(await change(person, initialPassword)).toMatchObject({ status: 400, msg: '新密码不能与原密码相同' })
    expect(await change(person, password, 'Vw-phqtz-935Kx')).toMatchObject({
      msg: '两次密码输入不一致',
      faults: [{ at: 'newPassword1' }],
    })
    expect(await change(person, 'weak')).toMatchObject({ msg: '密码长度不能少于8位', faults: [{ at: 'newPassword' }] })
    expect((await change(person, password)).success).toBe(true)
    expect(await person.ask(auth.userInfo)).toMatchObject(sessionEndedResponse)
    expect((await login(account, initialPassword)).msg).toBe('用户名或密码错误')
    const again = callerWith(await login(account))
    expect((await again.ask(role.calls.select, {})).success).toBe(true)
    expect(await again.get(user.calls.verifyInitialPassword, {})).toBe(false)
  })

  test('is new after a reset, which ends the sessions and requires a change again', async () => {
    const person = await createEnterprise(platform)
    const passwords = await admin.get(user.calls.resetPassword, { userIds: await userIdOf(admin, person.account) })
    expect(passwords).toEqual([{ account: person.account, password: expect.stringMatching(/^.{12,}$/) }])
    expect(await person.ask(auth.userInfo)).toMatchObject(sessionEndedResponse)
    expect((await login(person.account)).msg).toBe('用户名或密码错误')
    expect((await login(person.account, String(passwords[0]?.password))).must_change).toBe(true)
  })
})

describe('changing the password (personal center)', () => {
  const next = 'Nx-wbkvd-864Rt'
  const change = (person: Caller, old: string, plain: string) =>
    person.ask(user.calls.updatePassword, {
      ...(old ? { oldPassword: platform.encrypt(old) } : {}),
      newPassword: platform.encrypt(plain),
      newPassword1: platform.encrypt(plain),
    })

  test('requires the old password on the server', async () => {
    const person = await createEnterprise(platform)
    for (const [old, msg] of [
      ['', '请输入原密码'],
      ['Wrong-955-Qa', '原密码不正确'],
    ] as const)
      expect(await change(person, old, next)).toMatchObject({ status: 400, msg, faults: [{ at: 'oldPassword' }] })
    expect((await login(person.account)).status).toBe(200)
  })

  test('ends every session of the account', async () => {
    const person = await createEnterprise(platform)
    const other = callerWith(await login(person.account))
    expect((await change(person, password, next)).success).toBe(true)
    expect(await person.ask(auth.userInfo)).toMatchObject(sessionEndedResponse)
    expect(await other.ask(auth.userInfo)).toMatchObject(sessionEndedResponse)
    expect((await login(person.account, next)).status).toBe(200)
  })

  test('ignores an account named in the request and changes the current one', async () => {
    const [person, victim] = [await createEnterprise(platform), await createEnterprise(platform)]
    const id = await userIdOf(admin, victim.account)
    await person.ask(user.calls.updatePassword, {
      id,
      userId: id,
      account: victim.account,
      oldPassword: platform.encrypt(password),
      newPassword: platform.encrypt(next),
      newPassword1: platform.encrypt(next),
    } as never)
    expect((await login(victim.account)).status).toBe(200)
    expect((await login(person.account, next)).status).toBe(200)
  })
})

import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auth, type SmsCodeReceipt } from '#contract/auth.ts'
import { messages } from '#contract/inbox/message.ts'
import { audit } from '#contract/log/audit.ts'
import { role } from '#contract/system/role.ts'
import { user } from '#contract/system/user.ts'
import { sql } from '#server/base/database/sql.ts'
import { approve as approveByOfficer } from '../support/approve.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createEnterprise, password, register, userIdOf } from '../support/scenario.ts'
import {
  loginByPhone,
  openSmsProvider,
  otherCodeThan,
  phonesWith,
  refusedLogin,
  type SmsInbox,
} from '../support/sms-provider.ts'

/** Whose a phone number is, and the new password that its owner sets with a code (docs/decisions/0107). */
let platform: Platform
let admin: Caller
let inbox: SmsInbox

beforeAll(async () => {
  platform = await openPlatform({ OUTGOING_HOSTS: '127.0.0.1' })
  admin = await platform.admin()
  inbox = await openSmsProvider(platform)
})

const newPhone = phonesWith('137')
const send = (phone: string, purpose: 'login' | 'password' = 'login'): Promise<SmsCodeReceipt> =>
  platform.visitor.get(auth.sendValidate, { tenantId: '000000', phone, purpose })
const codeFor = (phone: string, after = 0) => inbox.codeFor(phone, after)
const login = (phone: string, id: string, value: string) => loginByPhone(platform, phone, id, value)

beforeEach(() => sql`delete from allowance`.execute(platform.db))

describe('a phone number belongs to one login (docs/decisions/0107)', () => {
  const phoneLoginOf = async (account: string) => {
    const { records } = await admin.get(user.calls.page, { account_equal: account })
    return records[0]?.phoneLogin ?? null
  }
  const approve = async (account: string) => {
    await approveByOfficer(admin, await userIdOf(admin, account))
  }

  test('of the account that had it first; a registration with it succeeds like any other and gets no login by phone', async () => {
    const phone = newPhone()
    const first = await createEnterprise(platform, { phone })
    const second = await register(platform, { phone })
    expect([await phoneLoginOf(first.account), await phoneLoginOf(second.account)]).toEqual([1, null])
    await approve(second.account)
    expect([await phoneLoginOf(first.account), await phoneLoginOf(second.account)]).toEqual([1, 0])
    const { id } = await send(phone)
    expect(await login(phone, id, await codeFor(phone))).toMatchObject({ status: 200, account: first.account })
    expect(await platform.login(second.account, password)).toBeTruthy()
  })

  test('goes to the only other account with it once the first gives it up, is disabled or removed', async () => {
    const phone = newPhone()
    const first = await createEnterprise(platform, { phone })
    const second = await createEnterprise(platform, { phone })
    const [firstId, secondId] = [await userIdOf(admin, first.account), await userIdOf(admin, second.account)]
    await admin.get(user.calls.update, { id: firstId, phone: newPhone() })
    expect([await phoneLoginOf(first.account), await phoneLoginOf(second.account)]).toEqual([1, 1])
    await admin.get(user.calls.update, { id: firstId, phone })
    expect(await phoneLoginOf(first.account)).toBe(0)
    await admin.get(user.calls.disable, { userIds: secondId, reason: '离职' })
    expect([await phoneLoginOf(first.account), await phoneLoginOf(second.account)]).toEqual([1, null])
  })

  test('of nobody among accounts that an upgrade finds with it: they log in by password, and a list names them', async () => {
    const phone = newPhone()
    const people = [await createEnterprise(platform, { phone }), await createEnterprise(platform, { phone })]
    await sql`update "user" set phone_login = 0 where phone = ${phone}`.execute(platform.db)
    const { id } = await send(phone)
    expect(await login(phone, id, await codeFor(phone))).toMatchObject({
      status: 400,
      error_code: 2005,
      msg: '该手机号登记在多个账号下，请使用账号密码登录',
    })
    const { records } = await admin.get(user.calls.page, { phoneLogin: 0, size: 100 })
    for (const { account } of people) expect(records.map((row) => row.account)).toContain(account)
    await admin.get(user.calls.update, { id: await userIdOf(admin, people[0]?.account ?? ''), phone: newPhone() })
    expect(await phoneLoginOf(people[1]?.account ?? '')).toBe(1)
  })
})

describe('a forgotten password', () => {
  const next = 'Kd-wqztp-584Vn'
  const reset = (phone: string, id: string, value: string, plain = next, again = plain) =>
    platform.visitor.ask(auth.resetPassword, {
      tenantId: '000000',
      phone,
      id,
      value,
      newPassword: platform.encrypt(plain),
      newPassword1: platform.encrypt(again),
    })
  const wrongCode = { status: 400, msg: '验证码不正确或已失效', faults: [{ at: 'value' }] }
  /** An account that has requested a code. */
  const withCode = async (create: typeof register = createEnterprise) => {
    const phone = newPhone()
    const person = await create(platform, { phone })
    const { id } = await send(phone, 'password')
    return { person, phone, id, code: await codeFor(phone) }
  }

  test('is replaced with a code sent to the phone: sessions and lock end, and its owner is told', async () => {
    const { person, phone, id, code } = await withCode()
    const session = await platform.login(person.account, password)
    for (let n = 0; n < 5; n++) await platform.login(person.account, 'Wrong-pqwz-583').catch(() => {})
    await expect(platform.login(person.account, password)).rejects.toThrow('登录失败次数过多')
    expect(await reset(phone, id, code)).toMatchObject({ status: 200, success: true })
    expect((await session.ask(user.calls.info)).status).toBe(401)
    const caller = await platform.login(person.account, next)
    const { records } = await caller.get(messages.list, {})
    expect(records.map(({ title }) => title)).toContain('您的密码已通过短信验证码重设')
    await expect(platform.login(person.account, password)).rejects.toThrow('用户名或密码错误')
    const [entry] = (await admin.get(audit.calls.list, { verb: 'resetByPhone', descs: 'id' })).records
    expect(entry).toMatchObject({ createBy: person.account, outcome: 1 })
    expect(await reset(phone, id, code)).toMatchObject(wrongCode)
  })

  test('may be the initial password: the new one is not to be changed again', async () => {
    const phone = newPhone()
    const { initialPassword, id: userId } = await admin.get(user.calls.submit, {
      ...{ account: `staff.${phone}`, name: '李文', realName: '李文', phone },
      roleId: (await admin.get(role.calls.select, {})).find(({ roleAlias }) => roleAlias === 'expert')?.id ?? '',
    })
    expect([initialPassword, userId]).toEqual([expect.any(String), expect.any(String)])
    const { id } = await send(phone, 'password')
    expect(await reset(phone, id, await codeFor(phone))).toMatchObject({ status: 200 })
    const caller = await platform.login(`staff.${phone}`, next)
    expect((await caller.ask(user.calls.info)).status).toBe(200)
  })

  test('stays with a wrong code, another phone, a code for the login, an expired one, and after five tries', async () => {
    const { person, phone, id, code } = await withCode()
    expect(await reset(phone, id, otherCodeThan(code))).toMatchObject(wrongCode)
    expect(await reset(newPhone(), id, code)).toMatchObject(wrongCode)
    expect(await login(phone, id, code)).toMatchObject(refusedLogin)
    for (let n = 0; n < 3; n++) await reset(phone, id, otherCodeThan(code))
    expect(await reset(phone, id, code)).toMatchObject(wrongCode)
    await sql`delete from allowance`.execute(platform.db)
    const { id: loginId } = await send(phone)
    expect(await reset(phone, loginId, await codeFor(phone, 1))).toMatchObject(wrongCode)
    await sql`delete from allowance`.execute(platform.db)
    const late = await send(phone, 'password')
    const lateCode = await codeFor(phone, 2)
    await sql`update sms_code set ends_at = now() where phone = ${phone}`.execute(platform.db)
    expect(await reset(phone, late.id, lateCode)).toMatchObject(wrongCode)
    await platform.login(person.account, password)
  })

  test('is not replaced by a weak, a different, the same or an unencrypted one; the code stays valid', async () => {
    const { person, phone, id, code } = await withCode()
    expect(await reset(phone, id, code, next, `${next}x`)).toMatchObject({ faults: [{ at: 'newPassword1' }] })
    expect(await reset(phone, id, code, 'abc')).toMatchObject({ status: 400, faults: [{ at: 'newPassword' }] })
    expect(await reset(phone, id, code, password)).toMatchObject({ msg: '新密码不能与原密码相同' })
    const clear = { tenantId: '000000', phone, id, value: code, newPassword: next, newPassword1: next }
    expect(await platform.visitor.ask(auth.resetPassword, clear)).toMatchObject({ msg: '密码需加密传输' })
    expect(await reset(phone, id, code)).toMatchObject({ status: 200 })
    await platform.login(person.account, next)
  })

  test('cannot be replaced for an account that may not log in, and says why after the right code', async () => {
    const waiting = await withCode(register)
    expect((await reset(waiting.phone, waiting.id, waiting.code)).msg).toBe(
      '账号正在等待管理员审核，审核通过后即可登录',
    )
    const disabled = await withCode()
    const userIds = await userIdOf(admin, disabled.person.account)
    await admin.get(user.calls.disable, { userIds, reason: '长期未使用' })
    expect((await reset(disabled.phone, disabled.id, disabled.code)).msg).toContain('长期未使用')
  })

  test('cannot be replaced if several accounts share the number, or none has it: the request answers the same', async () => {
    const { phone, id, code } = await withCode()
    await createEnterprise(platform, { phone })
    await sql`update "user" set phone_login = 0 where phone = ${phone}`.execute(platform.db)
    expect((await reset(phone, id, code)).msg).toBe('该手机号登记在多个账号下，不能用来重设密码，请联系管理员')
    const unknown = newPhone()
    const receipt = await send(unknown, 'password')
    expect(receipt).toMatchObject({ again: 60, lasts: 300 })
    expect(await reset(unknown, receipt.id, '123456')).toMatchObject(wrongCode)
  })

  test('is replaced once by two requests with the same code at the same time', async () => {
    const { phone, id, code } = await withCode()
    const answers = await Promise.all([reset(phone, id, code), reset(phone, id, code)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  })
})

import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auth, type SmsCodeReceipt } from '#contract/auth.ts'
import { smsMessage } from '#contract/storage/sms-message.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createEnterprise, createStaff, register, requestToken } from '../support/scenario.ts'
import { until } from '../support/until.ts'

let platform: Platform
let admin: Caller

beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
})

let serial = 0
const newPhone = () => `139${String(++serial).padStart(8, '0')}`
const validate = (phone: string) => platform.visitor.ask(auth.sendValidate, { tenantId: '000000', phone })
const send = async (phone: string): Promise<SmsCodeReceipt> => {
  const response = await validate(phone)
  if (!response.success) throw new Error(response.msg)
  return response.data
}
const messagesTo = async (phone: string) => (await admin.get(smsMessage.calls.list, { phone })).records
/** The code in the outbox; the message is sent after the response. */
const codeFor = async (phone: string): Promise<string> => {
  await until(async () => (await messagesTo(phone)).length > 0)
  return /\d{6}/.exec(String((await messagesTo(phone))[0]?.content))?.[0] as string
}
const login = (phone: string, id: string, value: string) =>
  requestToken(platform, { grant_type: 'sms_code', phone, id, value })
const rejection = { status: 400, error_code: 2004, msg: '验证码不正确或已失效' }
const tooOften = (message: string) => ({ status: 429, success: false, msg: expect.stringContaining(message) })

beforeEach(() => sql`delete from allowance`.execute(platform.db))

describe('a login by phone (section 2)', () => {
  test('succeeds with the code, which is in the development outbox while no provider is configured', async () => {
    const phone = newPhone()
    const person = await createEnterprise(platform, { phone })
    const { id, again, lasts } = await send(phone)
    expect([again, lasts]).toEqual([60, 300])
    expect(await login(phone, id, await codeFor(phone))).toMatchObject({ status: 200, account: person.account })
  })

  test('accepts an encrypted phone number, as BladeX clients send it', async () => {
    const phone = newPhone()
    await createEnterprise(platform, { phone })
    const { id } = await send(platform.encrypt(phone))
    expect((await login(platform.encrypt(phone), id, await codeFor(phone))).status).toBe(200)
  })

  test('accepts each code once', async () => {
    const phone = newPhone()
    await createEnterprise(platform, { phone })
    const { id } = await send(phone)
    const code = await codeFor(phone)
    const responses = await Promise.all([login(phone, id, code), login(phone, id, code)])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  test('ignores spaces and the country code in the phone number', async () => {
    const phone = newPhone()
    await createEnterprise(platform, { phone })
    const spaced = `${phone.slice(0, 3)} ${phone.slice(3, 7)} ${phone.slice(7)}`
    const { id } = await send(spaced)
    expect(await login(`+86 ${spaced}`, id, await codeFor(phone))).toMatchObject({ status: 200 })
  })

  test('has the same response for a wrong code, another phone number, another id and an expired code', async () => {
    const phone = newPhone()
    await createEnterprise(platform, { phone })
    const { id } = await send(phone)
    const code = await codeFor(phone)
    expect(await login(phone, id, code === '000000' ? '000001' : '000000')).toMatchObject(rejection)
    expect(await login(newPhone(), id, code)).toMatchObject(rejection)
    expect(await login(phone, 'f'.repeat(32), code)).toMatchObject(rejection)
    await sql`update sms_code set ends_at = now() where phone = ${phone}`.execute(platform.db)
    expect(await login(phone, id, code)).toMatchObject(rejection)
  })

  test('uses up a code after five attempts, even simultaneous ones', async () => {
    const phone = newPhone()
    await createEnterprise(platform, { phone })
    const { id } = await send(phone)
    const code = await codeFor(phone)
    const other = code === '000000' ? '000001' : '000000'
    await Promise.all(Array.from({ length: 8 }, () => login(phone, id, other)))
    expect(await login(phone, id, code)).toMatchObject(rejection)
  })

  test('invalidates the previous code when a new one is sent', async () => {
    const phone = newPhone()
    await createEnterprise(platform, { phone })
    const first = await send(phone)
    const code = await codeFor(phone)
    await sql`delete from allowance`.execute(platform.db)
    await send(phone)
    expect(await login(phone, first.id, code)).toMatchObject(rejection)
  })

  test('does not reveal whether a phone number is registered: the response is the same, but no message is sent', async () => {
    const phone = newPhone()
    const response = await validate(phone)
    expect(response).toMatchObject({ status: 200, success: true, data: { again: 60, lasts: 300 } })
    expect(await login(phone, response.data.id, '123456')).toMatchObject(rejection)
    expect(await messagesTo(phone)).toEqual([])
  })

  test('reports a pending approval after the correct code', async () => {
    const phone = newPhone()
    await register(platform, { phone })
    const { id } = await send(phone)
    expect(await login(phone, id, await codeFor(phone))).toMatchObject({
      status: 400,
      error_code: 2005,
      msg: '账号正在等待管理员审核，审核通过后即可登录',
    })
  })

  test('opens no account if several have the phone number', async () => {
    const phone = newPhone()
    await createEnterprise(platform, { phone })
    await createEnterprise(platform, { phone })
    const { id } = await send(phone)
    expect(await login(phone, id, await codeFor(phone))).toMatchObject({ status: 400, error_code: 2005 })
  })

  test.each([
    ['', '请填写手机'],
    ['1380000', '手机号码长度不是11位'],
    ['23800001234', '手机号码格式不正确'],
  ])('rejects the phone number %j: %s', async (phone, msg) => {
    expect(await validate(phone)).toMatchObject({ status: 400, msg, faults: [{ at: 'phone', msg }] })
  })
})

describe('the limits of messages (docs/decisions/0024)', () => {
  const resetLimits = (pattern: string) => sql`delete from allowance where key like ${pattern}`.execute(platform.db)

  test('allow one message per minute and phone number', async () => {
    const phone = newPhone()
    await send(phone)
    expect(await validate(phone)).toMatchObject(tooOften('秒后再试'))
    expect((await validate(newPhone())).success).toBe(true)
  })

  test('allow five messages per day and phone number', async () => {
    const phone = newPhone()
    for (let n = 0; n < 5; n++) {
      await send(phone)
      await resetLimits('sms:minute:%')
    }
    expect(await validate(phone)).toMatchObject(tooOften('24小时后再试'))
  })

  test('allow twenty messages per hour and address', async () => {
    for (let n = 0; n < 20; n++) await send(newPhone())
    expect(await validate(newPhone())).toMatchObject(tooOften('分钟后再试'))
  })

  test('allow only one of twelve simultaneous messages', async () => {
    const phone = newPhone()
    const responses = await Promise.all(Array.from({ length: 12 }, () => validate(phone)))
    expect(responses.filter(({ success }) => success)).toHaveLength(1)
  })

  test('expire', async () => {
    const phone = newPhone()
    await send(phone)
    await sql`update allowance set ends_at = now()`.execute(platform.db)
    expect((await validate(phone)).success).toBe(true)
  })
})

describe('the outbox', () => {
  test('requires its permission', async () => {
    const person = await createEnterprise(platform)
    expect((await person.ask(smsMessage.calls.list)).status).toBe(403)
    expect((await (await createStaff(platform, 'platform')).ask(smsMessage.calls.list)).status).toBe(403)
    expect((await admin.ask(smsMessage.calls.list)).status).toBe(200)
  })
})

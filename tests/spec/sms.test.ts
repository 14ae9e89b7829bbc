import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auth, type SmsCodeReceipt } from '#contract/auth.ts'
import { smsMessage } from '#contract/storage/sms-message.ts'
import { sql } from '#server/base/database/sql.ts'
import { cleanUp } from '../support/cleanup.ts'
import { type Caller, openPlatform, type Platform, serve } from '../support/platform.ts'
import { createEnterprise, createStaff, register } from '../support/scenario.ts'
import {
  loginByPhone,
  openSmsProvider,
  otherCodeThan,
  phonesWith,
  refusedLogin,
  type SmsInbox,
} from '../support/sms-provider.ts'

let platform: Platform
let admin: Caller
let inbox: SmsInbox

beforeAll(async () => {
  platform = await openPlatform({ OUTGOING_HOSTS: '127.0.0.1' })
  admin = await platform.admin()
  inbox = await openSmsProvider(platform)
})

const newPhone = phonesWith('139')
type Purpose = 'login' | 'password'
const validate = (phone: string, purpose: Purpose = 'login', headers = {}) =>
  platform.visitor.ask(auth.sendValidate, { tenantId: '000000', phone, purpose }, headers)
const send = async (phone: string): Promise<SmsCodeReceipt> => {
  const response = await validate(phone)
  if (!response.success) throw new Error(response.msg)
  return response.data
}
const codeFor = (phone: string, after = 0) => inbox.codeFor(phone, after)
const login = (phone: string, id: string, value: string) => loginByPhone(platform, phone, id, value)
const tooOften = (message: string) => ({ status: 429, success: false, msg: expect.stringContaining(message) })
/** Without a provider in use. */
const withoutProvider = async (work: () => Promise<void>) => {
  await sql`update sms set status = 1`.execute(platform.db)
  await work().finally(() => sql`update sms set status = 2`.execute(platform.db))
}
/** Requests come from another network. */
const from = (address: string) => ({ 'x-forwarded-for': address })

beforeEach(() => sql`delete from allowance`.execute(platform.db))

describe('a login by phone (section 2)', () => {
  test('succeeds with the code that the provider was asked to send', async () => {
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
    expect(await login(phone, id, otherCodeThan(code))).toMatchObject(refusedLogin)
    expect(await login(newPhone(), id, code)).toMatchObject(refusedLogin)
    expect(await login(phone, 'f'.repeat(32), code)).toMatchObject(refusedLogin)
    await sql`update sms_code set ends_at = now() where phone = ${phone}`.execute(platform.db)
    expect(await login(phone, id, code)).toMatchObject(refusedLogin)
  })

  test('uses up a code after five attempts, even simultaneous ones', async () => {
    const phone = newPhone()
    await createEnterprise(platform, { phone })
    const { id } = await send(phone)
    const code = await codeFor(phone)
    const other = otherCodeThan(code)
    await Promise.all(Array.from({ length: 8 }, () => login(phone, id, other)))
    expect(await login(phone, id, code)).toMatchObject(refusedLogin)
  })

  test('invalidates the previous code when a new one is sent', async () => {
    const phone = newPhone()
    await createEnterprise(platform, { phone })
    const first = await send(phone)
    const code = await codeFor(phone)
    await sql`delete from allowance`.execute(platform.db)
    await send(phone)
    await codeFor(phone, 1)
    expect(await login(phone, first.id, code)).toMatchObject(refusedLogin)
  })

  test('does not reveal whether a phone number is registered: the response is the same, but no message is sent', async () => {
    const phone = newPhone()
    const response = await validate(phone)
    expect(response).toMatchObject({ status: 200, success: true, data: { again: 60, lasts: 300 } })
    expect(await login(phone, response.data.id, '123456')).toMatchObject(refusedLogin)
    expect(inbox.countOf(phone)).toBe(0)
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

  test('is asked for a captcha first, as a login by password is; one captcha is enough for one code', async () => {
    const phone = newPhone()
    await createEnterprise(platform, { phone })
    const guarded = await serve(platform.databaseUrl, { PORT: '0', CAPTCHA: 'on', OUTGOING_HOSTS: '127.0.0.1' })
    cleanUp(guarded.close)
    const { visitor, captchaAnswer } = guarded.platform
    const request = (headers = {}) => visitor.ask(auth.sendValidate, { tenantId: '000000', phone }, headers)
    expect(await request()).toMatchObject({ status: 400, msg: '验证码不正确' })
    const { key } = await visitor.get(auth.captcha)
    const solved = { 'captcha-key': key, 'captcha-code': await captchaAnswer(key) }
    expect(await request(solved)).toMatchObject({ status: 200 })
    expect(await request(solved)).toMatchObject({ status: 400, msg: '验证码不正确' })
  })

  test('is refused with a sentence without a provider; the login page then offers neither it nor the password reset', async () => {
    const phone = newPhone()
    await createEnterprise(platform, { phone })
    expect(await platform.visitor.get(auth.settings)).toMatchObject({ sms: true })
    await withoutProvider(async () => {
      expect(await platform.visitor.get(auth.settings)).toMatchObject({ sms: false })
      const msg = '平台未开通短信服务，请使用账号密码登录'
      expect(await validate(phone)).toMatchObject({ status: 400, success: false, msg })
      expect((await validate(phone, 'password')).msg).toBe('平台未开通短信服务，请联系管理员重置密码')
    })
  })

  test('leaves its code in no table', async () => {
    const phone = newPhone()
    await createEnterprise(platform, { phone })
    const { id } = await send(phone)
    const code = await codeFor(phone)
    await login(phone, id, otherCodeThan(code))
    await login(phone, id, code)
    const { rows: tables } = await sql<{ name: string }>`select quote_ident(table_name) as name
      from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(platform.db)
    // as a number of its own: neither within longer numbers nor as the fraction of a time
    const pattern = `(^|[^0-9.])${code}([^0-9]|$)`
    for (const { name } of tables) {
      const { rows } = await sql`select 1 from ${sql.raw(name)} as stored where stored::text ~ ${pattern}`.execute(
        platform.db,
      )
      expect([name, rows.length]).toEqual([name, 0])
    }
  })

  test.each([
    ['', '请输入手机'],
    ['1380000', '手机号码长度不是11位'],
    ['23800001234', '手机号码格式不正确'],
  ])('rejects the phone number %j: %s', async (phone, msg) => {
    expect(await validate(phone)).toMatchObject({ status: 400, msg, faults: [{ at: 'phone', msg }] })
  })
})

describe('the limits of messages (docs/decisions/0024)', () => {
  const resetLimits = (pattern: string) => sql`delete from allowance where key like ${pattern}`.execute(platform.db)

  test('allow one message per minute and phone number from one network', async () => {
    const phone = newPhone()
    await send(phone)
    expect(await validate(phone)).toMatchObject(tooOften('秒后再试'))
    expect((await validate(newPhone())).success).toBe(true)
  })

  test('allow five messages per day and phone number from one network', async () => {
    const phone = newPhone()
    for (let n = 0; n < 5; n++) {
      await send(phone)
      await resetLimits('sms:minute:%')
    }
    expect(await validate(phone)).toMatchObject(tooOften('24小时后再试'))
  })

  test('do not let strangers use up the day of the owner, nor replace the code that the owner has received', async () => {
    const phone = newPhone()
    const owner = await createEnterprise(platform, { phone })
    const proxied = await serve(platform.databaseUrl, {
      PORT: '0',
      OUTGOING_HOSTS: '127.0.0.1',
      TRUSTED_PROXIES: 'loopback',
    })
    cleanUp(proxied.close)
    const { id } = await send(phone)
    const code = await codeFor(phone)
    const request = (address: string) =>
      proxied.platform.visitor.ask(auth.sendValidate, { tenantId: '000000', phone }, from(address))
    const strangers = [...Array(5).fill('203.0.113.7'), ...Array(5).fill('198.51.100.9'), '192.0.2.1']
    const statuses: number[] = []
    for (const address of strangers) {
      statuses.push((await request(address)).status)
      await resetLimits('sms:minute:%')
    }
    // ten from networks where the owner has never logged in
    expect(statuses).toEqual([...Array(10).fill(200), 429])
    expect(await login(phone, id, code)).toMatchObject({ status: 200, account: owner.account })
    expect(await validate(phone)).toMatchObject({ status: 200 })
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

describe('the list of sent messages', () => {
  test('requires its permission, and has no texts', async () => {
    const person = await createEnterprise(platform)
    expect((await person.ask(smsMessage.calls.list)).status).toBe(403)
    expect((await (await createStaff(platform, 'platform')).ask(smsMessage.calls.list)).status).toBe(403)
    const { records } = await admin.get(smsMessage.calls.list, { purpose: 'login' })
    expect(records[0]).toMatchObject({ purpose: 'login', channel: 'aliyun', result: 1 })
    expect(Object.keys(records[0] ?? {})).not.toContain('content')
  })
})

import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { sms, smsKinds } from '#contract/storage/sms.ts'
import { smsMessage } from '#contract/storage/sms-message.ts'
import { createClerk } from '../support/clerk.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { aliyunSignature, tencentSignature } from '../support/provider-signatures.ts'
import { openPeer, type ReceivedCall } from '../support/recording-server.ts'
import { createEnterprise, requestToken } from '../support/scenario.ts'
import { until } from '../support/until.ts'

/**
 * SMS through a provider (section 7, Resource): the providers' own clients against a peer on the wire, which checks what they sign.
 * What only a real account can show, that templates, signatures and balances are in order, is not shown here.
 */
let platform: Platform
let admin: Caller

beforeAll(async () => {
  platform = await openPlatform({ OUTGOING_HOSTS: '127.0.0.1' })
  admin = await platform.admin()
})

let serial = 0
const newPhone = () => `138${String(++serial).padStart(8, '0')}`
const secretKey = 'the-key-nobody-sees'

beforeEach(() => sql`delete from allowance`.execute(platform.db))

const newProvider = async (category: number, endpoint: string | null, more: object = {}) => {
  const sent = {
    category,
    smsCode: `p${++serial}`,
    templateId: 'SMS_1234',
    signName: '公共服务平台',
    endpoint,
    accessKey: 'LTAI-access',
    secretKey,
    ...(category === smsKinds.tencent ? { appId: '1400006666' } : {}),
    ...more,
  }
  const { id } = await admin.get(sms.calls.submit, sent)
  return { id, code: sent.smsCode }
}
const messagesTo = async (phone: string) => (await admin.get(smsMessage.calls.list, { phone })).records
const send = (code: string, phones: string, params = '{"code":"1234"}') =>
  admin.ask(sms.calls.send, { code, phones, params })

const aliyunSite = (answer: object = { Code: 'OK', Message: 'OK', BizId: 'biz-77', RequestId: 'r' }) =>
  openPeer(() => ({ json: answer }))
const phonesIn = ({ body }: ReceivedCall) => (JSON.parse(String(body)) as { PhoneNumberSet: string[] }).PhoneNumberSet
const tencentSite = (codeOf: (phone: string) => string = () => 'Ok') =>
  openPeer((heard) => ({
    json: {
      Response: {
        RequestId: 'r',
        SendStatusSet: phonesIn(heard).map((PhoneNumber, n) => ({
          PhoneNumber,
          SerialNo: codeOf(PhoneNumber) === 'Ok' ? `serial-${n}` : '',
          Fee: 1,
          SessionContext: '',
          Code: codeOf(PhoneNumber),
          Message: codeOf(PhoneNumber) === 'Ok' ? 'send success' : '号码在黑名单中',
        })),
      },
    },
  }))

describe('a message by Alibaba Cloud', () => {
  test('goes out signed with the key, with template, signature and variables, and leaves its line in the outbox', async () => {
    const site = await aliyunSite()
    const { code } = await newProvider(smsKinds.aliyun, site.endpoint)
    const phone = newPhone()
    const answer = await send(code, phone)
    expect(answer).toMatchObject({
      success: true,
      data: [{ phone, done: true, messageId: 'biz-77', fault: null }],
    })
    const [heard, ...rest] = site.calls as [ReceivedCall]
    expect(rest).toEqual([])
    expect(heard.headers).toMatchObject({ 'x-acs-action': 'SendSms', 'x-acs-version': '2017-05-25' })
    expect(Object.fromEntries(heard.query)).toEqual({
      PhoneNumbers: phone,
      SignName: '公共服务平台',
      TemplateCode: 'SMS_1234',
      TemplateParam: '{"code":"1234"}',
    })
    const { actual: given, expected: right } = aliyunSignature(heard, secretKey)
    expect(given).toMatch(/^[0-9a-f]{64}$/)
    expect(given).toBe(right)
    expect(JSON.stringify([heard.headers, String(heard.body)])).not.toContain(secretKey)
    expect(await messagesTo(phone)).toMatchObject([
      {
        channel: 'aliyun',
        smsCode: code,
        result: 1,
        messageId: 'biz-77',
        content: null,
        fault: null,
        purpose: 'manual',
      },
    ])
  })

  test('that is refused says so in the words of the provider', async () => {
    const site = await aliyunSite({ Code: 'isv.BUSINESS_LIMIT_CONTROL', Message: '触发小时级流控Permits:5' })
    const { code } = await newProvider(smsKinds.aliyun, site.endpoint)
    const phone = newPhone()
    const fault = 'isv.BUSINESS_LIMIT_CONTROL: 触发小时级流控Permits:5'
    expect(await send(code, phone)).toMatchObject({ status: 400, success: false, msg: `发送失败：${fault}` })
    expect(await messagesTo(phone)).toMatchObject([{ result: 2, fault, messageId: null }])
  })

  test('whose key is not accepted says so', async () => {
    const json = { Code: 'InvalidAccessKeyId.NotFound', Message: 'Specified access key is not found.', RequestId: 'r' }
    const site = await openPeer(() => ({ status: 404, json }))
    const { code } = await newProvider(smsKinds.aliyun, site.endpoint)
    expect((await send(code, newPhone())).msg).toContain('InvalidAccessKeyId.NotFound')
  })
})

describe('a message by Tencent Cloud', () => {
  test('goes out signed with the key; the variables of its template go in their order', async () => {
    const site = await tencentSite()
    const { code } = await newProvider(smsKinds.tencent, site.endpoint)
    const phone = newPhone()
    expect((await send(code, phone, '{"code":"1234","minutes":5}')).data).toEqual([
      { phone, done: true, messageId: 'serial-0', fault: null },
    ])
    const [heard] = site.calls as [ReceivedCall]
    expect(heard.headers).toMatchObject({ 'x-tc-action': 'SendSms', 'x-tc-version': '2021-01-11' })
    expect(JSON.parse(String(heard.body))).toEqual({
      SmsSdkAppId: '1400006666',
      SignName: '公共服务平台',
      TemplateId: 'SMS_1234',
      TemplateParamSet: ['1234', '5'],
      PhoneNumberSet: [`+86${phone}`],
    })
    const { actual: given, expected: right } = tencentSignature(heard, secretKey)
    expect(given).toMatch(/^[0-9a-f]{64}$/)
    expect(given).toBe(right)
    expect(await messagesTo(phone)).toMatchObject([{ channel: 'tencent', result: 1, messageId: 'serial-0' }])
  })

  test('to several phones has a result for each', async () => {
    const [good, bad] = [newPhone(), newPhone()]
    const site = await tencentSite((phone) => (phone.endsWith(bad) ? 'FailedOperation.PhoneNumberInBlacklist' : 'Ok'))
    const { code } = await newProvider(smsKinds.tencent, site.endpoint)
    const fault = 'FailedOperation.PhoneNumberInBlacklist: 号码在黑名单中'
    const spaced = `${good.slice(0, 3)} ${good.slice(3, 7)} ${good.slice(7)}`
    expect((await send(code, `${spaced},+86${bad}`)).data).toEqual([
      { phone: good, done: true, messageId: 'serial-0', fault: null },
      { phone: bad, done: false, messageId: null, fault },
    ])
    expect(await messagesTo(bad)).toMatchObject([{ result: 2, fault }])
  })

  test('whose signature is not accepted says so', async () => {
    const refusal = {
      Code: 'AuthFailure.SignatureFailure',
      Message: 'The provided credentials could not be validated.',
    }
    const site = await openPeer(() => ({ json: { Response: { Error: refusal, RequestId: 'r' } } }))
    const { code } = await newProvider(smsKinds.tencent, site.endpoint)
    expect((await send(code, newPhone())).msg).toMatch(/^发送失败：AuthFailure.SignatureFailure: The provided/)
  })
})

describe('a provider', () => {
  test.each([
    ['阿里云', smsKinds.aliyun],
    ['腾讯云', smsKinds.tencent],
  ])('%s that is not reached is told of in words', async (_name, kind) => {
    const { code } = await newProvider(kind, 'http://127.0.0.1:1')
    const phone = newPhone()
    const fault = '服务拒绝连接，请核对接口地址与端口'
    expect(await send(code, phone)).toMatchObject({ status: 400, msg: `发送失败：${fault}` })
    expect(await messagesTo(phone)).toMatchObject([{ result: 2, fault }])
  })

  test.each([
    ['http://sms.example.com', '接口地址须使用 https；内网服务须由运维列入 OUTGOING_HOSTS'],
    ['https://192.168.1.1', '接口地址位于内部网络，须由运维列入 OUTGOING_HOSTS'],
  ])('at %s is refused at its field', async (endpoint, msg) => {
    const sent = { category: smsKinds.aliyun, smsCode: `p${++serial}`, templateId: 't', signName: 's', endpoint }
    const answer = await admin.ask(sms.calls.submit, { ...sent, accessKey: 'a', secretKey })
    expect(answer.faults).toEqual([{ at: 'endpoint', msg }])
  })

  test('keeps its key to itself', async () => {
    const { id } = await newProvider(smsKinds.aliyun, null)
    const row = await platform.db.selectFrom('sms').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const told = [await admin.get(sms.calls.detail, { id }), await admin.get(sms.calls.list), row]
    expect(JSON.stringify(told)).not.toContain(secretKey)
  })

  test.each([
    ['云片', smsKinds.yunpian],
    ['七牛云', smsKinds.qiniu],
  ])('%s, which nothing is connected to, is neither put to use nor sent by', async (name, kind) => {
    const { id, code } = await newProvider(kind, null)
    const refused = { status: 400, msg: `平台尚未接入${name}短信，请改用阿里云或腾讯云` }
    expect(await admin.ask(sms.calls.enable, { id })).toMatchObject(refused)
    expect(await send(code, newPhone())).toMatchObject(refused)
    expect((await admin.get(sms.calls.detail, { id })).status).toBe(1)
  })

  test('Tencent Cloud asks for its app id, Alibaba Cloud does not; its region is Hangzhou where nothing is said', async () => {
    const sent = { templateId: 't', signName: 's', accessKey: 'a', secretKey }
    const without = await admin.ask(sms.calls.submit, { ...sent, category: smsKinds.tencent, smsCode: `p${++serial}` })
    expect(without.faults.map(({ at }) => at)).toEqual(['appId'])
    const { id } = await admin.get(sms.calls.submit, { ...sent, category: smsKinds.aliyun, smsCode: `p${++serial}` })
    expect((await admin.get(sms.calls.detail, { id })).regionId).toBe('cn-hangzhou')
  })
})

describe('sending by hand', () => {
  test.each([
    ['12345', '{}', 'phones', '12345：手机号码长度不是11位'],
    ['13800000000', 'code=1', 'params', '模板参数应为 JSON 对象，例如 {"code":"1234"}'],
    ['13800000000', '["1"]', 'params', '模板参数应为 JSON 对象，例如 {"code":"1234"}'],
    ['13800000000', '{"code":{"a":1}}', 'params', '模板参数应为 JSON 对象，例如 {"code":"1234"}'],
  ])('to %j with %s is refused at its field', async (phones, params, at, msg) => {
    const { code } = await newProvider(smsKinds.aliyun, 'http://127.0.0.1:1')
    expect(await send(code, phones, params)).toMatchObject({ status: 400, faults: [{ at, msg }] })
    expect(await messagesTo('13800000000')).toEqual([])
  })

  test('goes to twenty phones at most, and to each of them once', async () => {
    const site = await aliyunSite()
    const { code } = await newProvider(smsKinds.aliyun, site.endpoint)
    const phones = Array.from({ length: 21 }, newPhone)
    expect((await send(code, phones.join(','))).faults).toEqual([{ at: 'phones', msg: '一次最多发送给20个号码' }])
    const [one] = phones as [string]
    expect((await send(code, `${one}，${one}`)).data).toHaveLength(1)
  })

  test('is within the limits of messages: one a minute to a phone', async () => {
    const site = await aliyunSite()
    const { code } = await newProvider(smsKinds.aliyun, site.endpoint)
    const phone = newPhone()
    expect((await send(code, phone)).status).toBe(200)
    expect((await send(code, phone)).status).toBe(429)
    expect(site.calls).toHaveLength(1)
  })

  test('is for who may send; no row is sent by that is not there', async () => {
    const { code } = await newProvider(smsKinds.aliyun, 'http://127.0.0.1:1')
    const sender = await createClerk(platform, 'messenger', 'sms', 'sms_send')
    const nobody = await createClerk(platform, 'looker', 'sms')
    const input = { code, phones: newPhone(), params: '{}' }
    expect((await nobody.ask(sms.calls.send, input)).status).toBe(403)
    expect((await sender.ask(sms.calls.send, input)).msg).toMatch(/^发送失败/)
    expect((await send('unknown', newPhone())).msg).toBe('没有资源编号为“unknown”的短信配置')
  })
})

describe('a login code', () => {
  const codeTo = async (phone: string) => {
    const answer = await platform.visitor.ask(auth.sendValidate, { tenantId: '000000', phone })
    await until(async () => (await messagesTo(phone)).some(({ result }) => result !== 0))
    return answer.data
  }

  test('goes out by the provider in use, by its template, and opens; the outbox does not hold it', async () => {
    const site = await aliyunSite()
    const { id } = await newProvider(smsKinds.aliyun, site.endpoint)
    await admin.get(sms.calls.enable, { id })
    const phone = newPhone()
    const person = await createEnterprise(platform, { phone })
    const sent = await codeTo(phone)
    const { code } = JSON.parse(site.calls[0]?.query.get('TemplateParam') ?? '{}') as { code: string }
    expect(code).toMatch(/^\d{6}$/)
    expect(JSON.stringify(await messagesTo(phone))).not.toContain(code)
    const token = await requestToken(platform, { grant_type: 'sms_code', phone, id: sent.id, value: code })
    expect(token).toMatchObject({ status: 200, account: person.account })
    expect(await messagesTo(phone)).toMatchObject([{ purpose: 'login', channel: 'aliyun', result: 1, content: null }])
  })

  test('that the provider refuses is told nobody at the login, and stands in the outbox as failed', async () => {
    const site = await aliyunSite({ Code: 'isv.AMOUNT_NOT_ENOUGH', Message: '账户余额不足' })
    const { id } = await newProvider(smsKinds.aliyun, site.endpoint)
    await admin.get(sms.calls.enable, { id })
    const phone = newPhone()
    await createEnterprise(platform, { phone })
    expect(await codeTo(phone)).toMatchObject({ success: true })
    expect(await messagesTo(phone)).toMatchObject([{ result: 2, fault: 'isv.AMOUNT_NOT_ENOUGH: 账户余额不足' }])
  })

  test('stays in the development outbox where no provider is in use', async () => {
    await sql`update sms set status = 1`.execute(platform.db)
    const phone = newPhone()
    await createEnterprise(platform, { phone })
    await codeTo(phone)
    expect(await messagesTo(phone)).toMatchObject([
      { channel: 'outbox', result: 3, content: expect.stringMatching(/登录验证码是\d{6}/) },
    ])
  })
})

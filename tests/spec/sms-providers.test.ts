import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { sms, smsKinds } from '#contract/storage/sms.ts'
import { smsMessage } from '#contract/storage/sms-message.ts'
import { sql } from '#server/base/database/sql.ts'
import { createClerk } from '../support/clerk.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { aliyunSignature, tencentSignature } from '../support/provider-signatures.ts'
import { openRecordingServer, type ReceivedCall } from '../support/recording-server.ts'
import { createEnterprise, requestToken } from '../support/scenario.ts'
import { until } from '../support/until.ts'

/**
 * SMS through a provider (section 7, Resource): the providers' own clients send to a test server, which checks their signatures.
 * Templates, signatures and balances of real accounts are not tested.
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
  const input = {
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
  const { id } = await admin.get(sms.calls.submit, input)
  return { id, code: input.smsCode }
}
const messagesTo = async (phone: string) => (await admin.get(smsMessage.calls.list, { phone })).records
const send = (code: string, phones: string, params = '{"code":"1234"}') =>
  admin.ask(sms.calls.send, { code, phones, params })

const aliyunSite = (answer: object = { Code: 'OK', Message: 'OK', BizId: 'biz-77', RequestId: 'r' }) =>
  openRecordingServer(() => ({ json: answer }))
const phonesIn = ({ body }: ReceivedCall) => (JSON.parse(String(body)) as { PhoneNumberSet: string[] }).PhoneNumberSet
const tencentSite = (codeOf: (phone: string) => string = () => 'Ok') =>
  openRecordingServer((call) => ({
    json: {
      Response: {
        RequestId: 'r',
        SendStatusSet: phonesIn(call).map((PhoneNumber, n) => ({
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

describe('a message through Alibaba Cloud', () => {
  test('is signed with the key, contains template, signature and variables, and is recorded in the outbox', async () => {
    const site = await aliyunSite()
    const { code } = await newProvider(smsKinds.aliyun, site.endpoint)
    const phone = newPhone()
    const response = await send(code, phone)
    expect(response).toMatchObject({
      success: true,
      data: [{ phone, done: true, messageId: 'biz-77', fault: null }],
    })
    const [call, ...others] = site.calls as [ReceivedCall]
    expect(others).toEqual([])
    expect(call.headers).toMatchObject({ 'x-acs-action': 'SendSms', 'x-acs-version': '2017-05-25' })
    expect(Object.fromEntries(call.query)).toEqual({
      PhoneNumbers: phone,
      SignName: '公共服务平台',
      TemplateCode: 'SMS_1234',
      TemplateParam: '{"code":"1234"}',
    })
    const { actual, expected } = aliyunSignature(call, secretKey)
    expect(actual).toMatch(/^[0-9a-f]{64}$/)
    expect(actual).toBe(expected)
    expect(JSON.stringify([call.headers, String(call.body)])).not.toContain(secretKey)
    expect(await messagesTo(phone)).toMatchObject([
      {
        channel: 'aliyun',
        smsCode: code,
        result: 1,
        messageId: 'biz-77',
        fault: null,
        purpose: 'manual',
      },
    ])
  })

  test('that is rejected shows the message of the provider', async () => {
    const site = await aliyunSite({ Code: 'isv.BUSINESS_LIMIT_CONTROL', Message: '触发小时级流控Permits:5' })
    const { code } = await newProvider(smsKinds.aliyun, site.endpoint)
    const phone = newPhone()
    const fault = 'isv.BUSINESS_LIMIT_CONTROL: 触发小时级流控Permits:5'
    expect(await send(code, phone)).toMatchObject({ status: 400, success: false, msg: `发送失败：${fault}` })
    expect(await messagesTo(phone)).toMatchObject([{ result: 2, fault, messageId: null }])
  })

  test('with an invalid key shows the error code of the provider', async () => {
    const json = { Code: 'InvalidAccessKeyId.NotFound', Message: 'Specified access key is not found.', RequestId: 'r' }
    const site = await openRecordingServer(() => ({ status: 404, json }))
    const { code } = await newProvider(smsKinds.aliyun, site.endpoint)
    expect((await send(code, newPhone())).msg).toContain('InvalidAccessKeyId.NotFound')
  })
})

describe('a message through Tencent Cloud', () => {
  test('is signed with the key and contains the template variables in their order', async () => {
    const site = await tencentSite()
    const { code } = await newProvider(smsKinds.tencent, site.endpoint)
    const phone = newPhone()
    expect((await send(code, phone, '{"code":"1234","minutes":5}')).data).toEqual([
      { phone, done: true, messageId: 'serial-0', fault: null },
    ])
    const [call] = site.calls as [ReceivedCall]
    expect(call.headers).toMatchObject({ 'x-tc-action': 'SendSms', 'x-tc-version': '2021-01-11' })
    expect(JSON.parse(String(call.body))).toEqual({
      SmsSdkAppId: '1400006666',
      SignName: '公共服务平台',
      TemplateId: 'SMS_1234',
      TemplateParamSet: ['1234', '5'],
      PhoneNumberSet: [`+86${phone}`],
    })
    const { actual, expected } = tencentSignature(call, secretKey)
    expect(actual).toMatch(/^[0-9a-f]{64}$/)
    expect(actual).toBe(expected)
    expect(await messagesTo(phone)).toMatchObject([{ channel: 'tencent', result: 1, messageId: 'serial-0' }])
  })

  test('to several phone numbers has a result for each', async () => {
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

  test('with an invalid signature shows the error code of the provider', async () => {
    const refusal = {
      Code: 'AuthFailure.SignatureFailure',
      Message: 'The provided credentials could not be validated.',
    }
    const site = await openRecordingServer(() => ({ json: { Response: { Error: refusal, RequestId: 'r' } } }))
    const { code } = await newProvider(smsKinds.tencent, site.endpoint)
    expect((await send(code, newPhone())).msg).toMatch(/^发送失败：AuthFailure.SignatureFailure: The provided/)
  })
})

describe('a provider', () => {
  test.each([
    ['阿里云', smsKinds.aliyun],
    ['腾讯云', smsKinds.tencent],
  ])('%s that cannot be reached causes an error message', async (_name, kind) => {
    const { code } = await newProvider(kind, 'http://127.0.0.1:1')
    const phone = newPhone()
    const fault = '服务拒绝连接，请核对接口地址与端口'
    expect(await send(code, phone)).toMatchObject({ status: 400, msg: `发送失败：${fault}` })
    expect(await messagesTo(phone)).toMatchObject([{ result: 2, fault }])
  })

  test.each([
    ['http://sms.example.com', '接口地址须使用 https；内网服务须由运维列入 OUTGOING_HOSTS'],
    ['https://192.168.1.1', '接口地址位于内部网络，须由运维列入 OUTGOING_HOSTS'],
  ])('with the address %s is rejected at its field', async (endpoint, msg) => {
    const input = { category: smsKinds.aliyun, smsCode: `p${++serial}`, templateId: 't', signName: 's', endpoint }
    const response = await admin.ask(sms.calls.submit, { ...input, accessKey: 'a', secretKey })
    expect(response.faults).toEqual([{ at: 'endpoint', msg }])
  })

  test('never reveals its key', async () => {
    const { id } = await newProvider(smsKinds.aliyun, null)
    const row = await platform.db.selectFrom('sms').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const responses = [await admin.get(sms.calls.detail, { id }), await admin.get(sms.calls.list), row]
    expect(JSON.stringify(responses)).not.toContain(secretKey)
  })

  test.each([
    ['云片', smsKinds.yunpian],
    ['七牛云', smsKinds.qiniu],
  ])('%s, which is not supported, can be neither enabled nor used', async (name, kind) => {
    const { id, code } = await newProvider(kind, null)
    const rejection = { status: 400, msg: `平台尚未接入${name}短信，请改用阿里云或腾讯云` }
    expect(await admin.ask(sms.calls.enable, { id })).toMatchObject(rejection)
    expect(await send(code, newPhone())).toMatchObject(rejection)
    expect((await admin.get(sms.calls.detail, { id })).status).toBe(1)
  })

  test('requires an app id for Tencent Cloud only; the default region of Alibaba Cloud is Hangzhou', async () => {
    const input = { templateId: 't', signName: 's', accessKey: 'a', secretKey }
    const response = await admin.ask(sms.calls.submit, {
      ...input,
      category: smsKinds.tencent,
      smsCode: `p${++serial}`,
    })
    expect(response.faults.map(({ at }) => at)).toEqual(['appId'])
    const { id } = await admin.get(sms.calls.submit, { ...input, category: smsKinds.aliyun, smsCode: `p${++serial}` })
    expect((await admin.get(sms.calls.detail, { id })).regionId).toBe('cn-hangzhou')
  })
})

describe('sending manually', () => {
  test.each([
    ['12345', '{}', 'phones', '12345：手机号码长度不是11位'],
    ['13800000000', 'code=1', 'params', '模板参数应为 JSON 对象，例如 {"code":"1234"}'],
    ['13800000000', '["1"]', 'params', '模板参数应为 JSON 对象，例如 {"code":"1234"}'],
    ['13800000000', '{"code":{"a":1}}', 'params', '模板参数应为 JSON 对象，例如 {"code":"1234"}'],
  ])('to %j with %s is rejected at its field', async (phones, params, at, msg) => {
    const { code } = await newProvider(smsKinds.aliyun, 'http://127.0.0.1:1')
    expect(await send(code, phones, params)).toMatchObject({ status: 400, faults: [{ at, msg }] })
    expect(await messagesTo('13800000000')).toEqual([])
  })

  test('sends to twenty phone numbers at most, and to each once', async () => {
    const site = await aliyunSite()
    const { code } = await newProvider(smsKinds.aliyun, site.endpoint)
    const phones = Array.from({ length: 21 }, newPhone)
    expect((await send(code, phones.join(','))).faults).toEqual([{ at: 'phones', msg: '一次最多发送给20个号码' }])
    const [one] = phones as [string]
    expect((await send(code, `${one}，${one}`)).data).toHaveLength(1)
  })

  test('is limited to one message per minute and phone number', async () => {
    const site = await aliyunSite()
    const { code } = await newProvider(smsKinds.aliyun, site.endpoint)
    const phone = newPhone()
    expect((await send(code, phone)).status).toBe(200)
    expect((await send(code, phone)).status).toBe(429)
    expect(site.calls).toHaveLength(1)
  })

  test('that cannot be sent says why in the language of its reader, at once and in the list', async () => {
    const { code } = await newProvider(smsKinds.aliyun, 'http://127.0.0.1:1')
    const phone = newPhone()
    const english = { 'blade-language': 'en' }
    const fault = 'The service refused the connection; please check the endpoint address and port'
    const answer = await admin.ask(sms.calls.send, { code, phones: phone, params: '{}' }, english)
    expect(answer).toMatchObject({ msg: `Sending failed: ${fault}`, data: [{ phone, done: false, fault }] })
    const { records } = await admin.get(smsMessage.calls.list, { phone }, english)
    expect(records).toMatchObject([{ fault }])
    expect((await admin.get(smsMessage.calls.detail, { id: records[0]?.id }, english)).fault).toBe(fault)
    expect(await messagesTo(phone)).toMatchObject([{ fault: '服务拒绝连接，请核对接口地址与端口' }])
  })

  test('requires the permission to send and an existing provider', async () => {
    const { code } = await newProvider(smsKinds.aliyun, 'http://127.0.0.1:1')
    const sender = await createClerk(platform, 'messenger', 'sms', 'sms_send')
    const reader = await createClerk(platform, 'looker', 'sms')
    const input = { code, phones: newPhone(), params: '{}' }
    expect((await reader.ask(sms.calls.send, input)).status).toBe(403)
    expect((await sender.ask(sms.calls.send, input)).msg).toMatch(/^发送失败/)
    expect((await send('unknown', newPhone())).msg).toBe('没有资源编号为“unknown”的短信配置')
  })
})

describe('a login code', () => {
  const codeTo = async (phone: string) => {
    const response = await platform.visitor.ask(auth.sendValidate, { tenantId: '000000', phone })
    await until(async () => (await messagesTo(phone)).some(({ result }) => result !== 0))
    return response.data
  }

  test('is sent through the enabled provider with its template, opens a session, and is not stored in the outbox', async () => {
    const site = await aliyunSite()
    const { id } = await newProvider(smsKinds.aliyun, site.endpoint)
    await admin.get(sms.calls.enable, { id })
    const phone = newPhone()
    const person = await createEnterprise(platform, { phone })
    const receipt = await codeTo(phone)
    const { code } = JSON.parse(site.calls[0]?.query.get('TemplateParam') ?? '{}') as { code: string }
    expect(code).toMatch(/^\d{6}$/)
    expect(JSON.stringify(await messagesTo(phone))).not.toContain(code)
    const token = await requestToken(platform, { grant_type: 'sms_code', phone, id: receipt.id, value: code })
    expect(token).toMatchObject({ status: 200, account: person.account })
    expect(await messagesTo(phone)).toMatchObject([{ purpose: 'login', channel: 'aliyun', result: 1 }])
  })

  test('that the provider rejects is reported as failed in the outbox, but not at the login', async () => {
    const site = await aliyunSite({ Code: 'isv.AMOUNT_NOT_ENOUGH', Message: '账户余额不足' })
    const { id } = await newProvider(smsKinds.aliyun, site.endpoint)
    await admin.get(sms.calls.enable, { id })
    const phone = newPhone()
    await createEnterprise(platform, { phone })
    expect(await codeTo(phone)).toMatchObject({ success: true })
    expect(await messagesTo(phone)).toMatchObject([{ result: 2, fault: 'isv.AMOUNT_NOT_ENOUGH: 账户余额不足' }])
  })
})

import { sms, smsKinds } from '#contract/storage/sms.ts'
import type { PlatformAccess } from './platform.ts'
import { openRecordingServer } from './recording-server.ts'
import { requestToken } from './scenario.ts'
import { until } from './until.ts'

/** The messages that a provider in use was asked to send, on a test server; needs OUTGOING_HOSTS=127.0.0.1. */
export interface SmsInbox {
  /** How many messages a phone has received. */
  readonly countOf: (phone: string) => number
  /** The code in the latest message to a phone; waits for one more than `after`. The message is sent after the answer. */
  readonly codeFor: (phone: string, after?: number) => Promise<string>
}

/** A login with a wrong code. */
export const refusedLogin = { status: 400, error_code: 2004, msg: '验证码不正确或已失效' }
export const otherCodeThan = (code: string) => (code === '000000' ? '000001' : '000000')

/** Phone numbers that no other account has, with this prefix. */
export const phonesWith = (prefix: string) => {
  let serial = 0
  return () => `${prefix}${String(++serial).padStart(8, '0')}`
}

/** A login by phone with a code. */
export const loginByPhone = (platform: PlatformAccess, phone: string, id: string, value: string) =>
  requestToken(platform, { grant_type: 'sms_code', phone, id, value })

/** Enables a provider. */
export const openSmsProvider = async (platform: PlatformAccess): Promise<SmsInbox> => {
  const admin = await platform.admin()
  const site = await openRecordingServer(() => ({
    json: { Code: 'OK', Message: 'OK', BizId: 'biz-1', RequestId: 'r' },
  }))
  const provider = { category: smsKinds.aliyun, smsCode: 'test-provider', templateId: 'SMS_1', signName: '平台' }
  const keys = { endpoint: site.endpoint, accessKey: 'key', secretKey: 'secret' }
  const { id } = await admin.get(sms.calls.submit, { ...provider, ...keys })
  await admin.get(sms.calls.enable, { id })
  const to = (phone: string) => site.calls.filter(({ query }) => query.get('PhoneNumbers')?.endsWith(phone))
  const countOf = (phone: string) => to(phone).length
  return {
    countOf,
    codeFor: async (phone, after = 0) => {
      await until(async () => countOf(phone) > after)
      const { code } = JSON.parse(to(phone).at(-1)?.query.get('TemplateParam') ?? '{}') as { code: string }
      return code
    },
  }
}

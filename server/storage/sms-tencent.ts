import { Agent as PlainAgent } from 'node:http'
import { Agent as SecureAgent } from 'node:https'
import { connectionOptionsFor } from '../base/outgoing.ts'
import { patience, refusedBy, type SmsProvider } from './sms-provider.ts'

/** Fetched when the first message goes out this way. */
const load = async () => (await import('tencentcloud-sdk-nodejs-sms')).sms.v20210111

const inChina = (phone: string) => `+86${phone}`

/** Tencent Cloud, SMS 2021-01-11, by its own client; its templates number their variables, so they go in their order. */
export const tencent: SmsProvider = async (account, phones, params) => {
  const url = account.endpoint ?? new URL('https://sms.tencentcloudapi.com')
  const way = connectionOptionsFor(url, account.trusted)
  const { Client } = await load()
  const client = new Client({
    credential: { secretId: account.accessKey, secretKey: account.secretKey },
    region: account.regionId || 'ap-guangzhou',
    profile: {
      httpProfile: {
        ...{ endpoint: url.host, protocol: `${url.protocol}//`, reqTimeout: patience / 1000 },
        agent: url.protocol === 'https:' ? new SecureAgent(way) : new PlainAgent(way),
      },
    },
  })
  const request = {
    ...{ SmsSdkAppId: account.appId, SignName: account.signName, TemplateId: account.templateId },
    ...{ TemplateParamSet: Object.values(params), PhoneNumberSet: phones.map(inChina) },
  }
  const { SendStatusSet = [] } = await client.SendSms(request).catch(refusedBy)
  return phones.map((phone) => {
    const told = SendStatusSet.find(({ PhoneNumber }) => PhoneNumber === inChina(phone))
    const done = told?.Code === 'Ok'
    return { phone, done, messageId: told?.SerialNo || null, fault: done ? null : `${told?.Code}: ${told?.Message}` }
  })
}

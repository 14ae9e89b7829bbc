import { Agent as PlainAgent } from 'node:http'
import { Agent as SecureAgent } from 'node:https'
import { connectionOptionsFor } from '../base/http/outgoing.ts'
import { rethrowRefused, type SmsProvider, timeoutMs } from './sms-provider.ts'

/** Loaded with the first message. */
const load = async () => (await import('tencentcloud-sdk-nodejs-sms')).sms.v20210111

const inChina = (phone: string) => `+86${phone}`

/** Tencent Cloud, SMS 2021-01-11, with its own client; its templates number their variables, so the order of `params` matters. */
export const tencent: SmsProvider = async (account, phones, params) => {
  const url = account.endpoint ?? new URL('https://sms.tencentcloudapi.com')
  const connectionOptions = connectionOptionsFor(url, account.trusted)
  const { Client } = await load()
  const client = new Client({
    credential: { secretId: account.accessKey, secretKey: account.secretKey },
    region: account.regionId || 'ap-guangzhou',
    profile: {
      httpProfile: {
        endpoint: url.host,
        protocol: `${url.protocol}//`,
        reqTimeout: timeoutMs / 1000,
        agent: url.protocol === 'https:' ? new SecureAgent(connectionOptions) : new PlainAgent(connectionOptions),
      },
    },
  })
  const request = {
    SmsSdkAppId: account.appId,
    SignName: account.signName,
    TemplateId: account.templateId,
    TemplateParamSet: Object.values(params),
    PhoneNumberSet: phones.map(inChina),
  }
  const { SendStatusSet = [] } = await client.SendSms(request).catch(rethrowRefused)
  return phones.map((phone) => {
    const sendStatus = SendStatusSet.find(({ PhoneNumber }) => PhoneNumber === inChina(phone))
    const done = sendStatus?.Code === 'Ok'
    return {
      phone,
      done,
      messageId: sendStatus?.SerialNo || null,
      fault: done ? null : `${sendStatus?.Code}: ${sendStatus?.Message}`,
    }
  })
}

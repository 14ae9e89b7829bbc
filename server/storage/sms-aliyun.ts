import { createRequire } from 'node:module'
import { assertOutgoingAllowed } from '../base/http/outgoing.ts'
import { rethrowRefused, type SmsProvider, timeoutMs } from './sms-provider.ts'

type Sdk = typeof import('@alicloud/dysmsapi20170525')
const require = createRequire(import.meta.url)
/** Loaded with the first message, because it is large. An older CommonJS package, whose `default` is the client. */
const load = () => require('@alicloud/dysmsapi20170525') as Sdk

/** Alibaba Cloud, Dysmsapi 2017-05-25, with its own client: one call for all phones, one receipt. */
export const aliyun: SmsProvider = async (account, phones, params) => {
  const { endpoint, trusted } = account
  if (endpoint) await assertOutgoingAllowed(endpoint, trusted)
  const { default: Client, SendSmsRequest } = load()
  const client = new Client({
    accessKeyId: account.accessKey,
    accessKeySecret: account.secretKey,
    regionId: account.regionId,
    readTimeout: timeoutMs,
    connectTimeout: timeoutMs,
    ...(endpoint ? { endpoint: endpoint.host, protocol: endpoint.protocol.slice(0, -1) } : {}),
  } as never)
  const request = new SendSmsRequest({
    phoneNumbers: phones.join(','),
    signName: account.signName,
    templateCode: account.templateId,
    templateParam: JSON.stringify(params),
  })
  const { body } = await client.sendSms(request).catch(rethrowRefused)
  const done = body?.code === 'OK'
  const fault = done ? null : `${body?.code}: ${body?.message}`
  return phones.map((phone) => ({ phone, done, messageId: body?.bizId ?? null, fault }))
}

import { spendAllowances } from '../auth/allowance.ts'
import { messageAllowances } from '../auth/sms-codes.ts'
import { paramOf } from '../base/database/params.ts'
import { type ChannelSender, NotDelivered, NotSetUp } from '../inbox/outbox-sender.ts'
import { hasSmsProvider, SmsNotSent } from './send-sms.ts'

/** Sends the title of a message by SMS, within the limits of messages: a phone gets one SMS a minute and five a day. */
export const sendMessageSms: ChannelSender = async (app, { address, title, tenantId }) => {
  const template = await paramOf(app.db, 'message.smsTemplate')
  if (!template) throw new NotSetUp(['未设置参数 message.smsTemplate', 'The parameter message.smsTemplate is not set'])
  if (!(await hasSmsProvider(app.db, tenantId)))
    throw new NotSetUp(['没有启用的短信服务商', 'No SMS provider is in use'])
  await spendAllowances({ app }, ...messageAllowances(address))
  await app
    .sendSms({ app }, { phone: address, purpose: 'message', params: { title: title[0] }, tenantId, template })
    .catch((error: Error) => {
      throw new NotDelivered(error instanceof SmsNotSent ? error.text : error.message)
    })
}

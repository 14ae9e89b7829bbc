import { entity } from '../kit/entity.ts'
import { choice, longText, text } from '../kit/field.ts'

/**
 * Messages that went out by SMS, or would have: while no provider is configured they stay here, the development outbox, for
 * those who may read it. `content` is empty where a provider carried the message, since it may hold a code.
 */
export const smsMessage = entity('storage', 'smsMessage', ['短信发件箱', 'SMS outbox'], {
  fields: {
    phone: text('手机号码', 'Phone', { way: 'out' }),
    purpose: choice('用途', 'Purpose', {
      way: 'out',
      choices: [['login', ['登录验证码', 'Login code']]],
    }),
    content: longText('短信内容', 'Message', { way: 'out' }),
    channel: choice('发送方式', 'Sent by', {
      way: 'out',
      choices: [['outbox', ['未接入短信服务，留存于此', 'No provider: kept here']]],
    }),
  },
  search: ['phone', 'purpose'],
  list: ['phone', 'purpose', 'content', 'channel'],
  verbs: ['list', 'detail'],
  rows: 'all',
})

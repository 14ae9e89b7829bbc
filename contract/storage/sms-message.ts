import { entity } from '../kit/entity.ts'
import { choice, longText, text } from '../kit/field.ts'

/**
 * SMS messages. While no provider is in use, they are not sent but only stored here, as a development outbox for callers who
 * may read it. `content` is empty if a provider sent the message, since it may contain a code.
 */
export const smsMessage = entity('storage', 'smsMessage', ['短信发件箱', 'SMS outbox'], {
  title: 'smsCode',
  rowLabel: ['短信', 'message'],
  fields: {
    phone: text('手机号码', 'Phone', { direction: 'out' }),
    purpose: choice('用途', 'Purpose', {
      direction: 'out',
      choices: [
        ['login', ['登录验证码', 'Login code']],
        ['message', ['平台消息', 'Message of the platform']],
        ['manual', ['手动发送', 'Sent manually']],
      ],
    }),
    content: longText('短信内容', 'Message', { direction: 'out' }),
    channel: choice('发送方式', 'Sent by', {
      direction: 'out',
      choices: [
        ['outbox', ['未启用短信服务，留存于此', 'Not sent: no provider enabled']],
        ['aliyun', ['阿里云', 'Alibaba Cloud']],
        ['tencent', ['腾讯云', 'Tencent Cloud']],
      ],
    }),
    smsCode: text('短信配置', 'Provider', { direction: 'out' }),
    result: choice('结果', 'Result', {
      direction: 'out',
      choices: [
        [0, ['发送中', 'Sending']],
        [1, ['已发送', 'Sent']],
        [2, ['发送失败', 'Failed']],
        [3, ['未发送', 'Not sent']],
      ],
    }),
    messageId: text('服务商回执', 'Receipt', { direction: 'out' }),
    fault: text('失败原因', 'Reason', { direction: 'out' }),
    /** What readers of English get instead; not part of an answer. */
    faultEn: text('英文原因', 'Reason in English', { direction: 'in' }),
  },
  search: ['phone', 'purpose', 'result'],
  list: ['phone', 'purpose', 'content', 'channel', 'result', 'fault'],
  verbs: ['list', 'detail'],
  rows: 'all',
})

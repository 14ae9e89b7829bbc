import { entity } from '../kit/entity.ts'
import { choice, text } from '../kit/field.ts'

/**
 * SMS messages that providers were asked to send, without their texts, which may contain codes: whoever reads this list cannot
 * log in as somebody else. `outbox` marks messages of earlier versions, which stored them while no provider was in use.
 */
export const smsMessage = entity('storage', 'smsMessage', ['短信发件箱', 'SMS outbox'], {
  title: 'smsCode',
  rowLabel: ['短信', 'SMS'],
  fields: {
    phone: text('手机号码', 'Phone', { direction: 'out' }),
    purpose: choice('用途', 'Purpose', {
      direction: 'out',
      choices: [
        ['login', ['登录验证码', 'Login code']],
        ['password', ['重设密码验证码', 'Password reset code']],
        ['message', ['平台消息', 'Message of the platform']],
        ['manual', ['手动发送', 'Sent manually']],
      ],
    }),
    channel: choice('发送方式', 'Sent by', {
      direction: 'out',
      choices: [
        ['outbox', ['未启用短信服务，未发送', 'Not sent: no provider enabled']],
        ['aliyun', ['阿里云', 'Alibaba Cloud']],
        ['tencent', ['腾讯云', 'Tencent Cloud']],
      ],
    }),
    smsCode: text('短信配置', 'SMS provider', { direction: 'out' }),
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
  list: ['phone', 'purpose', 'channel', 'result', 'fault', 'createTime'],
  verbs: ['list', 'detail'],
  rows: 'all',
})

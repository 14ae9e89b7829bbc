import { post } from '../kit/call.ts'
import { entity } from '../kit/entity.ts'
import { type Choice, choice, int, ref, refs, text, time } from '../kit/field.ts'
import { channelNames, channels, messageKindNames, messageKinds } from './message-kinds.ts'

const out = { direction: 'out' } as const

/**
 * States of a message in the queue. `failed` is final; `unsent`: its channel is not set up, which is no failure. An administrator may send
 * both again.
 */
export const outboxStates: readonly Choice[] = [
  ['waiting', ['等待发送', 'Waiting']],
  ['sending', ['发送中', 'Sending']],
  ['sent', ['已发送', 'Sent']],
  ['skipped', ['无需发送', 'Not needed']],
  ['unsent', ['未发送', 'Not sent']],
  ['failed', ['发送失败', 'Failed']],
]

/** E-mails and SMS of the inbox. Texts are not shown here: they concern their recipients only. */
export const outbox = entity('inbox', 'outbox', ['发送队列', 'Outgoing messages'], {
  title: 'channel',
  rowLabel: ['消息', 'message'],
  fields: {
    messageId: ref('消息编号', 'Message', { required: true, ...out }),
    toUser: ref('接收人', 'Recipient', { of: 'user', required: true, ...out }),
    kind: choice('消息类型', 'Kind of message', {
      required: true,
      choices: messageKindNames.map((name): Choice => [name, messageKinds[name]]),
      ...out,
    }),
    channel: choice('渠道', 'Channel', {
      required: true,
      choices: channelNames.map((name): Choice => [name, channels[name]]),
      ...out,
    }),
    state: choice('发送状态', 'Status', { required: true, choices: outboxStates, ...out }),
    attempts: int('尝试次数', 'Attempts', { required: true, ...out }),
    nextAt: time('下次发送时间', 'Next attempt', { required: true, ...out }),
    sentAt: time('发送时间', 'Sent at', out),
    reason: text('原因', 'Reason', out),
    /** What readers of English get instead; not part of an answer. */
    reasonEn: text('英文原因', 'Reason in English', { direction: 'in' }),
    /** The message of the same act that it went with; not part of an answer. */
    sentWith: ref('合并发送的消息', 'Sent with', { direction: 'in' }),
    /** The address from before a change, if the message must go there; not part of an answer. */
    address: text('原联系方式', 'Previous address', { direction: 'in' }),
  },
  search: ['toUser', 'kind', 'channel', 'state'],
  list: ['channel', 'state', 'toUser', 'kind', 'attempts', 'nextAt', 'sentAt', 'reason'],
  essential: ['channel', 'state', 'toUser', 'reason'],
  verbs: ['list', 'detail'],
  perms: {},
  actions: {
    /** Sends messages again that failed or whose channel was not set up, from the first attempt. */
    retry: post(
      { ids: refs('消息', 'Messages', { required: true }) },
      {
        button: {
          at: 'bulk',
          label: ['重新发送', 'Send again'],
          confirmText: [
            '确定重新发送？若原因为“服务中断”，对方可能已收到。',
            'Send again? After an interruption, the recipient may already have it.',
          ],
        },
      },
    ),
  },
})

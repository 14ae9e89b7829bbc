import { call, nothing, shaped } from '../kit/call.ts'
import { type Choice, choice, flag } from '../kit/field.ts'
import {
  type Channel,
  channelNames,
  channels,
  type MessageKind,
  messageKindNames,
  messageKinds,
} from './message-kinds.ts'

export interface ChannelState {
  readonly channel: Channel
  /** Where messages would go, masked; null without an address. */
  readonly address: string | null
  /** Why no message can be sent through this channel; null if it works. */
  readonly unavailable: string | null
  /** By kind. */
  readonly isOn: Record<MessageKind, 0 | 1>
}

export const messagePreferences = {
  list: call('GET', 'caict-inbox/message/preference', ['消息接收设置', 'My message channels'], {
    access: 'login',
    output: shaped<ChannelState[]>(),
  }),
  /** Switches a channel for a kind of message. Messages that the law requires are sent in any case. */
  save: call('POST', 'caict-inbox/message/preference', ['保存消息接收设置', 'Save a message channel'], {
    access: 'login',
    input: {
      channel: choice('渠道', 'Channel', {
        required: true,
        choices: channelNames.map((name): Choice => [name, channels[name]]),
      }),
      kind: choice('消息类型', 'Kind of message', {
        required: true,
        choices: messageKindNames.map((name): Choice => [name, messageKinds[name]]),
      }),
      isOn: flag('接收', 'On', { required: true }),
    },
    output: nothing,
  }),
}

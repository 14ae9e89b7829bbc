import type { Text } from '../kit/text.ts'

/** What a message is about. A `todo` closes when anybody completes the task. */
export const messageKinds = {
  todo: ['待办', 'To do'],
  result: ['结果', 'Results'],
  reminder: ['提醒', 'Reminders'],
  system: ['系统', 'System'],
} as const satisfies Record<string, Text>

export type MessageKind = keyof typeof messageKinds
export const messageKindNames = Object.keys(messageKinds) as MessageKind[]

/** Kinds of an inbox: notices to everybody are read from their own table, so that they are not copied for every account. */
export const inboxKinds = { ...messageKinds, notice: ['公告', 'Notices'] } as const satisfies Record<string, Text>

export type InboxKind = keyof typeof inboxKinds
export const inboxKindNames = Object.keys(inboxKinds) as InboxKind[]

/** Ways to reach a person outside the platform. */
export const channels = { email: ['邮件', 'E-mail'], sms: ['短信', 'SMS'] } as const satisfies Record<string, Text>

export type Channel = keyof typeof channels
export const channelNames = Object.keys(channels) as Channel[]

/** Whether a channel is on for people who have not chosen. */
export const isOnInitially: Record<Channel, boolean> = { email: true, sms: false }

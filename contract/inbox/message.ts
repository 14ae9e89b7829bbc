import { call, file, nothing, type Page, shaped } from '../kit/call.ts'
import { type Choice, choice, flag, int, refs, text } from '../kit/field.ts'
import { kitTerms } from '../kit/kit-terms.ts'
import { type InboxKind, inboxKindNames, inboxKinds } from './message-kinds.ts'

/** A message of the caller, in the language of the request. */
export interface InboxMessage {
  id: string
  kind: InboxKind
  title: string
  text: string
  /** The path of the page to open; null if the matter is no longer visible. */
  link: string | null
  createTime: string
  isRead: 0 | 1
  /** Whether somebody has completed the task of a `todo`. */
  isDone: 0 | 1
}

export interface InboxOverview {
  /** Unread messages and notices, except completed tasks. */
  unread: number
  byKind: Record<InboxKind, number>
  /** The ten newest, unread ones first. */
  latest: InboxMessage[]
}

const kindChoices = inboxKindNames.map((name): Choice => [name, inboxKinds[name]])

export const messages = {
  /** What the bell shows. */
  overview: call('GET', 'caict-inbox/message/overview', ['消息概况', 'Overview of my messages'], {
    access: 'login',
    output: shaped<InboxOverview>(),
  }),
  /** The caller's messages and the released notices: unread ones first, then the newest. */
  list: call('GET', 'caict-inbox/message/list', ['我的消息', 'My messages'], {
    access: 'login',
    input: {
      kind: choice('消息类型', 'Kind of message', { choices: kindChoices }),
      keyword: text('关键词', 'Keyword', { max: 64 }),
      unread: flag('只看未读', 'Unread only'),
      current: int(...kitTerms.page, { max: 10_000 }),
      size: int(...kitTerms.pageSize, { max: 200 }),
    },
    output: shaped<Page<InboxMessage>>(),
  }),
  /**
   * Server-sent events, as long as the session lasts: `change` when the messages of the caller have changed, `alive` at the start
   * and every 20 seconds.
   */
  live: call('GET', 'caict-inbox/message/live', ['消息变化的实时推送', 'Live changes of my messages'], {
    access: 'login',
    output: file,
  }),
  /** Marks messages and notices as read; all of them, or all of `kind`, if `ids` is empty. */
  read: call('POST', 'caict-inbox/message/read', ['标记消息为已读', 'Mark messages as read'], {
    access: 'login',
    input: { ids: refs('消息', 'Messages'), kind: choice('消息类型', 'Kind of message', { choices: kindChoices }) },
    output: nothing,
  }),
}

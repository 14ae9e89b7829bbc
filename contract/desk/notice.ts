import { get, post, row, shaped } from '../kit/call.ts'
import { entity } from '../kit/entity.ts'
import { dict, flag, ref, refs, richText, text, time } from '../kit/field.ts'
import { kitTerms } from '../kit/kit-terms.ts'

const fields = {
  title: text('通知标题', 'Title', { required: true, max: 255 }),
  category: dict('通知类型', 'Type', { of: 'notice', required: true }),
  releaseTime: time('发布时间', 'Published at', { required: true }),
  content: richText('通知内容', 'Content', { max: 2000 }),
  /** Also visitors read it; otherwise people with an account. */
  isPublic: flag('向社会公开', 'Public', { initial: 0 }),
} as const

/** A released notice in the caller's notification list. */
export interface UserNotice {
  readonly id: string
  readonly title: string
  readonly category: number
  readonly categoryName: string
  readonly releaseTime: string
  readonly isRead: 0 | 1
}

export interface UserNotices {
  /** Number of all released notices that are unread, not only those in `notices`. */
  readonly unread: number
  /** The 20 newest notices. */
  readonly notices: readonly UserNotice[]
}

/**
 * Notices for every logged-in user, visible from `releaseTime` on. `content` is HTML of the allow-list of
 * server/base/html/rich-text.ts; its limit of 2,000 characters counts the visible text.
 */
export const notice = entity('desk', 'notice', ['通知公告', 'Notices'], {
  rowLabel: ['通知', 'notice'],
  fields,
  search: ['title', 'category', 'releaseTime', 'isPublic'],
  imports: { none: 'The content of a notice is rich text.' },
  list: ['title', 'category', 'releaseTime', 'isPublic'],
  actions: {
    mine: get(
      {},
      { label: ['我的通知', 'My notices'], at: 'my-notices', access: 'login', output: shaped<UserNotices>() },
    ),
    /** One notice, if it is released. */
    released: get(
      { id: ref('通知', 'Notice', { required: true }) },
      { label: ['查看通知', 'View a notice'], access: 'login', output: row({ id: ref(...kitTerms.id), ...fields }) },
    ),
    read: post(
      { ids: refs('通知', 'Notices', { message: ['请选择通知', 'Please choose notices'] }) },
      { label: ['标记通知为已读', 'Mark notices as read'], access: 'login' },
    ),
  },
})

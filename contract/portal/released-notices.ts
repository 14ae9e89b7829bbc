import { call, page, row } from '../kit/call.ts'
import { dict, int, ref, richText, text, time } from '../kit/field.ts'
import { maxKeywordLength } from '../kit/keyword.ts'
import { kitTerms } from '../kit/kit-terms.ts'
import { maxPages } from '../news/public.ts'

const fields = {
  id: ref(...kitTerms.id, { required: true }),
  title: text('通知标题', 'Title', { required: true }),
  category: dict('通知类型', 'Type', { of: 'notice', required: true }),
  releaseTime: time('发布时间', 'Published at', { required: true }),
} as const

/** Released notices, newest first: for visitors those that are public, for everybody else all of their tenant. */
export const releasedNotices = {
  list: call('GET', 'caict-desk/notice/released-list', ['通知公告', 'Notices'], {
    access: 'public',
    input: {
      current: int(...kitTerms.page, { max: maxPages }),
      size: int(...kitTerms.pageSize, { max: 50 }),
      keyword: text('标题', 'Title', { max: maxKeywordLength }),
    },
    output: page(fields),
  }),
  /** Marks it as read. 404 for a notice that the caller may not read, or that is not released yet. */
  detail: call('GET', 'caict-desk/notice/released-detail', ['通知公告', 'Notice'], {
    access: 'public',
    input: { id: fields.id },
    output: row({ ...fields, content: richText('通知内容', 'Content') }),
  }),
}

import { daysAfter } from '#contract/kit/days.ts'
import type { Ctx } from '../../engine/context.ts'
import { beginningFor, noticeWorkdays, publishedNoticeEnd } from '../review/stage-ends.ts'
import { readTemplate } from '../template/template-row.ts'
import type { NoticeRow } from './notice-row.ts'
import { noticeHtml } from './notice-text.ts'
import { readFiles } from './read-files.ts'

/** What visitors read of a public notice: as it will be, and as it was published. */

interface Period {
  readonly from: string
  readonly until: string
  readonly published: string
}

/** The period of a notice that is published at this time: the day of its publication does not count. */
export const periodOf = async (ctx: Ctx, row: NoticeRow, publishedAt: string): Promise<Period> => ({
  from: daysAfter(publishedAt.slice(0, 10), 1),
  until: publishedNoticeEnd({ ...(await beginningFor(ctx, row)), now: publishedAt }),
  published: publishedAt,
})

/** The article as it will be, with the declarations that the caller sees. */
export const draftHtml = async (ctx: Ctx, row: NoticeRow, period: Period | null = null): Promise<string> => {
  const template = await readTemplate(ctx, row.templateId)
  return noticeHtml({
    ...row,
    templateName: template?.templateName ?? '',
    days: noticeWorkdays(template ?? {}),
    period,
    files: await readFiles(ctx, row.id, true),
  })
}

/** The article as it was published, or withdrawn. */
export const publishedHtml = async ({ db }: Ctx, { articleId }: NoticeRow): Promise<string> => {
  const article = await db
    .selectFrom('pressRelease')
    .select('connect')
    .where('id', '=', articleId ?? '0')
    .executeTakeFirst()
  return article?.connect ?? ''
}

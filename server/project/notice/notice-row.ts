import { daysAfter } from '#contract/kit/days.ts'
import { notFound } from '#contract/kit/fail.ts'
import type { Text } from '#contract/kit/text.ts'
import { type NoticeState, noticeStates, publicNotice } from '#contract/project/public-notice.ts'
import { run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import type { Ctx } from '../../engine/context.ts'
import { rowFilter } from '../../engine/scope.ts'
import { onePerson } from '../../flow/deputies.ts'
import { beginningFor, noticeWorkdays, publishedNoticeEnd } from '../review/stage-ends.ts'
import { readTemplate } from '../template/template-row.ts'
import { readFiles } from './notice-files.ts'
import { noticeHtml } from './notice-text.ts'

/** A public notice with what decides who may act on it. */
export interface NoticeRow {
  readonly id: string
  readonly title: string
  readonly templateId: string
  readonly batchId: string | null
  readonly columnId: string
  readonly intro: string | null
  readonly organisation: string
  readonly contactName: string
  readonly phone: string
  readonly email: string | null
  readonly postAddress: string | null
  readonly noticeState: NoticeState
  readonly publishedAt: string | null
  readonly withdrawalBy: string | null
  readonly withdrawalReason: string | null
  readonly articleId: string | null
}

/** Reads a notice and locks it until the end of the transaction: before its declarations. */
export const lockNotice = async (ctx: Ctx, id: unknown): Promise<NoticeRow> => {
  const row = await ctx.db
    .selectFrom('publicNotice')
    .selectAll()
    .where('id', '=', String(id ?? '0'))
    .where(rowFilter(ctx, publicNotice))
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
  return row as unknown as NoticeRow
}

/** Stores who counts as one person with the caller now, whatever ends until somebody else acts. */
export const markPerson = async (ctx: Ctx, id: string, as: 'author' | 'withdrawal'): Promise<void> => {
  const column = sql.ref(as)
  await run(
    ctx.db,
    sql`insert into public_notice_person (notice_id, ${column}) values (${id}, ${onePerson(ctx)})
      on conflict (notice_id) do update set ${column} = excluded.${column}`,
  )
}

const ofAuthor: Text = [
  '公告须由拟稿人以外的另一人发布（互为代办人和委托人的视为同一人）',
  'Another person than its author has to publish it (deputies and principals count as one person)',
]
const ofRequester: Text = [
  '撤销须由申请人以外的另一人同意（互为代办人和委托人的视为同一人）',
  'Another person than who requested the withdrawal has to agree (deputies and principals count as one person)',
]

/** Why the caller cannot be the second person of what is open: the publication of a draft, or a withdrawal; null if they can. */
export const refusalOf = async (ctx: Ctx, { id, noticeState, withdrawalBy }: NoticeRow): Promise<Text | null> => {
  const isDraft = noticeState === noticeStates.draft
  if (!isDraft && withdrawalBy === null) return null
  const [person, others] = isDraft ? [sql`n.author`, sql`p.author`] : [sql`n.withdrawal_by`, sql`p.withdrawal`]
  const same = await run(
    ctx.db,
    sql`select 1 from public_notice n left join public_notice_person p on p.notice_id = n.id where n.id = ${id}
      and (${person} = any(${onePerson(ctx)}::bigint[]) or ${ctx.actor.id}::bigint = any(${others}))`,
  )
  if (same.length === 0) return null
  return isDraft ? ofAuthor : ofRequester
}

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
  const { limits } = await beginningFor(ctx, row)
  const template = await readTemplate(ctx, row.templateId)
  return noticeHtml({
    ...row,
    templateName: template?.templateName ?? '',
    days: noticeWorkdays(limits),
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

import { notFound } from '#contract/kit/fail.ts'
import { type NoticeState, publicNotice } from '#contract/project/public-notice.ts'
import type { Ctx } from '../../engine/context.ts'
import { rowFilter } from '../../engine/scope.ts'

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

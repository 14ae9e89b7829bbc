import { Fail, notFound } from '#contract/kit/fail.ts'
import { type NoticeState, publicNotice } from '#contract/project/public-notice.ts'
import { run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
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
  readonly rowVersion?: string
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

/** Throws 409 if the notice, which is locked, is not as the caller has read it. */
export const assertRead = async ({ db }: Ctx, { id }: NoticeRow, version: string): Promise<void> => {
  const same = await run(db, sql`select 1 from public_notice where id = ${id} and update_time::text = ${version}`)
  if (same.length === 0)
    throw new Fail(
      [
        '公告在您查看后有变化，请刷新并核对后再办理',
        'The notice has changed since you opened it; please reload and read it again',
      ],
      409,
    )
}

import { Fail } from '#contract/kit/fail.ts'
import { fill } from '#contract/kit/text.ts'
import { run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import type { Ctx } from '../../engine/context.ts'
import { hasOpenObjection, isNoticeOver, noticeEnd } from './conditions.ts'

export interface PublicNotice {
  readonly until: string | null
  readonly isOver: boolean
  /** Whether an objection is being examined. */
  readonly isDisputed: boolean
}

/** The public notice of a declaration at stage 50. */
export const readNotice = async (ctx: Ctx, { id }: { readonly id: string }): Promise<PublicNotice> => {
  const [notice] = await run<PublicNotice>(
    ctx.db,
    sql`select ${noticeEnd()} as until, coalesce(${isNoticeOver()}, false) as "isOver", ${hasOpenObjection()} as "isDisputed"
      from declaration where declaration.id = ${id}`,
  )
  return notice ?? { until: null, isOver: false, isDisputed: false }
}

/** Whether somebody has requested the withdrawal of its notice, the last one that was published. */
const isWithdrawalOpen = async ({ db }: Ctx, id: string): Promise<boolean> => {
  const [notice] = await run<{ isRequested: boolean }>(
    db,
    sql`select n.withdrawal_by is not null as "isRequested" from public_notice n join public_notice_row r on r.notice_id = n.id
      where r.declaration_id = ${id} and n.notice_state = 2 and n.is_deleted = 0 order by n.published_at desc limit 1`,
  )
  return notice?.isRequested ?? false
}

/** Why the public notice cannot end with a listing now: its date, a request to withdraw it, or an open objection; else null. */
export const listingFailure = async (ctx: Ctx, row: { readonly id: string }): Promise<Fail | null> => {
  const { until, isOver, isDisputed } = await readNotice(ctx, row)
  if (until === null)
    return new Fail([
      '公示公告尚未发布，公示期满后方可入库',
      'Its public notice is not published yet; the project can be listed only after its period',
    ])
  if (!isOver)
    return new Fail(
      fill(
        ['公示期至 {0}，期满后方可入库', 'The public notice runs until {0}; the project can be listed only after that'],
        until,
      ),
    )
  if (await isWithdrawalOpen(ctx, row.id))
    return new Fail([
      '公示公告已申请撤销，办理完毕后方可入库',
      'The withdrawal of its notice is requested; the project can be listed once that is settled',
    ])
  if (isDisputed)
    return new Fail(['有异议尚未处理，不能入库', 'An objection is still open, so the project cannot be listed'])
  return null
}

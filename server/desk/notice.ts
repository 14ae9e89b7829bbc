import { notice } from '#contract/desk/notice.ts'
import { notFound } from '#contract/kit/fail.ts'
import { split } from '#contract/kit/field.ts'
import { sql } from '../base/database/sql.ts'
import type { Handlers, UserCtx } from '../engine/context.ts'
import { findRow, pageOf } from '../engine/crud.ts'
import { orderOf } from '../engine/filter.ts'
import { addDisplayNames } from '../engine/labels.ts'
import { unscoped } from '../system/access/unscoped.ts'

/** Released notices of the caller's tenant, joined with the caller's read marks. */
const releasedNotices = (ctx: UserCtx) =>
  ctx.db
    .selectFrom('notice')
    .leftJoin('noticeRead', (on) =>
      on.onRef('noticeRead.noticeId', '=', 'notice.id').on('noticeRead.userId', '=', ctx.actor.id),
    )
    .where('notice.isDeleted', '=', 0)
    .where('notice.tenantId', '=', ctx.actor.tenantId)
    .where('notice.releaseTime', '<=', sql<string>`now()`)

/** The 20 newest released notices, with the caller's read marks. */
export const listNewest = async (ctx: UserCtx) => {
  const rows = await releasedNotices(ctx)
    .select(['notice.id', 'title', 'category', 'releaseTime'])
    .select(sql<0 | 1>`(read_at is not null)::int`.as('isRead'))
    .orderBy('releaseTime', 'desc')
    .orderBy('notice.id', 'desc')
    .limit(20)
    .execute()
  const { category } = notice.fields
  return addDisplayNames(
    ctx,
    { category },
    rows.map((row) => ({ ...row, categoryName: '' })),
  )
}

const countUnread = async (ctx: UserCtx): Promise<number> => {
  const row = await releasedNotices(ctx)
    .where('readAt', 'is', null)
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

/** Marks notices as read by the caller; all released notices if `ids` is empty. */
export const markRead = async (ctx: UserCtx, ids: readonly string[]) => {
  const unread = releasedNotices(ctx).where('readAt', 'is', null)
  await ctx.db
    .insertInto('noticeRead')
    .columns(['userId', 'noticeId'])
    .expression(
      (ids.length ? unread.where('notice.id', 'in', ids) : unread).select([
        sql<string>`${ctx.actor.id}::bigint`.as('userId'),
        'notice.id as noticeId',
      ]),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export const noticeHandlers: Handlers<'notice'> = {
  /** Newest first unless another order is requested, as in the bell. */
  list: (ctx, input) =>
    pageOf(ctx, notice, input, {
      order: input.ascs || input.descs ? orderOf(notice, input) : sql`release_time desc, id desc`,
    }),
  mine: async (ctx) => ({ unread: await countUnread(ctx), notices: await listNewest(ctx) }),
  released: async (ctx, { id }) => {
    const releasedRow = await releasedNotices(ctx)
      .where('notice.id', '=', String(id))
      .select('notice.id')
      .executeTakeFirst()
    if (!releasedRow) throw notFound()
    // released notices are for everyone in the tenant, so data scopes do not apply
    return findRow(unscoped(ctx), notice, id)
  },
  read: async (ctx, { ids }) => {
    await markRead(ctx, split(ids))
    return null
  },
}

import { notFound } from '#contract/kit/fail.ts'
import type { releasedNotices } from '#contract/portal/released-notices.ts'
import { contains } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { markRead } from '../desk/notice.ts'
import { type CallHandlers, type Ctx, isSignedIn } from '../engine/context.ts'
import { addDisplayNames } from '../engine/labels.ts'
import { pageAnswer } from '../engine/page.ts'
import { platformTenant } from '../engine/scope.ts'

/** The released notices that the caller may read: visitors those of the platform that are public. */
const readable = ({ db, actor }: Ctx) => {
  const released = db.selectFrom('notice').where('isDeleted', '=', 0).where('releaseTime', '<=', sql<string>`now()`)
  return actor.id === null
    ? released.where('tenantId', '=', platformTenant).where('isPublic', '=', 1)
    : released.where('tenantId', '=', actor.tenantId)
}

const columns = ['id', 'title', 'category', 'releaseTime'] as const

/** Notices as pages of the portal; what is released and public is decided with each request. */
export const releasedNoticeHandlers: CallHandlers<typeof releasedNotices> = {
  list: async (ctx, { keyword, ...input }) => {
    const [size, current] = [Math.min(input.size || 10, 50), Math.max(input.current || 1, 1)]
    const all = keyword?.trim() ? readable(ctx).where(contains(sql`title`, keyword.trim())) : readable(ctx)
    const { n } = await all.select(({ fn }) => fn.countAll<string>().as('n')).executeTakeFirstOrThrow()
    const records = await all
      .select(columns)
      .orderBy('releaseTime', 'desc')
      .orderBy('id', 'desc')
      .limit(size)
      .offset((current - 1) * size)
      .execute()
    const { category } = ctx.app.entities.notice?.fields ?? {}
    if (category) await addDisplayNames(ctx, { category }, records)
    return pageAnswer({ records, size, current }, Number(n))
  },
  detail: async (ctx, { id }) => {
    const notice = await readable(ctx)
      .where('id', '=', String(id))
      .select([...columns, 'content'])
      .executeTakeFirst()
    if (!notice) throw notFound()
    if (isSignedIn(ctx)) await markRead(ctx, [notice.id])
    return notice
  },
}

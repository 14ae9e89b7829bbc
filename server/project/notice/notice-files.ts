import { declaration } from '#contract/project/declaration.ts'
import { type Fragment, run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import type { Ctx } from '../../engine/context.ts'
import { rowFilter } from '../../engine/scope.ts'
import { isWithoutNotice } from '../template/template-row.ts'

/** The declarations that a public notice names. */

/** Names these declarations in a draft, in the place of those before that the caller sees; resolves to their number. */
export const setFiles = async (ctx: Ctx, noticeId: string, ids: readonly string[]): Promise<number> => {
  await run(
    ctx.db,
    sql`delete from public_notice_row where notice_id = ${noticeId} and declaration_id <> all(${ids}::bigint[])
      and declaration_id not in (select id from declaration where ${isWithoutNotice} and not coalesce(${rowFilter(ctx, declaration)}, false))`,
  )
  await run(
    ctx.db,
    sql`insert into public_notice_row (notice_id, declaration_id) select ${noticeId}::bigint, unnest(${ids}::bigint[]) on conflict do nothing`,
  )
  const [row] = await run<{ count: number }>(
    ctx.db,
    sql`select count(*)::int as count from public_notice_row where notice_id = ${noticeId}`,
  )
  return row?.count ?? 0
}

export const ofNotice = (id: string): Fragment =>
  sql`declaration.id in (select r.declaration_id from public_notice_row r where r.notice_id = ${id})`

/** Locks the declarations of a notice, by id, as all acts do; resolves to their number. */
export const lockFiles = async ({ db }: Ctx, id: string): Promise<number> =>
  (await run(db, sql`select 1 from declaration where ${ofNotice(id)} order by id for no key update`)).length

/** Whether a declaration of a published notice has been listed since. */
export const hasListed = async ({ db }: Ctx, id: string): Promise<boolean> =>
  (await run(db, sql`select 1 from declaration where ${ofNotice(id)} and declare_status = 60 limit 1`)).length > 0

/** SQL: whether the notice of a declaration is this one, and no later one. */
export const isLatest = (
  id: string,
): Fragment => sql`(declaration.declare_status = 50 and declaration.notice_until is not null
  and not exists (select 1 from public_notice_row r join public_notice n on n.id = r.notice_id
    where r.declaration_id = declaration.id and n.notice_state = 2 and n.is_deleted = 0
      and n.published_at > (select p.published_at from public_notice p where p.id = ${id})))`

/** Lets the public notice of these declarations run until then; null ends it without a result. */
export const setNoticeEnd = async (ctx: Ctx, id: string, until: string | null): Promise<string[]> => {
  const rows = await run<{ id: string }>(
    ctx.db,
    sql`update declaration set notice_until = ${until}::timestamptz, version = coalesce(version, 0) + 1, update_time = now()
      where ${ofNotice(id)} and ${until === null ? isLatest(id) : isWithoutNotice} returning declaration.id::text as id`,
  )
  return rows.map((row) => row.id)
}

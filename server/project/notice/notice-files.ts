import { declaration } from '#contract/project/declaration.ts'
import type { NoticeFile } from '#contract/project/public-notice.ts'
import { type Fragment, run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import type { Ctx } from '../../engine/context.ts'
import { regionNames } from '../../engine/labels.ts'
import { hiddenFields, rowFilter } from '../../engine/scope.ts'
import { isWithoutNotice } from './without-notice.ts'

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

const ofNotice = (id: string): Fragment =>
  sql`declaration.id in (select r.declaration_id from public_notice_row r where r.notice_id = ${id})`

/** Locks the declarations of a notice, by id, as all acts do; resolves to their number. */
export const lockFiles = async ({ db }: Ctx, id: string): Promise<number> =>
  (await run(db, sql`select 1 from declaration where ${ofNotice(id)} order by id for no key update`)).length

/** Whether a declaration of a published notice has been listed since. */
export const hasListed = async ({ db }: Ctx, id: string): Promise<boolean> =>
  (await run(db, sql`select 1 from declaration where ${ofNotice(id)} and declare_status = 60 limit 1`)).length > 0

/** SQL: whether the notice of a declaration is this one, and no later one. */
const isLatest = (id: string): Fragment => sql`(declaration.declare_status = 50 and declaration.notice_until is not null
  and not exists (select 1 from public_notice_row r join public_notice n on n.id = r.notice_id
    where r.declaration_id = declaration.id and n.notice_state = 2 and n.is_deleted = 0
      and n.published_at > (select p.published_at from public_notice p where p.id = ${id})))`

const publishedFields = ['projectName', 'commpanyName', 'province', 'city'] as const

/** Whether the caller reads all that a notice says of declarations. */
export const readsPublishedFields = ({ actor }: Ctx): boolean => {
  const hidden = hiddenFields(actor, declaration)
  return !publishedFields.some((name) => hidden.has(name))
}

/** Those of a notice that the caller sees, in the order of their provinces and cities. */
export const readFiles = async (ctx: Ctx, id: string, isDraft: boolean): Promise<NoticeFile[]> => {
  const names = await regionNames(ctx)
  const rows = await run<Omit<NoticeFile, 'place'> & { province: string | null; city: string | null }>(
    ctx.db,
    sql`select declaration.id::text, declaration.project_name as "projectName", declaration.commpany_name as "commpanyName",
        declaration.province, declaration.city, ${isDraft ? isWithoutNotice : isLatest(id)} as "isCurrent"
      from declaration where ${ofNotice(id)} and ${rowFilter(ctx, declaration)}
      order by declaration.province, declaration.city, declaration.id`,
  )
  const hidden = hiddenFields(ctx.actor, declaration)
  const seen = <T>(name: string, value: T) => (hidden.has(name) ? null : value)
  const nameOf = (code: string | null) => (code ? (names.get(code)?.[0] ?? '') : '')
  return rows.map(({ province, city, projectName, commpanyName, ...row }) => ({
    ...row,
    projectName: seen('projectName', projectName),
    commpanyName: seen('commpanyName', commpanyName),
    // a municipality has the name of its province
    place: [...new Set([nameOf(seen('province', province)), nameOf(seen('city', city))])].join(''),
  }))
}

/** Lets the public notice of these declarations run until then; null ends it without a result. */
export const setNoticeEnd = async (ctx: Ctx, id: string, until: string | null): Promise<string[]> => {
  const rows = await run<{ id: string }>(
    ctx.db,
    sql`update declaration set notice_until = ${until}::timestamptz, version = coalesce(version, 0) + 1, update_time = now()
      where ${ofNotice(id)} and ${until === null ? isLatest(id) : isWithoutNotice} returning declaration.id::text as id`,
  )
  return rows.map((row) => row.id)
}

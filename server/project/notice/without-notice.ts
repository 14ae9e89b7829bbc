import { declaration } from '#contract/project/declaration.ts'
import { type Fragment, run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import type { Ctx } from '../../engine/context.ts'
import { rowFilter } from '../../engine/scope.ts'

/** The declarations under public notice that wait for its publication. */

/** The most that one notice names: it is one article, and its publication one transaction. */
export const maxFiles = 1000

/** SQL: a declaration under public notice whose notice is not published. */
export const isWithoutNotice: Fragment = sql`(declaration.declare_status = 50 and declaration.notice_until is null and declaration.is_deleted = 0
  and exists (select 1 from template t where t.id = declaration.template_id and t.publishes_notice = 1))`

/** Ids of the visible ones that wait for a notice of a template, or of one of its batches; one more than a notice can have. */
export const filesWithoutNotice = async (ctx: Ctx, templateId: string, batchId: string | null): Promise<string[]> => {
  const ofBatch = batchId === null ? sql`true` : sql`declaration.batch_id = ${batchId}`
  const rows = await run<{ id: string }>(
    ctx.db,
    sql`select declaration.id::text from declaration where declaration.template_id = ${templateId} and ${ofBatch} and ${isWithoutNotice}
      and ${rowFilter(ctx, declaration)} order by declaration.id limit ${sql.lit(maxFiles + 1)}`,
  )
  return rows.map(({ id }) => id)
}

/** How many of them no notice names. */
export const countWaiting = ({ db, actor }: Ctx) =>
  run<{ templateId: string; templateName: string; batchName: string | null; count: number; drafted: number }>(
    db,
    sql`select t.id::text as "templateId", t.template_name as "templateName", b.batch_name as "batchName", count(*)::int as count,
        count(*) filter (where exists (select 1 from public_notice_row r join public_notice n on n.id = r.notice_id
          where r.declaration_id = declaration.id and n.notice_state = 1 and n.is_deleted = 0))::int as drafted
      from declaration join template t on t.id = declaration.template_id left join batch b on b.id = declaration.batch_id
      where declaration.tenant_id = ${actor.tenantId} and ${isWithoutNotice}
      group by t.id, b.id order by t.id desc, b.id desc nulls last limit 50`,
  )

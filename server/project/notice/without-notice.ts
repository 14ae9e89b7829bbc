import { declaration } from '#contract/project/declaration.ts'
import { run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import type { Ctx } from '../../engine/context.ts'
import { rowFilter } from '../../engine/scope.ts'
import { isWithoutNotice } from '../template/template-row.ts'

/** The declarations under public notice that wait for its publication. */

/** The most that one notice names: it is one article, and its publication one transaction. */
const maxFiles = 500

/** Ids of the visible ones that wait for a notice of a template, or of one of its batches: as many as a notice can have. */
export const filesWithoutNotice = async (ctx: Ctx, templateId: string, batchId: string | null): Promise<string[]> => {
  const ofBatch = batchId === null ? sql`true` : sql`declaration.batch_id = ${batchId}`
  const rows = await run<{ id: string }>(
    ctx.db,
    sql`select declaration.id::text from declaration where declaration.template_id = ${templateId} and ${ofBatch} and ${isWithoutNotice}
      and ${rowFilter(ctx, declaration)} order by declaration.id limit ${sql.lit(maxFiles)}`,
  )
  return rows.map(({ id }) => id)
}

/** How many of the visible ones wait, and how many of these a draft names. */
export const countWaiting = (ctx: Ctx) =>
  run<{ templateId: string; templateName: string; batchName: string | null; count: number; drafted: number }>(
    ctx.db,
    sql`select t.id::text as "templateId", t.template_name as "templateName", b.batch_name as "batchName", count(*)::int as count,
        count(*) filter (where exists (select 1 from public_notice_row r join public_notice n on n.id = r.notice_id
          where r.declaration_id = declaration.id and n.notice_state = 1 and n.is_deleted = 0))::int as drafted
      from (select id, template_id, batch_id from declaration where ${rowFilter(ctx, declaration)} and ${isWithoutNotice}) declaration
        join template t on t.id = declaration.template_id left join batch b on b.id = declaration.batch_id
      group by t.id, b.id order by t.id desc, b.id desc nulls last limit 50`,
  )

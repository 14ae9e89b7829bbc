import { notFound } from '#contract/kit/fail.ts'
import type { Text } from '#contract/kit/text.ts'
import { report } from '#contract/report/report.ts'
import type { ReportContent } from '#contract/report/report-content.ts'
import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { identifier, selectList } from '../engine/column-types.ts'
import { type Ctx, hasPermission } from '../engine/context.ts'
import { rowFilter, tenantRowFilter } from '../engine/scope.ts'

type StoredReport = Readonly<Record<'nameEn' | 'note' | 'noteEn', string | null>> & {
  readonly name: string
  readonly isPublished: number
  readonly content: ReportContent | null
}

/** SQL: the reports that the caller may read: published ones, and with the permission those of the list. */
export const isReadable = (ctx: Ctx) => {
  const listed = hasPermission(ctx, report.code) ? rowFilter(ctx, report) : sql`false`
  return sql`${tenantRowFilter(ctx.actor, report)} and (is_published = 1 or ${listed})`
}

/** A report that the caller may read. Throws 404. */
export const readReport = async (ctx: Ctx, id: string): Promise<StoredReport> => {
  const [row] = await run<StoredReport>(
    ctx.db,
    sql`select ${selectList(report.fields)} from ${identifier('report')} where id = ${id} and ${isReadable(ctx)}`,
  )
  if (!row) throw notFound()
  return row
}

/** What a report is called and says of itself, in both languages. */
export const wordsOf = ({ name, nameEn, note, noteEn }: StoredReport): { name: Text; note: Text | null } => ({
  name: [name, nameEn || name],
  note: note ? [note, noteEn || note] : null,
})

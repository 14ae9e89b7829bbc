import { sql } from 'kysely'
import { notFound } from '#contract/kit/fail.ts'
import { report } from '#contract/report/report.ts'
import type { ReportContent } from '#contract/report/report-content.ts'
import { run } from '../base/database/db.ts'
import { identifier, selectList } from '../engine/column-types.ts'
import { type Ctx, type Handlers, hasPermission, requirePermission, type UserCtx } from '../engine/context.ts'
import { pageOf, saveRow } from '../engine/crud.ts'
import { rowFilter, tenantRowFilter } from '../engine/scope.ts'
import type { AnswerMasks } from '../system/access/hidden-fields.ts'
import { exportReport } from './export-report.ts'
import { readableSource } from './readable-source.ts'
import { runnable, runReport } from './run-report.ts'

type StoredReport = Readonly<Record<'nameEn' | 'note' | 'noteEn', string | null>> & {
  readonly name: string
  readonly isPublished: number
  readonly content: ReportContent | null
}

/** A report that the caller may read: a published one, or with the permission one of the list. Throws 404. */
const readReport = async (ctx: Ctx, id: string): Promise<StoredReport> => {
  const listed = hasPermission(ctx, report.code) ? rowFilter(ctx, report) : sql`false`
  const [row] = await run<StoredReport>(
    ctx.db,
    sql`select ${selectList(report.fields)} from ${identifier('report')}
      where id = ${id} and ${tenantRowFilter(ctx.actor, report)} and (is_published = 1 or ${listed})`,
  )
  if (!row) throw notFound()
  return row
}

const runStored = async (ctx: UserCtx, id: string) => {
  const { name, nameEn, note, noteEn, content } = await readReport(ctx, id)
  return {
    ...(await runReport(ctx, content)),
    name: [name, nameEn || name] as const,
    note: note ? ([note, noteEn || note] as const) : null,
  }
}

/** At most so many reports are published. */
const maxPublished = 500

export const reportHandlers: Handlers<'report'> = {
  /** Without the contents, as the family's list (packages 3). */
  list: async (ctx, input) => {
    const page = await pageOf(ctx, report, input)
    return { ...page, records: page.records.map((row) => ({ ...row, content: null })) }
  },
  submit: async (ctx, input) => {
    requirePermission(ctx, input.id ? 'report_list_edit' : 'report_list_add')
    if (input.content !== undefined || !input.id) readableSource(ctx, runnable(input.content as ReportContent | null))
    return saveRow(ctx, report, input)
  },
  run: (ctx, { id }) => runStored(ctx, String(id)),
  exportFigures: async (ctx, { id, format }) =>
    exportReport(ctx, String(id), await runStored(ctx, String(id)), format ?? 'xlsx'),
  preview: (ctx, { content }) => runReport(ctx, content as ReportContent | null),
  published: (ctx) =>
    run(
      ctx.db,
      sql`select id::text, name, name_en as "nameEn", note, note_en as "noteEn" from ${identifier('report')}
        where ${tenantRowFilter(ctx.actor, report)} and is_published = 1 order by name collate pinyin limit ${sql.lit(maxPublished)}`,
    ),
}

/** Figures have no columns of the report; those of their source are checked before they are computed. */
export const reportAnswerMasks: AnswerMasks = {
  'report.run': 'none',
  'report.preview': 'none',
  'report.exportFigures': 'none',
}

import { Fail } from '#contract/kit/fail.ts'
import type { ReportContent } from '#contract/report/report-content.ts'
import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { identifier } from '../engine/column-types.ts'
import type { UserCtx } from '../engine/context.ts'
import { isReadable } from './read-report.ts'
import { readableSource } from './readable-source.ts'
import { runnable } from './run-report.ts'

interface PinnedReport {
  readonly id: string
  readonly name: string
  readonly nameEn: string | null
  readonly content: ReportContent | null
}

/** At most so many reports stand at one place. */
const maxPinned = 12

/** Whether the caller may have the figures of a report: its list, and every field that it uses. */
const mayRun = (ctx: UserCtx, { content }: PinnedReport): boolean => {
  try {
    readableSource(ctx, runnable(content))
    return true
  } catch (error) {
    if (error instanceof Fail) return false
    throw error
  }
}

/** The reports at a place that the caller may read, by name. */
export const pinnedReports = async (ctx: UserCtx, place: string) => {
  const rows = await run<PinnedReport>(
    ctx.db,
    sql`select id::text, name, name_en as "nameEn", content from ${identifier('report')}
      where ${isReadable(ctx)} and place = ${place} order by report.name collate pinyin, report.id limit ${sql.lit(maxPinned)}`,
  )
  return rows.filter((row) => mayRun(ctx, row)).map(({ content: _, ...report }) => report)
}

import { Fail } from '#contract/kit/fail.ts'
import { report } from '#contract/report/report.ts'
import type { ReportContent } from '#contract/report/report-content.ts'
import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { identifier } from '../engine/column-types.ts'
import { type Handlers, requirePermission, type UserCtx } from '../engine/context.ts'
import { pageOf, saveRow } from '../engine/crud.ts'
import { tenantRowFilter } from '../engine/scope.ts'
import { jobOfUser } from '../job/background-job.ts'
import { runnerOf } from '../job/run/runner.ts'
import type { AnswerMasks } from '../system/access/hidden-fields.ts'
import { exportReport, type Format } from './export-report.ts'
import { pinnedReports } from './pinned-reports.ts'
import { readReport, wordsOf } from './read-report.ts'
import { readableSource } from './readable-source.ts'
import { figuresIn } from './report-job.ts'
import { startReport } from './report-request.ts'
import { runnable, runReport } from './run-report.ts'
import { TooSlow } from './within-time.ts'

/** Computes while the caller waits: it ends when they leave. */
const whileWaiting = <T>({ request }: UserCtx, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const left = new AbortController()
  const forget = request.onLeave?.(() => left.abort())
  return work(left.signal).finally(forget)
}

/** The figures of a stored report. One that takes long goes on as a job of the caller, whose id the refusal has. */
const runStored = async (ctx: UserCtx, id: string, format: Format | null = null) => {
  const stored = await readReport(ctx, id)
  const compute = (signal: AbortSignal) => runReport(ctx, stored.content, { signal })
  const figures = await whileWaiting(ctx, compute).catch(async (error) => {
    if (!(error instanceof TooSlow)) throw error
    const job = await startReport(ctx, id, format)
    throw new Fail(
      [
        '统计时间较长，已转入后台，最长 5 分钟，完成后将通知您',
        'This takes long and goes on in the background for at most 5 minutes; you will be told when it is done',
      ],
      409,
      { data: { job } },
    )
  })
  return { ...figures, ...wordsOf(stored) }
}

/** What a job of the caller has computed for the screen. */
const figures = async (ctx: UserCtx, job: string) => {
  const { kind, resource, input, result } = await jobOfUser(ctx, job)
  await runnerOf(ctx.app).authorize(ctx, kind, resource, input)
  await runnerOf(ctx.app).authorizeFile(ctx, kind, resource, result)
  return figuresIn(result)
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
  figures: (ctx, { job }) => figures(ctx, String(job)),
  exportFigures: async (ctx, { id, format: chosen }) => {
    const format = chosen ?? 'xlsx'
    return exportReport(ctx, String(id), await runStored(ctx, String(id), format), format)
  },
  preview: (ctx, { content }) =>
    whileWaiting(ctx, (signal) => runReport(ctx, content as ReportContent | null, { signal })),
  pinned: (ctx, { place }) => pinnedReports(ctx, String(place)),
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
  'report.figures': 'none',
  'report.preview': 'none',
  'report.exportFigures': 'none',
}

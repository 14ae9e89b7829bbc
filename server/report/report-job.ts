import { Fail } from '#contract/kit/fail.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { layOut } from '#contract/report/report-layout.ts'
import type { ReportResult } from '#contract/report/report-result.ts'
import type { SourceName } from '#contract/report/report-sources.ts'
import { tx } from '../engine/context.ts'
import { deleteFile, storeFile } from '../job/run/job-files.ts'
import type { Task, Work } from '../job/run/personal-run.ts'
import { auditFile, type Format, fileOf } from './export-report.ts'
import { assertMayHave, type ReportRequest, seenBy } from './report-request.ts'
import { runReport } from './run-report.ts'

/** What the job keeps: for the screen the figures, and a digest of the rows and fields that its owner could see. */
interface Computed {
  readonly seen: string
  readonly figures: (ReportResult & { readonly name: Text; readonly note: Text | null }) | null
}

const closed: Text = [
  '您的数据范围已变更，该报表不再开放，请重新统计',
  'Your data scope has changed, so this report is no longer available; please compute it again',
]
const done: Text = ['共 {0} 行', '{0} rows']

const finish = async (work: Work, kept: Computed, result: NonNullable<Computed['figures']>, format: Format | null) => {
  const { ctx, input } = work
  const message = fill(done, layOut(result).lines.length)
  if (!format) return work.finish(ctx.db, { message, result: kept })
  const { name, stream } = await fileOf(ctx, result, format, true)
  const stored = await storeFile(ctx, stream, 100 * 1024 * 1024)
  if (!stored) throw new Fail(['导出文件过大，请缩小范围', 'The file would be too large; please narrow the filters'])
  await tx(ctx, async (inside) => {
    await auditFile(inside, (input as ReportRequest).report, result, format, name)
    await work.finish(inside.db, { message, file: { name, stored }, result: kept })
  }).catch(async (error) => {
    await deleteFile(ctx.app, stored)
    throw error
  })
}

/**
 * Reports in the background: those that take longer than their reader can wait, and subscriptions. Rights are checked when it starts, at
 * each heartbeat, when it ends, and whenever its result is opened.
 */
export const reportTask: Task = {
  authorize: async (ctx, _, input) => {
    const { report, format } = input as ReportRequest
    return seenBy(ctx, (await assertMayHave(ctx, report, format)).entity.name as SourceName)
  },
  authorizeFile: (ctx, resource, result) => {
    if ((result as Computed | null)?.seen !== seenBy(ctx, resource as SourceName)) throw new Fail(closed, 403)
  },
  run: async (work) => {
    const { ctx, signal } = work
    const { report, format } = work.input as ReportRequest
    const { content, entity, name, note } = await assertMayHave(ctx, report, format)
    const seen = seenBy(ctx, entity.name as SourceName)
    const result = { ...(await runReport(ctx, content, { isBackground: true, signal })), name, note }
    await finish(work, { seen, figures: format ? null : result }, result, format)
  },
}

/** The figures that a job has computed for the screen, if their owner may still see them. */
export const figuresIn = (result: unknown): NonNullable<Computed['figures']> => {
  const figures = (result as Computed | null)?.figures
  if (!figures) throw new Fail(['统计结果已过保存期', 'The result has expired'], 404)
  return figures
}

import { createHash } from 'node:crypto'
import type { Text } from '#contract/kit/text.ts'
import { reportPath } from '#contract/report/report-path.ts'
import type { SourceName } from '#contract/report/report-sources.ts'
import { compile } from '../base/database/sql.ts'
import type { UserCtx } from '../engine/context.ts'
import { enqueue } from '../job/run/enqueue.ts'
import { assertCanExport, type Format } from './export-report.ts'
import { readReport, wordsOf } from './read-report.ts'
import { readableSource } from './readable-source.ts'
import { runnable } from './run-report.ts'
import { hiddenFromReader, rowsOfReport } from './source-rows.ts'

/** A report that a job computes for a person: as a file, or without a format for the screen. */
export interface ReportRequest {
  readonly report: string
  readonly format: Format | null
  /** What its message calls it, and where it leads. */
  readonly title: Text
  readonly link: string
}

/** A digest of which rows and fields of a source the reader sees. */
export const seenBy = (ctx: UserCtx, source: SourceName): string => {
  const visible = [compile(rowsOfReport(ctx, source, null).where), [...hiddenFromReader(ctx, source)].sort()]
  return createHash('sha256').update(JSON.stringify(visible)).digest('hex')
}

/** The content of a report that the person may have in this form now. Throws 404, 403 or faults. */
export const assertMayHave = async (ctx: UserCtx, id: string, format: Format | null) => {
  const stored = await readReport(ctx, id)
  const content = runnable(stored.content)
  const entity = readableSource(ctx, content)
  if (format) assertCanExport(ctx, entity.name)
  return { content, entity, ...wordsOf(stored) }
}

/** Starts the computation of a report in the background for the caller; resolves to the id of the job. `key` makes repeats the same one. */
export const startReport = async (ctx: UserCtx, id: string, format: Format | null, key?: string): Promise<string> => {
  const { entity, name } = await assertMayHave(ctx, id, format)
  const link = `${reportPath(id)}?${format ? 'job' : 'figures'}={0}`
  const input: ReportRequest = { report: id, format, title: name, link }
  const isPlanned = key !== undefined
  return (await enqueue(ctx, { kind: 'report', resource: entity.name, input, isPlanned, ...(key ? { key } : {}) })).id
}

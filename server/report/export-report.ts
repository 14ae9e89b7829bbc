import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Fail } from '#contract/kit/fail.ts'
import { fill, localize, type Text } from '#contract/kit/text.ts'
import type { reportFormats } from '#contract/report/report-formats.ts'
import { layOut, sumWords } from '#contract/report/report-layout.ts'
import type { ReportResult } from '#contract/report/report-result.ts'
import { reportSource } from '#contract/report/report-sources.ts'
import { pdfType } from '../base/documents/documents.ts'
import type { Download } from '../base/http/send-file.ts'
import { fileTime } from '../base/process/clock.ts'
import type { Cell, Column, Sheet } from '../base/sheets/cell.ts'
import { csvOf } from '../base/sheets/csv.ts'
import { xlsxOf, xlsxType } from '../base/sheets/xlsx.ts'
import { writeAudit } from '../engine/audit-entry.ts'
import { hasPermission, type UserCtx } from '../engine/context.ts'
import { type NamedResult, reportDocument } from './report-document.ts'

export type Format = (typeof reportFormats)[number][0]

const types: Readonly<Record<Format, string>> = { xlsx: xlsxType, csv: 'text/csv; charset=utf-8', pdf: pdfType }

/** Throws 403 unless the caller may export the rows that a report of this source counts. */
export const assertCanExport = (ctx: UserCtx, source: string): void => {
  const entity = reportSource(source)?.entity
  if (entity && hasPermission(ctx, `${entity.code}_export`)) return
  const text: Text = ['您没有导出“{0}”的权限', "You don't have permission to export “{0}”"]
  throw new Fail(fill(text, entity?.label ?? source), 403)
}

/** The figures as the table of the screen shows them; the totals have their words. */
const sheetOf = (ctx: UserCtx, name: string, result: ReportResult): Sheet => {
  const t = (text: Text) => localize(text, ctx.lang)
  const { columns: keys, lines } = layOut(result)
  const { rows, measures } = result.heads
  const across = keys.length ? [...keys.map((key) => key.name), t(sumWords.total)] : ['']
  const titles = across.flatMap((over) => measures.map(({ label }) => (over ? `${over} ${t(label)}` : t(label))))
  const columns: Column[] = [
    ...rows.map((label) => ({ title: t(label), width: 24 })),
    ...titles.map((title) => ({ title, width: 18 })),
  ]
  const cells = lines.map(({ keys: values, groups }): Cell[] => {
    const sum = t(values.length ? sumWords.subtotal : sumWords.total)
    const names = rows.map((_, level) => values[level]?.name ?? (level === values.length ? sum : null))
    return [...names, ...groups.flatMap((group) => measures.map((_, nth) => group?.values[nth] ?? null))]
  })
  return {
    name,
    columns,
    rows: (async function* () {
      yield cells
    })(),
  }
}

const streamOf = async (
  ctx: UserCtx,
  result: NamedResult,
  format: Format,
  isBackground: boolean,
): Promise<Readable> => {
  if (format === 'pdf')
    return Readable.from([await ctx.app.documents.pdfOf('report', await reportDocument(ctx, result), isBackground)])
  const sheet = sheetOf(ctx, localize(result.name, ctx.lang).slice(0, 31), result)
  return format === 'csv' ? csvOf(sheet) : xlsxOf([sheet])
}

/** The figures of a report as a file. */
export const fileOf = async (
  ctx: UserCtx,
  result: NamedResult,
  format: Format,
  isBackground = false,
): Promise<{ name: string; stream: Readable }> => {
  const name = `${localize(result.name, ctx.lang)}-${fileTime()}.${format}`
  return { name, stream: await streamOf(ctx, result, format, isBackground) }
}

/** Records in the audit that somebody got the figures of a report as a file. */
export const auditFile = (ctx: UserCtx, id: string, result: ReportResult, format: Format, title: string) =>
  writeAudit(ctx, 'report', id, 'export', null, { format, rows: layOut(result).lines.length }, { title })

/** A report as a file, with an entry in the audit. Throws 403 without the permission to export the rows that it counts. */
export const exportReport = async (
  ctx: UserCtx,
  id: string,
  result: NamedResult,
  format: Format,
): Promise<Download> => {
  assertCanExport(ctx, result.source)
  const { name, stream } = await fileOf(ctx, result, format)
  const bytes = await buffer(stream)
  await auditFile(ctx, id, result, format, name)
  return { stream: Readable.from([bytes]), name, type: types[format], size: bytes.length }
}

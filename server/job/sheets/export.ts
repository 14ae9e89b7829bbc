import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { maxExportRows } from '#contract/job/exporting.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { Fail } from '#contract/kit/fail.ts'
import { split } from '#contract/kit/field.ts'
import { readFilterParameter } from '#contract/kit/filter-suffix.ts'
import { fill, type Lang, localize, type Text } from '#contract/kit/text.ts'
import { base, type ListInput } from '#contract/kit/verbs.ts'
import type { Download } from '../../base/http/send-file.ts'
import { fileTime, wireTime } from '../../base/process/clock.ts'
import type { Cell, Sheet } from '../../base/sheets/cell.ts'
import { csvOf } from '../../base/sheets/csv.ts'
import { xlsxOf, xlsxType } from '../../base/sheets/xlsx.ts'
import { writeAudit } from '../../engine/audit-entry.ts'
import { type Handler, tx, type UserCtx } from '../../engine/context.ts'
import { readListParameters } from '../../engine/filter.ts'
import { enqueue } from '../run/enqueue.ts'
import { deleteFile, storeFile } from '../run/job-files.ts'
import type { Task, Work } from '../run/personal-run.ts'
import { assertCanExport, listOf, visibilityDigest, visibilityOf } from './export-rights.ts'
import { type AnyRow, countRows, type ExportProgress, type HandlerLookup, streamRows } from './row-stream.ts'
import { type SheetColumn, sheetColumns } from './sheet-columns.ts'
import type { ExtraColumns } from './sheet-extras.ts'

/** The request: the list parameters as a query string, the names of the columns, the file format. */
interface ExportRequest {
  readonly format: 'xlsx' | 'csv'
  readonly columns: string
  readonly query: string
  /** Ids of the selected rows, joined by commas; empty for the whole list. */
  readonly ids: string
}

const exportRequestOf = (input: Readonly<Record<string, unknown>>, query: string): ExportRequest => ({
  format: input.format === 'csv' ? 'csv' : 'xlsx',
  columns: String(input.columns ?? ''),
  query,
  ids: String(input.ids ?? ''),
})

/** The selected rows of a list; stops once all of them are read. */
async function* selectRows(chunks: AsyncIterable<AnyRow[]>, ids: readonly string[], progress: ExportProgress) {
  let matchCount = 0
  const selected = new Set(ids)
  for await (const rows of chunks) {
    const matches = rows.filter(({ id }) => selected.has(String(id)))
    matchCount += matches.length
    Object.assign(progress, { rows: matchCount, total: ids.length, cut: false })
    yield matches
    if (matchCount === ids.length) return
  }
}

/** The parameters of the list under the names that its handler knows. Throws a fault for a filter that does not exist. */
const parametersOf = (entity: AnyEntity, parameters: ListInput): ListInput => {
  const list = listOf(entity)
  return list ? readListParameters(list, parameters) : parameters
}

const orders = ['ascs', 'descs', 'keyword']

/** The parameters that restrict or order the list, as they are recorded; others may be anything, such as a token in the address. */
const recordedQuery = (entity: AnyEntity, parameters: ListInput): string => {
  const fields = { ...base, ...entity.fields, ...entity.filters }
  const known = Object.entries(parametersOf(entity, parameters)).filter(
    ([name]) => orders.includes(name) || readFilterParameter(fields, name),
  )
  return new URLSearchParams(known as [string, string][]).toString()
}

const parsed = ({ query }: ExportRequest): ListInput => Object.fromEntries(new URLSearchParams(query))

const cutMessage: Text = [
  '结果超过 {0} 行，仅导出前 {0} 行',
  'There are more than {0} rows; the first {0} were exported',
]
const doneMessage: Text = ['共导出 {0} 行', '{0} rows exported']

const outcomeMessage = ({ rows, cut }: ExportProgress): Text =>
  fill(cut ? cutMessage : doneMessage, rows.toLocaleString('en-US'))

/** An extra sheet with information about the export for the reader. */
const aboutSheet = (
  { actor, lang }: UserCtx,
  entity: AnyEntity,
  request: ExportRequest,
  progress: ExportProgress,
): Sheet => ({
  name: localize(['说明', 'Notes'], lang),
  columns: [
    { title: localize(['项目', 'Item'], lang), width: 14 },
    { title: localize(['内容', 'Content'], lang), width: 80 },
  ],
  rows: (async function* () {
    yield [
      [localize(['导出内容', 'Exported data'], lang), localize(entity.label, lang)],
      [localize(['导出人', 'Exported by'], lang), `${actor.realName} (${actor.account})`],
      [localize(['导出时间', 'Exported at'], lang), { at: wireTime() }],
      [
        localize(['列表条件', 'List filters'], lang),
        [...new URLSearchParams(request.query)].map(([name, value]) => `${name}=${value}`).join('; '),
      ],
      [localize(['结果', 'Result'], lang), localize(outcomeMessage(progress), lang)],
    ] satisfies Cell[][]
  })(),
})

async function* cellsOf(chunks: AsyncIterable<readonly AnyRow[]>, columns: readonly SheetColumn[]) {
  for await (const rows of chunks) yield rows.map((row) => columns.map(({ cell }) => cell(row)))
}

/** What an entity adds to the columns of its fields, for a list with these parameters. */
const extraColumns = (ctx: UserCtx, entity: AnyEntity, request: ExportRequest): Promise<ExtraColumns | null> =>
  ctx.app.sheetExtras[entity.name]?.columnsFor(ctx, parametersOf(entity, parsed(request))) ?? Promise.resolve(null)

async function* withValues(chunks: AsyncIterable<AnyRow[]>, extra: ExtraColumns) {
  for await (const rows of chunks) yield await extra.withValues(rows)
}

const exportStream = async (
  ctx: UserCtx,
  entity: AnyEntity,
  request: ExportRequest,
  progress: ExportProgress,
  chunks: AsyncIterable<AnyRow[]>,
): Promise<Readable> => {
  const extra = await extraColumns(ctx, entity, request)
  const columns = [...sheetColumns(entity, request.columns, ctx.lang), ...(extra?.columns ?? [])]
  const rows = cellsOf(extra ? withValues(chunks, extra) : chunks, columns)
  const sheet: Sheet = { name: localize(entity.label, ctx.lang), columns, rows }
  return request.format === 'csv' ? csvOf(sheet) : xlsxOf([sheet, aboutSheet(ctx, entity, request, progress)])
}

const types = { xlsx: xlsxType, csv: 'text/csv; charset=utf-8' } as const

const fileName = (entity: AnyEntity, { format }: ExportRequest, lang: Lang): string =>
  `${localize(entity.label, lang)}-${fileTime()}.${format}`

const newProgress = (): ExportProgress => ({ rows: 0, total: null, cut: false })

/** Writes the audit line of an export: its parameters, the number of rows, and whether it was cut. */
const auditExport = (
  ctx: UserCtx,
  entity: AnyEntity,
  id: string,
  request: ExportRequest,
  { rows, cut }: ExportProgress,
) =>
  writeAudit(
    ctx,
    entity.name,
    id,
    'export',
    null,
    { ...request, rows, cut },
    { title: fileName(entity, request, ctx.lang) },
  )

/** Maximum size of an export file in bytes. */
const maxBytes = 1024 * 1024 * 1024

async function* reportProgress(work: Work, chunks: AsyncIterable<AnyRow[]>, progress: ExportProgress) {
  for await (const rows of chunks) {
    await work.step(progress.rows, progress.total ?? undefined)
    yield rows
  }
}

const scopeChangedMessage: Text = [
  '您的数据范围已变更，该文件不再开放，请重新导出',
  'Your data scope has changed, so this file is no longer available; please export again',
]

/** The export job. Streams the list into the file, so that neither is ever whole in memory. */
export const exportTask = (entities: Readonly<Record<string, AnyEntity>>, handlerOf: HandlerLookup): Task => {
  const entityOf = (resource: string): AnyEntity => {
    const entity = Object.hasOwn(entities, resource) ? entities[resource] : undefined
    if (!entity) throw new Fail(['导出对象已不存在', 'The data to export no longer exists'], 404)
    return entity
  }
  return {
    authorize: (ctx, resource) => {
      assertCanExport(ctx, entityOf(resource))
      return visibilityOf(ctx, entityOf(resource))
    },
    authorizeFile: async (ctx, resource, result) => {
      const exportedDigest = (result as Partial<Awaited<ReturnType<typeof visibilityDigest>>> | null)?.seen
      if (exportedDigest !== undefined && exportedDigest !== (await visibilityDigest(ctx, entityOf(resource))).seen)
        throw new Fail(scopeChangedMessage, 403)
    },
    run: async (work) => {
      const { ctx, id } = work
      const request = work.input as ExportRequest
      const entity = entityOf(work.resource)
      const progress = newProgress()
      const list = streamRows(ctx, entity, handlerOf, parametersOf(entity, parsed(request)), progress)
      const ids = split(request.ids)
      const rows = ids.length ? selectRows(list, ids, progress) : list
      const stored = await storeFile(
        ctx,
        await exportStream(ctx, entity, request, progress, reportProgress(work, rows, progress)),
        maxBytes,
      )
      if (!stored)
        throw new Fail(['导出文件过大，请缩小范围', 'The file would be too large; please narrow the filters'])
      const file = { name: fileName(entity, request, ctx.lang), stored }
      await tx(ctx, async (inside) => {
        await auditExport(inside, entity, id, request, progress)
        const result = await visibilityDigest(inside, entity)
        await work.finish(inside.db, { message: outcomeMessage(progress), file, result })
      }).catch(async (error) => {
        await deleteFile(ctx.app, stored)
        throw error
      })
    },
  }
}

const tooManyMessage: Text = [
  '结果超过 {0} 行，请在列表中使用“导出”，由后台任务生成文件',
  'There are more than {0} rows; please use “Export” in the list, which creates the file in the background',
]

/** A small export, answered directly as the family's clients expect. Throws if there are too many rows. */
export const exportNow = async (
  ctx: UserCtx,
  entity: AnyEntity,
  handlerOf: HandlerLookup,
  input: Readonly<Record<string, unknown>>,
): Promise<Download> => {
  assertCanExport(ctx, entity)
  const { format, columns, ...parameters } = input
  const list = parametersOf(entity, parameters)
  const request = exportRequestOf({ format, columns }, recordedQuery(entity, list))
  if ((await countRows(ctx, entity, handlerOf, list)) > maxExportRows.direct)
    throw new Fail(fill(tooManyMessage, maxExportRows.direct))
  const progress = newProgress()
  const rows = streamRows(ctx, entity, handlerOf, list, progress, maxExportRows.direct)
  const bytes = await buffer(await exportStream(ctx, entity, request, progress, rows))
  await auditExport(ctx, entity, '0', request, progress)
  return {
    stream: Readable.from([bytes]),
    name: fileName(entity, request, ctx.lang),
    type: types[request.format],
    size: bytes.length,
  }
}

/** The handlers of the export calls of every entity that has a list. */
export const exportHandlers = (
  entities: readonly AnyEntity[],
  handlerOf: HandlerLookup,
): Readonly<Record<string, Handler<Readonly<Record<string, unknown>>, unknown>>> =>
  Object.fromEntries(
    entities.flatMap((entity) => [
      ...['direct', 'posted'].map((name) => [
        `${entity.name}.${name}`,
        (ctx: UserCtx, input: Readonly<Record<string, unknown>>) => exportNow(ctx, entity, handlerOf, input),
      ]),
      [
        `${entity.name}.start`,
        async (ctx: UserCtx, input: Readonly<Record<string, unknown>>) => {
          assertCanExport(ctx, entity)
          const parameters = Object.fromEntries(new URLSearchParams(String(input.query ?? '')))
          const request = exportRequestOf(input, recordedQuery(entity, parameters))
          return enqueue(ctx, { kind: 'export', resource: entity.name, input: request })
        },
      ],
    ]),
  )

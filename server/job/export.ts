import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { exportCallsOf, listVerbOf, maxExportRows } from '#contract/job/exporting.ts'
import type { Endpoint } from '#contract/kit/call.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { denied, Fail } from '#contract/kit/fail.ts'
import { split } from '#contract/kit/field.ts'
import { fill, type Lang, localize, type Text } from '#contract/kit/text.ts'
import type { ListInput } from '#contract/kit/verbs.ts'
import type { Cell, Sheet } from '../base/cell.ts'
import { wireTime } from '../base/clock.ts'
import { csvOf } from '../base/csv.ts'
import type { Download } from '../base/download.ts'
import { xlsxOf, xlsxType } from '../base/xlsx.ts'
import { closedTo } from '../engine/api-scope.ts'
import { note } from '../engine/audit.ts'
import { type Ctx, type Handler, may, tx } from '../engine/context.ts'
import { reach } from '../engine/scope.ts'
import { enqueue } from './enqueue.ts'
import { dropFile, keepFile } from './job-files.ts'
import { type AnyRow, countListed, type HandlerOf, listedRows, type Tally } from './listed-rows.ts'
import type { Task, Work } from './runner.ts'
import { type SheetColumn, sheetColumns } from './sheet-columns.ts'

/** What was asked for: the parameters of the list as its address has them, the columns by their names, the kind of file. */
interface Asked {
  readonly format: 'xlsx' | 'csv'
  readonly columns: string
  readonly query: string
  /** Ids of the rows that are wanted, joined by commas; all of the list where empty. */
  readonly ids: string
}

const askedOf = (input: Readonly<Record<string, unknown>>, query: string): Asked => ({
  format: input.format === 'csv' ? 'csv' : 'xlsx',
  columns: String(input.columns ?? ''),
  query,
  ids: String(input.ids ?? ''),
})

/** Of a list the chosen rows, until all of them were met. */
async function* chosenOf(chunks: AsyncIterable<AnyRow[]>, chosen: readonly string[], tally: Tally) {
  let met = 0
  for await (const rows of chunks) {
    const kept = rows.filter(({ id }) => chosen.includes(String(id)))
    met += kept.length
    Object.assign(tally, { rows: met, total: chosen.length, cut: false })
    yield kept
    if (met === chosen.length) return
  }
}

const parametersOf = ({ query }: Asked): ListInput => Object.fromEntries(new URLSearchParams(query))

/** Who may export a list: who may see it, and holds the permission to take it along. */
const mayExport = (ctx: Ctx, entity: AnyEntity): void => {
  const list = (entity.calls as Record<string, Endpoint>)[listVerbOf(entity) ?? '']
  const addresses = [exportCallsOf(entity).start.path, ...(list ? [list.path] : [])]
  const closed = addresses.some((path) => closedTo(ctx.actor.rights, path))
  if (closed || ![entity.code, `${entity.code}_export`].every((code) => may(ctx, code))) throw denied()
}

/** The rows and columns the caller sees of an entity. */
const rowsSeen = (ctx: Ctx, entity: AnyEntity) => {
  const { administrator, scopes } = ctx.actor.rights
  return [administrator, scopes.get(entity.code) ?? [], reach(ctx, entity)]
}

/** What the caller sees of an entity: its rows, and what his permissions change of its list. */
const sightOf = (ctx: Ctx, entity: AnyEntity): string => {
  const codes = [...ctx.actor.rights.codes].filter((code) => code.startsWith(entity.code)).sort()
  return JSON.stringify([codes, rowsSeen(ctx, entity)])
}

/** What is kept of an export beside its file: which rows its owner saw then, as a digest. */
const seenThen = (ctx: Ctx, entity: AnyEntity) => ({
  seen: createHash('sha256')
    .update(JSON.stringify(rowsSeen(ctx, entity)))
    .digest('hex'),
})

const cutWords: Text = ['结果超过 {0} 行，仅导出前 {0} 行', 'There are more than {0} rows; the first {0} were exported']
const doneWords: Text = ['共导出 {0} 行', '{0} rows exported']

const outcomeWords = ({ rows, cut }: Tally): Text => fill(cut ? cutWords : doneWords, rows.toLocaleString('en-US'))

/** What a reader of the file should know of it, on a sheet of its own. */
const aboutSheet = ({ actor, lang }: Ctx, entity: AnyEntity, asked: Asked, tally: Tally): Sheet => ({
  name: localize(['说明', 'About'], lang),
  columns: [
    { title: localize(['项目', 'What'], lang), width: 14 },
    { title: localize(['内容', 'Which'], lang), width: 80 },
  ],
  rows: (async function* () {
    yield [
      [localize(['导出内容', 'Exported'], lang), localize(entity.label, lang)],
      [localize(['导出人', 'By'], lang), `${actor.realName} (${actor.account})`],
      [localize(['导出时间', 'At'], lang), { at: wireTime() }],
      [
        localize(['列表条件', 'Parameters'], lang),
        [...new URLSearchParams(asked.query)].map(([name, value]) => `${name}=${value}`).join('; '),
      ],
      [localize(['结果', 'Result'], lang), localize(outcomeWords(tally), lang)],
    ] satisfies Cell[][]
  })(),
})

async function* cellsOf(chunks: AsyncIterable<readonly AnyRow[]>, columns: readonly SheetColumn[]) {
  for await (const rows of chunks) yield rows.map((row) => columns.map(({ cell }) => cell(row)))
}

const exportStream = (
  ctx: Ctx,
  entity: AnyEntity,
  asked: Asked,
  tally: Tally,
  chunks: AsyncIterable<AnyRow[]>,
): Readable => {
  const columns = sheetColumns(entity, asked.columns, ctx.lang)
  const sheet: Sheet = { name: localize(entity.label, ctx.lang), columns, rows: cellsOf(chunks, columns) }
  return asked.format === 'csv' ? csvOf(sheet) : xlsxOf([sheet, aboutSheet(ctx, entity, asked, tally)])
}

const types = { xlsx: xlsxType, csv: 'text/csv; charset=utf-8' } as const

const fileName = (entity: AnyEntity, { format }: Asked, lang: Lang): string =>
  `${localize(entity.label, lang)}-${wireTime().replace(/[-:]/g, '').replace(' ', '-').slice(0, 13)}.${format}`

const newTally = (): Tally => ({ rows: 0, total: null, cut: false })

/** What the audit keeps of an export: who is told by its line, which rows by the parameters, how many. */
const noteExport = (ctx: Ctx, entity: AnyEntity, id: string, asked: Asked, { rows, cut }: Tally) =>
  note(ctx, entity.name, id, 'export', null, { ...asked, rows, cut })

/** Bytes a file of an export may have. */
const mostBytes = 1024 * 1024 * 1024

async function* stepping(work: Work, chunks: AsyncIterable<AnyRow[]>, tally: Tally) {
  for await (const rows of chunks) {
    await work.step(tally.rows, tally.total ?? undefined)
    yield rows
  }
}

const narrowed: Text = [
  '您的数据范围已变更，该文件不再开放，请重新导出',
  'What you see has changed, so this file is closed; please export again',
]

/** An export as a job: the file grows while the list is read, and neither is ever whole in memory. */
export const exportTask = (entities: Readonly<Record<string, AnyEntity>>, handlerOf: HandlerOf): Task => {
  const entityOf = (resource: string): AnyEntity => {
    const entity = Object.hasOwn(entities, resource) ? entities[resource] : undefined
    if (!entity) throw new Fail(['导出对象已不存在', 'What was to be exported is no longer there'], 404)
    return entity
  }
  return {
    allowed: (ctx, resource) => {
      mayExport(ctx, entityOf(resource))
      return sightOf(ctx, entityOf(resource))
    },
    mayHave: (ctx, resource, result) => {
      const then = (result as Partial<ReturnType<typeof seenThen>> | null)?.seen
      if (then !== undefined && then !== seenThen(ctx, entityOf(resource)).seen) throw new Fail(narrowed, 403)
    },
    run: async (work) => {
      const { ctx, id } = work
      const asked = work.input as Asked
      const entity = entityOf(work.resource)
      const tally = newTally()
      const list = listedRows(ctx, entity, handlerOf, parametersOf(asked), tally)
      const chosen = split(asked.ids)
      const rows = chosen.length ? chosenOf(list, chosen, tally) : list
      const stored = await keepFile(
        ctx,

        exportStream(ctx, entity, asked, tally, stepping(work, rows, tally)),
        mostBytes,
      )
      if (!stored) throw new Fail(['导出文件过大，请缩小范围', 'The file would be too large; please narrow the list'])
      const file = { name: fileName(entity, asked, ctx.lang), stored }
      await tx(ctx, async (inside) => {
        await noteExport(inside, entity, id, asked, tally)
        await work.finish(inside.db, { message: outcomeWords(tally), file, result: seenThen(ctx, entity) })
      }).catch(async (error) => {
        await dropFile(ctx.app, stored)
        throw error
      })
    },
  }
}

const tooMany: Text = [
  '结果超过 {0} 行，请在列表中使用“导出”，由后台任务生成文件',
  'There are more than {0} rows; please use the export of the list, which makes the file in the background',
]

/** An export of few rows, answered at once as the family's clients expect it. */
export const exportNow = async (
  ctx: Ctx,
  entity: AnyEntity,
  handlerOf: HandlerOf,
  input: Readonly<Record<string, unknown>>,
): Promise<Download> => {
  mayExport(ctx, entity)
  const { format, columns, 'Blade-Auth': _token, ...list } = input
  const query = new URLSearchParams(list as Record<string, string>).toString()
  const asked = askedOf({ format, columns }, query)
  if ((await countListed(ctx, entity, handlerOf, list)) > maxExportRows.direct)
    throw new Fail(fill(tooMany, maxExportRows.direct))
  const tally = newTally()
  const rows = listedRows(ctx, entity, handlerOf, list, tally, maxExportRows.direct)
  const bytes = await buffer(exportStream(ctx, entity, asked, tally, rows))
  await noteExport(ctx, entity, '0', asked, tally)
  return {
    stream: Readable.from([bytes]),
    name: fileName(entity, asked, ctx.lang),
    type: types[asked.format],
    size: bytes.length,
  }
}

/** What answers the two export calls of every entity that is listed. */
export const exportAnswers = (
  entities: readonly AnyEntity[],
  handlerOf: HandlerOf,
): Readonly<Record<string, Handler<Readonly<Record<string, unknown>>, unknown>>> =>
  Object.fromEntries(
    entities.flatMap((entity) => [
      [
        `${entity.name}.start`,
        async (ctx: Ctx, input: Readonly<Record<string, unknown>>) => {
          mayExport(ctx, entity)
          return enqueue(ctx, {
            kind: 'export',
            resource: entity.name,
            input: askedOf(input, String(input.query ?? '')),
          })
        },
      ],
      [
        `${entity.name}.direct`,
        (ctx: Ctx, input: Readonly<Record<string, unknown>>) => exportNow(ctx, entity, handlerOf, input),
      ],
    ]),
  )

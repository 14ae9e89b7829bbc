import { backgroundJob } from '#contract/job/background-job.ts'
import { exportCallsOf } from '#contract/job/exporting.ts'
import { importLimits } from '#contract/job/importing.ts'
import type { ImportResult, sheetCalls } from '#contract/job/sheets.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { denied, Fail } from '#contract/kit/fail.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import type { Download } from '../base/download.ts'
import { closedTo } from '../engine/api-scope.ts'
import { type CallHandlers, type Ctx, tx } from '../engine/context.ts'
import { exportNow } from './export.ts'
import { badCells, type Entities, mayImport, specOf, writeJudged } from './import.ts'
import { templateOf } from './import-files.ts'
import { judge } from './import-rows.ts'
import { readSheet } from './import-sheet.ts'
import { readSheetUpload, wholeOf } from './import-upload.ts'
import type { HandlerOf } from './listed-rows.ts'

/** A second address of something is shut where the first one is. */
const alsoAt = ({ actor }: Ctx, ...paths: readonly string[]): void => {
  if (paths.some((path) => closedTo(actor.rights, path))) throw denied()
}

const tooMany: Text = [
  '直接导入不能超过 {0} 行，请在列表中使用“导入”，由后台任务完成',
  'More than {0} rows are not imported at once; please use the import of the list, which works in the background',
]
const wrongCell: Text = ['第 {0} 行“{1}”：{2}', 'Row {0}, {1}: {2}']
const andMore: Text = ['{0}（共 {1} 处问题，未导入任何数据）', '{0} ({1} problems in all; nothing was imported)']

const importNow = async (
  ctx: Ctx,
  resource: string,
  input: { readonly isCovered?: number | null },
  entities: Entities,
  handlerOf: HandlerOf,
): Promise<ImportResult> => {
  const spec = specOf(resource)
  mayImport(ctx, spec)
  alsoAt(ctx, backgroundJob.calls.checkImport.path, backgroundJob.calls.confirmImport.path)
  const incoming = await readSheetUpload(ctx, input)
  const { lines } = await readSheet(await wholeOf(incoming), incoming.name, spec, ctx.lang)
  if (lines.length > importLimits.direct) throw new Fail(fill(tooMany, importLimits.direct))
  const isCovered = input.isCovered === 1
  return tx(ctx, async (inside) => {
    const judged = await judge(inside, entities, spec, lines, isCovered)
    const cells = badCells(inside, spec, judged)
    const [first] = cells
    if (first)
      throw new Fail(fill(andMore, fill(wrongCell, first.row, first.column, first.msg), cells.length), 400, {
        data: { cells },
      })
    return writeJudged(inside, spec, handlerOf, judged, { id: '0', fileName: incoming.name, isCovered, left: 0 })
  })
}

const template = (ctx: Ctx, resource: string): Promise<Download> => {
  const spec = specOf(resource)
  mayImport(ctx, spec)
  alsoAt(ctx, backgroundJob.calls.importTemplate.path)
  return templateOf(ctx, spec)
}

/** What answers the family's addresses of sheets: the exports and imports of our own pages, within one request. */
export const sheetAnswers = (entities: Entities, handlerOf: HandlerOf): CallHandlers<typeof sheetCalls> => {
  const exported = (ctx: Ctx, entity: AnyEntity, input: object) => {
    alsoAt(ctx, exportCallsOf(entity).direct.path)
    return exportNow(ctx, entity, handlerOf, input as Readonly<Record<string, unknown>>)
  }
  const { user, region } = entities as Record<'user' | 'region', AnyEntity>
  return {
    exportUser: (ctx, input) => exported(ctx, user, input),
    userTemplate: (ctx) => template(ctx, 'user'),
    importUser: (ctx, input) => importNow(ctx, 'user', input, entities, handlerOf),
    exportRegion: (ctx, input) => exported(ctx, region, input),
    regionTemplate: (ctx) => template(ctx, 'region'),
    importRegion: (ctx, input) => importNow(ctx, 'region', input, entities, handlerOf),
  }
}

import { backgroundJob } from '#contract/job/background-job.ts'
import { exportCallsOf } from '#contract/job/exporting.ts'
import type { ImportResult, sheetCalls } from '#contract/job/sheets.ts'
import { hiddenText, importLimits } from '#contract/job/uploaded-sheet.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { denied, Fail } from '#contract/kit/fail.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import type { Download } from '../../base/http/send-file.ts'
import { isDeniedByApiScope } from '../../engine/api-scope-match.ts'
import { type CallHandlers, tx, type UserCtx } from '../../engine/context.ts'
import { exportNow } from './export.ts'
import { assertCanImport, badCells, type Entities, importLines, specOf } from './import.ts'
import { templateOf } from './import-files.ts'
import { validateLines } from './import-rows.ts'
import { readSheet } from './import-sheet.ts'
import { readFully, readSheetUpload } from './import-upload.ts'
import type { HandlerLookup } from './row-stream.ts'

/** An API scope on the usual path of a feature also blocks its other paths. */
const assertPathsOpen = ({ actor }: UserCtx, ...paths: readonly string[]): void => {
  if (paths.some((path) => isDeniedByApiScope(actor.rights, path))) throw denied()
}

const tooManyMessage: Text = [
  '直接导入不能超过 {0} 行，请在列表中使用“导入”，由后台任务完成',
  'A direct import can have at most {0} rows; please use “Import” in the list, which runs in the background',
]
const hiddenMessage: Text = [
  '{0}，请取消隐藏和筛选后重新上传，或在列表中使用“导入”',
  '{0}. Please show them and upload the file again, or use “Import” in the list',
]
const wrongCellMessage: Text = ['第 {0} 行“{1}”：{2}', 'Row {0}, {1}: {2}']
const moreFaultsMessage: Text = [
  '{0}（共 {1} 处问题，未导入任何数据）',
  '{0} ({1} problems in all; nothing was imported)',
]

const importNow = async (
  ctx: UserCtx,
  resource: string,
  input: { readonly isCovered?: number | null },
  entities: Entities,
  handlerOf: HandlerLookup,
): Promise<ImportResult> => {
  const spec = specOf(ctx, resource)
  assertCanImport(ctx, spec)
  assertPathsOpen(ctx, backgroundJob.calls.checkImport.path, backgroundJob.calls.confirmImport.path)
  const incoming = await readSheetUpload(ctx, input)
  const { lines, hidden } = await readSheet(await readFully(incoming), incoming.name, spec, ctx.lang, true)
  if (hidden) throw new Fail(fill(hiddenMessage, hiddenText(hidden)))
  if (lines.length > importLimits.direct) throw new Fail(fill(tooManyMessage, importLimits.direct))
  const isCovered = input.isCovered === 1
  return tx(ctx, async (inside) => {
    const validatedLines = await validateLines(inside, entities, spec, lines, isCovered)
    const cells = badCells(inside, spec, validatedLines)
    const [first] = cells
    if (first)
      throw new Fail(
        fill(moreFaultsMessage, fill(wrongCellMessage, first.row, first.column, first.msg), cells.length),
        400,
        {
          data: { cells },
        },
      )
    return importLines(inside, spec, handlerOf, validatedLines, {
      id: '0',
      fileName: incoming.name,
      isCovered,
      omitted: 0,
    })
  })
}

const template = (ctx: UserCtx, resource: string): Promise<Download> => {
  const spec = specOf(ctx, resource)
  assertCanImport(ctx, spec)
  assertPathsOpen(ctx, backgroundJob.calls.importTemplate.path)
  return templateOf(ctx, spec)
}

/** The handlers of the family's sheet calls, which export or import within one request instead of a background job. */
export const sheetHandlers = (entities: Entities, handlerOf: HandlerLookup): CallHandlers<typeof sheetCalls> => {
  const exportEntity = (ctx: UserCtx, entity: AnyEntity, input: object) => {
    assertPathsOpen(ctx, exportCallsOf(entity).direct.path)
    return exportNow(ctx, entity, handlerOf, input as Readonly<Record<string, unknown>>)
  }
  const { user, region } = entities as Record<'user' | 'region', AnyEntity>
  return {
    exportUser: (ctx, input) => exportEntity(ctx, user, input),
    userTemplate: (ctx) => template(ctx, 'user'),
    importUser: (ctx, input) => importNow(ctx, 'user', input, entities, handlerOf),
    exportRegion: (ctx, input) => exportEntity(ctx, region, input),
    regionTemplate: (ctx) => template(ctx, 'region'),
    importRegion: (ctx, input) => importNow(ctx, 'region', input, entities, handlerOf),
  }
}

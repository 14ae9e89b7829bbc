import { Fail } from '#contract/kit/fail.ts'
import { fill, localize, type Text } from '#contract/kit/text.ts'
import { batch, batchStates } from '#contract/project/batch.ts'
import { declaration } from '#contract/project/declaration.ts'
import { library } from '#contract/project/library.ts'
import { stageTitle } from '#contract/project/stages.ts'
import type { Ctx } from '../../engine/context.ts'
import { addDisplayNames } from '../../engine/labels.ts'
import { hiddenFields } from '../../engine/scope.ts'
import { visibleValues } from '../record/visible-values.ts'
import type { BatchRow } from './batch-row.ts'
import { type ListColumn, type Listed, listColumns } from './list-content.ts'
import { inOrder, type Office, type OfficeRow, rowsOfOffice, unseenFailure } from './office-rows.ts'
import { placesIn } from './recommended-places.ts'

/** Which columns of a list the caller may read. */
export const readableColumns = ({ actor }: Ctx): ListColumn[] => {
  const hidden = hiddenFields(actor, declaration)
  return listColumns.filter((name) => !hidden.has(name))
}

const names = { city: declaration.fields.city, categorize: library.fields.categorize }

type RowWithPlace = OfficeRow & { readonly place: number | null }

/** The list of an office in a batch as it is now: those with a place first, then the others as they came. Names in Chinese, so that its content is the same whoever makes it. */
export const listFrom = async (given: Ctx, batchId: string, { region }: Office, rows: OfficeRow[]): Promise<Listed> => {
  const ctx: Ctx = { ...given, lang: 'zh' }
  const places = (await placesIn(ctx, batchId, [region])).get(region)
  const ordered = inOrder(rows.map((row): RowWithPlace => ({ ...row, place: places?.get(row.id) ?? null })))
  await addDisplayNames(ctx, names, ordered)
  const visible = visibleValues(ctx)
  return {
    ids: ordered.map(({ id }) => id),
    columns: readableColumns(ctx),
    rows: ordered.map((row) => ({
      place: row.place,
      projectName: row.projectName,
      declareNo: visible('declareNo', row.declareNo),
      commpanyName: visible('commpanyName', row.commpanyName),
      city: visible('city', (row.cityName as string | null) ?? null),
      categorize: visible('categorize', (row.categorizeName as string | null) ?? null),
      declareStatus: visible(
        'declareStatus',
        localize(stageTitle(row.declareStatus, row.stageName, row.stageNameEn), ctx.lang),
      ),
    })),
  }
}

const notNow: Text = [
  '批次处于“{0}”，不能生成推荐汇总表；开放、截止和评审期间可以生成',
  'The batch is in the state “{0}”; lists are made while it is open, closed or under review',
]
const nothingListed: Text = [
  '本批次没有本地区的申报，不能生成推荐汇总表',
  'No declaration of this place is in the batch',
]
const stateNames = new Map<number, Text>(batch.fields.batchState.choices)

const states: readonly number[] = [batchStates.open, batchStates.closed, batchStates.review]

/** The present list of an office, and why no version can be made of it; null if one can. */
export const presentList = async (
  ctx: Ctx,
  { id, batchState }: Pick<BatchRow, 'id' | 'batchState'>,
  office: Office,
): Promise<{ readonly list: Listed; readonly obstacle: Fail | null }> => {
  const rows = await rowsOfOffice(ctx, id, office)
  const list = await listFrom(
    ctx,
    id,
    office,
    rows.filter(({ isVisible }) => isVisible),
  )
  const obstacle = states.includes(batchState)
    ? (unseenFailure(rows) ?? (rows.length ? null : new Fail(nothingListed)))
    : new Fail(fill(notNow, stateNames.get(batchState) ?? ''), 409)
  return { list, obstacle }
}

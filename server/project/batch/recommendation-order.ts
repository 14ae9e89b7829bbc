import { Fail } from '#contract/kit/fail.ts'
import { split } from '#contract/kit/field.ts'
import { fill, localize, type Text } from '#contract/kit/text.ts'
import { type BatchState, batch, batchStates } from '#contract/project/batch.ts'
import { declaration } from '#contract/project/declaration.ts'
import type { Candidate, RecommendationOrder, recommendationOrder } from '#contract/project/recommendation-order.ts'
import { stageTitle } from '#contract/project/stages.ts'
import { run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { writeAudit } from '../../engine/audit-entry.ts'
import { type CallHandlers, type Ctx, tx } from '../../engine/context.ts'
import { findRow } from '../../engine/crud.ts'
import { addDisplayNames, regionName } from '../../engine/labels.ts'
import { visibleValues } from '../record/visible-values.ts'
import { quotasIn } from './batch-places.ts'
import { lockBatch } from './batch-row.ts'
import { digestOf } from './list-content.ts'
import {
  inOrder,
  type Office,
  type OfficeRow,
  officeOf,
  rowsOfOffice,
  savedOrder,
  unseenFailure,
} from './office-rows.ts'
import { listFrom } from './present-list.ts'
import { placesIn } from './recommended-places.ts'

/** In which order an office recommends its candidates of a batch (docs/decisions/0157). Nobody but the office and who decides reads it. */

const notOpen: Text = [
  '批次处于“{0}”，推荐顺序不能再调整',
  'The batch is in the state “{0}”, so the order stays as it is',
]
const stateNames = new Map<number, Text>(batch.fields.batchState.choices)

/** Why the order cannot be changed: a city orders while the batch is open, a province until its review begins. */
const obstacleOf = (state: BatchState, { isProvince }: Office, rows: readonly OfficeRow[]): Fail | null => {
  const isOpen = state === batchStates.open || (isProvince && state === batchStates.closed)
  return isOpen ? unseenFailure(rows) : new Fail(fill(notOpen, stateNames.get(state) ?? ''), 409)
}

const candidatesFrom = async (ctx: Ctx, batchId: string, office: Office, rows: OfficeRow[]): Promise<Candidate[]> => {
  const cities = office.isProvince ? rows.flatMap(({ city }) => city ?? []) : []
  const places = await placesIn(ctx, batchId, [office.region, ...new Set(cities)])
  await addDisplayNames(ctx, { city: declaration.fields.city }, rows)
  const visible = visibleValues(ctx)
  return inOrder(
    rows.map((row) => ({
      id: row.id,
      declareNo: visible('declareNo', row.declareNo),
      projectName: row.projectName,
      commpanyName: visible('commpanyName', row.commpanyName),
      cityName: visible('city', String(row.cityName ?? '')),
      stageName: visible(
        'declareStatus',
        localize(stageTitle(row.declareStatus, row.stageName, row.stageNameEn), ctx.lang),
      ),
      isMember: row.isMember,
      place: places.get(office.region)?.get(row.id) ?? null,
      cityPlace: (office.isProvince && places.get(row.city ?? '')?.get(row.id)) || null,
    })),
  )
}

const readOrder = async (ctx: Ctx, id: string, office: Office): Promise<RecommendationOrder> => {
  const { batchName, batchState } = await findRow(ctx, batch, id)
  const { region, isProvince } = office
  const rows = await rowsOfOffice(ctx, id, office)
  const visible = rows.filter(({ isVisible }) => isVisible)
  const saved = await savedOrder(ctx, id, region)
  const place = { province: isProvince ? region : null, city: isProvince ? null : region }
  const obstacle = obstacleOf(batchState as BatchState, office, rows)
  return {
    batchId: id,
    batchName,
    regionName: localize((await regionName(ctx, region)) ?? [region, region], ctx.lang),
    isProvince,
    version: saved?.version ?? 0,
    digest: digestOf(await listFrom(ctx, id, office, visible)),
    obstacle: obstacle && localize(obstacle.text, ctx.lang),
    quota: (await quotasIn(ctx, id, place))[0] ?? null,
    rows: await candidatesFrom(ctx, id, office, visible),
    changedBy: saved?.changedBy ?? null,
    changedAt: saved?.changedAt ?? null,
  }
}

const changedOrder: Text = [
  '推荐顺序已被本部门其他人员调整，请刷新后再保存',
  'A colleague has changed the order meanwhile; please reload before you save',
]
const changedRows: Text = [
  '本地区的申报已有变化，请刷新后再保存',
  'The declarations of the place have changed; please reload before you save',
]

/** Stores the order while no step can lead a declaration into the batch or out of it. */
const saveOrder = (ctx: Ctx, batchId: string, ids: readonly string[], version: number): Promise<RecommendationOrder> =>
  tx(ctx, async (inside) => {
    const office = officeOf(inside)
    const { batchState, batchName } = await lockBatch(inside, batchId)
    const rows = await rowsOfOffice(inside, batchId, office)
    const obstacle = obstacleOf(batchState, office, rows)
    if (obstacle) throw obstacle
    const before = (await savedOrder(inside, batchId, office.region))?.version ?? 0
    if (version !== before) throw new Fail(changedOrder, 409)
    const known = new Set(rows.map(({ id }) => id))
    if (new Set(ids).size !== ids.length || ids.some((id) => !known.has(id))) throw new Fail(changedRows, 409)
    await run(
      inside.db,
      sql`insert into recommendation_order (batch_id, region, declarations, update_user)
        values (${batchId}, ${office.region}, ${ids}::bigint[], ${inside.actor.id})
        on conflict (batch_id, region) do update set declarations = excluded.declarations,
          version = recommendation_order.version + 1, update_user = excluded.update_user, update_time = now()`,
    )
    // that it was changed, not the order: others read the audit than those who may know it
    const after = { region: office.region, count: ids.length }
    await writeAudit(inside, 'batch', batchId, 'orderCandidates', null, after, { title: batchName })
    return readOrder(inside, batchId, office)
  })

export const recommendationOrderCalls: CallHandlers<typeof recommendationOrder> = {
  read: async (ctx, { batchId }) => readOrder(ctx, String(batchId), officeOf(ctx)),
  save: (ctx, { batchId, ids, version }) => saveOrder(ctx, String(batchId), split(ids), Number(version)),
}

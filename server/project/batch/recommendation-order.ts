import { Fail } from '#contract/kit/fail.ts'
import { split } from '#contract/kit/field.ts'
import { fill, localize, type Text } from '#contract/kit/text.ts'
import { type BatchState, batch, batchStates } from '#contract/project/batch.ts'
import { declaration } from '#contract/project/declaration.ts'
import type { Candidate, RecommendationOrder, recommendationOrder } from '#contract/project/recommendation-order.ts'
import { stageTitle } from '#contract/project/stages.ts'
import { levelOf } from '#contract/system/region-code.ts'
import { run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { writeAudit } from '../../engine/audit-entry.ts'
import { type CallHandlers, type Ctx, hasPermission, tx } from '../../engine/context.ts'
import { findRow } from '../../engine/crud.ts'
import { addDisplayNames, regionName } from '../../engine/labels.ts'
import { rowFilter } from '../../engine/scope.ts'
import { visibleValues } from '../record/visible-values.ts'
import { quotasIn } from './batch-places.ts'
import { lockBatch } from './batch-row.ts'
import { isOfOffice, placesIn } from './recommended-places.ts'

/** In which order an office recommends its candidates of a batch (docs/decisions/0157). Nobody but the office and who decides reads it. */

interface Office {
  readonly region: string
  readonly isProvince: boolean
}

const noOffice: Text = [
  '推荐顺序由地市和省级部门安排，您的账号不属于其中任何一个',
  'The offices of cities and provinces order their candidates; your account belongs to none of them',
]

/** The office of a city or a province that the caller works for. Throws 403 for all others. */
const officeOf = (ctx: Ctx): Office => {
  const { region } = ctx.actor
  const level = region === null ? null : levelOf(region)
  if (region && level === 1 && hasPermission(ctx, 'declaration_province')) return { region, isProvince: true }
  if (region && level === 2 && hasPermission(ctx, 'declaration_city')) return { region, isProvince: false }
  throw new Fail(noOffice, 403)
}

interface OfficeRow {
  readonly id: string
  readonly declareNo: string | null
  readonly projectName: string | null
  readonly commpanyName: string | null
  readonly city: string | null
  readonly declareStatus: number
  readonly stageName: string | null
  readonly stageNameEn: string | null
  readonly isMember: boolean
  /** Whether the data scopes of the caller contain it. */
  readonly isVisible: boolean
  readonly [name: string]: unknown
}

/** All declarations of an office in a batch, as they came. */
const rowsOfOffice = (ctx: Ctx, batchId: string, { region }: Office): Promise<OfficeRow[]> =>
  run<OfficeRow>(
    ctx.db,
    sql`select id::text, declare_no as "declareNo", project_name as "projectName", commpany_name as "commpanyName", city,
        declare_status as "declareStatus", stage_name as "stageName", stage_name_en as "stageNameEn",
        batch_since is not null as "isMember", (${rowFilter(ctx, declaration)}) as "isVisible"
      from declaration where batch_id = ${batchId} and is_deleted = 0 and ${isOfOffice(sql`${region}::text`)}
      order by apply_time nulls last, declaration.id`,
  )

interface SavedOrder {
  readonly version: number
  readonly changedBy: string | null
  readonly changedAt: string
}

const savedOrder = async (ctx: Ctx, batchId: string, region: string): Promise<SavedOrder | null> => {
  const [found] = await run<SavedOrder>(
    ctx.db,
    sql`select o.version, u.real_name as "changedBy", o.update_time as "changedAt"
      from recommendation_order o left join "user" u on u.id = o.update_user
      where o.batch_id = ${batchId} and o.region = ${region}`,
  )
  return found ?? null
}

const notOpen: Text = [
  '批次处于“{0}”，推荐顺序不能再调整',
  'The batch is in the state “{0}”, so the order stays as it is',
]
const notAll: Text = [
  '您的数据权限不包含本地区的全部申报，不能调整推荐顺序',
  'Your data scopes do not contain all declarations of the place, so you cannot order them',
]
const stateNames = new Map<number, Text>(batch.fields.batchState.choices)

/** Why the order cannot be changed: a city orders while the batch is open, a province until its review begins. */
const obstacleOf = (state: BatchState, { isProvince }: Office, rows: readonly OfficeRow[]): Fail | null => {
  const isOpen = state === batchStates.open || (isProvince && state === batchStates.closed)
  if (!isOpen) return new Fail(fill(notOpen, stateNames.get(state) ?? ''), 409)
  return rows.every(({ isVisible }) => isVisible) ? null : new Fail(notAll, 403)
}

/** Those with a place first, in their order. */
const inOrder = (rows: readonly Candidate[]): Candidate[] =>
  rows.toSorted((one, other) => (one.place ?? Number.MAX_VALUE) - (other.place ?? Number.MAX_VALUE))

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

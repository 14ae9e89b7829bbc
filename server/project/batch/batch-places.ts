import { Fail } from '#contract/kit/fail.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { batchQuota } from '#contract/project/batch-quota.ts'
import type { QuotaUse } from '#contract/project/status.ts'
import { type Fragment, run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { type Ctx, hasPermission } from '../../engine/context.ts'
import { rowFilter } from '../../engine/scope.ts'
import type { DeclarationRow } from '../record/declaration-row.ts'

/**
 * The places of a batch. A place is taken by the step that leads a declaration into the expert review, while the quota is locked; it comes
 * back as soon as the declaration has ended or left the batch, since what is taken is counted.
 */

/** Members of the batch of a quota `q` in its place: those under review, listed, or returned while their time to correct runs. */
const usedOf = (except: string | null = null): Fragment =>
  sql`(select count(*)::int from declaration d where d.batch_id = q.batch_id and d.is_deleted = 0 and d.batch_since is not null
    and d.declare_status in (40, 45, 50, 60, 70) and d.id is distinct from ${except}::bigint
    and case when q.region like '%0000' then d.province else d.city end = q.region)`

/** The name of the place of a quota `q` in the language of the caller. */
const nameOf = ({ lang }: Ctx): Fragment =>
  sql`coalesce((select coalesce(case when ${lang === 'en'}::boolean then nullif(r.name_en, '') end, r.name) from region r
    where r.code = q.region limit 1), q.region)`

type Place = Pick<DeclarationRow, 'province' | 'city'>

const quotasOf = (batchId: string, { province, city }: Place): Fragment =>
  sql`batch_quota q where q.batch_id = ${batchId} and q.region = any(${[province, city].filter(Boolean)}::text[]) and q.is_deleted = 0`

/** Locks the quotas of a place until the end of the transaction: before the declaration, as everywhere. */
export const lockQuotas = async (ctx: Ctx, batchId: string, place: Place): Promise<void> => {
  await run(ctx.db, sql`select 1 from ${quotasOf(batchId, place)} order by q.id for update of q`)
}

/** Locks batches, so that no step takes a place of them meanwhile; who saves a quota of none is told by the check of its fields. */
export const lockBatches = async (ctx: Ctx, ids: readonly string[]): Promise<void> => {
  await run(ctx.db, sql`select 1 from batch b where b.id = any(${ids}::bigint[]) order by b.id for update`)
}

/** The same of the batches of these quotas. */
export const lockBatchesOf = async (ctx: Ctx, quotaIds: readonly string[]): Promise<void> => {
  const rows = await run<{ id: string }>(
    ctx.db,
    sql`select distinct q.batch_id::text as id from batch_quota q where q.id = any(${quotaIds}::bigint[])`,
  )
  await lockBatches(
    ctx,
    rows.map(({ id }) => id),
  )
}

const noPlaceLeft: Text = [
  '{0}在本批次的名额为 {1} 个，已占用 {2} 个，不能再通过；可待名额退回后办理',
  '{0} has {1} places in this batch, of which {2} are taken, so no more can be approved until one comes back',
]
const noPlaceElsewhere: Text = [
  '上级分配的名额已用完，不能再通过；请联系上级部门',
  'The places of the office above are all taken, so no more can be approved; please ask it',
]

interface Quota {
  readonly regionName: string
  readonly places: number
  readonly used: number
  /** Whether the caller may know its numbers. */
  readonly isVisible: boolean
}

/** The quota that is full for a declaration that enters the expert review; null if it gets a place. */
export const fullQuota = async (ctx: Ctx, batchId: string, row: DeclarationRow): Promise<Quota | null> => {
  await lockQuotas(ctx, batchId, row)
  const found = await run<Quota>(
    ctx.db,
    sql`select ${nameOf(ctx)} as "regionName", q.places,
        ${usedOf(row.id)} as used, q.id in (select id from batch_quota where ${rowFilter(ctx, batchQuota)}) as "isVisible"
      from ${quotasOf(batchId, row)}`,
  )
  return found.find(({ places, used }) => used >= places) ?? null
}

/** Takes a place for it. Throws 409 with the numbers where none is left. */
export const takePlace = async (ctx: Ctx, batchId: string, row: DeclarationRow): Promise<void> => {
  const full = await fullQuota(ctx, batchId, row)
  if (!full) return
  const mayKnow = full.isVisible && hasPermission(ctx, 'batch_quota')
  throw new Fail(mayKnow ? fill(noPlaceLeft, full.regionName, full.places, full.used) : noPlaceElsewhere, 409)
}

/** How many places of a quota are taken; the caller has locked its batch. */
export const countUsed = async (ctx: Ctx, batchId: string, region: string): Promise<number> => {
  const [found] = await run<{ used: number }>(
    ctx.db,
    sql`select ${usedOf()} as used from (select ${batchId}::bigint as batch_id, ${region}::text as region) q`,
  )
  return found?.used ?? 0
}

/** The same of these quotas, as far as the caller sees them. */
export const usageOf = (ctx: Ctx, ids: readonly string[]) =>
  run<{ id: string; used: number }>(
    ctx.db,
    sql`select q.id::text, ${usedOf()} as used from batch_quota q
      where q.id in (select id from batch_quota where id = any(${ids}::bigint[]) and ${rowFilter(ctx, batchQuota)})`,
  )

/** The quotas of a place in a batch that the caller sees, that of the province first. */
export const quotasIn = async (ctx: Ctx, batchId: string, place: Place): Promise<QuotaUse[]> => {
  if (!hasPermission(ctx, 'batch_quota')) return []
  return run<QuotaUse>(
    ctx.db,
    sql`select ${nameOf(ctx)} as "regionName", q.places,
        ${usedOf()} as used from ${quotasOf(batchId, place)}
        and q.id in (select id from batch_quota where ${rowFilter(ctx, batchQuota)}) order by q.region`,
  )
}

/** The quotas of a declaration's place in its batch that an officer sees; empty for all others. */
export const quotasFor = async (ctx: Ctx, row: DeclarationRow): Promise<QuotaUse[]> =>
  row.batchId === null ? [] : quotasIn(ctx, row.batchId, row)

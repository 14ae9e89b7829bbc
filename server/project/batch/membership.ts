import { type BatchState, batchStates } from '#contract/project/batch.ts'
import { type StageCode, stagesWith } from '#contract/project/stages.ts'
import type { BatchPlace } from '#contract/project/status.ts'
import { run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { wireTime } from '../../base/process/clock.ts'
import type { Ctx } from '../../engine/context.ts'
import type { DeclarationRow } from '../record/declaration-row.ts'
import { fullQuota, lockQuotas, takePlace } from './batch-places.ts'

/**
 * A declaration is a candidate of the open batch of its template, and its member from the expert review on (docs/decisions/0153). From the
 * closing of a batch on nothing joins it: what comes later joins the next one, open or in preparation, or none.
 */

/** Stages before the expert review, in the hands of an office. */
export const candidateStages: readonly StageCode[] = stagesWith(({ phase }) => phase === 'review').filter(
  (stage) => stage < 40,
)
/** Stages from which a step can lead into a batch. */
const joiningStages: readonly StageCode[] = [0, 5, ...candidateStages, 70, 90, 99]

/** From these stages a step can take a place; what waits to be accepted cannot come through at once. */
const placeTaking: readonly StageCode[] = [...candidateStages.filter((stage) => stage > 10), 99]

interface JoinedBatch {
  readonly id: string
  readonly batchState: BatchState
}

/** The batches of a declaration's template that it may join, and its own; locked against acts until the end of the transaction. */
export interface LockedBatches {
  /** The batch of the declaration when they were locked. */
  readonly batchId: string | null
  readonly batches: readonly JoinedBatch[]
}

/** Locks them before the declaration, in the order that all acts keep: batch and quota, declaration, instance, task. */
export const lockBatchesFor = async (ctx: Ctx, id: string, stages = joiningStages): Promise<LockedBatches> => {
  type Found = JoinedBatch & Pick<DeclarationRow, 'province' | 'city'> & { own: string | null; stage: StageCode }
  const rows = await run<Found>(
    ctx.db,
    sql`select b.id::text, b.batch_state as "batchState", d.batch_id::text as own, d.province, d.city, d.declare_status as stage
      from declaration d join batch b on b.template_id = d.template_id and b.is_deleted = 0
        and (b.batch_state <= ${sql.lit(batchStates.open)} or b.id = d.batch_id)
      where d.id = ${id} and d.declare_status = any(${stages}::integer[])
      order by b.batch_state desc, b.close_at nulls last, b.id for share of b`,
  )
  const [first] = rows
  const locked = { batchId: first?.own ?? null, batches: rows }
  const joined = first && placeTaking.includes(first.stage) ? ownOrNext(locked) : null
  if (first && joined) await lockQuotas(ctx, joined.id, first)
  return locked
}

const isJoinable = ({ batchState }: JoinedBatch): boolean => batchState <= batchStates.open

/** The batch that a declaration joins now: the open one, or the next in preparation; null if there is none. */
export const nextBatch = ({ batches }: LockedBatches): JoinedBatch | null => batches.find(isJoinable) ?? null

/** Its own batch while that takes candidates, else the next one. */
const ownOrNext = (locked: LockedBatches): JoinedBatch | null =>
  locked.batches.find((one) => one.id === locked.batchId && isJoinable(one)) ?? nextBatch(locked)

interface Step {
  /** A submission, or the lifting of an expiry; null for all others. */
  readonly kind: 'submission' | 'lift' | null
  readonly to: StageCode
}

/** The columns of a declaration whose step leads into a batch, or to another one. Throws 409 where it needs a place and none is left. */
export const joinBatch = async (ctx: Ctx, row: DeclarationRow, locked: LockedBatches, { kind, to }: Step) => {
  if (locked.batches.length === 0 && row.batchId === null) return {}
  const isMember = row.batchSince !== null
  if (to === 40 && row.declareStatus !== 40 && !isMember) {
    const found = ownOrNext(locked)
    // declarants know no quotas: what they send when it is full waits, and the platform decides
    const joined = found && kind === 'submission' && (await fullQuota(ctx, found.id, row)) ? null : found
    if (joined) await takePlace(ctx, joined.id, row)
    return { batchId: joined?.id ?? null, batchSince: joined && wireTime() }
  }
  if (kind === 'submission' && row.declareStatus !== 70)
    return { batchId: nextBatch(locked)?.id ?? null, batchSince: null }
  const own = locked.batches.find(({ id }) => id === row.batchId)
  const isOver = isMember ? own && own.batchState >= batchStates.notice : own && !isJoinable(own)
  if (!kind) return {}
  if (row.batchId && !isOver) {
    // a member has lost its place with the expiry
    if (kind === 'lift' && isMember) await takePlace(ctx, row.batchId, row)
    return {}
  }
  return { batchId: nextBatch(locked)?.id ?? null, batchSince: null }
}

const waitingStages: readonly StageCode[] = [...candidateStages, 40, 45]

/** The declarations of a template that wait for a batch join a new one; those in the expert review as members. */
export const joinWaiting = async (ctx: Ctx, batchId: string, templateId: string): Promise<void> => {
  await run(
    ctx.db,
    sql`update declaration set batch_id = ${batchId}, batch_since = case when declare_status in (40, 45) then now() end, update_time = now()
      where template_id = ${templateId} and batch_id is null and is_deleted = 0
        and declare_status = any(${waitingStages}::integer[])`,
  )
}

/** The declarations that wait for a batch, by template; a template without batches has none. */
export const countWithoutBatch = ({ db, actor }: Ctx) =>
  run<{ templateId: string; templateName: string; count: number }>(
    db,
    sql`select t.id::text as "templateId", t.template_name as "templateName", count(*)::int as count
      from template t join declaration d on d.template_id = t.id and d.batch_id is null and d.is_deleted = 0
        and d.declare_status in (10, 20, 25, 30, 35, 40, 45)
      where t.tenant_id = ${actor.tenantId} and t.id in (select b.template_id from batch b where b.is_deleted = 0)
      group by t.id, t.template_name order by t.id`,
  )

/** The batch of a declaration as everybody who reads the declaration may know it; null without batches, and before it is submitted. */
export const batchPlace = async (ctx: Ctx, row: DeclarationRow): Promise<BatchPlace | null> => {
  if ([0, 5, 90].includes(row.declareStatus) || row.templateId === null) return null
  const [found] = await run<{ name: string | null; isClosed: boolean | null }>(
    ctx.db,
    sql`select min(b.batch_name) filter (where b.id = ${row.batchId}) as name,
        bool_or(b.batch_state > ${sql.lit(batchStates.open)} and b.id is distinct from ${row.batchId}) as "isClosed"
      from batch b where b.template_id = ${row.templateId} and b.is_deleted = 0`,
  )
  const isWaiting = [...waitingStages, 70].includes(row.declareStatus)
  const hasBatches = found !== undefined && found.isClosed !== null
  if (!found?.name && !(isWaiting && hasBatches)) return null
  const isMember = row.batchSince !== null
  const isLater = (found?.isClosed ?? false) && !isMember && isWaiting
  return { id: row.batchId, name: found?.name ?? null, isMember, isLater }
}

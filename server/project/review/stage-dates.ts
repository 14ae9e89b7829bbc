import { type StageCode, stageOf, stagesWith } from '#contract/project/stages.ts'
import { type Estimate, minSampleSize, type StageDuration } from '#contract/project/status.ts'
import { run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { momentOf, wireTime } from '../../base/process/clock.ts'
import { cachedFor } from '../../engine/cache.ts'
import type { Ctx } from '../../engine/context.ts'
import type { DeclarationRow } from '../record/declaration-row.ts'
import { medianDays, type StayCount } from './median-days.ts'
import { deadline, scoreDeadline } from './waiting.ts'

/** When the present stage should end, and the scores of its experts are due: as in lists, on the desk and in messages. */
export const expectedEnds = async (
  ctx: Ctx,
  { id }: Pick<DeclarationRow, 'id'>,
): Promise<{ expectedAt: string | null; scoreUntil: string | null }> => {
  const [ends] = await run<{ expectedAt: string | null; scoreUntil: string | null }>(
    ctx.db,
    sql`select ${deadline} as "expectedAt", ${scoreDeadline(ctx)} as "scoreUntil" from declaration where id = ${id}`,
  )
  return ends ?? { expectedAt: null, scoreUntil: null }
}

interface Wait {
  readonly seconds: number
  readonly basis: number
}

const waits = cachedFor<Wait | null>({ ttlMs: 600_000 })

/** Median time from the last arrival at this stage to the decision, over the decided declarations of a tenant. */
const measureWait = async (ctx: Ctx, tenantId: string, stage: number): Promise<Wait | null> => {
  const [row] = await run<{ seconds: number | null; basis: number }>(
    ctx.db,
    sql`select percentile_cont(0.5) within group (order by extract(epoch from ended - came))::float as seconds, count(*)::int as basis
      from (
        select max(m.create_time) filter (where m.to_stage = ${stage}) as came,
          min(m.create_time) filter (where m.to_stage in (60, 80)) as ended
        from declaration_move m join declaration d on d.id = m.pid
        where d.is_deleted = 0 and d.tenant_id = ${tenantId} and d.declare_status in (60, 80, 95, 99)
          and m.from_stage <> m.to_stage
        group by m.pid
      ) t where came is not null and ended > came`,
  )
  const { seconds = null, basis = 0 } = row ?? {}
  return seconds === null || basis < minSampleSize ? null : { seconds, basis }
}

const durations = cachedFor<readonly StageDuration[]>({ ttlMs: 600_000 })

const timedStages = stagesWith(({ phase }) => phase === 'review' || phase === 'correction')

/** The finished stays of the last twelve months, by stage and length. */
const countStays = (ctx: Ctx, tenantId: string) =>
  run<StayCount & { status: StageCode }>(
    ctx.db,
    sql`with step as (
        select m.to_stage, m.create_time, lead(m.create_time) over (partition by m.pid order by m.id) as left_at
        from declaration_move m join declaration d on d.id = m.pid
        where d.is_deleted = 0 and d.tenant_id = ${tenantId} and m.from_stage <> m.to_stage)
      select to_stage as status, round(extract(epoch from left_at - create_time) / 8640)::int as tenths, count(*)::int as n
      from step where left_at >= now() - interval '12 months' and to_stage = any(${timedStages}::integer[])
      group by 1, 2`,
  )

/** The median of each stage with enough stays; `stageDurations` keeps them. */
export const measureDurations = async (ctx: Ctx, tenantId: string): Promise<StageDuration[]> => {
  const stays = await countStays(ctx, tenantId)
  return timedStages.flatMap((status) => {
    const counts = stays.filter((stay) => stay.status === status)
    const basis = counts.reduce((sum, { n }) => sum + n, 0)
    const days = medianDays(counts)
    return days === null || basis < minSampleSize ? [] : [{ status, days, basis }]
  })
}

/** How long each stage of a tenant's reviews takes; without those of too few stays. Measured again every ten minutes. */
export const stageDurations = (ctx: Ctx, tenantId: string): Promise<readonly StageDuration[]> =>
  durations.read(ctx.app, tenantId, () => measureDurations(ctx, tenantId))

/** How long the stage of a declaration takes; null outside of a review. */
export const typicalStay = async (ctx: Ctx, tenantId: string, stage: number): Promise<StageDuration | null> =>
  (await stageDurations(ctx, tenantId)).find(({ status }) => status === stage) ?? null

interface Place {
  readonly tenantId: string
  readonly declareStatus: number
  readonly since: string
}

/** The estimated time of the decision of a declaration; measured again every ten minutes. */
export const estimateFor = async (ctx: Ctx, { tenantId, declareStatus, since }: Place): Promise<Estimate | null> => {
  if (stageOf(declareStatus).phase !== 'review') return null
  const wait = await waits.read(ctx.app, `${tenantId} ${declareStatus}`, () =>
    measureWait(ctx, tenantId, declareStatus),
  )
  return wait && { at: wireTime(new Date(momentOf(since).getTime() + wait.seconds * 1000)), basis: wait.basis }
}

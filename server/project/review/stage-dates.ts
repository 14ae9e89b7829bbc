import { sql } from 'kysely'
import { stageOf } from '#contract/project/stages.ts'
import { type Estimate, minSampleSize } from '#contract/project/status.ts'
import { run } from '../../base/database/db.ts'
import { momentOf, wireTime } from '../../base/process/clock.ts'
import { cachedFor } from '../../engine/cache.ts'
import type { Ctx } from '../../engine/context.ts'
import type { DeclarationRow } from '../record/declaration-row.ts'
import type { readDeadlines } from '../template/template-row.ts'
import { dueTimeOf } from './further-review.ts'

type Deadlines = Awaited<ReturnType<typeof readDeadlines>>

/** When the present stage should end; also of a draft, whose declarant reads how long the city will take. */
export const expectedEnd = async (
  ctx: Ctx,
  { id, declareStatus, correctionUntil }: Pick<DeclarationRow, 'id' | 'declareStatus' | 'correctionUntil'>,
  template: Deadlines,
): Promise<string | null> => {
  const { deadline, isFurtherReview, phase } = stageOf(declareStatus)
  if (phase === 'correction') return correctionUntil
  if (isFurtherReview) {
    const [task] = await run<{ due: string | null }>(ctx.db, sql`select ${dueTimeOf(sql`${id}::bigint`)} as due`)
    return task?.due ?? null
  }
  if (deadline === 'province') return template?.provinceDeadline ?? null
  return deadline === 'city' || declareStatus < 10 ? (template?.cityDeadline ?? null) : null
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

import { sql } from 'kysely'
import { Fail } from '#contract/kit/fail.ts'
import { localize } from '#contract/kit/text.ts'
import { minSampleSize, type publicProjects } from '#contract/portal/public-projects.ts'
import { type StageCode, stageOf, stageTitle } from '#contract/project/stages.ts'
import { spendAllowances } from '../auth/allowance.ts'
import { momentOf, wireTime } from '../base/process/clock.ts'
import { cachedFor } from '../engine/cache.ts'
import type { Ctx, HandlerOf } from '../engine/context.ts'
import { platformTenant } from '../engine/scope.ts'

/** Stages of a decided declaration: listed, or rejected. */
const decisionStages: readonly StageCode[] = [60, 80]

interface Wait {
  readonly seconds: number
  readonly basis: number
}

const waits = cachedFor<Wait | null>({ ttlMs: 600_000 })

/** Median time from the last arrival at this stage to the decision, over decided declarations. */
const measureWait = async (ctx: Ctx, stage: StageCode): Promise<Wait | null> => {
  const { rows } = await sql<{ seconds: number | null; basis: number }>`
    select percentile_cont(0.5) within group (order by extract(epoch from ended - came))::float as seconds, count(*)::int as basis
    from (
      select max(m.create_time) filter (where m.to_stage = ${stage}) as came,
        min(m.create_time) filter (where m.to_stage = any(${sql.val(decisionStages)}::integer[])) as ended
      from declaration_move m join declaration d on d.id = m.pid
      where d.is_deleted = 0 and d.tenant_id = ${platformTenant} and d.declare_status = any(${sql.val([...decisionStages, 95, 99])}::integer[])
        and m.from_stage <> m.to_stage
      group by m.pid
    ) t where came is not null and ended > came`.execute(ctx.db)
  const { seconds = null, basis = 0 } = rows[0] ?? {}
  return seconds === null || basis < minSampleSize ? null : { seconds, basis }
}

const expectedWaitAt = (ctx: Ctx, stage: StageCode): Promise<Wait | null> =>
  waits.read(ctx.app, String(stage), () => measureWait(ctx, stage))

const notFound = () =>
  new Fail(['没有查到该申报编号，请核对后重试', 'No declaration has this number; please check it'], 404)

/** The expected time of the decision, at least one day ahead, so that it never lies in the past. */
const expectedTime = (since: string, { seconds }: Wait): string => {
  const day = 86_400_000
  return wireTime(new Date(Math.max(momentOf(since).getTime() + seconds * 1000, Date.now() + day)))
}

/** Public progress of a declaration by its number: stages and days, without names or reasons. */
export const lookUp: HandlerOf<typeof publicProjects.lookUp> = async (ctx, input) => {
  await spendAllowances(ctx, { key: `look-up:${ctx.request.address}`, limit: 30, seconds: 60 })
  const row = await ctx.db
    .selectFrom('declaration')
    .select(['id', 'declareNo', 'declareStatus', 'stageName', 'stageNameEn', 'stageSince', 'createTime'])
    .where('declareNo', '=', input.declareNo ?? '')
    .where('tenantId', '=', platformTenant)
    .where('isDeleted', '=', 0)
    .executeTakeFirst()
  if (!row?.declareNo) throw notFound()
  const moves = await ctx.db
    .selectFrom('declarationMove')
    .select(['toStage', 'toName', 'toNameEn', 'createTime'])
    .where('pid', '=', row.id)
    .whereRef('fromStage', '<>', 'toStage')
    .orderBy('id')
    .limit(200)
    .execute()
  const nameOf = (...of: Parameters<typeof stageTitle>) => localize(stageTitle(...of), ctx.lang)
  const status = (row.declareStatus ?? 0) as StageCode
  const since = row.stageSince ?? row.createTime
  const wait = stageOf(status).holder === 'nobody' ? null : await expectedWaitAt(ctx, status)
  return {
    declareNo: row.declareNo,
    status,
    name: nameOf(status, row.stageName, row.stageNameEn),
    holder: stageOf(status).holder,
    since,
    passed: moves.map(({ toStage, toName, toNameEn, createTime }) => ({
      status: toStage as StageCode,
      name: nameOf(toStage, toName, toNameEn),
      at: createTime,
    })),
    expectedAt: wait ? expectedTime(since, wait) : null,
    basis: wait?.basis ?? 0,
  }
}

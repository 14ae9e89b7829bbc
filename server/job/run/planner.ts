import { processorTypes } from '#contract/job/job-info.ts'
import { type RunTrigger, runStatus } from '#contract/job/run-status.ts'
import { timing } from '#contract/job/timing.ts'
import { Fail } from '#contract/kit/fail.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { type Db, type Fragment, run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { momentOf } from '../../base/process/clock.ts'
import { announceStop, announceWork, externalKind, repeatKind } from './claim.ts'
import { engineClock } from './engine-clock.ts'
import { endColumns, noteFailures } from './failures.ts'
import { plannedTimes, type Schedule } from './job-plan.ts'
import { finishRepeating, stopRun } from './lease.ts'
import { continueProcesses } from './process-runs.ts'

/** What a run takes over from its job. */
export interface PlannedJob {
  readonly id: string
  readonly tenantId: string | null
  readonly processorInfo: string
  readonly jobParams: string | null
  readonly maxInstanceNum: number
  readonly instanceRetryNum: number
}

interface DueJob extends PlannedJob, Schedule {
  /** The planned time and the present, in wire format. */
  readonly due: string
  readonly present: string
}

/** Of `j`, a row of job_info. */
export const plannedColumns = sql`j.id::text, j.tenant_id as "tenantId", j.processor_info as "processorInfo",
  j.job_params as "jobParams", coalesce(j.max_instance_num, 0) as "maxInstanceNum",
  coalesce(j.instance_retry_num, 0) as "instanceRetryNum"`

const tooManyRuns: Text = ['运行中的实例过多（上限 {0}）', 'too many instances (at most {0})']

/** Planned runs of a job that may wait for a worker. Without a limit a job that fits no worker would add runs for ever, and nobody be told. */
export const waitingLimit = 100
const tooManyWaiting: Text = [
  '已有 {0} 次运行在等待执行进程，本次不再排队',
  '{0} runs already wait for a worker; this one is not queued',
]

interface NewRun {
  readonly trigger: RunTrigger
  readonly dueAt?: Date | null
  /** Milliseconds until a run without a planned time may start. */
  readonly delayMs?: number
  readonly instanceParams?: string | null
  readonly userId?: string | null
  /** The next time of a job that is planned; null ends its plan. */
  readonly nextAt?: Date | null
  /** Why the run has failed before it could start. */
  readonly refusal?: Text | null
  /** The present, in SQL. */
  readonly clock?: Fragment
}

/** SQL: sets the next time of a job. Whoever edits the job meanwhile is not disturbed by a run of it, but by its end. */
const nextTime = (id: string, nextAt: Date | null | undefined, clock: Fragment): Fragment => {
  if (nextAt === undefined) return sql``
  const plan = nextAt ? sql`next_at = ${nextAt}` : sql`next_at = null, enable = 0, update_time = ${clock}`
  return sql`job as (update job_info set ${plan} where id = ${id}),`
}

/**
 * Adds a run of a job whose row is locked in this transaction; null if its time was planned before. With more unfinished
 * runs than the job allows, with a `refusal`, or, if planned, with `waitingLimit` waiting ones, the new one has failed at once,
 * with a sentence.
 */
export const addRun = async (
  db: Db,
  { id, tenantId, processorInfo, jobParams, maxInstanceNum, instanceRetryNum }: PlannedJob,
  {
    trigger,
    dueAt = null,
    delayMs = 0,
    instanceParams = null,
    userId = null,
    nextAt,
    refusal = null,
    clock = engineClock,
  }: NewRun,
): Promise<string | null> => {
  const { waiting, sent, running, failed } = runStatus
  const open = sql`(select count(*) from job_run o where o.job_id = ${id} and o.status in (${sql.lit(sent)}, ${sql.lit(running)}))`
  const queued = sql`(select count(*) from job_run o where o.job_id = ${id} and o.status = ${sql.lit(waiting)})`
  const [isPastLimit, pastLimit] = dueAt
    ? [sql`(${queued} >= ${sql.lit(waitingLimit)})`, fill(tooManyWaiting, waitingLimit)]
    : [sql`false`, tooManyWaiting]
  const isRefused = refusal
    ? sql`true`
    : sql`(${isPastLimit} or ${maxInstanceNum}::integer > 0 and ${open} >= ${maxInstanceNum}::integer)`
  const why = refusal ?? fill(tooManyRuns, maxInstanceNum)
  const [chinese, english] = ([0, 1] as const).map(
    (at) => sql`case when ${refusal ? sql`false` : isPastLimit} then ${pastLimit[at]} else ${why[at]} end`,
  ) as [Fragment, Fragment]
  const kind = sql`coalesce((select ${externalKind} from job_info j where j.id = ${id}
    and j.processor_type = ${sql.lit(processorTypes.external)}), ${processorInfo}::text)`
  const [added] = await run<{ id: string }>(
    db,
    sql`with ${nextTime(id, nextAt, clock)} added as (insert into job_run (tenant_id, kind, trigger, job_id, due_at, run_at, job_params, instance_params, retries, create_user,
        status, ended_at, result, result_en)
      select coalesce(${tenantId}, '000000'), t.kind, ${trigger}, ${id}, ${dueAt}::timestamptz, coalesce(${dueAt}::timestamptz, ${clock} + ${delayMs}::float * interval '1 millisecond'),
        ${jobParams}, ${instanceParams}, ${instanceRetryNum}::integer, ${userId}::bigint,
        case when t.is_refused then ${sql.lit(failed)}::integer else ${sql.lit(waiting)}::integer end,
        case when t.is_refused then ${clock} end,
        case when t.is_refused then ${chinese} end, case when t.is_refused then ${english} end
      from (select ${isRefused} as is_refused, ${kind} as kind) t
      on conflict (job_id, due_at) where due_at is not null do nothing returning ${endColumns}),
      failures as (${noteFailures(sql`added`, clock)}),
      continued as (${continueProcesses(sql`(select * from added where status = ${sql.lit(failed)})`, clock)})
      select id::text from added`,
  )
  return added?.id ?? null
}

const isPlanned = sql`j.enable = 1 and j.is_deleted = 0`

/** The next time of a due job, after the present; null if there is none, or if its expression cannot be read any more. */
const timeAfter = (job: DueJob): Date | null => {
  try {
    const [next = null] = plannedTimes(job, momentOf(job.present > job.due ? job.present : job.due), 1)
    return next
  } catch (error) {
    if (error instanceof Fail) return null
    throw error
  }
}

/**
 * Jobs that are planned in one transaction: their runs begin after it. The others are left to other processes, which have nothing else to do
 * at that moment.
 */
const jobsPerStep = 10

/**
 * Creates the runs of some jobs that are due, and plans their next time after the present: times that were missed become one run. A
 * job that never fires again is disabled. Processes share the due jobs; the unique time of a job is the second net.
 */
const planDue = (db: Db, clock: Fragment): Promise<number> =>
  db.transaction().execute(async (inside) => {
    const jobs = await run<DueJob>(
      inside,
      sql`select ${plannedColumns}, j.time_expression_type as "timeExpressionType", j.time_expression as "timeExpression",
          j.time_zone as "timeZone", j.lifecycle, j.next_at as due, ${clock} as present
        from job_info j where ${isPlanned} and j.next_at <= ${clock} order by j.next_at limit ${sql.lit(jobsPerStep)} for update skip locked`,
    )
    for (const job of jobs)
      await addRun(inside, job, { trigger: 'plan', dueAt: momentOf(job.due), nextAt: timeAfter(job), clock })
    return jobs.length
  })

const repeats = sql`j.time_expression_type in (${sql.lit(timing.fixedRate)}, ${sql.lit(timing.fixedDelay)})
  and exists (select 1 from job_server s where s.id = j.job_server_id and s.is_shipped = 1)`

/** SQL: an end of the active period of a job that repeats by itself; null if it has none. The others are planned within theirs. */
const periodEnd = (part: 1 | 2) =>
  sql`(case when ${repeats} then nullif(split_part(coalesce(j.lifecycle, ''), ',', ${sql.lit(part)}), '') end)::timestamptz`
const [periodStart, periodStop] = [periodEnd(1), periodEnd(2)]

const periodIsOver: Text = ['生命周期已结束', 'Its active period has ended']

/** Ends and disables the jobs that repeat by themselves and whose active period is over. */
const endRepeating = (db: Db, clock: Fragment): Promise<void> =>
  db.transaction().execute(async (inside) => {
    const ended = await run<{ id: string }>(
      inside,
      sql`update job_info j set enable = 0, update_time = ${clock} where ${isPlanned} and ${periodStop} <= ${clock} returning id::text`,
    )
    if (ended.length === 0) return
    const ids = ended.map(({ id }) => id)
    await finishRepeating(inside, ids, periodIsOver, clock)
    await announceStop(inside)
  })

/** Adds the run of each enabled job that repeats by itself and has none, once its active period has begun. */
const startRepeating = (db: Db, clock: Fragment) =>
  run(
    db,
    sql`insert into job_run (tenant_id, kind, trigger, job_id, job_params, retries, run_at)
      select j.tenant_id, ${repeatKind}, 'repeat', j.id, j.job_params, 0, ${clock} from job_info j
      where ${isPlanned} and ${repeats} and coalesce(${periodStart} <= ${clock}, true)
        and not exists (select 1 from job_run i where i.job_id = j.id and i.kind = ${repeatKind} and i.status in (1, 2, 3))
      on conflict (job_id) where kind = ${sql.lit(repeatKind)} and status in (1, 2, 3) do nothing`,
  )

/**
 * Stops the runs of these jobs that repeat by themselves, after a change of the jobs; the planner creates new ones for those that
 * are enabled. Announces the change in any case: a job may be due earlier now.
 */
export const stopRepeating = async (db: Db, jobIds: readonly string[]): Promise<void> => {
  const rows = await run<{ id: string }>(
    db,
    sql`select id::text from job_run where job_id = any(${jobIds}::bigint[]) and kind = ${repeatKind} and status in (1, 2, 3)`,
  )
  for (const { id } of rows) await stopRun(db, id)
  if (rows.length > 0) await announceStop(db)
  await announceWork(db)
}

/** Plans everything that is due now; calls `onPlanned` whenever some runs may begin. */
export const plan = async (db: Db, clock: Fragment, onPlanned: () => unknown = () => {}): Promise<void> => {
  while ((await planDue(db, clock)) > 0) await onPlanned()
  await endRepeating(db, clock)
  await startRepeating(db, clock)
}

/** Milliseconds until the next planned time, or the next end of an active period; null if there is none. */
export const timeToNextPlan = async (db: Db, clock: Fragment): Promise<number | null> => {
  const [row] = await run<{ milliseconds: number | null }>(
    db,
    sql`select extract(epoch from least(min(j.next_at), min(${periodStart}) filter (where ${periodStart} > ${clock}),
          min(${periodStop}) filter (where ${periodStop} > ${clock})) - ${clock})::float * 1000 as milliseconds
        from job_info j where ${isPlanned}`,
  )
  return row?.milliseconds ?? null
}

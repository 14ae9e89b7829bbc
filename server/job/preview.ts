import type { JobPreview, NextRuns, WorkerFault, WorkerState } from '#contract/job/job-answers.ts'
import { jobInfo } from '#contract/job/job-info.ts'
import { runStatus } from '#contract/job/run-status.ts'
import { describeSchedule } from '#contract/job/schedule-words.ts'
import { timing } from '#contract/job/timing.ts'
import { faulty } from '#contract/kit/fail.ts'
import { localize } from '#contract/kit/text.ts'
import { type Db, type Fragment, run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { wireTime } from '../base/process/clock.ts'
import type { Handlers } from '../engine/context.ts'
import { findRow } from '../engine/crud.ts'
import { calendar } from '../system/reference/working-days.ts'
import { scheduleFaults } from './job-rules.ts'
import { engineClock } from './run/engine-clock.ts'
import { databaseTime, plannedTimes } from './run/job-plan.ts'
import { zonedTimes } from './run/zoned-time.ts'
import { demands, isAmongHealthiest } from './workers/eligible.ts'
import { isAlive, workerState } from './workers/worker-row.ts'

const { failed, done } = runStatus

/** The first demand of the job `j` that the worker `me` does not meet. */
const firstFault = sql`case ${sql.join(
  Object.entries<Fragment>({ ...demands('me'), count: isAmongHealthiest(engineClock) }).map(
    ([name, isMet]) => sql`when not ${isMet} then ${sql.lit(name)}`,
  ),
  sql` `,
)} end`

/** The living workers, with what keeps them from running the job that is the only row of `job`. */
const readWorkers = async (db: Db, job: Fragment): Promise<WorkerState[]> => {
  const rows = await run<WorkerState & { fault: WorkerFault | null }>(
    db,
    sql`select ${workerState('me')}, ${firstFault} as fault
      from job_worker me cross join ${job} j where ${isAlive('me', engineClock)} order by me.score desc, me.name desc`,
  )
  return rows.map(({ fault, ...worker }) => (fault ? { ...worker, fault } : worker))
}

const readLastRuns = (db: Db, jobId: string) =>
  run<JobPreview['runs'][number]>(
    db,
    sql`select id, status, started_at as "startedAt", extract(epoch from ended_at - started_at)::float * 1000 as milliseconds
      from job_run where job_id = ${jobId} and started_at is not null and status in (${sql.lit(done)}, ${sql.lit(failed)})
      order by id desc limit 10`,
  )

/** What to expect of the next run of a job: where it may run, and how long it will take. Empty for a job of another job server. */
export const preview: Handlers<'jobInfo'>['preview'] = async (ctx, { id }) => {
  const { id: jobId, jobServerId } = await findRow(ctx, jobInfo, String(id))
  const server = await ctx.db
    .selectFrom('jobServer')
    .select('isShipped')
    .where('id', '=', jobServerId)
    .executeTakeFirst()
  if (server?.isShipped !== 1) return { workers: [], runs: [] }
  const job = sql`(select * from job_info where id = ${jobId})`
  return { workers: await readWorkers(ctx.db, job), runs: await readLastRuns(ctx.db, jobId) }
}

/** Where a job with these demands may run; it need not be saved. */
export const workers: Handlers<'jobInfo'>['workers'] = ({ db }, input) =>
  readWorkers(
    db,
    sql`(select ${input.designatedWorkers ?? null}::text as designated_workers, ${input.maxWorkerCount ?? 0}::integer as max_worker_count,
      ${input.minCpuCores ?? 0}::float as min_cpu_cores, ${input.minMemorySpace ?? 0}::float as min_memory_space,
      ${input.minDiskSpace ?? 0}::float as min_disk_space)`,
  )

/** How many times the preview has. */
const previewCount = 20

/** When a schedule fires next, with its words; it need not be saved. */
export const nextRuns: Handlers<'jobInfo'>['nextRuns'] = async (ctx, input): Promise<NextRuns> => {
  const { timeExpressionType, timeExpression = null, lifecycle = null } = input
  const timeZone = input.timeZone || jobInfo.fields.timeZone.initial
  const schedule = { timeExpressionType: timeExpressionType ?? timing.cron, timeExpression, timeZone, lifecycle }
  const now = await databaseTime(ctx.db)
  const faults = scheduleFaults(schedule, now)
  if (faults.length > 0) throw faulty(faults)
  const { holidays } = await calendar(ctx)
  const words = describeSchedule({ type: schedule.timeExpressionType, expression: schedule.timeExpression })
  const times = plannedTimes(schedule, now, previewCount)
  const zoned = timeZone === jobInfo.fields.timeZone.initial ? [] : zonedTimes(timeZone, times)
  return {
    words: words && localize(words, ctx.lang),
    runs: times.map((time, i) => {
      const at = wireTime(time)
      return { at, isHoliday: holidays.has(at.slice(0, 10)), zoned: zoned[i] ?? null }
    }),
  }
}

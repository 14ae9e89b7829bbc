import { sql } from 'kysely'
import type { JobPreview, WorkerFault, WorkerState } from '#contract/job/job-answers.ts'
import { jobInfo } from '#contract/job/job-info.ts'
import { runStatus } from '#contract/job/run-status.ts'
import { type Db, type Fragment, run } from '../base/database/db.ts'
import type { Handlers } from '../engine/context.ts'
import { findRow } from '../engine/crud.ts'
import { demands, isAmongHealthiest } from './workers/eligible.ts'
import { isAlive, workerState } from './workers/worker-row.ts'

const clock = sql`now()`
const { failed, done } = runStatus

/** The first demand of the job `j` that the worker `me` does not meet. */
const firstFault = sql`case ${sql.join(
  Object.entries<Fragment>({ ...demands('me'), count: isAmongHealthiest(clock) }).map(
    ([name, isMet]) => sql`when not ${isMet} then ${sql.lit(name)}`,
  ),
  sql` `,
)} end`

const readWorkers = async (db: Db, jobId: string): Promise<WorkerState[]> => {
  const rows = await run<WorkerState & { fault: WorkerFault | null }>(
    db,
    sql`select ${workerState('me')}, ${firstFault} as fault
      from job_worker me join job_info j on j.id = ${jobId} where ${isAlive('me', clock)} order by me.score desc, me.name desc`,
  )
  return rows.map(({ fault, ...worker }) => (fault ? { ...worker, fault } : worker))
}

const readLastRuns = (db: Db, jobId: string) =>
  run<JobPreview['runs'][number]>(
    db,
    sql`select id::text, status, started_at as "startedAt", extract(epoch from ended_at - started_at)::float * 1000 as milliseconds
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
  return { workers: await readWorkers(ctx.db, jobId), runs: await readLastRuns(ctx.db, jobId) }
}

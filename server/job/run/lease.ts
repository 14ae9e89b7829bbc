import { type RunStatus, runStatus } from '#contract/job/run-status.ts'
import type { Text } from '#contract/kit/text.ts'
import { type Db, type Fragment, run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { isWithoutWorker } from '../workers/eligible.ts'
import { announceWork, type ClaimedRun, repeatKind, type Worker } from './claim.ts'
import { engineClock } from './engine-clock.ts'
import { endColumns, noteFailures } from './failures.ts'
import { continueProcesses } from './process-runs.ts'

/** Progress of a run; `total` is null if unknown. */
export interface Progress {
  done: number
  total: number | null
}

const { waiting, sent, running, failed } = runStatus

/**
 * Extends the leases of runs and stores their progress, all with one statement. Resolves to the ids of those that are still this
 * worker's: the others were stopped or taken over.
 */
export const heartbeat = async (
  db: Db,
  { name, leaseSeconds, clock }: Worker,
  runs: readonly (ClaimedRun & { readonly progress: Progress })[],
): Promise<Set<string>> => {
  const rows = await run<{ id: string }>(
    db,
    sql`update job_run i set lease_ends = ${clock} + make_interval(secs => ${leaseSeconds}), done = v.done, total = v.total,
        update_time = ${clock}
      from unnest(${runs.map(({ id }) => id)}::bigint[], ${runs.map(({ attempt }) => attempt)}::integer[],
        ${runs.map(({ progress }) => progress.done)}::integer[], ${runs.map(({ progress }) => progress.total)}::integer[])
        as v (id, attempt, done, total)
      where i.id = v.id and i.attempt = v.attempt and i.worker = ${name} and i.status = ${sql.lit(running)} returning i.id::text`,
  )
  return new Set(rows.map(({ id }) => id))
}

/** How an attempt ended. */
type Outcome = 'done' | 'failed' | 'stopped' | 'lost' | 'released'

/**
 * An update of runs that also ends their current attempts, and their subtasks, notes failures, and lets the processes that wait for them
 * continue; returns the ids of the runs.
 */
const endedAs = (update: Fragment, outcome: Outcome, clock: Fragment) => sql`
  with ended as (${update} returning attempt, ${endColumns}),
    failures as (${noteFailures(sql`ended`, clock)}),
    continued as (${continueProcesses(sql`(select * from ended where status not in (${waiting}, ${sent}, ${running}))`, clock)}),
    stopped as (update job_run s set ended_at = ${clock}, lease_ends = null, update_time = ${clock},
        status = case s.status when ${sql.lit(waiting)} then ${sql.lit(runStatus.cancelled)} else ${sql.lit(runStatus.stopped)} end
      from ended e where s.parent_id = e.id and s.status in (${sql.lit(waiting)}, ${sql.lit(sent)}, ${sql.lit(running)})
      returning s.id, s.attempt),
    attempts as (update job_attempt a set ended_at = ${clock}, outcome = e.outcome
      from (select id, attempt, ${outcome}::text as outcome from ended union all select id, attempt, 'stopped' from stopped) e
      where a.run_id = e.id and a.attempt = e.attempt and a.ended_at is null)
  select id::text from ended`

/** Ends a run of this worker in the transaction of `db`; false if it was stopped or taken over: then nothing changes. */
export const endRun = async (
  db: Db,
  { name, clock }: Worker,
  { id, attempt }: ClaimedRun,
  status: RunStatus,
  { progress = null, result = null }: { readonly progress?: Progress | null; readonly result?: Text | null } = {},
): Promise<boolean> => {
  const ended = await run(
    db,
    endedAs(
      sql`update job_run set status = ${status}, ended_at = ${clock}, lease_ends = null, update_time = ${clock},
          done = coalesce(${progress?.done ?? null}::integer, done), total = coalesce(${progress?.total ?? null}::integer, total),
          result = ${result?.[0] ?? null}, result_en = ${result?.[1] ?? null}
        where id = ${id} and attempt = ${attempt} and worker = ${name} and status = ${sql.lit(running)}`,
      status === runStatus.done ? 'done' : 'failed',
      clock,
    ),
  )
  return ended.length > 0
}

/**
 * Lets a run of this worker run once more after a delay, as a further attempt; one that was released is not among those that the job
 * allows. All workers are told, as their next round may be later than its start. Nothing happens if the run was stopped or taken over.
 */
export const repeatRun = async (
  db: Db,
  { name, clock }: Worker,
  { id, attempt }: ClaimedRun,
  delaySeconds: number,
  outcome: Outcome,
): Promise<void> => {
  const repeated = await run(
    db,
    endedAs(
      sql`update job_run set status = ${sql.lit(waiting)}, run_at = ${clock} + make_interval(secs => ${delaySeconds}),
          worker = null, lease_ends = null, update_time = ${clock},
          retries = retries + case when ${outcome} = 'released' and kind <> ${repeatKind} then 1 else 0 end
        where id = ${id} and attempt = ${attempt} and worker = ${name} and status = ${sql.lit(running)}`,
      outcome,
      clock,
    ),
  )
  if (repeated.length > 0) await announceWork(db)
}

/** Gives a run of this worker back because its process ends, so that another one may take it at once. */
export const releaseRun = (db: Db, worker: Worker, claimed: ClaimedRun): Promise<void> =>
  repeatRun(db, worker, claimed, 0, 'released')

const hasLostLease = (clock: Fragment) =>
  sql`status in (${sql.lit(sent)}, ${sql.lit(running)}) and (lease_ends is null or lease_ends < ${clock})`

export const hasLost = async (db: Db, clock: Fragment): Promise<boolean> =>
  (await run(db, sql`select 1 from job_run where ${hasLostLease(clock)} limit 1`)).length > 0

/** Attempts of a subtask beyond its retries that may be lost with their workers: it may be what ends them. */
const lostSubtasks = 3
const isBroadcast = sql`exists (select 1 from job_subtask s where s.run_id = job_run.id and s.only_worker is not null)`

/**
 * A job that repeats by itself is never done; others have as many attempts as their job says. A subtask moves to another worker, unless
 * it was for this one alone.
 */
const mayRepeat = sql`(case when kind = ${repeatKind} then true when parent_id is null then attempt <= retries
  else not ${isBroadcast} and attempt <= retries + ${sql.lit(lostSubtasks)} end)`

const lostMessage: Text = ['服务中断，任务未完成', 'The service was interrupted before the job was done']

/** Ends the runs whose worker has not responded until the end of its lease: those with attempts left wait again. Resolves to the ids. */
export const endLost = async (db: Db, clock: Fragment): Promise<string[]> => {
  const rows = await run<{ id: string }>(
    db,
    endedAs(
      sql`update job_run set lease_ends = null, update_time = ${clock},
          ended_at = case when ${mayRepeat} then null else ${clock} end,
          status = case when ${mayRepeat} then ${sql.lit(waiting)}::integer else ${sql.lit(failed)}::integer end,
          run_at = case when ${mayRepeat} then ${clock} else run_at end,
          result = ${lostMessage[0]}, result_en = ${lostMessage[1]}
        where id in (select id from job_run where ${hasLostLease(clock)} order by id for update skip locked)`,
      'lost',
      clock,
    ),
  )
  return rows.map(({ id }) => id)
}

/** Seconds that a run waits for a worker that may run it before it fails. */
const waitSeconds = 60
const noWorker: Text = ['没有符合条件的执行进程', 'No worker meets the demands of the job']

/**
 * Ends runs that waited a minute while there were workers but none that their job may use; one that repeats by itself goes on waiting.
 * Without any worker all wait: they are on their way back. True if any ended.
 */
export const failWithoutWorker = async (db: Db, clock: Fragment): Promise<boolean> => {
  const ended = await run(
    db,
    endedAs(
      sql`update job_run set status = ${sql.lit(failed)}, ended_at = ${clock}, update_time = ${clock},
          result = ${noWorker[0]}, result_en = ${noWorker[1]}
        where id in (select i.id from job_run i join job_info j on j.id = i.job_id
          where i.status = ${sql.lit(waiting)} and i.kind <> ${repeatKind}
            and i.run_at < ${clock} - make_interval(secs => ${waitSeconds}) and ${isWithoutWorker(clock)}
          for update of i skip locked)`,
      'failed',
      clock,
    ),
  )
  return ended.length > 0
}

/** Stops a run that waits or goes on, at once: whatever its worker still reports is ignored. False if it has ended. */
export const stopRun = async (db: Db, id: string, clock = engineClock): Promise<boolean> => {
  const rows = await run(
    db,
    endedAs(
      sql`update job_run set status = case status when ${sql.lit(waiting)} then ${sql.lit(runStatus.cancelled)}
          else ${sql.lit(runStatus.stopped)} end, ended_at = ${clock}, lease_ends = null, update_time = ${clock}
        where id = ${id} and status in (${sql.lit(waiting)}, ${sql.lit(sent)}, ${sql.lit(running)})`,
      'stopped',
      clock,
    ),
  )
  return rows.length > 0
}

/** Ends the runs of these jobs that repeat by themselves, as done. */
export const finishRepeating = (db: Db, jobIds: readonly string[], [chinese, english]: Text, clock: Fragment) =>
  run(
    db,
    endedAs(
      sql`update job_run set status = ${sql.lit(runStatus.done)}, ended_at = ${clock}, lease_ends = null, update_time = ${clock},
          result = ${chinese}, result_en = ${english}
        where job_id = any(${jobIds}::bigint[]) and kind = ${repeatKind}
          and status in (${sql.lit(waiting)}, ${sql.lit(sent)}, ${sql.lit(running)})`,
      'done',
      clock,
    ),
  )

/** Lets a failed, cancelled or stopped run start once more; false if it is in another status, or repeats by itself. */
export const runAgain = async (db: Db, id: string, clock = engineClock): Promise<boolean> => {
  const { failed, cancelled, stopped } = runStatus
  const rows = await run(
    db,
    sql`with again as (update job_run set status = ${sql.lit(waiting)}, run_at = ${clock}, done = null, total = null, ended_at = null,
          result = null, result_en = null, update_time = ${clock}
        where id = ${id} and kind <> ${repeatKind} and status = any(${[failed, cancelled, stopped]}::integer[])
        returning id, tenant_id, trigger, job_id),
      told as (${continueProcesses(sql`again`, clock)})
      select 1 from again`,
  )
  return rows.length > 0
}

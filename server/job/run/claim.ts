import { runStatus } from '#contract/job/run-status.ts'
import { type Db, type Fragment, run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { preferenceSeconds } from '../workers/eligible.ts'
import type { WorkerIdentity } from '../workers/worker-row.ts'

/** The channel of LISTEN and NOTIFY between the processes that run jobs: `stop` after a stop, otherwise there is new work. */
export const jobChannel = 'job'

/** Tells all processes that there is work, once the transaction of `db` has ended. */
export const announceWork = (db: Db) => run(db, sql`select pg_notify(${jobChannel}, '')`)

/** Tells the process of a stopped run to end it. */
export const announceStop = (db: Db) => run(db, sql`select pg_notify(${jobChannel}, 'stop')`)

const wakePrefix = 'wake:'

/** Wakes the job of this processor if it rests (processor.ts), once the transaction of `db` has ended. */
export const announceWake = (db: Db, processor: string) =>
  run(db, sql`select pg_notify(${jobChannel}, ${wakePrefix + processor})`)

/** The processor whose job a notification wakes; null if it is another notification. */
export const wokenProcessor = (payload: string): string | null =>
  payload.startsWith(wakePrefix) ? payload.slice(wakePrefix.length) : null

/** The kind of runs whose job repeats by itself, at a fixed rate or with a fixed delay (timing types 3 and 4). */
export const repeatKind = 'repeat'

/** The kind of runs whose processor was uploaded. */
export const externalKind = 'external'

/** A process that runs jobs. */
export interface Worker extends WorkerIdentity {
  /** Seconds without a heartbeat after which it loses its runs. */
  readonly leaseSeconds: number
  /** The present, in SQL: the clock of the database; tests set another one. */
  readonly clock: Fragment
}

/** A run that this worker has claimed; `attempt` numbers its attempts, so that a late result of an earlier one is ignored. */
export interface ClaimedRun {
  readonly id: string
  readonly kind: string
  readonly attempt: number
}

const { waiting, sent, running } = runStatus
const isClaimed = sql.raw(`status in (${sent}, ${running})`)

/** Whether a run may start: no other one of its key runs, and it is the first of them that waits. */
const isFirstOfKey = (clock: Fragment) => sql`(i.run_key is null or not exists (
  select 1 from job_run o where o.run_key = i.run_key and o.id <> i.id and (o.${isClaimed}
    or o.status = ${sql.lit(waiting)} and o.run_at <= ${clock} and (-o.priority, o.run_at, o.id) < (-i.priority, i.run_at, i.id))))`

/** The ids of runs that a worker may start now, locked, in SQL: at most `limit`. */
export type DueRuns = (worker: Worker, limit: number) => Fragment

/** Due runs of these kinds, the highest priority first, then the longest due; `mayTake` is a further condition on the run `i`. */
export const dueRuns =
  (kinds: readonly string[], mayTake: (worker: Worker) => Fragment = () => sql`true`): DueRuns =>
  (worker, limit) =>
    sql`select i.id from job_run i
    where i.status = ${sql.lit(waiting)} and i.run_at <= ${worker.clock} and i.kind = any(${kinds}::text[])
      and ${isFirstOfKey(worker.clock)} and ${mayTake(worker)}
    order by i.priority desc, i.run_at, i.id limit ${limit} for update of i skip locked`

const claimOnce = (db: Db, worker: Worker, due: DueRuns, limit: number) => {
  const { name, leaseSeconds, clock } = worker
  return run<ClaimedRun>(
    db,
    sql`with due as (${due(worker, limit)}),
      begun as (update job_run i set status = ${sql.lit(running)}, worker = ${name}, attempt = i.attempt + 1,
        lease_ends = ${clock} + make_interval(secs => ${leaseSeconds}), started_at = ${clock}, ended_at = null, done = 0,
        total = null, update_time = ${clock}
      from due where i.id = due.id returning i.*),
      attempts as (insert into job_attempt (run_id, attempt, worker, started_at)
        select id, attempt, worker, started_at from begun)
      select id::text, kind, attempt from begun`,
  )
}

const preference = sql`make_interval(secs => ${sql.lit(preferenceSeconds)})`
const uniqueViolation = '23505'
const maxTries = 5

/**
 * Claims at most `limit` due runs. Of runs with one key only the first may run. Two workers that see different firsts meet at the
 * unique index; the slower one claims again.
 */
export const claimRuns = async (db: Db, worker: Worker, due: DueRuns, limit: number): Promise<ClaimedRun[]> => {
  for (let tries = 1; ; tries++)
    try {
      return await claimOnce(db, worker, due, limit)
    } catch (error) {
      if ((error as { code?: string }).code !== uniqueViolation || tries === maxTries) throw error
    }
}

/**
 * Milliseconds until the next run of these kinds is due or the lease of another worker ends, by the clock of the database; null
 * if nothing is planned. What is due already waits for a free place or for another run of its key, whose end leads to a claim, or for
 * a healthier worker, but not for long.
 */
export const timeToNext = async (db: Db, { name, clock }: Worker, kinds: readonly string[]): Promise<number | null> => {
  const [row] = await run<{ milliseconds: number | null }>(
    db,
    sql`select extract(epoch from least(
        (select min(run_at) from job_run where status = ${sql.lit(waiting)} and run_at > ${clock} and kind = any(${kinds}::text[])),
        (select min(run_at) + ${preference} from job_run where status = ${sql.lit(waiting)} and run_at <= ${clock}
          and run_at > ${clock} - ${preference} and job_id is not null and kind = any(${kinds}::text[])
          and exists (select 1 from job_worker w where w.name <> ${name})),
        (select min(lease_ends) from job_run where ${isClaimed} and worker <> ${name} and lease_ends < 'infinity')) - ${clock})::float * 1000 as milliseconds`,
  )
  return row?.milliseconds ?? null
}

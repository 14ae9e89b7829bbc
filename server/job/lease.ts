import { sql } from 'kysely'
import { type InstanceStatus, instanceStatus } from '#contract/job/instance-status.ts'
import { type Db, run } from '../base/database/db.ts'
import type { ClaimedRun, Worker } from './claim.ts'

/** Progress of a run; `total` is null if unknown. */
export interface Progress {
  done: number
  total: number | null
}

const { waiting, sent, running, failed } = instanceStatus

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
    sql`update job_instance i set lease_ends = ${clock} + make_interval(secs => ${leaseSeconds}), done = v.done, total = v.total,
        update_time = ${clock}
      from unnest(${runs.map(({ id }) => id)}::bigint[], ${runs.map(({ attempt }) => attempt)}::integer[],
        ${runs.map(({ progress }) => progress.done)}::integer[], ${runs.map(({ progress }) => progress.total)}::integer[])
        as v (id, attempt, done, total)
      where i.id = v.id and i.attempt = v.attempt and i.worker = ${name} and i.status = ${sql.lit(running)} returning i.id::text`,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Ends a run of this worker in the transaction of `db`; false if it was stopped or taken over: then nothing changes. */
export const endRun = async (
  db: Db,
  { name, clock }: Worker,
  { id, attempt }: ClaimedRun,
  status: InstanceStatus,
  progress: Progress | null = null,
): Promise<boolean> => {
  const ended = await run(
    db,
    sql`update job_instance set status = ${status}, ended_at = ${clock}, lease_ends = null, update_time = ${clock},
        done = coalesce(${progress?.done ?? null}, done), total = coalesce(${progress?.total ?? null}, total)
      where id = ${id} and attempt = ${attempt} and worker = ${name} and status = ${sql.lit(running)} returning 1`,
  )
  return ended.length > 0
}

const hasLostLease = (worker: Pick<Worker, 'clock'>) =>
  sql`status in (${sql.lit(sent)}, ${sql.lit(running)}) and (lease_ends is null or lease_ends < ${worker.clock})`

export const hasLost = async (db: Db, worker: Pick<Worker, 'clock'>): Promise<boolean> =>
  (await run(db, sql`select 1 from job_instance where ${hasLostLease(worker)} limit 1`)).length > 0

/** Marks instances as failed whose worker has not responded until the end of its lease; resolves to their ids. */
export const failLost = async (db: Db, worker: Pick<Worker, 'clock'>): Promise<string[]> => {
  const rows = await run<{ id: string }>(
    db,
    sql`update job_instance set status = ${sql.lit(failed)}, ended_at = ${worker.clock}, lease_ends = null,
        update_time = ${worker.clock}
      where id in (select id from job_instance where ${hasLostLease(worker)} order by id for update skip locked) returning id::text`,
  )
  return rows.map(({ id }) => id)
}

/** Stops a waiting or running instance at once: whatever its worker still reports is ignored. False if it has ended. */
export const stopInstance = async (db: Db, id: string): Promise<boolean> => {
  const rows = await run(
    db,
    sql`update job_instance set status = case status when ${sql.lit(waiting)} then ${sql.lit(instanceStatus.cancelled)}
        else ${sql.lit(instanceStatus.stopped)} end, ended_at = now(), lease_ends = null, update_time = now()
      where id = ${id} and status in (${sql.lit(waiting)}, ${sql.lit(sent)}, ${sql.lit(running)}) returning 1`,
  )
  return rows.length > 0
}

/** Lets a failed, cancelled or stopped instance run once more; false if it is in another status. */
export const runAgain = async (db: Db, id: string): Promise<boolean> => {
  const { failed, cancelled, stopped } = instanceStatus
  const rows = await run(
    db,
    sql`update job_instance set status = ${sql.lit(waiting)}, run_at = now(), done = null, total = null, ended_at = null,
        update_time = now() where id = ${id} and status = any(${[failed, cancelled, stopped]}::integer[]) returning 1`,
  )
  return rows.length > 0
}

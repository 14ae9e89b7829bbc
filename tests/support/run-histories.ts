import { runStatus } from '#contract/job/run-status.ts'
import { type Db, run } from '#server/base/database/db.ts'
import { sql } from '#server/base/database/sql.ts'
import { announceWork } from '#server/job/run/claim.ts'

/** The manual runs of the shipped job that deletes old runs: short, and no other test has any. */
const mine = sql`r.kind = 'job-cleanup' and r.trigger = 'manual'`

/** Adds as many runs; every second one may be repeated after a loss. */
export const addShortRuns = async (db: Db, count: number): Promise<void> => {
  await sql`insert into job_run (kind, trigger, job_id, retries)
    select 'job-cleanup', 'manual', j.id, n % 2 from job_info j, generate_series(1, ${count}::integer) n
    where j.processor_info = 'job-cleanup' and j.is_shipped = 1`.execute(db)
  await announceWork(db)
}

export const countShortRuns = async (db: Db, statuses: readonly number[]): Promise<number> => {
  const [row] = await run<{ n: number }>(
    db,
    sql`select count(*)::integer as n from job_run r where ${mine} and r.status = any(${statuses}::integer[])`,
  )
  return row?.n ?? 0
}

/**
 * How those runs went, once all have ended: how many there are with attempts, how many were lost on the way, and those that went wrong:
 * a run is done once; what is lost has failed, or is done by the next attempt if it may have one.
 */
export const readShortRuns = async (db: Db) => {
  const rows = await run<{ retries: number; status: number; outcomes: string[] }>(
    db,
    sql`select r.retries, r.status, array_agg(a.outcome order by a.attempt) as outcomes
      from job_run r join job_attempt a on a.run_id = r.id where ${mine} group by r.id`,
  )
  const { done, failed } = runStatus
  const wrong = rows.filter(({ retries, status, outcomes }) => {
    const allowed = [`${done} done`, retries ? `${done} lost done` : `${failed} lost`]
    return !allowed.includes(`${status} ${outcomes.join(' ')}`)
  })
  return { count: rows.length, lost: rows.filter(({ outcomes }) => outcomes.includes('lost')).length, wrong }
}

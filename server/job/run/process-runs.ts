import { type Db, type Fragment, run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { announceWork } from './claim.ts'
import { engineClock } from './engine-clock.ts'

/** The kind of the runs that tell a process what has become of a run it waits for. */
export const continueKind = 'flow-job'

/**
 * SQL that adds a run of that kind for each of `runs` (rows of job_run with id, tenant_id, trigger and job_id) that a service task of a
 * process waits for. It is part of the statement that changes their status, so that no end is lost.
 */
export const continueProcesses = (runs: Fragment, clock: Fragment): Fragment => sql`
  insert into job_run (tenant_id, kind, trigger, run_key, run_at, instance_params, retries)
  select r.tenant_id, ${continueKind}, 'flow', ${continueKind} || ':' || r.id, ${clock}, r.id::text, 3 from ${runs} r
  where r.trigger = 'flow' and r.job_id is not null`

/** Adds such a run for each of these runs, and tells the workers. */
export const continueAfter = async (db: Db, runIds: readonly string[]): Promise<void> => {
  if (runIds.length === 0) return
  await run(
    db,
    continueProcesses(
      sql`(select id, tenant_id, trigger, job_id from job_run where id = any(${runIds}::bigint[]))`,
      engineClock,
    ),
  )
  await announceWork(db)
}

import { type Db, type Fragment, run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { announceWork } from '../job/run/claim.ts'

/** The kind of the runs that fire the timers of one instance. */
export const flowTimerKind = 'flow-timer'

/**
 * Plans a run at the next due time of each instance with timers that `which` (a condition on `t`, a row of flow_timer) selects, in the
 * transaction that changes them. It replaces the run that was planned before.
 */
export const planTimers = async (db: Db, which: Fragment): Promise<void> => {
  const planned = await run(
    db,
    sql`with next as (
        select t.instance_id as id, min(t.due_time) as due from flow_timer t where ${which} group by t.instance_id),
      old as (delete from job_run where status = 1 and run_key in (select ${flowTimerKind} || ':' || id from next))
      insert into job_run (tenant_id, kind, trigger, run_key, run_at, instance_params, retries)
      select i.tenant_id, ${flowTimerKind}, 'flow', ${flowTimerKind} || ':' || i.id, next.due, i.id::text, 3
      from next join flow_instance i using (id) returning 1`,
  )
  if (planned.length > 0) await announceWork(db)
}

import { sql } from 'kysely'
import { runStatus } from '#contract/job/run-status.ts'
import type { Fragment } from '../../base/database/db.ts'

/**
 * SQL that notes the failed ones among `runs`, rows of job_run with these columns, if their job names people to be told: in the statement
 * that ends them, so that none is lost. alerts.ts tells the people.
 */
export const noteFailures = (runs: Fragment, clock: Fragment): Fragment => sql`
  insert into job_failure (job_id, run_id, worker, at, error, error_en)
  select r.job_id, r.id, r.worker, ${clock}, r.result, r.result_en from ${runs} r join job_info j on j.id = r.job_id
  where r.status = ${sql.lit(runStatus.failed)} and r.parent_id is null and cardinality(j.notify_user_ids) > 0`

/** The columns that `noteFailures` and `continueProcesses` read. */
export const endColumns = sql`id, tenant_id, trigger, parent_id, job_id, status, worker, result, result_en`

import { lateMinutes, runStatus } from '#contract/job/run-status.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { type Db, type Fragment, run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'

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

const lateText = fill(
  ['到期 {0} 分钟后仍没有执行进程开始运行', 'No worker has started it {0} minutes after it was due'] satisfies Text,
  lateMinutes,
)

/**
 * Notes the runs that have waited for `lateMinutes` as failures are noted, each once as long as it waits. A row that another process has
 * locked is noted by it, or in a later round: no round waits for that.
 */
export const noteLateRuns = async (db: Db, clock: Fragment): Promise<void> => {
  await run(
    db,
    sql`with late as (update job_run set late_noted_at = ${clock} where id in (
        select i.id from job_run i join job_info j on j.id = i.job_id
        where i.status = ${sql.lit(runStatus.waiting)} and i.parent_id is null and cardinality(j.notify_user_ids) > 0
          and i.run_at < ${clock} - make_interval(mins => ${sql.lit(lateMinutes)}) and coalesce(i.late_noted_at <= i.run_at, true)
        for update of i skip locked) returning id, job_id)
      insert into job_failure (job_id, run_id, at, error, error_en, is_late)
      select job_id, id, ${clock}, ${lateText[0]}, ${lateText[1]}, true from late`,
  )
}

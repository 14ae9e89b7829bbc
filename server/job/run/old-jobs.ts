import { fileRetentionDays, reportRetentionDays } from '#contract/job/exporting.ts'
import { run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import type { App } from '../../engine/context.ts'
import { engineClock } from './engine-clock.ts'
import { deleteFile } from './job-files.ts'

/** Days that ended runs stay, with their files and their log. */
export const retentionDays = fileRetentionDays
const alertDays = 90

/**
 * Removes jobs of people that ended more than seven days ago, reports after a month, with their files and messages, at most 500 in a call, other runs
 * as old that no process waits for, and alerts after 90 days. The next call retries those that could not be removed. Resolves to their number.
 */
export const deleteOldJobs = async (app: App): Promise<number> => {
  const old = await app.db
    .selectFrom('jobRun')
    .innerJoin('jobWork', 'jobWork.jobId', 'jobRun.id')
    .select(['jobRun.id', 'storedName', 'storedIn', 'uploadName', 'uploadIn'])
    .where(
      sql<boolean>`coalesce(ended_at, create_time) < ${engineClock} - make_interval(days => case kind when 'report'
        then ${sql.lit(reportRetentionDays)} else ${sql.lit(retentionDays)} end)`,
    )
    .where('status', 'not in', [1, 2, 3])
    // why a member of a batch was left out stands in the rows of its act, for its minutes
    .where(sql<boolean>`not exists (select 1 from decision_proposal p where p.job_id = job_run.id)`)
    .limit(500)
    .execute()
  for (const { id, storedName, storedIn, uploadName, uploadIn } of old) {
    if (storedName) await deleteFile(app, { name: storedName, storageId: storedIn })
    if (uploadName) await deleteFile(app, { name: uploadName, storageId: uploadIn })
    await app.db
      .deleteFrom('message')
      .where('businessTable', '=', 'backgroundJob')
      .where('businessId', '=', id)
      .execute()
    await app.db.deleteFrom('jobRun').where('id', '=', id).execute()
  }
  const runs = await run(
    app.db,
    sql`delete from job_run where id in (select id from job_run
    where trigger <> 'person' and parent_id is null and status not in (1, 2, 3) and ended_at < ${engineClock} - make_interval(days => ${retentionDays})
      and not exists (select 1 from flow_job w where w.run_id = job_run.id) limit 5000) returning 1`,
  )
  for (const table of ['job_alert', 'job_failure'] as const)
    await run(
      app.db,
      sql`delete from ${sql.table(table)} where at < ${engineClock} - make_interval(days => ${sql.lit(alertDays)})`,
    )
  return old.length + runs.length
}

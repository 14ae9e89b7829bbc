import { sql } from 'kysely'
import { run } from '../../base/database/db.ts'
import type { App } from '../../engine/context.ts'
import { deleteFile } from './job-files.ts'

/** Days that ended runs stay, with their files and their log. */
export const retentionDays = 7

/**
 * Removes jobs of people that ended more than seven days ago, with their files and messages, at most 500 in a call, and other
 * runs as old. The next call retries those that could not be removed. Resolves to their number.
 */
export const deleteOldJobs = async (app: App): Promise<number> => {
  const old = await app.db
    .selectFrom('jobRun')
    .innerJoin('jobWork', 'jobWork.jobId', 'jobRun.id')
    .select(['jobRun.id', 'storedName', 'storedIn', 'uploadName', 'uploadIn'])
    .where(sql<boolean>`coalesce(ended_at, create_time) < now() - make_interval(days => ${retentionDays})`)
    .where('status', 'not in', [1, 2, 3])
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
    where trigger <> 'person' and parent_id is null and status not in (1, 2, 3) and ended_at < now() - make_interval(days => ${retentionDays}) limit 5000) returning 1`,
  )
  return old.length + runs.length
}

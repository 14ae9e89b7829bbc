import { sql } from 'kysely'
import { run } from '../../base/database/db.ts'
import { wireTime } from '../../base/process/clock.ts'
import type { App } from '../../engine/context.ts'
import { deleteFile } from './job-files.ts'
import { deleteLogFiles } from './run-log.ts'

const retentionDays = 7
const dayMs = 86_400_000

/**
 * Removes jobs of people that ended more than seven days ago, with their files and messages, at most 500 in a call, other runs as old,
 * and their log files. The next call retries those that could not be removed. Resolves to their number.
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
    where trigger <> 'person' and status not in (1, 2, 3) and ended_at < now() - make_interval(days => ${retentionDays}) limit 5000) returning 1`,
  )
  await deleteLogFiles(app, wireTime(new Date(Date.now() - retentionDays * dayMs)).slice(0, 10))
  return old.length + runs.length
}

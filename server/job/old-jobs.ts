import { sql } from 'kysely'
import { repeatEvery } from '../base/process/repeat.ts'
import type { App } from '../engine/context.ts'
import { deleteFile } from './job-files.ts'

const retentionDays = 7

/**
 * Removes jobs of people that ended more than seven days ago, with their files and messages, at most 500 in a call; the next call
 * retries those that could not be removed.
 */
export const deleteOldJobs = async (app: App): Promise<void> => {
  const old = await app.db
    .selectFrom('jobInstance')
    .innerJoin('jobWork', 'jobWork.jobId', 'jobInstance.id')
    .select(['jobInstance.id', 'storedName', 'storedIn', 'uploadName', 'uploadIn'])
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
    await app.db.deleteFrom('jobInstance').where('id', '=', id).execute()
  }
}

const hourMs = 3_600_000

/** Removes old jobs each hour until it is stopped. */
export const startJobCleanup = (app: App): (() => Promise<void>) =>
  repeatEvery(
    hourMs,
    () => deleteOldJobs(app),
    (error) => app.log.warn({ err: error }, 'old jobs could not be deleted'),
  )

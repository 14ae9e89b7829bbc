import { jobInfo } from '#contract/job/job-info.ts'
import { Fail, faulty } from '#contract/kit/fail.ts'
import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { writeAudit } from '../engine/audit-entry.ts'
import { type Ctx, tx, type UserCtx } from '../engine/context.ts'
import { findRow, insertRow, removeRows, updateRow } from '../engine/crud.ts'
import { conflict, ifMatchCondition } from '../engine/if-match.ts'
import { checkInput } from '../engine/input-checks.ts'
import { draftJob, type JobInput } from './job-draft.ts'
import { scheduleFaults } from './job-rules.ts'
import { databaseTime, type Job } from './run/job-plan.ts'
import { atJobServer, connectTo, type JobServer } from './sync/at-job-server.ts'
import { deleteAtServer, enableAtServer, saveAtServer } from './sync/forward-job.ts'
import { hashOf } from './sync/remote-job.ts'
import { addRemoteRun } from './sync/remote-run.ts'

/** Throws if the row has changed since the form was opened: a job server would have the change already when it is refused here. */
const assertUnchanged = async (ctx: Ctx, job: Job): Promise<void> => {
  const ifMatch = ifMatchCondition(ctx, job.id)
  if (!ifMatch) return
  const [row] = await run(ctx.db, sql`select 1 from job_info old where id = ${job.id}${ifMatch}`)
  if (!row) throw conflict(job)
}

/**
 * Adds or changes a job of another job server: there first, then here. All that can be wrong here is checked before, and nothing is stored
 * if the job server refuses.
 */
export const submitRemote = (ctx: Ctx, server: JobServer, input: JobInput): Promise<{ id: string }> =>
  atJobServer(ctx, server, async (connect) => {
    const stored = input.id ? await findRow(ctx, jobInfo, input.id) : null
    const now = await databaseTime(ctx.db)
    const { job, values } = await draftJob(ctx, stored, input, { isHere: false, now })
    await checkInput(ctx, jobInfo, values, stored?.id)
    if (stored) await assertUnchanged(ctx, stored)
    const saved = { ...values, ...(await saveAtServer(connect, job)), nextAt: null }
    return stored ? updateRow(ctx, jobInfo, stored.id, saved) : insertRow(ctx, jobInfo, saved)
  })

/** Enables or pauses a job there and here; one that its job server does not have yet, here alone. */
export const changeRemote = (ctx: Ctx, server: JobServer, id: string, enable: number): Promise<null> =>
  atJobServer(ctx, server, async (connect) => {
    const stored = await findRow(ctx, jobInfo, id)
    const job = { ...stored, enable }
    const faults = enable === 1 ? scheduleFaults(job, await databaseTime(ctx.db)) : []
    if (faults.length > 0) throw faulty(faults)
    if (job.jobId) await enableAtServer(connect, job.jobId, enable)
    const isInStep = stored.syncHash === hashOf(stored)
    await updateRow(ctx, jobInfo, job.id, { enable, ...(isInStep ? { syncHash: hashOf(job) } : {}) }, 'change')
    return null
  })

/** Removes jobs of one job server, there and here. Throws its error once those that it has deleted are removed here as well. */
export const removeRemote = (ctx: Ctx, server: JobServer, jobs: readonly Job[]): Promise<null> =>
  atJobServer(ctx, server, async (connect) => {
    const { deletedIds, error } = await deleteAtServer(connect, jobs)
    if (deletedIds.length > 0) await removeRows(ctx, jobInfo, deletedIds)
    if (error) throw error
    return null
  })

/** A restored job has no counterpart any more: the next synchronisation adds it there. */
export const unlinkRestored = async ({ db }: Ctx, { id }: Job): Promise<void> => {
  await db.updateTable('jobInfo').set({ jobId: null, syncState: 0 }).where('id', '=', id).execute()
}

/** Runs a job at its job server now; the run here only shows what becomes of it. */
export const runRemote = async (
  ctx: UserCtx,
  server: JobServer,
  job: Job,
  instanceParams: string | null,
): Promise<{ id: string }> => {
  if (!job.jobId)
    throw new Fail([
      '任务应用还没有该任务，请先同步',
      'The job server does not have this job yet; synchronise it first',
    ])
  const remoteId = await (await connectTo(ctx, server)).runJob(job.jobId, instanceParams)
  return tx(ctx, async (inside) => {
    const id = await addRemoteRun(inside.db, job, { remoteId, instanceParams, userId: ctx.actor.id })
    await writeAudit(inside, 'jobInfo', job.id, 'run', null, { run: id, remoteId }, { title: job.jobName })
    return { id }
  })
}

import { jobInfo } from '#contract/job/job-info.ts'
import { hasNewSchedule } from '#contract/job/schedule-change.ts'
import { faulty } from '#contract/kit/fail.ts'
import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { wireTime } from '../base/process/clock.ts'
import { writeAudit } from '../engine/audit-entry.ts'
import { type Ctx, tx, type UserCtx } from '../engine/context.ts'
import { findRow, insertRow, updateRow } from '../engine/crud.ts'
import { draftJob, externalFaultOf, type JobInput } from './job-draft.ts'
import { scheduleFaults } from './job-rules.ts'
import { announceWork } from './run/claim.ts'
import { databaseTime, type Job, plannedTimes } from './run/job-plan.ts'
import { addRun, stopRepeating } from './run/planner.ts'
import { runnerOf } from './run/runner.ts'

/** The job as it is stored; of two changes at the same time, the second one begins when the first has ended. */
const lockedJob = async (ctx: Ctx, id: string): Promise<Job> => {
  await ctx.db.selectFrom('jobInfo').select('id').where('id', '=', id).forUpdate().execute()
  return findRow(ctx, jobInfo, id)
}

/** The next planned time on the wire; null while the job is paused. */
const nextAtOf = (job: Job, now: Date): string | null => {
  const [next] = job.enable === 1 ? plannedTimes(job, now, 1) : []
  return next ? wireTime(next) : null
}

/** Adds or changes a job that this platform plans and runs. */
export const submitLocal = (ctx: Ctx, input: JobInput): Promise<{ id: string }> =>
  tx(ctx, async (inside) => {
    const stored = input.id ? await lockedJob(inside, input.id) : null
    const now = await databaseTime(inside.db)
    const { job, values } = await draftJob(inside, stored, input, { isHere: true, now })
    const nextAt = nextAtOf(job, now)
    // a time that is due and not yet planned stays
    const isPlannedAnew = hasNewSchedule(stored, job) || stored?.enable !== job.enable
    if (stored) await stopRepeating(inside.db, [stored.id])
    if (stored) return updateRow(inside, jobInfo, stored.id, isPlannedAnew ? { ...values, nextAt } : values)
    await announceWork(inside.db)
    const [created] = await run<{ id: string }>(inside.db, sql`select next_id()::text as id`)
    return insertRow(inside, jobInfo, { ...values, ...created, nextAt, jobId: created?.id })
  })

/** Enables or pauses a job of this platform at once. */
export const changeLocal = (ctx: Ctx, id: string, enable: number): Promise<null> =>
  tx(ctx, async (inside) => {
    const stored = await lockedJob(inside, id)
    const job = { ...stored, enable }
    if (stored.enable === job.enable) return null
    const now = await databaseTime(inside.db)
    const found = job.enable === 1 ? [externalFaultOf(inside, job), ...scheduleFaults(job, now)] : []
    const faults = found.filter((fault) => fault !== null)
    if (faults.length > 0) throw faulty(faults)
    await updateRow(inside, jobInfo, stored.id, { enable: job.enable, nextAt: nextAtOf(job, now) }, 'change')
    await stopRepeating(inside.db, [stored.id])
    return null
  })

/** Plans a job that was restored: from now on, not from when it was removed. */
export const planRestored = async ({ db }: Ctx, job: Job): Promise<void> => {
  const nextAt = nextAtOf(job, await databaseTime(db))
  await db.updateTable('jobInfo').set({ nextAt }).where('id', '=', job.id).execute()
}

/** Creates a run of a job, due after a delay. The row is locked, so that two runs at a time do not both pass the maximum of the job. */
export const runLocal = async (
  ctx: UserCtx,
  id: string,
  instanceParams: string | null,
  delayMs = 0,
): Promise<{ id: string }> => {
  const runId = await tx(ctx, async (inside) => {
    const job = await lockedJob(inside, id)
    const fault = externalFaultOf(inside, job)
    if (fault) throw faulty([fault])
    const planned = { ...job, maxInstanceNum: job.maxInstanceNum ?? 0, instanceRetryNum: job.instanceRetryNum ?? 0 }
    const more = { instanceParams, delayMs, userId: ctx.actor.id }
    const created = await addRun(inside.db, planned, { trigger: 'manual', ...more })
    await writeAudit(inside, 'jobInfo', job.id, 'run', null, { run: created }, { title: job.jobName })
    await announceWork(inside.db)
    return String(created)
  })
  runnerOf(ctx.app).poll()
  return { id: runId }
}

import { sql } from 'kysely'
import type { JobAlert, NextRuns } from '#contract/job/job-answers.ts'
import { jobInfo, processorTypes } from '#contract/job/job-info.ts'
import { jobServer, localServerUrl } from '#contract/job/job-server.ts'
import { readLifecycle, writeLifecycle } from '#contract/job/lifecycle.ts'
import { describeSchedule } from '#contract/job/schedule-words.ts'
import { timing } from '#contract/job/timing.ts'
import { Fail, type Fault, faulty } from '#contract/kit/fail.ts'
import { type Fields, split } from '#contract/kit/field.ts'
import { localize } from '#contract/kit/text.ts'
import { run } from '../base/database/db.ts'
import { wireTime } from '../base/process/clock.ts'
import { writeAudit } from '../engine/audit-entry.ts'
import { answerWith, type Ctx, type Handlers, requirePermission, tx } from '../engine/context.ts'
import { findRow, insertRow, removeRows, rowsOf, updateRow } from '../engine/crud.ts'
import { restoreRows } from '../engine/deleted-rows.ts'
import { calendar } from '../system/reference/working-days.ts'
import { activeExports, notAllowed } from './external/external-processor.ts'
import { executionFault, lockedFaults, processorFault, scheduleFault } from './job-rules.ts'
import { preview } from './preview.ts'
import { announceWork } from './run/claim.ts'
import { databaseTime, type Job, plannedTimes } from './run/job-plan.ts'
import { addRun, stopRepeating } from './run/planner.ts'
import { runnerOf } from './run/runner.ts'
import { syncedText, syncServer } from './sync/sync-server.ts'

type Input = Parameters<NonNullable<Handlers<'jobInfo'>['submit']>>[1]

const initialValues = Object.fromEntries(
  Object.entries(jobInfo.fields as Fields).flatMap(([name, { initial }]) =>
    initial === undefined ? [] : [[name, initial]],
  ),
)

/** Values as they are stored: an emptied number is the initial one, and only kinds of timing with an expression have one. */
const storable = (input: Input, job: Job): Input => {
  const values = Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name, value ?? initialValues[name] ?? value]),
  ) as Input
  const ends = readLifecycle(input.lifecycle)
  if (input.lifecycle && ends) values.lifecycle = writeLifecycle(ends)
  const hasExpression = jobInfo.fields.timeExpression.when.timeExpressionType.some(
    (type) => type === job.timeExpressionType,
  )
  return hasExpression ? values : { ...values, timeExpression: null }
}

/** Whether a job belongs to this platform, which plans and runs it; the others have a scheduler of their own. */
const isLocal = async ({ db }: Ctx, { jobServerId }: Pick<Job, 'jobServerId'>): Promise<boolean> => {
  const server = await db
    .selectFrom('jobServer')
    .select('jobServerUrl')
    .where('id', '=', jobServerId)
    .executeTakeFirst()
  return server?.jobServerUrl === localServerUrl
}

/** The job as it is stored; of two changes at the same time, the second one begins when the first has ended. */
const lockedJob = async (ctx: Ctx, id: string): Promise<Job> => {
  await ctx.db.selectFrom('jobInfo').select('id').where('id', '=', id).forUpdate().execute()
  return findRow(ctx, jobInfo, id)
}

/** The next planned time on the wire; null while the job is paused, and where this platform does not plan it. */
const nextAtOf = (job: Job, isPlannedHere: boolean, now: Date): string | null => {
  const [next] = isPlannedHere && job.enable === 1 ? plannedTimes(job, now, 1) : []
  return next ? wireTime(next) : null
}

const scheduleFields = ['timeExpressionType', 'timeExpression', 'timeZone', 'lifecycle'] as const
/** An absent lifecycle is an empty text where it is read, and null where it is written. */
const hasNewSchedule = (stored: Job | null, job: Job) =>
  scheduleFields.some((name) => (stored?.[name] || null) !== (job[name] || null))
const hasNewProcessor = (stored: Job | null, job: Job) =>
  stored?.processorType !== job.processorType || stored.processorInfo !== job.processorInfo

/** Why a job is not run whatever else is right: its processor is external, and none may be. */
const externalFaultOf = ({ app }: Ctx, { processorType }: Job): Fault | null =>
  processorType === processorTypes.external && !app.env.jobExternal ? { at: 'processorType', text: notAllowed } : null

/** All faults of a job as it would be stored; what stays as it was may be wrong by now, as long as nothing begins to use it. */
const faultsOf = async (ctx: Ctx, stored: Job | null, job: Job, isHere: boolean, now: Date): Promise<Fault[]> => {
  const isChecked = hasNewSchedule(stored, job) || (stored?.enable !== 1 && job.enable === 1)
  const faults = [
    isChecked ? scheduleFault(job, now) : null,
    isHere && !stored?.isShipped && hasNewProcessor(stored, job) ? await processorFault(ctx.app, job) : null,
    isHere && !stored?.isShipped && job.enable === 1 ? externalFaultOf(ctx, job) : null,
    isHere ? executionFault(ctx.app, job) : null,
  ]
  const found = [...(stored ? lockedFaults(stored, job) : []), ...faults.filter((one) => one !== null)]
  return found.filter(({ at, text }, i) => found.findIndex((one) => one.at === at && one.text === text) === i)
}

const submit = (ctx: Ctx, input: Input): Promise<{ id: string }> =>
  tx(ctx, async (inside) => {
    requirePermission(inside, `jobinfo_${input.id ? 'edit' : 'add'}`)
    const stored = input.id ? await lockedJob(inside, input.id) : null
    const values = storable(input, { ...initialValues, ...stored, ...input } as Job)
    const job = { ...initialValues, ...stored, ...values } as Job
    const [isHere, now] = [await isLocal(inside, job), await databaseTime(inside.db)]
    const faults = await faultsOf(inside, stored, job, isHere, now)
    if (faults.length) throw faulty(faults)
    const nextAt = nextAtOf(job, isHere, now)
    // a time that is due and not yet planned stays
    const isPlannedAnew = hasNewSchedule(stored, job) || stored?.enable !== job.enable
    if (stored) await stopRepeating(inside.db, [stored.id])
    if (stored) return updateRow(inside, jobInfo, stored.id, isPlannedAnew ? { ...values, nextAt } : values)
    await announceWork(inside.db)
    const [created] = await run<{ id: string }>(inside.db, sql`select next_id()::text as id`)
    return insertRow(inside, jobInfo, { ...values, ...created, nextAt, jobId: isHere ? created?.id : null })
  })

/** Enables or pauses a job at once. */
const change: Handlers<'jobInfo'>['change'] = (ctx, { id, enable }) =>
  tx(ctx, async (inside) => {
    const stored = await lockedJob(inside, String(id))
    const job = { ...stored, enable: Number(enable) }
    if (stored.enable === job.enable) return null
    const now = await databaseTime(inside.db)
    const isLocalJob = await isLocal(inside, job)
    const external = isLocalJob ? externalFaultOf(inside, job) : null
    const fault = job.enable === 1 ? (external ?? scheduleFault(job, now)) : null
    if (fault) throw faulty([fault])
    const nextAt = nextAtOf(job, isLocalJob, now)
    await updateRow(inside, jobInfo, stored.id, { enable: job.enable, nextAt }, 'change')
    await stopRepeating(inside.db, [stored.id])
    return null
  })

const remove: Handlers<'jobInfo'>['remove'] = async (ctx, { ids }) => {
  const shipped = await ctx.db
    .selectFrom('jobInfo')
    .select('jobName')
    .where('id', 'in', split(ids))
    .where('isShipped', '=', 1)
    .executeTakeFirst()
  if (shipped)
    throw new Fail([
      '平台自带的任务不能删除，可以暂停',
      'Jobs that the platform ships cannot be deleted; you can pause them',
    ])
  return tx(ctx, async (inside) => {
    await stopRepeating(inside.db, split(ids))
    return removeRows(inside, jobInfo, split(ids))
  })
}

/** Restored jobs are planned from now on, not from when they were removed. */
const restore: Handlers<'jobInfo'>['restore'] = (ctx, { ids }) =>
  tx(ctx, async (inside) => {
    await restoreRows(inside, jobInfo, split(ids))
    const now = await databaseTime(inside.db)
    for (const id of split(ids)) {
      const job = await findRow(inside, jobInfo, id)
      const nextAt = nextAtOf(job, await isLocal(inside, job), now)
      await inside.db.updateTable('jobInfo').set({ nextAt }).where('id', '=', id).execute()
    }
    return null
  })

const alerts: Handlers<'jobInfo'>['alerts'] = async (ctx, { id }) => {
  const job = await findRow(ctx, jobInfo, id)
  return run<JobAlert>(
    ctx.db,
    sql`select a.id::text, a.at, a.failures, r.id::text as "runId",
        ${ctx.lang === 'en' ? sql`coalesce(a.error_en, a.error)` : sql`a.error`} as error
      from job_alert a left join job_run r on r.id = a.run_id where a.job_id = ${job.id} order by a.at desc, a.id desc limit 50`,
  )
}

/** How many times the preview has. */
const previewCount = 20

const nextRuns: Handlers<'jobInfo'>['nextRuns'] = async (ctx, input): Promise<NextRuns> => {
  const { timeExpressionType, timeExpression = null, lifecycle = null } = input
  const timeZone = input.timeZone || jobInfo.fields.timeZone.initial
  const schedule = { timeExpressionType: timeExpressionType ?? timing.cron, timeExpression, timeZone, lifecycle }
  const now = await databaseTime(ctx.db)
  const fault = scheduleFault(schedule, now)
  if (fault) throw faulty([fault])
  const { holidays } = await calendar(ctx)
  const words = describeSchedule({ type: schedule.timeExpressionType, expression: schedule.timeExpression })
  return {
    words: words && localize(words, ctx.lang),
    runs: plannedTimes(schedule, now, previewCount).map((time) => {
      const at = wireTime(time)
      return { at, isHoliday: holidays.has(at.slice(0, 10)) }
    }),
  }
}

/** Creates a run of a job at once. The row is locked, so that two runs at a time do not both pass the maximum of the job. */
const runNow: Handlers<'jobInfo'>['run'] = async (ctx, { id, instanceParams = null }) => {
  const runId = await tx(ctx, async (inside) => {
    const job = await lockedJob(inside, String(id))
    if (!(await isLocal(inside, job)))
      throw new Fail(['该任务由其他调度服务运行，请先同步', 'Another scheduler runs this job; synchronise it first'])
    const fault = externalFaultOf(inside, job)
    if (fault) throw faulty([fault])
    const planned = { ...job, maxInstanceNum: job.maxInstanceNum ?? 0, instanceRetryNum: job.instanceRetryNum ?? 0 }
    const created = await addRun(inside.db, planned, { trigger: 'manual', instanceParams, userId: ctx.actor.id })
    await writeAudit(inside, 'jobInfo', job.id, 'run', null, { run: created }, { title: job.jobName })
    await announceWork(inside.db)
    return String(created)
  })
  runnerOf(ctx.app).poll()
  answerWith(ctx, ['运行成功!', 'The run has been created'])
  return { id: runId }
}

/** Synchronises with all job servers side by side; the failure of one does not touch the others. */
const sync: Handlers<'jobInfo'>['sync'] = async (ctx, { localWins }) => {
  const servers = (await rowsOf(ctx, jobServer)).filter(({ isShipped }) => isShipped !== 1)
  const done = await Promise.all(servers.map((server) => syncServer(ctx, server, localWins === 1)))
  answerWith(ctx, syncedText(done))
  return done
}

export const jobInfoHandlers: Handlers<'jobInfo'> = {
  submit,
  change,
  remove,
  restore,
  alerts,
  sync,
  nextRuns,
  preview,
  run: runNow,
  externalProcessors: async ({ app, db }) => ({
    isAllowed: app.env.jobExternal,
    options: (await activeExports(db)).map(({ info, containerName }) => ({ name: info, label: containerName })),
  }),
  processors: async ({ app, lang }) =>
    Object.entries(app.jobProcessors).map(([name, { label }]) => ({ name, label: localize(label, lang) })),
}

import type { JobAlert } from '#contract/job/job-answers.ts'
import { jobInfo } from '#contract/job/job-info.ts'
import { jobServer, localServerUrl } from '#contract/job/job-server.ts'
import { Fail } from '#contract/kit/fail.ts'
import { split } from '#contract/kit/field.ts'
import { localize } from '#contract/kit/text.ts'
import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { answerWith, type Ctx, type Handlers, requirePermission, tx } from '../engine/context.ts'
import { findRow, removeRows, rowsOf } from '../engine/crud.ts'
import { restoreRows } from '../engine/deleted-rows.ts'
import { activeExports } from './external/external-processor.ts'
import { changeLocal, planRestored, runLocal, submitLocal } from './local-jobs.ts'
import { nextRuns, preview, workers } from './preview.ts'
import { changeRemote, removeRemote, runRemote, submitRemote, unlinkRestored } from './remote-jobs.ts'
import type { Job } from './run/job-plan.ts'
import { stopRepeating } from './run/planner.ts'
import type { JobServer } from './sync/at-job-server.ts'
import { syncedText, syncServer } from './sync/sync-server.ts'

/** The job server of a job that another scheduler plans and runs, also one that was removed; null for a job of this platform. */
const storedServer = async ({ db }: Ctx, jobServerId: string): Promise<(JobServer & { isDeleted: number }) | null> => {
  const server = await db
    .selectFrom('jobServer')
    .select(['id', 'jobServerName', 'jobServerNameEn', 'jobServerUrl', 'jobAppName', 'isDeleted'])
    .where('id', '=', jobServerId)
    .executeTakeFirst()
  return server && server.jobServerUrl !== localServerUrl ? server : null
}

/** The job server of a job elsewhere; null for a job of this platform. Throws if it was removed: this platform must not run its jobs. */
const serverElsewhere = async (ctx: Ctx, jobServerId: string): Promise<JobServer | null> => {
  const server = await storedServer(ctx, jobServerId)
  if (server?.isDeleted)
    throw new Fail([
      '任务应用已删除，该任务只能删除',
      'The job server of this job was deleted; the job can only be deleted',
    ])
  return server
}

const submit: Handlers<'jobInfo'>['submit'] = async (ctx, input) => {
  requirePermission(ctx, `jobinfo_${input.id ? 'edit' : 'add'}`)
  const { jobServerId } = input.id ? await findRow(ctx, jobInfo, input.id) : input
  const server = jobServerId ? await serverElsewhere(ctx, jobServerId) : null
  return server ? submitRemote(ctx, server, input) : submitLocal(ctx, input)
}

const change: Handlers<'jobInfo'>['change'] = async (ctx, { id, enable }) => {
  const job = await findRow(ctx, jobInfo, String(id))
  if (job.enable === Number(enable)) return null
  const server = await serverElsewhere(ctx, job.jobServerId)
  return server ? changeRemote(ctx, server, job.id, Number(enable)) : changeLocal(ctx, job.id, Number(enable))
}

/** The jobs with these ids, those of each other job server apart, unless it was removed; none may be shipped. */
const removableJobs = async (ctx: Ctx, ids: readonly string[]) => {
  const jobs = await rowsOf(ctx, jobInfo, {}, [sql`id = any(${ids}::bigint[])`])
  if (jobs.some(({ isShipped }) => isShipped === 1))
    throw new Fail([
      '平台自带的任务不能删除，可以暂停',
      'Jobs that the platform ships cannot be deleted; you can pause them',
    ])
  const elsewhere: (readonly [JobServer, readonly Job[]])[] = []
  for (const serverId of new Set(jobs.map(({ jobServerId }) => jobServerId))) {
    const server = await storedServer(ctx, serverId)
    if (server?.isDeleted === 0) elsewhere.push([server, jobs.filter(({ jobServerId }) => jobServerId === serverId)])
  }
  const idsElsewhere = new Set(elsewhere.flatMap(([, list]) => list.map(({ id }) => id)))
  return { elsewhere, here: ids.filter((id) => !idsElsewhere.has(id)) }
}

const remove: Handlers<'jobInfo'>['remove'] = async (ctx, { ids }) => {
  const { elsewhere, here } = await removableJobs(ctx, split(ids))
  for (const [server, jobs] of elsewhere) await removeRemote(ctx, server, jobs)
  if (here.length === 0) return null
  return tx(ctx, async (inside) => {
    await stopRepeating(inside.db, here)
    return removeRows(inside, jobInfo, here)
  })
}

const restore: Handlers<'jobInfo'>['restore'] = (ctx, { ids }) =>
  tx(ctx, async (inside) => {
    await restoreRows(inside, jobInfo, split(ids))
    for (const id of split(ids)) {
      const job = await findRow(inside, jobInfo, id)
      await ((await serverElsewhere(inside, job.jobServerId)) ? unlinkRestored : planRestored)(inside, job)
    }
    return null
  })

const runNow: Handlers<'jobInfo'>['run'] = async (ctx, { id, instanceParams = null }) => {
  const job = await findRow(ctx, jobInfo, String(id))
  const server = await serverElsewhere(ctx, job.jobServerId)
  const created = await (server ? runRemote(ctx, server, job, instanceParams) : runLocal(ctx, job.id, instanceParams))
  answerWith(ctx, ['运行成功!', 'The run has been created'])
  return created
}

const alerts: Handlers<'jobInfo'>['alerts'] = async (ctx, { id }) => {
  const job = await findRow(ctx, jobInfo, id)
  return run<JobAlert>(
    ctx.db,
    sql`select a.id::text, a.at, a.failures, r.id::text as "runId",
        ${ctx.lang === 'en' ? sql`coalesce(a.error_en, a.error)` : sql`a.error`} as error
      from job_alert a left join job_run r on r.id = a.run_id where a.job_id = ${job.id} order by a.at desc, a.id desc limit 50`,
  )
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
  workers,
  run: runNow,
  externalProcessors: async ({ app, db }) => ({
    isAllowed: app.env.jobExternal,
    options: (await activeExports(db)).map(({ info, containerName }) => ({ name: info, label: containerName })),
  }),
  processors: async ({ app, lang }) =>
    Object.entries(app.jobProcessors).map(([name, { label }]) => ({ name, label: localize(label, lang) })),
}

import { jobInfo } from '#contract/job/job-info.ts'
import { localServerUrl } from '#contract/job/job-server.ts'
import type { ServerSync, SyncNote } from '#contract/job/sync.ts'
import { check } from '#contract/kit/check.ts'
import { Fail } from '#contract/kit/fail.ts'
import { fill, localize, type Text } from '#contract/kit/text.ts'
import { run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { writeAudit } from '../../engine/audit-entry.ts'
import type { Ctx } from '../../engine/context.ts'
import { insertRow, rowsOf } from '../../engine/crud.ts'
import type { Job } from '../run/job-plan.ts'
import { atJobServer, type JobServer, serverNameIn } from './at-job-server.ts'
import { type PowerJob, timeForEach } from './powerjob-client.ts'
import { differencesOf, differenceText, hashOf, type RemoteJob, readRemoteJob, writeRemoteJob } from './remote-job.ts'

export const syncStates = { done: 1, conflict: 2, failed: 3 } as const

/** What happens to one job. */
type Outcome = 'downloaded' | 'uploaded' | 'unchanged' | { readonly difference: Text } | { readonly failure: Text }

const deletedRemotely: Text = ['远端已删除该任务', 'The job server has deleted this job']
const deletedLocally: Text = ['本平台已删除该任务，远端仍有', 'Deleted here; the job server still has it']
const unreadable: Text = ['远端任务的数据无法识别', 'The data of this job cannot be read']

/** One synchronisation: both sides as they were when it began. */
interface Sync {
  readonly ctx: Ctx
  readonly server: JobServer
  readonly remote: PowerJob
  readonly localWins: boolean
}

const mark = (
  { ctx }: Sync,
  job: Job,
  state: number,
  { id, modifiedAt, hash }: { id?: string; modifiedAt?: string | null; hash?: string } = {},
) =>
  run(
    ctx.db,
    sql`update job_info set sync_state = ${state}, job_id = coalesce(${id ?? null}::bigint, job_id),
        sync_hash = coalesce(${hash ?? null}, sync_hash),
        remote_modified = coalesce(${modifiedAt ?? null}::timestamptz, remote_modified) where id = ${job.id}`,
  )

const upload = async (sync: Sync, job: Job, remoteId: string | null): Promise<Outcome> => {
  const id = await sync.remote.saveJob(writeRemoteJob(job, remoteId))
  await mark(sync, job, syncStates.done, { id, hash: hashOf(job) })
  return 'uploaded'
}

/** Adds a job that only the job server has. It keeps its schedule there: this platform does not plan it. */
const download = async ({ ctx, server }: Sync, { id, values, modifiedAt }: RemoteJob): Promise<Outcome> => {
  const row = { ...values, jobServerId: server.id }
  const { faults } = check(jobInfo.fields, row, { mode: 'new' })
  if (faults[0]) return { failure: faults[0].text }
  const known = { jobId: id, syncState: syncStates.done, syncHash: hashOf(values), remoteModified: modifiedAt }
  await insertRow(ctx, jobInfo, { ...row, ...known })
  return 'downloaded'
}

/** A job that both sides have. */
const compare = async (sync: Sync, job: Job, there: RemoteJob): Promise<Outcome> => {
  const difference = differenceText(job, there)
  const { id, modifiedAt } = there
  if (!difference) {
    await mark(sync, job, syncStates.done, { id, modifiedAt, hash: hashOf(job) })
    return 'unchanged'
  }
  if (sync.localWins) return upload(sync, job, id)
  await mark(sync, job, syncStates.conflict, { modifiedAt })
  return { difference }
}

/** A job whose counterpart is deletedIds. It gets a new one: to save it under the old id would revive what was deleted. */
const missing = async (sync: Sync, job: Job): Promise<Outcome> => {
  if (sync.localWins) return upload(sync, job, null)
  await mark(sync, job, syncStates.conflict)
  return { difference: deletedRemotely }
}

const removedIds = async ({ ctx, server }: Sync): Promise<Set<string>> => {
  const rows = await run<{ id: string }>(
    ctx.db,
    sql`select job_id::text as id from job_info where job_server_id = ${server.id} and is_deleted = 1 and job_id is not null`,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Does one step for a job; a failure of the job is its own. */
const attempt = async (sync: Sync, job: Job | null, step: () => Promise<Outcome>): Promise<Outcome> => {
  try {
    return await step()
  } catch (error) {
    if (!(error instanceof Fail)) throw error
    if (job) await mark(sync, job, syncStates.failed)
    return { failure: error.text }
  }
}

/** Goes through the jobs of both sides, one after the other. */
async function* steps(sync: Sync): AsyncGenerator<readonly [name: string, outcome: Outcome]> {
  const isOfServer = [sql`job_server_id = ${sync.server.id}`]
  const [jobs, removed] = [await rowsOf(sync.ctx, jobInfo, {}, isOfServer), await removedIds(sync)]
  const there = new Map<string, RemoteJob>()
  for (const value of await sync.remote.fetchJobs()) {
    const job = readRemoteJob(value)
    if (!job) yield ['?', { failure: unreadable }]
    else if (!job.isDeleted) there.set(job.id, job)
  }
  const linked = new Set(jobs.map(({ jobId }) => jobId))
  const unknown = new Map([...there].filter(([id]) => !linked.has(id)))
  for (const job of jobs) {
    // a synchronisation that was interrupted may have sent the job without learning its id
    const own = job.jobId
      ? there.get(job.jobId)
      : [...unknown.values()].find((one) => differencesOf(job, one).length === 0)
    if (own) unknown.delete(own.id)
    const step = own ? () => compare(sync, job, own) : () => (job.jobId ? missing(sync, job) : upload(sync, job, null))
    yield [job.jobName, await attempt(sync, job, step)]
  }
  for (const job of unknown.values())
    yield [
      job.name,
      removed.has(job.id) ? { difference: deletedLocally } : await attempt(sync, null, () => download(sync, job)),
    ]
}

const nothingDone = ({ lang }: Ctx, server: JobServer): ServerSync => ({
  serverId: server.id,
  serverName: serverNameIn(server, lang),
  downloaded: 0,
  uploaded: 0,
  unchanged: 0,
  differences: [],
  failures: [],
  error: null,
})

const perform = async (sync: Sync): Promise<ServerSync> => {
  const { ctx, server } = sync
  const counts = { downloaded: 0, uploaded: 0, unchanged: 0 }
  const [differences, failures]: [SyncNote[], SyncNote[]] = [[], []]
  for await (const [jobName, outcome] of steps(sync))
    if (typeof outcome === 'string') counts[outcome]++
    else if ('difference' in outcome) differences.push({ jobName, text: localize(outcome.difference, ctx.lang) })
    else failures.push({ jobName, text: localize(outcome.failure, ctx.lang) })
  await writeAudit(ctx, 'jobServer', server.id, 'sync', null, counts, { title: server.jobServerName })
  return { ...nothingDone(ctx, server), ...counts, differences, failures }
}

/**
 * Synchronises the jobs of one job server: adds on each side what only the other one has, and reports what differs. Nothing is
 * overwritten, unless `localWins`: then jobs that differ are changed at the job server. Two at the same time would add jobs twice, so
 * the second one is refused. Errors of the job server are in the report.
 */
export const syncServer = async (ctx: Ctx, server: JobServer, localWins: boolean): Promise<ServerSync> => {
  if (server.jobServerUrl === localServerUrl) {
    const jobs = await rowsOf(ctx, jobInfo, {}, [sql`job_server_id = ${server.id}`])
    return { ...nothingDone(ctx, server), unchanged: jobs.length }
  }
  try {
    const work = async (connect: () => Promise<PowerJob>) =>
      perform({ ctx, server, localWins, remote: await connect() })
    return await atJobServer(ctx, server, work, timeForEach)
  } catch (error) {
    if (error instanceof Fail) return { ...nothingDone(ctx, server), error: localize(error.text, ctx.lang) }
    throw error
  }
}

/** The message of a synchronisation. */
export const syncedText = (servers: readonly ServerSync[]): Text => {
  const [failed] = servers.filter(({ error }) => error !== null)
  if (failed)
    return fill(['“{0}”同步失败：{1}', '“{0}” could not be synchronised: {1}'], failed.serverName, failed.error ?? '')
  return servers.some(({ differences, failures }) => differences.length + failures.length > 0)
    ? ['同步完毕，部分任务需要处理', 'Synchronised; some jobs need attention']
    : ['同步完毕', 'Synchronised']
}

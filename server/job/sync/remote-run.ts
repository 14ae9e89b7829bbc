import { type RunStatus, runStatus } from '#contract/job/run-status.ts'
import { Fail } from '#contract/kit/fail.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { type Db, type Fragment, run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import type { App, Ctx } from '../../engine/context.ts'
import { sendAlerts } from '../run/alerts.ts'
import { announceWake } from '../run/claim.ts'
import { engineClock } from '../run/engine-clock.ts'
import { endColumns, noteFailures } from '../run/failures.ts'
import type { PlannedJob } from '../run/planner.ts'
import { noteBegin } from '../run/processor-run.ts'
import { connectTo, type JobServer } from './at-job-server.ts'
import { type PowerJob, type TimeLeft, timeForEach } from './powerjob-client.ts'
import { type RemoteInstance, readInstance } from './remote-instance.ts'

/** The kind of runs at other job servers; no worker here takes it. */
const remoteKind = 'remote'

/** The processor of the shipped job that asks for their state. It rests while there are none that have not ended. */
export const remoteRunsProcessor = 'remote-runs'

/** A run at another job server. */
export interface RemoteRun {
  readonly id: string
  readonly remoteId: string
  readonly server: JobServer
}

/** Runs elsewhere, of SQL conditions on `r`. */
const selectRemoteRuns = async (db: Db, conditions: Fragment): Promise<RemoteRun[]> => {
  const rows = await run<{ id: string; remoteId: string; serverId: string } & Omit<JobServer, 'id'>>(
    db,
    sql`select r.id::text, r.remote_id as "remoteId", s.id::text as "serverId", s.job_server_name as "jobServerName",
        s.job_server_name_en as "jobServerNameEn", s.job_server_url as "jobServerUrl", s.job_app_name as "jobAppName"
      from job_run r join job_info j on j.id = r.job_id join job_server s on s.id = j.job_server_id
      where r.remote_id is not null and ${conditions}`,
  )
  return rows.map(({ id, remoteId, serverId, ...server }) => ({ id, remoteId, server: { id: serverId, ...server } }))
}

/** The run with this id if it is at another job server. */
export const findRemoteRun = async (db: Db, id: string): Promise<RemoteRun | null> =>
  (await selectRemoteRuns(db, sql`r.id = ${id}`))[0] ?? null

interface NewRemoteRun {
  readonly remoteId: string
  readonly instanceParams: string | null
  readonly userId: string | null
}

/** Adds the run of an instance that a job server has created. It is never due here, and its lease never ends. */
export const addRemoteRun = async (
  db: Db,
  { id, tenantId, jobParams }: Pick<PlannedJob, 'id' | 'tenantId' | 'jobParams'>,
  { remoteId, instanceParams, userId }: NewRemoteRun,
): Promise<string> => {
  const [added] = await run<{ id: string }>(
    db,
    sql`insert into job_run (tenant_id, kind, trigger, job_id, remote_id, run_at, lease_ends, job_params, instance_params, create_user)
      values (coalesce(${tenantId}, '000000'), ${remoteKind}, 'manual', ${id}, ${remoteId}, 'infinity', 'infinity', ${jobParams},
        ${instanceParams}, ${userId}::bigint) returning id::text`,
  )
  await announceWake(db, remoteRunsProcessor)
  return (added as { id: string }).id
}

const isUnfinished = sql`status in (${sql.lit(runStatus.waiting)}, ${sql.lit(runStatus.sent)}, ${sql.lit(runStatus.running)})`

/** Does an update of runs, and notes those that have failed with it, so that each end is told once. */
const storeEnds = (db: Db, update: Fragment) =>
  run(
    db,
    sql`with ended as (${update} returning ${endColumns}), failures as (${noteFailures(sql`ended`, engineClock)}) select 1 from ended`,
  )

/** Stores what a job server knows of a run. One that has ended here stays as it is. */
const storeState = async (db: Db, id: string, state: RemoteInstance): Promise<void> => {
  const isOver = state.status > runStatus.running
  await storeEnds(
    db,
    sql`update job_run set status = ${state.status}, result = ${state.result}, result_en = null, worker = ${state.worker},
        attempt = coalesce(${state.attempt}::integer, attempt), started_at = ${state.startedAt}::timestamptz,
        ended_at = ${isOver ? sql`coalesce(${state.endedAt}::timestamptz, ${engineClock})` : null},
        update_time = ${engineClock}
      where id = ${id} and ${isUnfinished}`,
  )
  if (state.startedAt) await noteBegin(db, id)
}

const unknownState: Text = ['暂时无法得知运行状态：{0}', 'The state is not known at present: {0}']

const storeFailure = (db: Db, ids: readonly string[], { text }: Fail) => {
  const [chinese, english] = fill(unknownState, text)
  return run(
    db,
    sql`update job_run set result = ${chinese}, result_en = ${english}, update_time = ${engineClock}
      where id = any(${ids}::bigint[]) and ${isUnfinished}`,
  )
}

/** Asks a job server what has become of its runs; its error is stored with those that remain. */
const refreshAt = async (
  ctx: Pick<Ctx, 'app' | 'db'>,
  server: JobServer,
  runs: readonly RemoteRun[],
  timeLeft?: TimeLeft,
): Promise<void> => {
  const left = new Map(runs.map((one) => [one.id, one]))
  try {
    const remote = await connectTo(ctx, server, timeLeft)
    for (const { id, remoteId } of runs) {
      const state = readInstance(await remote.fetchInstance(remoteId))
      await storeState(ctx.db, id, state)
      left.delete(id)
    }
  } catch (error) {
    if (!(error instanceof Fail)) throw error
    await storeFailure(ctx.db, [...left.keys()], error)
  }
}

/** A run that is asked for often is asked for less often the longer it lasts: after a tenth of its time, at most ten minutes. */
const isDue = sql`r.${isUnfinished}
  and r.update_time < ${engineClock} - least((${engineClock} - r.create_time) / 10, interval '10 minutes')`

const lostDays = 7
const neverKnown: Text = ['七天内未能得知运行结果', 'Its result did not become known within seven days']

/** Ends runs whose job server has not told their end for a week: it keeps its own no longer. */
const endForgotten = (db: Db) =>
  storeEnds(
    db,
    sql`update job_run set status = ${sql.lit(runStatus.failed)}, ended_at = ${engineClock}, update_time = ${engineClock},
        result = ${neverKnown[0]}, result_en = ${neverKnown[1]}
      where remote_id is not null and ${isUnfinished} and create_time < ${engineClock} - make_interval(days => ${lostDays})`,
  )

/**
 * Asks all job servers side by side what has become of the runs that have not ended, at most a hundred. Resolves to whether there are any,
 * also if none of them is to be asked for yet.
 */
export const refreshRuns = async (app: App): Promise<boolean> => {
  const ctx = { app, db: app.db }
  const [open] = await run(ctx.db, sql`select 1 from job_run where remote_id is not null and ${isUnfinished} limit 1`)
  if (!open) return false
  const runs = await selectRemoteRuns(ctx.db, sql`${isDue} order by r.update_time limit 100`)
  if (runs.length === 0) return true
  await endForgotten(ctx.db)
  const servers = new Map(runs.map(({ server }) => [server.id, server]))
  await Promise.all(
    [...servers.values()].map((server) =>
      refreshAt(
        ctx,
        server,
        runs.filter((one) => one.server.id === server.id),
        timeForEach,
      ),
    ),
  )
  await sendAlerts(app)
  return true
}

/** Asks for the state of one run that somebody looks at, unless that was done three seconds ago. */
export const refreshRun = async (ctx: Ctx, id: string): Promise<void> => {
  const [due] = await selectRemoteRuns(
    ctx.db,
    sql`r.id = ${id} and r.${isUnfinished} and r.update_time < ${engineClock} - interval '3 seconds'`,
  )
  if (due) await refreshAt(ctx, due.server, [due])
}

const stateOf = async (remote: PowerJob, { remoteId }: RemoteRun): Promise<RemoteInstance> =>
  readInstance(await remote.fetchInstance(remoteId))

/**
 * Stops a run at its job server, which distinguishes those that have not begun. Resolves to false if it has ended; what has become of it is
 * stored.
 */
export const stopRemoteRun = async (ctx: Ctx, target: RemoteRun): Promise<boolean> => {
  const remote = await connectTo(ctx, target.server)
  const { status } = await stateOf(remote, target)
  const isOpen = status <= runStatus.running
  if (isOpen) await (status === runStatus.waiting ? remote.cancelInstance : remote.stopInstance)(target.remoteId)
  await storeState(ctx.db, target.id, await stateOf(remote, target))
  return isOpen
}

/** Lets a run that has ended run once more at its job server. */
export const retryRemoteRun = async (ctx: Ctx, { id, remoteId, server }: RemoteRun): Promise<void> => {
  await (await connectTo(ctx, server)).retryInstance(remoteId)
  await run(
    ctx.db,
    sql`update job_run set status = ${sql.lit(runStatus.waiting satisfies RunStatus)}, ended_at = null, result = null,
        result_en = null, update_time = ${engineClock} where id = ${id}`,
  )
  await announceWake(ctx.db, remoteRunsProcessor)
}

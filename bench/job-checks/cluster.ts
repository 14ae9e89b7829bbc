import { setTimeout as sleep } from 'node:timers/promises'
import type { TestContext } from 'vitest'
import { jobInfo } from '#contract/job/job-info.ts'
import { jobInstance } from '#contract/job/job-instance.ts'
import { jobServer } from '#contract/job/job-server.ts'
import { runStatus } from '#contract/job/run-status.ts'
import { timing } from '#contract/job/timing.ts'
import { type Db, openDatabase, run } from '#server/base/database/db.ts'
import { sql } from '#server/base/database/sql.ts'
import { cleanUp } from '../../tests/support/cleanup.ts'
import { cloneDatabase } from '../../tests/support/databases.ts'
import type { Caller } from '../../tests/support/platform.ts'
import { type LaunchedServer, launch, newDataDir } from '../../tests/support/process.ts'
import { until } from '../../tests/support/until.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** What a check has measured, for its report. */
    measured?: string[]
  }
}

/** Adds a line to the report of a check. */
export const report = ({ task }: TestContext, line: string): void => {
  task.meta.measured = [...(task.meta.measured ?? []), line]
}

export const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`

const program = [process.execPath, '--enable-source-maps', '--import', 'tsx', 'bench/job-checks/program.ts']

/** A process with the processors of the checks, and its data directory. */
export interface Node extends LaunchedServer {
  readonly dataDir: string
}

export const launchNode = (env: NodeJS.ProcessEnv, args: readonly string[] = [], dataDir = newDataDir()): Node => ({
  ...launch(dataDir, env, [...program, ...args]),
  dataDir,
})

/** A run as the database has it; times are milliseconds. */
export interface StoredRun {
  readonly id: string
  readonly status: number
  readonly attempt: number
  readonly result: string | null
  readonly dueAt: number | null
  readonly startedAt: number | null
  readonly endedAt: number | null
  readonly worker: string | null
}

export interface StoredAttempt {
  readonly runId: string
  readonly attempt: number
  readonly worker: string
  readonly startedAt: number
  readonly endedAt: number | null
  readonly outcome: string | null
}

const millis = (column: string) => sql`extract(epoch from ${sql.ref(column)})::float8 * 1000`

/** What checks read of the runs in a database. */
export const openRuns = (db: Db) => {
  const seen = async (id: string): Promise<StoredRun> => {
    const [row] = await runsWhere(sql`id = ${id}`)
    if (!row) throw new Error(`There is no run ${id}.`)
    return row
  }
  const runsWhere = (condition: ReturnType<typeof sql>) =>
    run<StoredRun>(
      db,
      sql`select id::text, status, attempt, result, worker, ${millis('due_at')} as "dueAt", ${millis('started_at')} as "startedAt",
          ${millis('ended_at')} as "endedAt" from job_run where ${condition} order by job_run.id`,
    )
  return {
    seen,
    runsWhere,
    runsOf: (jobId: string) => runsWhere(sql`job_id = ${jobId}`),
    ended: async (id: string, timeoutMs?: number): Promise<StoredRun> => {
      await until(async () => (await seen(id)).status > runStatus.running, timeoutMs)
      return seen(id)
    },
    started: async (id: string): Promise<StoredRun> => {
      await until(async () => (await seen(id)).status === runStatus.running)
      return seen(id)
    },
    attemptsWhere: (condition: ReturnType<typeof sql>) =>
      run<StoredAttempt>(
        db,
        sql`select run_id::text as "runId", attempt, worker, outcome, ${millis('started_at')} as "startedAt",
            ${millis('ended_at')} as "endedAt" from job_attempt where ${condition} order by started_at`,
      ),
    /** The lines of one attempt, in order. */
    logOf: async (id: string, attempt: number): Promise<string[]> => {
      const rows = await run<{ content: string }>(
        db,
        sql`select content from job_log where run_id = ${id} and attempt = ${attempt} order by n`,
      )
      return rows.map(({ content }) => content)
    },
  }
}

/** What checks do with the jobs of a platform, as an administrator. */
export const openJobsOf = async (admin: Caller) => {
  const { records } = await admin.get(jobServer.calls.list, {})
  const jobServerId = records.find(({ isShipped }) => isShipped === 1)?.id ?? ''
  return {
    /** Adds a job that runs on request, on whatever worker is first, unless the values say otherwise; resolves to its id. */
    addJob: async (processorInfo: string, values: object = {}): Promise<string> => {
      const job = { jobServerId, jobName: `${processorInfo} ${Math.random()}`.slice(0, 50), processorInfo }
      const simple = { timeExpressionType: timing.api, dispatchStrategy: 2 } as const
      return (await admin.get(jobInfo.calls.submit, { ...job, ...simple, ...values })).id
    },
    runNow: async (id: string, instanceParams?: string): Promise<string> =>
      (await admin.get(jobInfo.calls.run, { id, ...(instanceParams ? { instanceParams } : {}) })).id,
    pause: (id: string) => admin.get(jobInfo.calls.change, { id, enable: 0 }),
    stop: (id: string) => admin.get(jobInstance.calls.stop, { id }),
    retry: (id: string) => admin.get(jobInstance.calls.retry, { id }),
  }
}

interface ClusterOptions {
  readonly servers?: number
  readonly workers?: number
  readonly serverEnv?: NodeJS.ProcessEnv
  readonly workerEnv?: NodeJS.ProcessEnv
}

/** Servers that run nothing and workers that do, each a process, on one new database. */
export const openCluster = async ({ servers = 1, workers = 3, serverEnv, workerEnv }: ClusterOptions = {}) => {
  const databaseUrl = await cloneDatabase()
  const { db, close } = openDatabase(databaseUrl, () => {})
  cleanUp(close)
  const nodes: Node[] = []
  const startWorker = (env: NodeJS.ProcessEnv = {}): Node => {
    const node = launchNode({ DATABASE_URL: databaseUrl, ...workerEnv, ...env }, ['worker'])
    nodes.push(node)
    return node
  }
  const workerCount = async () =>
    (await run(db, sql`select 1 from job_worker where seen_at > now() - interval '25 s'`)).length
  for (let n = 0; n < workers; n++) startWorker()
  const launched = Array.from({ length: servers }, () =>
    launchNode({ DATABASE_URL: databaseUrl, JOB_WORKER: 'off', ...serverEnv }),
  )
  const admins = await Promise.all(launched.map((server) => server.admin()))
  await until(async () => (await workerCount()) === workers)
  return {
    ...{ db, databaseUrl, servers: launched, admins, workerCount, startWorker },
    ...openRuns(db),
    ...(await openJobsOf(admins[0] as Caller)),
    /** The process that a worker of this name is. */
    nodeOf: (worker: string | null): Node => {
      const node = nodes.find(({ pid }) => worker?.includes(`-${pid}-`))
      if (!node) throw new Error(`No process is the worker ${worker}.`)
      return node
    },
    workers: (): readonly Node[] => nodes,
  }
}

export type Cluster = Awaited<ReturnType<typeof openCluster>>

export const quantile = (values: readonly number[], q: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * q))] ?? Number.NaN

/** The most intervals that hold the same moment. */
export const maxAtOnce = (
  intervals: readonly { readonly startedAt: number; readonly endedAt: number | null }[],
): number =>
  Math.max(
    0,
    ...intervals.map(
      ({ startedAt }) =>
        intervals.filter((one) => one.startedAt <= startedAt && startedAt < (one.endedAt ?? Number.POSITIVE_INFINITY))
          .length,
    ),
  )

export const pauseSeconds = (count: number): Promise<void> => sleep(count * 1000)

import { runStatus } from '#contract/job/run-status.ts'
import { type Db, run } from '#server/base/database/db.ts'
import { sql } from '#server/base/database/sql.ts'
import type { App } from '#server/engine/context.ts'
import { announceWork } from '#server/job/run/claim.ts'
import { addRun } from '#server/job/run/planner.ts'
import type { Processor } from '#server/job/run/processor.ts'
import { type Runner, startRunner } from '#server/job/run/runner.ts'
import { openPlatform } from './platform.ts'
import { until } from './until.ts'

interface SeenRun {
  readonly status: number
  readonly attempt: number
  readonly result: string | null
}

interface RunOptions {
  readonly retries?: number
  /** Parameters of this run. */
  readonly params?: string
}

interface NodeOptions {
  readonly tag?: string | null
  readonly graceMs?: number
}

/** A platform whose own process runs no jobs, and others on its database that do. */
export const openJobNodes = async () => {
  const { app, db } = await openPlatform({ JOB_WORKER: 'off' })
  const runners: Runner[] = []
  const seen = async (id: string) =>
    (await run<SeenRun>(db, sql`select status, attempt, result from job_run where id = ${id}`))[0] as SeenRun
  const columnOf = async <T extends string>(column: ReturnType<typeof sql>): Promise<T[]> =>
    (await run<{ value: T }>(db, column)).map(({ value }) => value)
  return {
    db: db as Db,
    dataDir: app.env.dataDir,
    /** Another process on the same database, with one processor. */
    start: (name: string, processor: Partial<Processor>, { tag = null, graceMs = 0 }: NodeOptions = {}): Runner => {
      const own: App = {
        ...app,
        env: { ...app.env, jobWorkerTag: tag },
        cache: new Map(),
        jobProcessors: { [name]: { label: ['测试', 'Test'], run: async () => null, ...processor } },
      }
      const runner = startRunner(own, {}, { plans: true, heartbeatMs: 200, graceMs })
      runners.push(runner)
      return runner
    },
    stopAll: async () => {
      await Promise.all(runners.splice(0).map((runner) => runner.stop()))
      await db.deleteFrom('jobWorker').execute()
    },
    /** Adds a run of a job now; resolves to its id. */
    run: async (job: { id: string; name: string }, { retries = 0, params }: RunOptions = {}): Promise<string> => {
      const planned = {
        ...{ id: job.id, tenantId: '000000', processorInfo: job.name, jobParams: null },
        ...{ maxInstanceNum: 0, instanceRetryNum: retries },
      }
      const id = await addRun(db, planned, { trigger: 'manual', instanceParams: params ?? null })
      await announceWork(db)
      return String(id)
    },
    seen,
    ended: async (id: string) => {
      await until(async () => (await seen(id)).status > runStatus.running)
      return seen(id)
    },
    logOf: (id: string) => columnOf(sql`select content as value from job_log where run_id = ${id} order by n`),
    attemptsOf: (id: string) =>
      columnOf(sql`select outcome as value from job_attempt where run_id = ${id} order by attempt`),
    /** The number of workers once there are as many as expected. */
    workers: (count: number) => until(async () => (await run(db, sql`select 1 from job_worker`)).length === count),
  }
}

export type JobNodes = Awaited<ReturnType<typeof openJobNodes>>

import { sql } from 'kysely'
import { runStatus } from '#contract/job/run-status.ts'
import { Fail } from '#contract/kit/fail.ts'
import { bilingual, type Text } from '#contract/kit/text.ts'
import { type Db, run } from '../../base/database/db.ts'
import type { App } from '../../engine/context.ts'
import type { RunControl } from './active-runs.ts'
import type { ClaimedRun, Worker } from './claim.ts'
import { endRun, repeatRun } from './lease.ts'
import type { Processor, ProcessorRun } from './processor.ts'
import { failureText } from './run-failure.ts'
import { logTypes, openRunLog } from './run-log.ts'

/** A run with what its job says about it. */
export interface JobRun {
  readonly jobId: string | null
  readonly processorInfo: string
  readonly jobParams: string
  readonly instanceParams: string
  /** In wire format. */
  readonly dueAt: string | null
  readonly retries: number
  readonly executeType: number
  /** Milliseconds; 0: no limit. */
  readonly timeLimit: number
  readonly logType: number
  readonly logLevel: number
}

/** The kind of execution that runs on one worker; broadcast and MapReduce would need more than one. */
const singleWorker = 1

/** The seconds between an attempt that failed and the next one (jobs of PowerJob wait as long). */
const retrySeconds = 10

export const readJobRun = async (db: Db, id: string): Promise<JobRun | undefined> => {
  const [row] = await run<JobRun>(
    db,
    sql`select i.job_id::text as "jobId", coalesce(j.processor_info, i.kind) as "processorInfo",
        coalesce(i.job_params, '') as "jobParams", coalesce(i.instance_params, '') as "instanceParams", i.due_at as "dueAt",
        i.retries, coalesce(j.execute_type, ${singleWorker}) as "executeType", coalesce(j.instance_time_limit, 0)::integer as "timeLimit",
        coalesce(j.log_type, ${logTypes.none}) as "logType", coalesce(j.log_level, 2) as "logLevel"
      from job_run i left join job_info j on j.id = i.job_id where i.id = ${id}`,
  )
  return row
}

const timeOut = (milliseconds: number) =>
  new Fail([`运行超过 ${milliseconds} 毫秒的时限，已停止`, `Stopped: it ran longer than ${milliseconds} ms`])
const onlySingleWorker = () =>
  new Fail([
    '广播执行和MapReduce尚未启用，请改为单机执行',
    'Broadcast and MapReduce cannot run yet; choose the single execution',
  ])
const unknownProcessor = (name: string) =>
  new Fail([`没有名为“${name}”的处理器`, `There is no processor named “${name}”`])

/** Runs the processor once, within the time limit of the job. */
export const runProcessor = async (
  app: App,
  claimed: ClaimedRun,
  job: JobRun,
  { progress, signal }: RunControl,
  log: ProcessorRun['log'],
): Promise<Text | null> => {
  const processor: Processor | undefined = app.jobProcessors[job.processorInfo]
  if (!processor) throw unknownProcessor(job.processorInfo)
  if (job.executeType !== singleWorker) throw onlySingleWorker()
  const stop = new AbortController()
  const forward = () => stop.abort(signal.reason)
  signal.addEventListener('abort', forward, { once: true })
  const timer = job.timeLimit > 0 ? setTimeout(() => stop.abort(timeOut(job.timeLimit)), job.timeLimit) : undefined
  try {
    signal.throwIfAborted()
    const aborted = new Promise<never>((_, reject) =>
      stop.signal.addEventListener('abort', () => reject(stop.signal.reason), { once: true }),
    )
    const work = processor.run({
      app,
      runId: claimed.id,
      jobParams: job.jobParams,
      instanceParams: job.instanceParams,
      dueAt: job.dueAt,
      log,
      signal: stop.signal,
      step: (done, total) => {
        progress.done = done
        progress.total = total ?? progress.total
        stop.signal.throwIfAborted()
      },
    })
    // a processor that ignores the signal goes on, but its result no longer counts
    return await Promise.race([work, aborted])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', forward)
  }
}

/** Performs a planned or manual run to its end: an attempt that fails is repeated as often as the job says. */
export const performProcessorRun = async (
  app: App,
  worker: Worker,
  claimed: ClaimedRun,
  control: RunControl,
): Promise<void> => {
  const job = await readJobRun(app.db, claimed.id)
  if (!job) return
  const log = openRunLog(app, claimed, { type: job.logType, level: job.logLevel })
  try {
    const result = await runProcessor(app, claimed, job, control, log)
    if (result) log.info(bilingual(result))
    await log.flush()
    await endRun(app.db, worker, claimed, runStatus.done, { progress: control.progress, result })
  } catch (error) {
    const text = failureText(app, error, claimed.id)
    log.error(bilingual(text))
    await log.flush()
    if (claimed.attempt <= job.retries) await repeatRun(app.db, worker, claimed, retrySeconds, 'failed')
    else await endRun(app.db, worker, claimed, runStatus.failed, { progress: control.progress, result: text })
  }
}

import { executions, processorTypes } from '#contract/job/job-info.ts'
import { runStatus } from '#contract/job/run-status.ts'
import { Fail } from '#contract/kit/fail.ts'
import type { Text } from '#contract/kit/text.ts'
import { type Db, run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import type { App } from '../../engine/context.ts'
import { type Execution, isInterrupted } from './active-runs.ts'
import { sendAlerts } from './alerts.ts'
import { endRun, releaseRun, repeatRun } from './lease.ts'
import { broadcast, mapReduce } from './parallel-run.ts'
import { executionText, type Processor, type ProcessorRun, type RunLog } from './processor.ts'
import { failureText } from './run-failure.ts'
import { logTypes, openRunLog } from './run-log.ts'

/** A run with what its job says about it. */
export interface JobRun {
  readonly jobId: string | null
  readonly processorType: number
  readonly processorInfo: string
  readonly jobParams: string
  readonly instanceParams: string
  /** In wire format. */
  readonly dueAt: string | null
  readonly retries: number
  readonly taskRetries: number
  readonly executeType: number
  /** Milliseconds; 0: no limit. */
  readonly timeLimit: number
  readonly logType: number
  readonly logLevel: number
}

/** The seconds between an attempt that failed and the next one (jobs of PowerJob wait as long). */
const retrySeconds = 10

export const readJobRun = async (db: Db, id: string): Promise<JobRun | undefined> => {
  const [row] = await run<JobRun>(
    db,
    sql`select i.job_id::text as "jobId", coalesce(j.processor_info, i.kind) as "processorInfo",
        coalesce(j.processor_type, ${sql.lit(processorTypes.builtIn)}) as "processorType",
        coalesce(i.job_params, '') as "jobParams", coalesce(i.instance_params, '') as "instanceParams", i.due_at as "dueAt",
        i.retries, coalesce(j.task_retry_num, 0) as "taskRetries", coalesce(j.execute_type, ${executions.single}) as "executeType", coalesce(j.instance_time_limit, 0)::integer as "timeLimit",
        coalesce(j.log_type, ${logTypes.none}) as "logType", coalesce(j.log_level, 2) as "logLevel"
      from job_run i left join job_info j on j.id = i.job_id where i.id = ${id}`,
  )
  return row
}

/** Stores when the last run of a job began. One that waits, or that was refused, is none yet. */
export const noteBegin = (db: Db, runId: string) =>
  run(db, sql`update job_info j set last_at = i.started_at from job_run i where i.id = ${runId} and j.id = i.job_id`)

const timeOut = (milliseconds: number) =>
  new Fail([`运行超过 ${milliseconds} 毫秒的时限，已停止`, `Stopped: it ran longer than ${milliseconds} ms`])
const unknownProcessor = (name: string) =>
  new Fail([`没有名为“${name}”的处理器`, `There is no processor named “${name}”`])

/** Runs the processor again at once as often as the job says, unless the run must stop. */
const withRetries = async (work: Processor['run'], run: ProcessorRun, retries: number): Promise<Text | null> => {
  for (let tries = 0; ; tries++)
    try {
      return await work(run)
    } catch (error) {
      if (run.signal.aborted || tries >= retries) throw error
      run.log.warn(failureText(run.app, error, run.runId))
    }
}

const execute = async (
  execution: Execution,
  processor: Processor,
  job: JobRun,
  run: ProcessorRun,
): Promise<Text | null> => {
  const { jobId, taskRetries, executeType } = job
  const fault = executionText(processor, job.processorInfo, executeType)
  if (fault) throw new Fail(fault)
  const parallel = { ...execution, run, jobId: String(jobId), taskRetries }
  if (executeType === executions.broadcast) return broadcast(parallel)
  if (executeType === executions.mapReduce && processor.mapReduce) return mapReduce(parallel, processor.mapReduce)
  return withRetries(processor.run, run, taskRetries)
}

/** The processor of a job of this platform; a Fail if there is none of this name. */
export const processorOf = (
  { jobProcessors, externalProcessor }: App,
  { processorType, processorInfo }: Pick<JobRun, 'processorType' | 'processorInfo'>,
): Processor => {
  if (processorType === processorTypes.external) return externalProcessor(processorInfo)
  const processor = Object.hasOwn(jobProcessors, processorInfo) ? jobProcessors[processorInfo] : undefined
  if (!processor) throw unknownProcessor(processorInfo)
  return processor
}

/** What a processor gets of its run. */
export const processorRunOf = (
  { app, claimed, control: { progress } }: Execution,
  job: JobRun,
  log: RunLog,
  signal: AbortSignal,
  rest: ProcessorRun['rest'] = () => {},
): ProcessorRun => ({
  app,
  runId: claimed.id,
  jobParams: job.jobParams,
  instanceParams: job.instanceParams,
  dueAt: job.dueAt,
  log,
  signal,
  step: (done, total) => {
    progress.done = done
    progress.total = total ?? progress.total
    signal.throwIfAborted()
  },
  rest,
})

/** The result of `work`, or the reason of the signal once it is aborted: what ignores the signal goes on, but its result no longer counts. */
export const untilAborted = async <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
  signal.throwIfAborted()
  const aborted = new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
  )
  return Promise.race([work(), aborted])
}

/** Runs the processor of a job once, within the time limit of the job, on one worker or on several. */
export const runProcessor = async (
  execution: Execution,
  job: JobRun,
  log: RunLog,
  rest?: ProcessorRun['rest'],
): Promise<Text | null> => {
  const { signal } = execution.control
  const processor = processorOf(execution.app, job)
  const stop = new AbortController()
  const forward = () => stop.abort(signal.reason)
  if (signal.aborted) forward()
  signal.addEventListener('abort', forward, { once: true })
  const timer = job.timeLimit > 0 ? setTimeout(() => stop.abort(timeOut(job.timeLimit)), job.timeLimit) : undefined
  try {
    return await untilAborted(stop.signal, () =>
      execute(execution, processor, job, processorRunOf(execution, job, log, stop.signal, rest)),
    )
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', forward)
  }
}

const interrupted: Text = [
  '服务正在停止，本次执行已中断，将重新执行，且不计入重试次数',
  'The service is stopping, so this attempt was interrupted; the run starts again, and this attempt is not counted',
]

/** Performs a planned or manual run to its end: an attempt that fails is repeated as often as the job says. */
export const performProcessorRun = async (execution: Execution): Promise<void> => {
  const { app, worker, claimed, control } = execution
  const [job] = await Promise.all([readJobRun(app.db, claimed.id), noteBegin(app.db, claimed.id)])
  if (!job) return
  const log = openRunLog(app, claimed, { type: job.logType, level: job.logLevel, clock: worker.clock })
  try {
    const result = await runProcessor(execution, job, log)
    if (result) log.info(result)
    await log.flush()
    await endRun(app.db, worker, claimed, runStatus.done, { progress: control.progress, result })
  } catch (error) {
    if (isInterrupted(control)) {
      log.warn(interrupted)
      await log.flush()
      await releaseRun(app.db, worker, claimed)
      return
    }
    const text = failureText(app, error, claimed.id)
    log.error(text)
    await log.flush()
    if (claimed.attempt <= job.retries) await repeatRun(app.db, worker, claimed, retrySeconds, 'failed')
    else {
      await endRun(app.db, worker, claimed, runStatus.failed, { progress: control.progress, result: text })
      await sendAlerts(app)
    }
  }
}

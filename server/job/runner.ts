import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Fail } from '#contract/kit/fail.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import type { Db } from '../base/database/db.ts'
import { perApp } from '../engine/cache.ts'
import type { App, UserCtx } from '../engine/context.ts'
import { failOf } from '../engine/errors.ts'
import {
  type ClaimedJob,
  claimJob,
  contextOf,
  deleteOldJobs,
  failExpired,
  failJob,
  finish,
  heartbeat,
  leaseLost,
  type Node,
  type Outcome,
  type Progress,
} from './job-lease.ts'
import { notifyOwner } from './job-messages.ts'

/** A running job, as its task sees it. */
export interface Work {
  readonly id: string
  readonly ctx: UserCtx
  readonly resource: string
  readonly input: unknown
  /** The uploaded file of the job. */
  readonly upload: ClaimedJob['upload']
  /** Reports progress and yields to requests; throws if the job must stop. Call it every few milliseconds. */
  readonly step: (done: number, total?: number) => Promise<void>
  /** Ends the job in the transaction of `db`; throws if it was cancelled or is no longer this node's. */
  readonly finish: (db: Db, outcome: Outcome) => Promise<void>
}

/** A kind of job. */
export interface Task {
  /**
   * Runs at the start and on every heartbeat; throws if the owner may not (or no longer) do this. The result describes what the
   * owner may see: if it differs from the first one, the job stops too.
   */
  readonly authorize: (ctx: UserCtx, resource: string, input: unknown) => string
  readonly run: (work: Work) => Promise<void>
  /** Throws if the owner may no longer have the file, though they may still start such a job. */
  readonly authorizeFile?: (ctx: UserCtx, resource: string, result: unknown) => void
}

export interface Runner {
  /** Throws if the caller may not run a job of this kind, or have what it produces. */
  readonly authorize: (ctx: UserCtx, kind: string, resource: string, input: unknown) => void
  /** Throws if the caller may no longer have the file of a job with this result. */
  readonly authorizeFile: (ctx: UserCtx, kind: string, resource: string, result: unknown) => void
  /** Looks for waiting jobs now instead of at the next round. */
  readonly poll: () => void
  /** Aborts the running jobs, which are marked as failed, and claims no more. */
  readonly stop: () => Promise<void>
}

export interface RunnerTimings {
  /** Seconds without a heartbeat after which a job counts as interrupted. */
  readonly leaseSeconds: number
  /** Milliseconds between rounds. */
  readonly pollMs: number
  /** Milliseconds between heartbeats. */
  readonly heartbeatMs: number
}

const defaultTimings: RunnerTimings = { leaseSeconds: 20, pollMs: 2000, heartbeatMs: 1000 }
const maxConcurrentJobs = 2
const hour = 3_600_000

const cancelledMessage: Text = ['任务已取消', 'The job was cancelled']
const restartingMessage: Text = [
  '服务正在重启，任务已中断，请重试',
  'The service is restarting, so the job was stopped; please try again',
]
const rightsChangedMessage: Text = [
  '您的权限或数据范围已变更，任务已停止，请重新发起',
  'Your permissions or data scope have changed, so the job was stopped; please start it again',
]

class Cancelled extends Fail {}

const maxPauseMs = 5

/** Pauses as long as the work since the last pause took, at most `maxPauseMs`: leaves half of the processor to requests. */
const eventLoopYielder = () => {
  let since = performance.now()
  return async () => {
    await sleep(Math.min(performance.now() - since, maxPauseMs))
    since = performance.now()
  }
}

const runnerSlot = perApp(() => ({ runner: null as Runner | null }))

export const runnerOf = (app: App): Runner => {
  const { runner } = runnerSlot(app)
  if (!runner) throw new Error('This App has no job runner.')
  return runner
}

/** Monitors a running job: sends heartbeats, and stops it if it is cancelled or the owner's rights change. */
const watch = (app: App, node: Node, job: ClaimedJob, task: Task, visibility: string, timings: RunnerTimings) => {
  const stop = new AbortController()
  const progress: Progress = { done: 0, total: null }
  const checkJob = async () => {
    const cancel = await heartbeat(app.db, node, job, progress)
    if (cancel === null) throw leaseLost()
    if (cancel) throw new Cancelled(cancelledMessage)
    if (task.authorize(await contextOf(app, job), job.resource, job.input) !== visibility)
      throw new Fail(rightsChangedMessage, 403)
  }
  let isChecking = false
  const timer = setInterval(() => {
    if (isChecking) return
    isChecking = true
    checkJob()
      .catch((error) =>
        error instanceof Fail ? stop.abort(error) : app.log.warn({ err: error }, 'a running job could not be checked'),
      )
      .finally(() => {
        isChecking = false
      })
  }, timings.heartbeatMs)
  return {
    progress,
    stop,
    checkJob,
    signal: stop.signal,
    end: () => clearInterval(timer),
  }
}

const failureMessage = (app: App, error: unknown, id: string): Text => {
  const fail = failOf(error)
  if (fail.code < 500 || fail === error) return fail.text
  const requestId = `job-${id}`
  app.log.error({ err: error, requestId }, 'job failed')
  app.logServerError({ error, requestId, method: 'JOB', path: '', address: '', agent: '', account: '' })
  return fill(fail.text, requestId)
}

/** Runs one claimed job to its end; records every failure. */
const perform = async (
  app: App,
  node: Node,
  job: ClaimedJob,
  task: Task,
  timings: RunnerTimings,
  onStart: (stop: AbortController) => void,
) => {
  let watcher: ReturnType<typeof watch> | undefined
  try {
    const ctx = await contextOf(app, job)
    const visibility = task.authorize(ctx, job.resource, job.input)
    watcher = watch(app, node, job, task, visibility, timings)
    const { progress, stop, checkJob, signal } = watcher
    const yieldToEventLoop = eventLoopYielder()
    onStart(stop)
    await task.run({
      id: job.id,
      ctx,
      resource: job.resource,
      input: job.input,
      upload: job.upload,
      step: async (done, total) => {
        progress.done = done
        progress.total = total ?? progress.total
        await yieldToEventLoop()
        signal.throwIfAborted()
      },
      finish: async (db, outcome) => {
        await checkJob()
        await finish(db, node, job, outcome, progress)
        await notifyOwner({ ...ctx, db }, job, 'done', outcome.message)
      },
    })
  } catch (caught) {
    // an aborted task fails with some other error: the reason of the abort is what counts
    const error = watcher?.signal.aborted ? watcher.signal.reason : caught
    await failJob(
      app,
      node,
      job,
      error instanceof Cancelled ? 'cancelled' : 'failed',
      failureMessage(app, error, job.id),
    )
  } finally {
    watcher?.end()
  }
}

/** Runs `work` once at a time; a request during a run leads to one more run after it. */
const oneAtATime = (work: () => Promise<void>, onError: (error: unknown) => void) => {
  let currentRun: Promise<void> | null = null
  let shouldRunAgain = false
  const request = () => {
    if (currentRun) {
      shouldRunAgain = true
      return
    }
    currentRun = work()
      .catch(onError)
      .finally(() => {
        currentRun = null
        if (!shouldRunAgain) return
        shouldRunAgain = false
        request()
      })
  }
  return { request, settled: async () => currentRun }
}

/** Runs jobs on this node, at most `maxConcurrentJobs` at a time, until it is stopped. Nodes share the waiting jobs. */
export const startRunner = (
  app: App,
  tasks: Readonly<Record<string, Task>>,
  timings: RunnerTimings = defaultTimings,
): Runner => {
  const node: Node = { name: randomBytes(8).toString('hex'), lease: timings.leaseSeconds }
  const runningJobs = new Map<Promise<void>, AbortController | null>()
  let closed = false
  const warn = (error: unknown) => app.log.warn({ err: error }, 'waiting jobs could not be fetched')

  const startJob = (job: ClaimedJob, task: Task) => {
    const run: Promise<void> = perform(app, node, job, task, timings, (stop) => {
      runningJobs.set(run, stop)
      if (closed) stop.abort(new Fail(restartingMessage))
    })
      .catch(warn)
      .finally(() => {
        runningJobs.delete(run)
        poll()
      })
    runningJobs.set(run, null)
  }
  const claimWaiting = async () => {
    while (!closed && runningJobs.size < maxConcurrentJobs) {
      const job = await claimJob(app.db, node, Object.keys(tasks))
      if (!job) return
      startJob(job, tasks[job.kind] as Task)
    }
  }
  const claims = oneAtATime(claimWaiting, warn)
  const poll = () => {
    if (!closed) claims.request()
  }
  const runRound = () => void failExpired(app).then(poll, warn)
  const pollTimer = setInterval(runRound, timings.pollMs).unref()
  const cleanupTimer = setInterval(() => void deleteOldJobs(app).catch(warn), hour).unref()
  const runner: Runner = {
    poll,
    authorize: (ctx, kind, resource, input) => void tasks[kind]?.authorize(ctx, resource, input),
    authorizeFile: (ctx, kind, resource, result) => tasks[kind]?.authorizeFile?.(ctx, resource, result),
    stop: async () => {
      closed = true
      clearInterval(pollTimer)
      clearInterval(cleanupTimer)
      await claims.settled()
      for (const stop of runningJobs.values()) stop?.abort(new Fail(restartingMessage))
      await Promise.all(runningJobs.keys())
    },
  }
  runnerSlot(app).runner = runner
  return runner
}

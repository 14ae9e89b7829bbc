import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Fail } from '#contract/kit/fail.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import type { Db } from '../base/db.ts'
import type { App, Ctx } from '../engine/context.ts'
import { failOf } from '../engine/errors.ts'
import {
  beat,
  buryDead,
  contextOf,
  finish,
  giveUp,
  lost,
  type Node,
  type Outcome,
  type Progress,
  sweepOld,
  type Taken,
  take,
} from './work.ts'

/** A job under way, as the task that does it sees it. */
export interface Work {
  readonly id: string
  readonly ctx: Ctx
  readonly resource: string
  readonly input: unknown
  /** The file it works on. */
  readonly upload: Taken['upload']
  /** Says how far it is, and lets requests through; throws once it is to stop. Between any two, a few milliseconds at most. */
  readonly step: (done: number, total?: number) => Promise<void>
  /** Ends it, in the transaction of `db`; throws when it is too late. */
  readonly finish: (db: Db, outcome: Outcome) => Promise<void>
}

/** A kind of job. */
export interface Task {
  /**
   * Asked at the start and every second: throws where the person may not do this (any more). Another answer than at the start
   * stops the job too: it says what he sees.
   */
  readonly allowed: (ctx: Ctx, resource: string, input: unknown) => string
  readonly run: (work: Work) => Promise<void>
  /** Throws where its person may have the file no longer, though he may still do the like. */
  readonly mayHave?: (ctx: Ctx, resource: string, result: unknown) => void
}

export interface Runner {
  /** Throws where the caller may not do, or have, what a job of this kind does. */
  readonly allow: (ctx: Ctx, kind: string, resource: string, input: unknown) => void
  /** Throws where the caller may no longer have the file of a job that came to this result. */
  readonly allowFile: (ctx: Ctx, kind: string, resource: string, result: unknown) => void
  /** Looks for waiting jobs now rather than at its next round. */
  readonly wake: () => void
  /** Stops what is under way, which is marked as failed, and takes nothing more. */
  readonly stop: () => Promise<void>
}

export interface Pace {
  /** Seconds without a sign of life before a job counts as cut off. */
  readonly lease: number
  /** Milliseconds between rounds. */
  readonly round: number
  /** Milliseconds between signs of life. */
  readonly beat: number
}

const usual: Pace = { lease: 20, round: 2000, beat: 1000 }
const atOnce = 2
const hour = 3_600_000

const cancelled: Text = ['任务已取消', 'The job was cancelled']
const closing: Text = [
  '服务正在重启，任务已中断，请重试',
  'The service is restarting, the job was stopped; please try again',
]
const otherRights: Text = [
  '您的权限或数据范围已变更，任务已停止，请重新发起',
  'Your rights have changed, so the job was stopped; please start it again',
]

class Cancelled extends Fail {}

const longestPause = 5

/** Pauses for as long as was worked since the last one, some milliseconds at most: half of the processor is left to requests. */
const breather = () => {
  let since = performance.now()
  return async () => {
    await sleep(Math.min(performance.now() - since, longestPause))
    since = performance.now()
  }
}

const runners = new WeakMap<App, Runner>()

export const runnerOf = (app: App): Runner => {
  const runner = runners.get(app)
  if (!runner) throw new Error('Nothing runs jobs here.')
  return runner
}

/** Watches over a job while it is done: gives signs of life, hears that it is cancelled, and keeps to the person's rights. */
const watch = (app: App, node: Node, taken: Taken, task: Task, sees: string, pace: Pace) => {
  const stop = new AbortController()
  const now: Progress = { done: 0, total: null }
  const look = async () => {
    const cancel = await beat(app.db, node, taken, now)
    if (cancel === null) throw lost()
    if (cancel) throw new Cancelled(cancelled)
    if (task.allowed(await contextOf(app, taken), taken.resource, taken.input) !== sees)
      throw new Fail(otherRights, 403)
  }
  let looking = false
  const timer = setInterval(() => {
    if (looking) return
    looking = true
    look()
      .catch((error) =>
        error instanceof Fail ? stop.abort(error) : app.log.warn({ err: error }, 'a job was not watched'),
      )
      .finally(() => {
        looking = false
      })
  }, pace.beat)
  return {
    ...{ now, stop, look, signal: stop.signal },
    end: () => clearInterval(timer),
  }
}

const wordsOf = (app: App, error: unknown, id: string): Text => {
  const fail = failOf(error)
  if (fail.code < 500 || fail === error) return fail.text
  const requestId = `job-${id}`
  app.log.error({ err: error, requestId }, 'job failed')
  app.keepFailure({ error, requestId, method: 'JOB', path: '', address: '', agent: '', account: '' })
  return fill(fail.text, requestId)
}

/** One job from its taking to its end, whatever happens to it. */
const perform = async (
  app: App,
  node: Node,
  taken: Taken,
  task: Task,
  pace: Pace,
  begun: (stop: AbortController) => void,
) => {
  let watched: ReturnType<typeof watch> | undefined
  try {
    const ctx = await contextOf(app, taken)
    const sees = task.allowed(ctx, taken.resource, taken.input)
    watched = watch(app, node, taken, task, sees, pace)
    const { now, stop, look, signal } = watched
    const breathe = breather()
    begun(stop)
    await task.run({
      ...{ id: taken.id, ctx, resource: taken.resource, input: taken.input, upload: taken.upload },
      step: async (done, total) => {
        now.done = done
        now.total = total ?? now.total
        await breathe()
        signal.throwIfAborted()
      },
      finish: async (db, outcome) => {
        await look()
        await finish(db, node, taken, outcome, now)
      },
    })
  } catch (caught) {
    // what was told to stop fails in its own way: the reason is what counts
    const error = watched?.signal.aborted ? watched.signal.reason : caught
    await giveUp(
      app.db,
      node,
      taken,
      error instanceof Cancelled ? 'cancelled' : 'failed',
      wordsOf(app, error, taken.id),
    )
  } finally {
    watched?.end()
  }
}

/** Runs the jobs of this node, a few at a time, until it is stopped. Several nodes share the waiting jobs among them. */
export const startRunner = (app: App, tasks: Readonly<Record<string, Task>>, pace: Pace = usual): Runner => {
  const node: Node = { name: randomBytes(8).toString('hex'), lease: pace.lease }
  const underWay = new Map<Promise<void>, AbortController | null>()
  let closed = false
  const warn = (error: unknown) => app.log.warn({ err: error }, 'jobs could not be looked for')

  const begin = (taken: Taken, task: Task) => {
    const doing: Promise<void> = perform(app, node, taken, task, pace, (stop) => {
      underWay.set(doing, stop)
      if (closed) stop.abort(new Fail(closing))
    })
      .catch(warn)
      .finally(() => {
        underWay.delete(doing)
        wake()
      })
    underWay.set(doing, null)
  }
  const look = async () => {
    while (!closed && underWay.size < atOnce) {
      const taken = await take(app.db, node, Object.keys(tasks))
      if (!taken) return
      begin(taken, tasks[taken.kind] as Task)
    }
  }
  let looking: Promise<void> | null = null
  let again = false
  const wake = () => {
    if (closed) return
    if (looking) {
      again = true
      return
    }
    looking = look()
      .catch(warn)
      .finally(() => {
        looking = null
        if (!again) return
        again = false
        wake()
      })
  }
  const round = () => void buryDead(app.db).then(wake, warn)
  const rounds = setInterval(round, pace.round).unref()
  const sweeps = setInterval(() => void sweepOld(app).catch(warn), hour).unref()
  const runner: Runner = {
    wake,
    allow: (ctx, kind, resource, input) => void tasks[kind]?.allowed(ctx, resource, input),
    allowFile: (ctx, kind, resource, result) => tasks[kind]?.mayHave?.(ctx, resource, result),
    stop: async () => {
      closed = true
      clearInterval(rounds)
      clearInterval(sweeps)
      await looking
      for (const stop of underWay.values()) stop?.abort(new Fail(closing))
      await Promise.all(underWay.keys())
    },
  }
  runners.set(app, runner)
  return runner
}

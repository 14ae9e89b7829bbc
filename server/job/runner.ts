import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { listen } from '../base/database/listen.ts'
import { perApp } from '../engine/cache.ts'
import { type App, tx, type UserCtx } from '../engine/context.ts'
import { systemCtx } from '../inbox/system-ctx.ts'
import { createActiveRuns } from './active-runs.ts'
import { claimRuns, jobChannel, timeToNext, type Worker } from './claim.ts'
import { failLost, hasLost } from './lease.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { announceLost, performPersonalRun, type Task } from './personal-run.ts'

export interface Runner {
  /** Throws if the caller may not run a job of this kind, or have what it produces. */
  readonly authorize: (ctx: UserCtx, kind: string, resource: string, input: unknown) => void
  /** Throws if the caller may no longer have the file of a job with this result. */
  readonly authorizeFile: (ctx: UserCtx, kind: string, resource: string, result: unknown) => void
  /** Looks for due instances now. */
  readonly poll: () => void
  /** Aborts the running jobs, which are marked as failed, and claims no more. */
  readonly stop: () => Promise<void>
}

export interface RunnerOptions {
  readonly leaseSeconds: number
  /** Milliseconds after which to look for due instances though nothing was announced and nothing planned. */
  readonly pollMs: number
  /** Milliseconds between heartbeats. */
  readonly heartbeatMs: number
  readonly clock: Worker['clock']
}

const defaults: RunnerOptions = { leaseSeconds: 10, pollMs: 30_000, heartbeatMs: 3000, clock: sql`now()` }
const maxConcurrentJobs = 2

const runnerSlot = perApp(() => ({ runner: null as Runner | null }))

export const runnerOf = (app: App): Runner => {
  const { runner } = runnerSlot(app)
  if (!runner) throw new Error('This App has no job runner.')
  return runner
}

/** Marks the jobs of lost workers as failed and tells their owners. */
export const recoverLost = async (app: App, worker: Pick<Worker, 'clock'>): Promise<void> => {
  if (!(await hasLost(app.db, worker))) return
  await tx(await systemCtx(app, 'jobs'), async (inside) => announceLost(inside, await failLost(inside.db, worker)))
}

/**
 * Runs due instances in this process, at most `maxConcurrentJobs` at a time, until it is stopped. Processes share them. A round
 * recovers those of lost workers, claims, and plans the next round: at a notification, when the database says that something is due,
 * and in any case after `pollMs`.
 */
export const startRunner = (
  app: App,
  tasks: Readonly<Record<string, Task>>,
  options: Partial<RunnerOptions> = {},
): Runner => {
  const { pollMs, heartbeatMs, ...settings } = { ...defaults, ...options }
  const worker: Worker = { name: randomBytes(8).toString('hex'), ...settings }
  const kinds = Object.keys(tasks)
  const active = createActiveRuns(app, worker, heartbeatMs)
  let closed = false
  let nextRound: NodeJS.Timeout | undefined
  const warn = (error: unknown) => app.log.warn({ err: error }, 'waiting jobs could not be fetched')

  const claim = async () => {
    const free = maxConcurrentJobs - active.count()
    if (closed || free === 0 || kinds.length === 0) return
    for (const claimed of await claimRuns(app.db, worker, kinds, free)) {
      const task = tasks[claimed.kind] as Task
      active.start(claimed, (control) => performPersonalRun(app, worker, claimed, task, control), claims.request)
    }
  }
  const claims = oneAtATime(claim, warn)
  const round = async () => {
    clearTimeout(nextRound)
    await recoverLost(app, worker).catch(warn)
    claims.request()
    const milliseconds = await timeToNext(app.db, worker, kinds).catch(warn)
    if (!closed) nextRound = setTimeout(rounds.request, Math.min(Math.max(milliseconds ?? pollMs, 0), pollMs)).unref()
  }
  const rounds = oneAtATime(round, warn)
  const poll = () => {
    if (!closed) rounds.request()
  }
  const onNotification = (payload: string | null) => {
    if (payload !== '') active.check()
    if (payload !== 'stop') poll()
  }
  const listener = listen(app.db, { [jobChannel]: onNotification }, warn)
  // what is announced before the connection listens is found by this round
  listener.ready.then(poll)
  const runner: Runner = {
    poll,
    authorize: (ctx, kind, resource, input) => void tasks[kind]?.authorize(ctx, resource, input),
    authorizeFile: (ctx, kind, resource, result) => tasks[kind]?.authorizeFile?.(ctx, resource, result),
    stop: async () => {
      closed = true
      clearTimeout(nextRound)
      await listener.stop()
      await rounds.settled()
      await claims.settled()
      await active.stop()
    },
  }
  runnerSlot(app).runner = runner
  return runner
}

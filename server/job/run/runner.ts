import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import type { Readable } from 'node:stream'
import type { Fragment } from '../../base/database/db.ts'
import { listen } from '../../base/database/listen.ts'
import { perApp } from '../../engine/cache.ts'
import { type App, tx, type UserCtx } from '../../engine/context.ts'
import { systemCtx } from '../../inbox/system-ctx.ts'
import { mayTakeRun } from '../workers/eligible.ts'
import { createActiveRuns, type Execution } from './active-runs.ts'
import { sendAlerts } from './alerts.ts'
import {
  claimRuns,
  type DueRuns,
  dueRuns,
  externalKind,
  jobChannel,
  repeatKind,
  timeToNext,
  type Worker,
  wokenProcessor,
} from './claim.ts'
import { engineClock } from './engine-clock.ts'
import { noteLateRuns } from './failures.ts'
import { endLost, hasLost } from './lease.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { announceLost, performPersonalRun, type Task } from './personal-run.ts'
import { plan, timeToNextPlan } from './planner.ts'
import { startHeartbeat } from './process-heartbeat.ts'
import { performProcessorRun } from './processor-run.ts'
import { performRepeatingRun } from './repeat-run.ts'
import { performSubtaskRun } from './subtask-run.ts'
import { dueSubtasks, subtaskKind } from './subtasks.ts'

export interface Runner {
  /** Throws if the caller may not run a job of this kind, or have what it produces. */
  readonly authorize: (ctx: UserCtx, kind: string, resource: string, input: unknown) => Promise<void>
  /** Throws if the caller may no longer have the file of a job with this result. */
  readonly authorizeFile: (ctx: UserCtx, kind: string, resource: string, result: unknown) => Promise<void>
  /** The file of a job that is made when it is downloaded; null if such jobs store theirs. */
  readonly makeFile: (
    ctx: UserCtx,
    kind: string,
    job: { readonly id: string; readonly resource: string },
  ) => Promise<Readable | null>
  /** Looks for due runs now. */
  readonly poll: () => void
  /** Plans and claims no more; what runs may go on. */
  readonly drain: () => void
  /** Drains, and resolves once nothing runs any more: what takes longer than the grace period is interrupted. */
  readonly stop: () => Promise<void>
}

export interface RunnerOptions {
  /** Milliseconds between heartbeats. */
  readonly heartbeatMs: number
  /** Whether this process creates the runs of planned jobs. */
  readonly plans: boolean
  /** Whether this process runs what is due. */
  readonly works: boolean
  /** Milliseconds that runs have to finish when the process ends. */
  readonly graceMs: number
  /** Called whenever a run has ended in this process. */
  readonly onRunEnd: () => void
}

const defaults: RunnerOptions = { heartbeatMs: 3000, plans: false, works: true, graceMs: 0, onRunEnd: () => {} }
const leaseSeconds = 10
/** Milliseconds after which to look for due runs though nothing was announced and nothing planned. */
const pollMs = 30_000
/** Milliseconds until the next round after one that failed: what is due stays due, and must not be tried without a pause. */
const pauseAfterFailureMs = 3000

/** Runs of one group share the places of a process: exports of people cannot keep planned jobs from running, nor the reverse. */
interface RunGroup {
  readonly places: number
  readonly kinds: readonly string[]
  readonly due: DueRuns
  readonly perform: (execution: Execution) => Promise<void>
}

const groupsOf = (app: App, tasks: Readonly<Record<string, Task>>): readonly RunGroup[] => {
  const ofJobs = (kinds: readonly string[]) => dueRuns(kinds, ({ name, clock }) => mayTakeRun(name, clock))
  const [personal, repeating] = [Object.keys(tasks), [repeatKind]]
  const planned = [...Object.keys(app.jobProcessors), externalKind]
  return [
    {
      places: 2,
      kinds: personal,
      due: dueRuns(personal),
      perform: (execution) => performPersonalRun(execution, tasks[execution.claimed.kind] as Task),
    },
    {
      places: 4,
      kinds: planned,
      due: ofJobs(planned),
      perform: performProcessorRun,
    },
    {
      places: 100,
      kinds: repeating,
      due: ofJobs(repeating),
      perform: performRepeatingRun,
    },
    {
      // apart from the runs that wait for them
      places: 20,
      kinds: [subtaskKind],
      due: dueSubtasks,
      perform: performSubtaskRun,
    },
  ]
}

const runnerSlot = perApp(() => ({ runner: null as Runner | null }))

export const runnerOf = (app: App): Runner => {
  const { runner } = runnerSlot(app)
  if (!runner) throw new Error('This App has no job runner.')
  return runner
}

/** Marks the jobs of lost workers as failed and tells their owners. */
export const recoverLost = async (app: App, clock: Fragment): Promise<void> => {
  if (!(await hasLost(app.db, clock))) return
  await tx(await systemCtx(app, 'jobs'), async (inside) => announceLost(inside, await endLost(inside.db, clock)))
}

/** What each round does before it claims. */
const prepareRound = async (app: App, { clock }: Worker, plans: boolean, onPlanned: () => void): Promise<void> => {
  await recoverLost(app, clock)
  if (plans) await plan(app.db, clock, onPlanned)
  await noteLateRuns(app.db, clock)
  await sendAlerts(app)
}

/** Claims as many runs of each group as it has free places: when asked, and whenever a run has ended. */
const createClaims = (
  app: App,
  worker: Worker,
  groups: readonly RunGroup[],
  active: ReturnType<typeof createActiveRuns>,
  onError: (error: unknown) => void,
  onRunEnd: () => void,
) => {
  const running = new Map(groups.map((group) => [group, 0]))
  const count = (group: RunGroup, change: number) => running.set(group, (running.get(group) ?? 0) + change)
  let closed = false
  const claims = oneAtATime(async () => {
    for (const group of groups) {
      const free = group.places - (running.get(group) ?? 0)
      if (closed || free <= 0) continue
      for (const claimed of await claimRuns(app.db, worker, group.due, free)) {
        count(group, 1)
        const onEnd = () => {
          count(group, -1)
          claims.request()
          onRunEnd()
        }
        active.start(claimed, group.perform, onEnd)
      }
    }
  }, onError)
  return {
    request: claims.request,
    close: () => {
      closed = true
    },
    settled: claims.settled,
  }
}

/** Does rounds one at a time: when asked, and after the milliseconds that the last one has named. */
const createRounds = (round: () => Promise<number>, onError: (error: unknown) => void) => {
  let closed = false
  let next: NodeJS.Timeout | undefined
  const runRound = async () => {
    clearTimeout(next)
    if (closed) return
    const milliseconds = await round().catch((error: unknown) => {
      onError(error)
      return pauseAfterFailureMs
    })
    if (!closed) next = setTimeout(rounds.request, milliseconds).unref()
  }
  const rounds = oneAtATime(runRound, onError)
  return {
    request: () => {
      if (!closed) rounds.request()
    },
    close: () => {
      closed = true
      clearTimeout(next)
    },
    settled: rounds.settled,
  }
}

/**
 * Performs due runs in this process until it is stopped. Processes share them. A round ends those of lost workers, plans jobs that are
 * due, claims, and arranges the next round: at a notification, when the database says that something is due, and after `pollMs`.
 */
export const startRunner = (
  app: App,
  tasks: Readonly<Record<string, Task>>,
  options: Partial<RunnerOptions> = {},
): Runner => {
  const { heartbeatMs, plans, works, graceMs, onRunEnd } = { ...defaults, ...options }
  const name = `${hostname()}-${process.pid}-${randomBytes(3).toString('hex')}`
  const worker: Worker = { name, tag: app.env.jobWorkerTag, leaseSeconds, clock: engineClock }
  const groups = works ? groupsOf(app, tasks).filter(({ kinds }) => kinds.length > 0) : []
  const active = createActiveRuns(app, worker, graceMs)
  const kinds = groups.flatMap((group) => group.kinds)
  const warn = (error: unknown) => app.log.warn({ err: error }, 'waiting jobs could not be fetched')

  const claims = createClaims(app, worker, groups, active, warn, onRunEnd)
  /** Resolves to the milliseconds until the next round. */
  const round = async (): Promise<number> => {
    await prepareRound(app, worker, plans, claims.request)
    claims.request()
    const times = [await timeToNext(app.db, worker, kinds), plans ? await timeToNextPlan(app.db, worker.clock) : null]
    return Math.min(pollMs, ...times.map((time) => Math.max(time ?? pollMs, 0)))
  }
  const rounds = createRounds(round, warn)
  const onNotification = (payload: string | null) => {
    const processor = payload ? wokenProcessor(payload) : null
    // without a payload anything may have been missed
    if (processor !== null || payload === null) active.wake(processor)
    if (processor !== null) return
    if (payload !== '') active.check()
    if (payload === '' || payload === null) rounds.request()
  }
  const listener = listen(app.db, { [jobChannel]: onNotification }, warn)
  const { check: keepRuns } = active
  const heartbeat = startHeartbeat({ app, worker, heartbeatMs, works, keepRuns, probe: listener.probe, onError: warn })
  // what is announced before the connection listens is found by this round
  Promise.all([listener.ready, heartbeat.ready]).then(rounds.request)
  const drain = () => {
    rounds.close()
    claims.close()
    active.drain()
  }
  const runner: Runner = {
    poll: rounds.request,
    authorize: async (ctx, kind, resource, input) => void (await tasks[kind]?.authorize(ctx, resource, input)),
    makeFile: async (ctx, kind, job) => (await tasks[kind]?.makeFile?.(ctx, job)) ?? null,
    authorizeFile: async (ctx, kind, resource, result) => tasks[kind]?.authorizeFile?.(ctx, resource, result),
    drain,
    stop: async () => {
      drain()
      await rounds.settled()
      await claims.settled()
      await active.stop()
      await heartbeat.stop()
      await listener.stop()
    },
  }
  runnerSlot(app).runner = runner
  return runner
}

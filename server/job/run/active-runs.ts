import { EventEmitter } from 'node:events'
import { Fail } from '#contract/kit/fail.ts'
import type { Text } from '#contract/kit/text.ts'
import type { App } from '../../engine/context.ts'
import type { ClaimedRun, Worker } from './claim.ts'
import { heartbeat, type Progress } from './lease.ts'
import { oneAtATime } from './one-at-a-time.ts'

/** What a run and its heartbeat share. */
export interface RunControl {
  readonly progress: Progress
  /** Aborted with the reason if the run must stop. */
  readonly signal: AbortSignal
  /** Aborted when the process is about to end: what goes on may finish, nothing more is to begin. */
  readonly ending: AbortSignal
  /** Run at each heartbeat; one that throws a Fail stops the run with it. */
  readonly checks: Set<() => Promise<void>>
  /** Emits `wake` with the name of the processor whose job is to wake up, or with null for all. */
  readonly wakes: EventEmitter<{ wake: [processor: string | null] }>
}

/** A claimed run with what it is performed with. */
export interface Execution {
  readonly app: App
  readonly worker: Worker
  readonly claimed: ClaimedRun
  readonly control: RunControl
}

interface ActiveRun extends ClaimedRun, Pick<RunControl, 'progress' | 'checks'> {
  readonly abort: AbortController
  end: Promise<void>
}

export const stoppedMessage: Text = ['任务已取消', 'The job was cancelled']
const restartingMessage: Text = [
  '服务正在重启，任务已中断，请重试',
  'The service is restarting, so the job was stopped; please try again',
]

/** Whether a run was aborted because its process ends, which is no failure of its own. */
export const isInterrupted = ({ signal }: RunControl): boolean => signal.reason instanceof Interruption

class Interruption extends Fail {
  constructor() {
    super(restartingMessage)
  }
}

/** Extends the leases of the active runs; stops those that are no longer this worker's and those whose checks fail. */
const beat = async (app: App, worker: Worker, runs: readonly ActiveRun[]): Promise<void> => {
  if (runs.length === 0) return
  const own = await heartbeat(app.db, worker, runs)
  for (const { id, abort, checks } of runs)
    if (!own.has(id)) abort.abort(new Fail(stoppedMessage))
    else
      for (const check of checks)
        await check().catch((error: unknown) =>
          error instanceof Fail
            ? abort.abort(error)
            : app.log.warn({ err: error }, 'a running job could not be checked'),
        )
}

/** The runs of this process, which have `graceMs` milliseconds to finish when it ends. `check` is their heartbeat. */
export const createActiveRuns = (app: App, worker: Worker, graceMs: number) => {
  const active = new Set<ActiveRun>()
  const warn = (error: unknown) => app.log.warn({ err: error }, 'running jobs could not be checked')
  const beats = oneAtATime(() => beat(app, worker, [...active]), warn)
  const ending = new AbortController()
  const wakes: RunControl['wakes'] = new EventEmitter()
  // each job that repeats by itself listens
  wakes.setMaxListeners(0)
  let graceEnds = 0
  return {
    /** Extends the leases, and checks at once which runs are still this worker's. */
    check: beats.request,
    /** Wakes the job of this processor if it rests here; null: all. */
    wake: (processor: string | null) => wakes.emit('wake', processor),
    /** Starts a claimed run; `onEnd` is called once it has ended. */
    start: (claimed: ClaimedRun, perform: (execution: Execution) => Promise<void>, onEnd: () => void): void => {
      const abort = new AbortController()
      const run: ActiveRun = {
        ...claimed,
        progress: { done: 0, total: null },
        checks: new Set(),
        abort,
        end: Promise.resolve(),
      }
      active.add(run)
      const control = { ...run, signal: abort.signal, ending: ending.signal, wakes }
      run.end = perform({ app, worker, claimed, control })
        .catch((error) => app.log.warn({ err: error }, 'a run could not be stored'))
        .finally(() => {
          active.delete(run)
          onEnd()
        })
    },
    /** Tells the runs that the process is about to end; the grace period begins. */
    drain: () => {
      if (!ending.signal.aborted) graceEnds = performance.now() + graceMs
      ending.abort()
    },
    /** Resolves once all runs have ended; those that take longer than the grace period are aborted. */
    stop: async (): Promise<void> => {
      const interrupt = setTimeout(
        () => {
          for (const { abort } of active) abort.abort(new Interruption())
        },
        Math.max(graceEnds - performance.now(), 0),
      )
      await Promise.all([...active].map(({ end }) => end))
      clearTimeout(interrupt)
      await beats.settled()
    },
  }
}

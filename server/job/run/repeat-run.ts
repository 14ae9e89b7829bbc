import { setTimeout as sleep } from 'node:timers/promises'
import { runStatus } from '#contract/job/run-status.ts'
import { timing } from '#contract/job/timing.ts'
import type { Text } from '#contract/kit/text.ts'
import { run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { limitRepeats } from '../../base/process/limit-repeats.ts'
import type { App } from '../../engine/context.ts'
import type { Execution } from './active-runs.ts'
import { sendAlerts } from './alerts.ts'
import { noteFailures } from './failures.ts'
import { endRun, releaseRun } from './lease.ts'
import type { ProcessorRun, RunLog } from './processor.ts'
import { type JobRun, readJobRun, runProcessor } from './processor-run.ts'
import { failureText } from './run-failure.ts'
import { openRunLog } from './run-log.ts'

/** The newest rounds of a run that stay. */
const roundLimit = 200

interface Rhythm {
  readonly type: number
  readonly milliseconds: number
  readonly maxRounds: number
}

const readRhythm = async (app: App, jobId: string): Promise<Rhythm | undefined> => {
  const [rhythm] = await run<Rhythm>(
    app.db,
    sql`select time_expression_type as type, time_expression::integer as milliseconds, max_instance_num as "maxRounds"
      from job_info where id = ${jobId} and enable = 1 and is_deleted = 0
        and time_expression_type in (${sql.lit(timing.fixedRate)}, ${sql.lit(timing.fixedDelay)})`,
  )
  return rhythm
}

/** A round that failed, as rows of failed runs: of a job that never ends, each failed round counts. */
const failedRound = (id: string, isFailed: boolean, [chinese, english]: Text) => sql`(
  select id, parent_id, job_id, ${sql.lit(runStatus.failed)}::integer as status, worker, ${chinese}::text as result, ${english}::text as result_en
  from job_run where id = ${id} and ${isFailed}::boolean)`

/** SQL: how long ago a moment of this process was, whose clock is not that of the database. */
const ageOf = (moment: number) => sql`make_interval(secs => ${(performance.now() - moment) / 1000})`

/** Keeps a round that did something or failed, as the last run of its job. */
const storeRound = ({ app, worker, claimed: { id } }: Execution, startedAt: number, text: Text, isFailed: boolean) =>
  run(
    app.db,
    sql`with old as (delete from job_round where n in (
          select n from job_round where run_id = ${id} order by n desc offset ${roundLimit})),
        failures as (${noteFailures(failedRound(id, isFailed, text), worker.clock)}),
        began as materialized (select ${worker.clock} - ${ageOf(startedAt)} as at),
        last as (update job_info set last_at = began.at from began where id = (select job_id from job_run where id = ${id}))
      insert into job_round (run_id, is_failed, started_at, ended_at, result, result_en)
      select ${id}::bigint, ${isFailed}::boolean, began.at, ${worker.clock}, ${text[0]}::text, ${text[1]}::text from began`,
  )

/** Stores what rounds did. The same failure is stored at most once a minute: a round may fail every second. */
const roundStore = (execution: Execution, log: RunLog) => {
  const { app, claimed } = execution
  const store = (startedAt: number, text: Text, isFailed: boolean) =>
    storeRound(execution, startedAt, text, isFailed).catch((error) =>
      app.log.warn({ err: error }, 'a round of a job was not stored'),
    )
  let startOfFailure = 0
  let storing: Promise<unknown> = Promise.resolve()
  const reportFailure = limitRepeats((error) => {
    const text = failureText(app, error, claimed.id)
    log.error(text)
    storing = store(startOfFailure, text, true)
  })
  return {
    did: async (startedAt: number, result: Text) => {
      log.info(result)
      await store(startedAt, result, false)
    },
    failed: async (startedAt: number, error: unknown) => {
      startOfFailure = startedAt
      reportFailure(error)
      await storing
      await sendAlerts(app)
    },
  }
}

/** The rest that the last round of a job has asked for: until the job is woken, at the latest after the time that was named. */
const createRest = ({ control: { wakes } }: Execution, { processorInfo }: JobRun) => {
  let maxMs = 0
  let woken = new AbortController()
  const onWake = (processor: string | null) => {
    if (processor === null || processor === processorInfo) woken.abort()
  }
  wakes.on('wake', onWake)
  return {
    /** What happens from now on wakes the job, also before it rests. */
    beginRound: () => {
      maxMs = 0
      woken = new AbortController()
    },
    ask: (milliseconds: number) => {
      maxMs = milliseconds
    },
    take: async (signal: AbortSignal): Promise<void> => {
      if (maxMs > 0) await sleep(maxMs, null, { signal: AbortSignal.any([signal, woken.signal]) }).catch(() => {})
    },
    end: () => wakes.off('wake', onWake),
  }
}

/** Runs one round; its failure is that round's alone. */
const runRound = async (
  execution: Execution,
  job: JobRun,
  log: RunLog,
  rounds: ReturnType<typeof roundStore>,
  rest: ProcessorRun['rest'],
): Promise<void> => {
  const startedAt = performance.now()
  try {
    const result = await runProcessor(execution, job, log, rest)
    if (result) await rounds.did(startedAt, result)
  } catch (error) {
    if (!execution.control.signal.aborted) await rounds.failed(startedAt, error)
  }
}

/**
 * Runs the rounds of a job that repeats by itself until it is stopped: at a fixed rate, whether or not the round before has ended, or
 * with a fixed delay after its end, or after the rest that it asks for. Once as many rounds run as the job allows, the next one waits. When this process ends, another
 * one takes the run over.
 */
export const performRepeatingRun = async (execution: Execution): Promise<void> => {
  const { app, worker, claimed, control } = execution
  const job = await readJobRun(app.db, claimed.id)
  const rhythm = job?.jobId ? await readRhythm(app, job.jobId) : undefined
  if (!job || !rhythm) {
    // it was paused, removed or planned otherwise before it began
    await endRun(app.db, worker, claimed, runStatus.cancelled)
    return
  }
  const log = openRunLog(app, claimed, { type: job.logType, level: job.logLevel, clock: worker.clock })
  const { progress } = control
  const signal = AbortSignal.any([control.signal, control.ending])
  const store = roundStore(execution, log)
  const rounds = new Set<Promise<void>>()
  const rest = createRest(execution, job)
  let nextStart = performance.now()
  while (!signal.aborted) {
    rest.beginRound()
    const round: Promise<void> = runRound(execution, job, log, store, rest.ask).finally(() => rounds.delete(round))
    rounds.add(round)
    progress.done++
    if (rhythm.type === timing.fixedDelay) await round
    // a fixed rate counts on from the start of the round before, but does not make up for rounds that were late
    nextStart = Math.max(nextStart, performance.now() - rhythm.milliseconds) + rhythm.milliseconds
    const pause = rhythm.type === timing.fixedDelay ? rhythm.milliseconds : nextStart - performance.now()
    // a stop ends the pause
    await sleep(pause, null, { signal }).catch(() => {})
    if (rhythm.type === timing.fixedDelay) await rest.take(signal)
    while (rhythm.maxRounds > 0 && rounds.size >= rhythm.maxRounds) await Promise.race(rounds)
  }
  rest.end()
  await Promise.allSettled(rounds)
  await log.flush()
  await releaseRun(app.db, worker, claimed)
}

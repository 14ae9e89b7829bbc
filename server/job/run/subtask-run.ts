import { executions } from '#contract/job/job-info.ts'
import { runStatus } from '#contract/job/run-status.ts'
import type { Text } from '#contract/kit/text.ts'
import { type Db, run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import type { App } from '../../engine/context.ts'
import { type Execution, isInterrupted } from './active-runs.ts'
import type { ClaimedRun, Worker } from './claim.ts'
import { endRun, releaseRun, repeatRun } from './lease.ts'
import type { MapReduce, Processor, ProcessorRun, Subtask } from './processor.ts'
import { type JobRun, processorOf, processorRunOf, readJobRun, untilAborted } from './processor-run.ts'
import { failureText } from './run-failure.ts'
import { openRunLog } from './run-log.ts'
import { addSubtasks, announceIfAllEnded, type Parent, subtaskJson } from './subtasks.ts'

/** Lines in the log of the run that one subtask may add. */
const maxLines = 100
/** The seconds between an attempt of a subtask that failed and the next one. */
const retrySeconds = 1

interface SubtaskRow extends Subtask {
  readonly parentId: string
  readonly parentAttempt: number
  readonly retries: number
}

const readSubtask = async (db: Db, id: string): Promise<SubtaskRow | undefined> => {
  const [row] = await run<SubtaskRow>(
    db,
    sql`select i.parent_id::text as "parentId", i.retries, s.parent_attempt as "parentAttempt", s.name, s.input
      from job_run i join job_subtask s on s.run_id = i.id where i.id = ${id}`,
  )
  return row
}

/** What a subtask has led to when it ends: a sentence, what goes to `reduce`, and further subtasks. */
interface Outcome {
  readonly text: Text | null
  readonly output: string
  readonly mapped: readonly { readonly name: string; readonly inputs: readonly unknown[] }[]
}

const runPart = async ({ subtask }: MapReduce, own: ProcessorRun, { name, input }: Subtask): Promise<Outcome> => {
  const mapped: { name: string; inputs: readonly unknown[] }[] = []
  const output = await subtask(own, { name, input }, async (more, inputs) => void mapped.push({ name: more, inputs }))
  return { text: null, output: subtaskJson(output), mapped }
}

const perform = async (processor: Processor, job: JobRun, own: ProcessorRun, subtask: Subtask): Promise<Outcome> =>
  job.executeType === executions.mapReduce && processor.mapReduce
    ? runPart(processor.mapReduce, own, subtask)
    : { text: await processor.run(own), output: 'null', mapped: [] }

/** Ends a subtask together with what it led to, so that a further attempt after a failure adds nothing twice. */
const endSubtask = (
  { db }: App,
  worker: Worker,
  claimed: ClaimedRun,
  parent: Parent,
  { text, output, mapped }: Outcome,
  retries: number,
) =>
  db.transaction().execute(async (inside) => {
    if (!(await endRun(inside, worker, claimed, runStatus.done, { result: text }))) return
    await run(inside, sql`update job_subtask set output = ${output}::jsonb where run_id = ${claimed.id}`)
    for (const more of mapped) await addSubtasks(inside, parent, { ...more, retries })
  })

/** Performs a part of a run; it ends when that run does, and its lines are in the log of that run. */
export const performSubtaskRun = async (execution: Execution): Promise<void> => {
  const { app, worker, claimed, control } = execution
  const subtask = await readSubtask(app.db, claimed.id)
  const job = subtask && (await readJobRun(app.db, subtask.parentId))
  if (!job) return
  const parent: Parent = { id: subtask.parentId, attempt: subtask.parentAttempt }
  const log = openRunLog(app, parent, { type: job.logType, level: job.logLevel, clock: worker.clock, maxLines })
  try {
    const own = processorRunOf({ ...execution, claimed: { ...claimed, id: parent.id } }, job, log, control.signal)
    const processor = processorOf(app, job)
    const outcome = await untilAborted(control.signal, () => perform(processor, job, own, subtask))
    await log.flush()
    await endSubtask(app, worker, claimed, parent, outcome, subtask.retries)
  } catch (error) {
    if (isInterrupted(control)) {
      await log.flush()
      await releaseRun(app.db, worker, claimed)
      return
    }
    const text = failureText(app, error, parent.id)
    log.error(text)
    await log.flush()
    if (claimed.attempt <= subtask.retries) await repeatRun(app.db, worker, claimed, retrySeconds, 'failed')
    else await endRun(app.db, worker, claimed, runStatus.failed, { result: text })
  }
  await announceIfAllEnded(app.db, parent.id)
}

import { runStatus } from '#contract/job/run-status.ts'
import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { type App, tx } from '../engine/context.ts'
import { listFailedJobs } from './failed-jobs.ts'
import { notifyAdministrators } from './faulty-instances.ts'
import { lockInstance } from './instance-row.ts'
import { stepInstance } from './steps.ts'
import { systemContext } from './timers.ts'

const perRound = 100

interface EndedJob {
  readonly executionId: string
  readonly activityId: string
  readonly status: number
  readonly result: string | null
}

/** What a process reads of a result: the value of a text in JSON, otherwise the text. */
export const variableOf = (result: string | null): unknown => {
  if (result === null) return ''
  try {
    return JSON.parse(result)
  } catch {
    return result
  }
}

/**
 * Tells a process what has become of a run that it waits for: it goes on with the result, or is listed as one that cannot go on, or not
 * any more. Nothing happens if it does not wait for the run, so this can be repeated.
 */
export const continueProcess = async (app: App, runId: string): Promise<void> => {
  const [row] = await run<{ id: string; tenantId: string }>(
    app.db,
    sql`select i.id::text, i.tenant_id as "tenantId" from flow_job j join flow_instance i on i.id = j.instance_id
      where j.run_id::text = ${runId}`,
  )
  if (!row) return
  await tx(await systemContext(app, row.tenantId), async (inside) => {
    const instance = await lockInstance(inside, row.id)
    // read again: only now nobody else makes a step
    const [job] = await run<EndedJob>(
      inside.db,
      sql`select j.execution_id as "executionId", j.activity_id as "activityId", r.status, r.result
        from flow_job j join job_run r on r.id = j.run_id where j.run_id = ${runId}`,
    )
    if (!job || instance.hasEnded) return
    if (job.status !== runStatus.done) {
      const sentence = await listFailedJobs(inside, instance)
      if (sentence) await notifyAdministrators(inside, instance, sentence)
      return
    }
    // the step is made when the instance is resumed
    if (instance.isSuspended) return
    const { executionId, activityId } = job
    const { resultVariable = activityId } = instance.facts.jobs?.find(({ id }) => id === activityId) ?? {}
    const changes = { [resultVariable]: variableOf(job.result) }
    await stepInstance(inside, instance, { signal: { executionId, activityId }, changes })
  })
}

/**
 * Lets at most 100 processes go on whose run is done, in case the run that does it failed. A failure of one does not keep the others from
 * going on. Resolves to their number.
 */
export const continueDoneProcesses = async (app: App): Promise<number> => {
  const rows = await run<{ runId: string }>(
    app.db,
    sql`select j.run_id::text as "runId" from flow_job j join job_run r on r.id = j.run_id
        join flow_instance i on i.id = j.instance_id join flow_definition d on d.id = i.definition_id
      where r.status = ${sql.lit(runStatus.done)} and i.suspension_state = 1 and d.suspension_state = 1
      order by j.run_id limit ${sql.lit(perRound)}`,
  )
  for (const { runId } of rows)
    await continueProcess(app, runId).catch((error) =>
      app.log.warn({ err: error, run: runId }, 'a process could not go on after its job'),
    )
  return rows.length
}

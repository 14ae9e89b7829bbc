import { runStatus } from '#contract/job/run-status.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { type Fragment, run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import type { Ctx } from '../engine/context.ts'
import { announceStop, announceWork } from '../job/run/claim.ts'
import { stopRun } from '../job/run/lease.ts'
import { addRun, type PlannedJob, plannedColumns } from '../job/run/planner.ts'
import { continueAfter } from '../job/run/process-runs.ts'
import { DefinitionFault } from './bpmn/definition-fault.ts'
import type { JobDefinition } from './bpmn/job-tasks.ts'
import type { WaitingJob } from './bpmn/runtime.ts'
import { listFailedJobs } from './failed-jobs.ts'
import type { InstanceRow } from './instance-row.ts'

/** The parts of an instance that its jobs read. */
type Instance = Pick<InstanceRow, 'id' | 'businessTable' | 'businessId' | 'facts'>
type Variables = Readonly<Record<string, unknown>>

/** Characters of what a run gets of the variables of its process. */
const maxParams = 65_536

const noJob: Text = ['{0}的定时任务 {1} 已不存在', 'The scheduled job {1} of the {0} does not exist any more']
const deleted: Text = ['定时任务“{0}”已删除', 'The scheduled job “{0}” was deleted']
const paused: Text = ['定时任务“{0}”已暂停', 'The scheduled job “{0}” is paused']
const elsewhere: Text = ['定时任务“{0}”不由本平台运行', 'Another job server runs the scheduled job “{0}”']
const tooLong: Text = [
  `流程变量超过 ${maxParams} 个字符，无法传给任务`,
  `The variables of the process have more than ${maxParams} characters, too many for a job`,
]

interface JobToRun extends PlannedJob {
  readonly jobName: string
  readonly isEnabled: boolean
  readonly isDeleted: boolean
  readonly isHere: boolean
}

/** What keeps a job from running for a process: the run fails with it at once, so that whoever made the step is not disturbed. */
const refusalOf = ({ jobName, isEnabled, isDeleted, isHere }: JobToRun, params: string): Text | null => {
  if (isDeleted) return fill(deleted, jobName)
  if (!isHere) return fill(elsewhere, jobName)
  if (!isEnabled) return fill(paused, jobName)
  return params.length > maxParams ? tooLong : null
}

/** What a run gets: the variables of its process as JSON, and what the process is about. */
const paramsOf = ({ id, businessTable, businessId }: Instance, variables: Variables): string =>
  JSON.stringify({ ...variables, processInstanceId: id, businessTable, businessId })

const startJob = async (
  ctx: Ctx,
  instance: Instance,
  { executionId, activityId }: WaitingJob,
  { name, jobId }: JobDefinition,
  variables: Variables,
): Promise<void> => {
  const [job] = await run<JobToRun>(
    ctx.db,
    sql`select ${plannedColumns}, j.job_name as "jobName", j.enable = 1 as "isEnabled", j.is_deleted = 1 as "isDeleted",
        exists (select 1 from job_server s where s.id = j.job_server_id and s.is_shipped = 1) as "isHere"
      from job_info j where j.id = ${jobId} for update of j`,
  )
  if (!job) throw new DefinitionFault(fill(noJob, name, jobId), activityId, null)
  const params = paramsOf(instance, variables)
  const refusal = refusalOf(job, params)
  const runId = await addRun(ctx.db, job, {
    trigger: 'flow',
    instanceParams: refusal === tooLong ? null : params,
    refusal,
  })
  await run(
    ctx.db,
    sql`insert into flow_job (instance_id, execution_id, activity_id, run_id)
      values (${instance.id}, ${executionId}, ${activityId}, ${runId})`,
  )
}

/** Stops waiting for the runs of these rows of flow_job; runs that have not ended are stopped. */
const leaveJobs = async ({ db }: Ctx, which: Fragment): Promise<void> => {
  const left = await run<{ runId: string }>(
    db,
    sql`delete from flow_job j where ${which} returning j.run_id::text as "runId"`,
  )
  let stopped = 0
  for (const { runId } of left) if (await stopRun(db, runId)) stopped++
  if (stopped > 0) await announceStop(db)
}

/** Ends the waiting of an instance that ends, and stops its runs. */
export const leaveAllJobs = (ctx: Ctx, instanceId: string): Promise<void> =>
  leaveJobs(ctx, sql`j.instance_id = ${instanceId}`)

/**
 * Brings the runs of an instance in line with what its process waits for, in the transaction of the step: new service tasks get a run,
 * and what a timer has cut off is stopped.
 */
export const reconcileJobs = async (
  ctx: Ctx,
  instance: Instance,
  waiting: readonly WaitingJob[],
  variables: Variables,
): Promise<void> => {
  const { id, facts } = instance
  const executions = waiting.map(({ executionId }) => executionId)
  await leaveJobs(ctx, sql`j.instance_id = ${id} and not j.execution_id = any(${executions})`)
  if (waiting.length === 0) return
  const known = await run<{ executionId: string }>(
    ctx.db,
    sql`select execution_id as "executionId" from flow_job where instance_id = ${id}`,
  )
  const isKnown = (executionId: string) => known.some((one) => one.executionId === executionId)
  const added = waiting.flatMap((one) => {
    const job = facts.jobs?.find((definition) => definition.id === one.activityId)
    return job && !isKnown(one.executionId) ? [{ one, job }] : []
  })
  // the rows of jobs are locked in one order everywhere
  const inOrder = added.toSorted((a, b) => (a.job.jobId < b.job.jobId ? -1 : 1))
  for (const { one, job } of inOrder) await startJob(ctx, instance, one, job, variables)
  if (added.length > 0) await announceWork(ctx.db)
  await listFailedJobs(ctx, instance)
}

const { waiting, sent, running } = runStatus

/** Lets the instances go on whose runs have ended while they could not: `which` is a condition on `j`, a row of flow_job. */
export const continueEnded = async ({ db }: Pick<Ctx, 'db'>, which: Fragment): Promise<void> => {
  const ended = await run<{ runId: string }>(
    db,
    sql`select j.run_id::text as "runId" from flow_job j join job_run r on r.id = j.run_id
      where ${which} and r.status not in (${sql.lit(waiting)}, ${sql.lit(sent)}, ${sql.lit(running)})`,
  )
  await continueAfter(
    db,
    ended.map(({ runId }) => runId),
  )
}

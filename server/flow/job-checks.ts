import { Fail, type Fault } from '#contract/kit/fail.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { type Ctx, hasPermission } from '../engine/context.ts'
import type { JobDefinition } from './bpmn/job-tasks.ts'
import { labelFor } from './bpmn/problems.ts'

/** {0}: the service task, {1}: the number of the job, {2}: its name. */
const unknownJob: Text = [
  '{0}的定时任务编号“{1}”：没有此任务，请从“任务配置”中选择',
  'The {0} has “{1}” under the number of its job, but there is no such scheduled job',
]
const pausedJob: Text = [
  '{0}的定时任务编号“{1}”：任务“{2}”已暂停，请先开启',
  'The {0} has “{1}” under the number of its job, but the job “{2}” is paused; enable it first',
]
const jobElsewhere: Text = [
  '{0}的定时任务编号“{1}”：任务“{2}”不由本平台运行',
  'The {0} has “{1}” under the number of its job, but another job server runs the job “{2}”',
]
const mayNotRun: Text = [
  '该流程会运行定时任务，部署它还需要“运行”定时任务的权限（jobinfo_run）',
  'This process runs scheduled jobs; who deploys it also needs the permission to run them (jobinfo_run)',
]

interface NamedJob {
  readonly id: string
  readonly name: string
  readonly isEnabled: boolean
  readonly isHere: boolean
}

const sentenceOf = (job: NamedJob | undefined): Text | null => {
  if (!job) return unknownJob
  if (!job.isHere) return jobElsewhere
  return job.isEnabled ? null : pausedJob
}

/** What keeps the service tasks of a definition from being deployed: each job has to exist, to be enabled, and to be run by this platform. */
export const jobFaults = async ({ db }: Ctx, tasks: readonly JobDefinition[] = []): Promise<Fault[]> => {
  if (tasks.length === 0) return []
  const jobs = await run<NamedJob>(
    db,
    sql`select j.id::text, j.job_name as name, j.enable = 1 as "isEnabled", s.is_shipped = 1 as "isHere"
      from job_info j join job_server s on s.id = j.job_server_id
      where j.id = any(${tasks.map(({ jobId }) => jobId)}::bigint[]) and j.is_deleted = 0`,
  )
  return tasks.flatMap(({ id, name, jobId }): Fault[] => {
    const job = jobs.find((one) => one.id === jobId)
    const sentence = sentenceOf(job)
    const label = labelFor('ServiceTask', name === id ? '' : name, id)
    return sentence ? [{ at: id, text: fill(sentence, label, jobId, job?.name ?? '') }] : []
  })
}

/** Throws 403 for somebody who may deploy processes, but not run the jobs that this one runs. */
export const assertMayRunJobs = (ctx: Ctx, tasks: readonly JobDefinition[] = []): void => {
  if (tasks.length > 0 && !hasPermission(ctx, 'jobinfo_run')) throw new Fail(mayNotRun, 403)
}

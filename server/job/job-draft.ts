import { jobInfo, processorTypes } from '#contract/job/job-info.ts'
import { readLifecycle, writeLifecycle } from '#contract/job/lifecycle.ts'
import { beginsSchedule } from '#contract/job/schedule-change.ts'
import { type Fault, faulty } from '#contract/kit/fail.ts'
import type { Fields } from '#contract/kit/field.ts'
import type { Ctx, Handlers } from '../engine/context.ts'
import { notAllowed } from './external/external-processor.ts'
import { executionFault, lockedFaults, processorFault, scheduleFaults } from './job-rules.ts'
import type { Job } from './run/job-plan.ts'

export type JobInput = Parameters<NonNullable<Handlers<'jobInfo'>['submit']>>[1]

const initialValues = Object.fromEntries(
  Object.entries(jobInfo.fields as Fields).flatMap(([name, { initial }]) =>
    initial === undefined ? [] : [[name, initial]],
  ),
)

/** Values as they are stored: an emptied number is the initial one, and only kinds of timing with an expression have one. */
const storable = (input: JobInput, job: Job): JobInput => {
  const values = Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name, value ?? initialValues[name] ?? value]),
  ) as JobInput
  const ends = readLifecycle(input.lifecycle)
  if (input.lifecycle && ends) values.lifecycle = writeLifecycle(ends)
  const hasExpression = jobInfo.fields.timeExpression.when.timeExpressionType.some(
    (type) => type === job.timeExpressionType,
  )
  return hasExpression ? values : { ...values, timeExpression: null }
}

const hasNewProcessor = (stored: Job | null, job: Job) =>
  stored?.processorType !== job.processorType || stored.processorInfo !== job.processorInfo

/** Why a job is not run whatever else is right: its processor is external, and none may be. */
export const externalFaultOf = ({ app }: Ctx, { processorType }: Job): Fault | null =>
  processorType === processorTypes.external && !app.env.jobExternal ? { at: 'processorType', text: notAllowed } : null

/** All faults of a job as it would be stored; what stays as it was may be wrong by now, as long as nothing begins to use it. */
const faultsOf = async (ctx: Ctx, stored: Job | null, job: Job, isHere: boolean, now: Date): Promise<Fault[]> => {
  const faults = [
    ...(beginsSchedule(stored, job) ? scheduleFaults(job, now) : []),
    isHere && !stored?.isShipped && hasNewProcessor(stored, job) ? await processorFault(ctx.app, job) : null,
    isHere && !stored?.isShipped && job.enable === 1 ? externalFaultOf(ctx, job) : null,
    isHere ? executionFault(ctx.app, job) : null,
  ]
  const found = [...(stored ? lockedFaults(stored, job) : []), ...faults.filter((one) => one !== null)]
  return found.filter(({ at, text }, i) => found.findIndex((one) => one.at === at && one.text === text) === i)
}

/** A job as an input would leave it, and what is to be stored for that. Throws the faults of all its fields. */
export const draftJob = async (
  ctx: Ctx,
  stored: Job | null,
  input: JobInput,
  { isHere, now }: { readonly isHere: boolean; readonly now: Date },
): Promise<{ readonly job: Job; readonly values: JobInput }> => {
  const values = storable(input, { ...initialValues, ...stored, ...input } as Job)
  const job = { ...initialValues, ...stored, ...values } as Job
  const faults = await faultsOf(ctx, stored, job, isHere, now)
  if (faults.length) throw faulty(faults)
  return { job, values }
}

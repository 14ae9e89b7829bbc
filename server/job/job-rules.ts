import { executions, jobInfo, processorTypes } from '#contract/job/job-info.ts'
import { readLifecycle } from '#contract/job/lifecycle.ts'
import { isRepeating, timing } from '#contract/job/timing.ts'
import { missingText } from '#contract/kit/check.ts'
import type { Fault } from '#contract/kit/fail.ts'
import { applies } from '#contract/kit/field.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { wireTime } from '../base/process/clock.ts'
import type { App } from '../engine/context.ts'
import { externalFault } from './external/external-processor.ts'
import { checkSchedule } from './run/cron.ts'
import { type Job, plannedTimes, type Schedule } from './run/job-plan.ts'
import { executionText } from './run/processor.ts'

const { fields } = jobInfo

const expressionFault = (schedule: Schedule, now: Date): Fault | null => {
  const { timeExpressionType: type, timeExpression: expression, timeZone: zone } = schedule
  if (applies(fields.timeExpression, { ...schedule }) && !expression)
    return { at: 'timeExpression', text: missingText(fields.timeExpression) }
  const fault = checkSchedule({ type, expression, zone, from: now })
  return fault && { at: fault.field, text: fault.text }
}

const lifecycleText = ({ lifecycle }: Schedule, now: Date): Text | null => {
  const ends = readLifecycle(lifecycle)
  if (!ends)
    return [
      '生命周期应为“开始时间,结束时间”，如 2026-01-01 00:00:00,2026-12-31 23:59:59',
      'The active period must be “start,end”, such as 2026-01-01 00:00:00,2026-12-31 23:59:59',
    ]
  const { start, end } = ends
  if (start && end && start >= end)
    return ['生命周期的结束时间须晚于开始时间', 'The active period must end after it starts']
  return end && end <= wireTime(now)
    ? ['生命周期的结束时间已过，请修改', 'The active period is over; choose a later end']
    : null
}

/** All that is wrong with a schedule from now on, at the fields of a job; empty if it can be planned. */
export const scheduleFaults = (schedule: Schedule, now: Date): Fault[] => {
  const at = 'lifecycle'
  const text = lifecycleText(schedule, now)
  const faults = [expressionFault(schedule, now), text && { at, text }].filter((fault) => fault !== null)
  const isSound = faults.length === 0
  if (isSound && schedule.timeExpressionType === timing.cron && plannedTimes(schedule, now, 1).length === 0)
    faults.push({ at, text: ['生命周期内没有运行时间', 'No run falls into the active period'] })
  return faults
}

/** What is wrong with the processor of a job of this platform. */
export const processorFault = async (
  app: Pick<App, 'jobProcessors' | 'env' | 'db'>,
  { processorType, processorInfo }: Pick<Job, 'processorType' | 'processorInfo'>,
): Promise<Fault | null> => {
  if (processorType === processorTypes.external) return externalFault(app, processorInfo)
  if (Object.hasOwn(app.jobProcessors, processorInfo)) return null
  const unknownText: Text = [
    '平台没有处理器“{0}”，请从列表中选择',
    'There is no processor “{0}”; choose one of the list',
  ]
  return { at: 'processorInfo', text: fill(unknownText, processorInfo) }
}

/** What is wrong with how a job of this platform is executed. */
export const executionFault = (
  { jobProcessors }: Pick<App, 'jobProcessors'>,
  job: Pick<Job, 'executeType' | 'processorType' | 'processorInfo' | 'timeExpressionType'>,
): Fault | null => {
  const at = 'executeType'
  if (job.executeType !== executions.single && isRepeating(job.timeExpressionType))
    return {
      at,
      text: [
        '按固定频率或固定延迟重复执行的任务只能单机执行',
        'A job at a fixed rate or with a fixed delay runs on a single worker',
      ],
    }
  const builtIn = Object.hasOwn(jobProcessors, job.processorInfo) ? jobProcessors[job.processorInfo] : undefined
  const processor = job.processorType === processorTypes.external ? {} : builtIn
  const text = processor && executionText(processor, job.processorInfo, job.executeType)
  return text ? { at, text } : null
}

/** What a job keeps for as long as it exists. */
export const lockedFaults = (stored: Job, job: Job): Fault[] => {
  const shippedText: Text = ['平台自带任务的处理器不能修改', 'The processor of a shipped job cannot be changed']
  const faults: Fault[] = []
  if (job.jobServerId !== stored.jobServerId)
    faults.push({ at: 'jobServerId', text: ['任务应用不能修改', 'The job server cannot be changed'] })
  for (const at of ['processorType', 'processorInfo'] as const)
    if (stored.isShipped && job[at] !== stored[at]) faults.push({ at, text: shippedText })
  return faults
}

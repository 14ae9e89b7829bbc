import { createHash } from 'node:crypto'
import { jobInfo } from '#contract/job/job-info.ts'
import { readLifecycle, writeLifecycle } from '#contract/job/lifecycle.ts'
import type { Field } from '#contract/kit/field.ts'
import { fill, listText, type Text } from '#contract/kit/text.ts'
import { momentOf, wireTime } from '../../base/process/clock.ts'
import type { Job } from '../run/job-plan.ts'

/** What both sides have. The people to be told are not among it: each side has accounts of its own. */
const sharedFields = [
  ...(['jobName', 'jobDescription', 'timeExpressionType', 'timeExpression', 'executeType', 'processorType'] as const),
  ...(['processorInfo', 'jobParams', 'enable', 'lifecycle', 'dispatchStrategy', 'maxInstanceNum'] as const),
  ...(['concurrency', 'instanceTimeLimit', 'instanceRetryNum', 'taskRetryNum', 'minCpuCores'] as const),
  ...(['minMemorySpace', 'minDiskSpace', 'designatedWorkers', 'maxWorkerCount', 'alertThreshold'] as const),
  ...(['statisticWindowLen', 'silenceWindowLen', 'logType', 'logLevel', 'extra'] as const),
] as const
type SharedField = (typeof sharedFields)[number]

/** Values of a job as they are stored here; absent where the job server names none. */
export type SharedValues = Partial<Pick<Job, SharedField>>

/** A job as its job server has it. */
export interface RemoteJob {
  readonly id: string
  readonly name: string
  readonly isDeleted: boolean
  readonly values: SharedValues
  /** In wire format. */
  readonly modifiedAt: string | null
}

type Json = Readonly<Record<string, unknown>>

const statuses = { enabled: 1, deleted: 99 } as const

/** PowerJob reads a number as a place in the list of names, so names are sent. */
const names = {
  timeExpressionType: { 1: 'API', 2: 'CRON', 3: 'FIXED_RATE', 4: 'FIXED_DELAY', 5: 'WORKFLOW' },
  executeType: { 1: 'STANDALONE', 2: 'BROADCAST', 3: 'MAP_REDUCE' },
  processorType: { 1: 'BUILT_IN', 4: 'EXTERNAL' },
  dispatchStrategy: { 1: 'HEALTH_FIRST', 2: 'RANDOM' },
} as const

/** An object, which some versions send as text. */
const objectOf = (value: unknown): Json => {
  if (typeof value === 'object' && value !== null) return value as Json
  try {
    const parsed: unknown = JSON.parse(String(value ?? ''))
    return typeof parsed === 'object' && parsed !== null ? (parsed as Json) : {}
  } catch {
    return {}
  }
}

const timeOf = (value: unknown): string | null => {
  const moment = new Date(typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : (value as string | number))
  return value === null || value === undefined || Number.isNaN(moment.getTime()) ? null : wireTime(moment)
}

const lifecycleOf = (value: unknown): string | null => {
  const { start, end } = objectOf(value)
  return writeLifecycle({ start: timeOf(start), end: timeOf(end) })
}

const present = (values: Readonly<Record<string, unknown>>): SharedValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined))

/** Reads a job of fetchAllJob; null if it has no id. */
export const readRemoteJob = (value: unknown): RemoteJob | null => {
  const job = objectOf(value)
  if (!/^\d+$/.test(String(job.id))) return null
  const [alarm, log] = [objectOf(job.alarmConfig), objectOf(job.logConfig)]
  const { alertThreshold, statisticWindowLen, silenceWindowLen } = alarm
  const simple = Object.fromEntries(sharedFields.map((name) => [name, job[name]]))
  return {
    id: String(job.id),
    name: String(job.jobName || job.id),
    isDeleted: job.status === statuses.deleted,
    modifiedAt: timeOf(job.gmtModified),
    values: present({
      ...simple,
      enable: job.status === statuses.enabled ? 1 : 0,
      lifecycle: lifecycleOf(job.lifecycle),
      ...{ alertThreshold, statisticWindowLen, silenceWindowLen },
      ...{ logType: log.type, logLevel: log.level },
    }),
  }
}

/** A value for comparison: what is empty here may be absent, 0 or an empty text there. */
const comparable = (name: SharedField, value: unknown): string => {
  const { initial = '' } = jobInfo.fields[name] as Field
  return String(value ?? initial)
}

/** Whether some versions of a job server name no value of a field. */
const mayBeUnknown = (name: SharedField): boolean => /^(alert|statistic|silence|log)/.test(name)

/** The fields of which both sides have different values, by their labels. What the job server does not name does not count. */
export const differencesOf = (job: Job, { values }: RemoteJob): Text[] =>
  sharedFields
    .filter((name) => {
      const isUnknown = mayBeUnknown(name) && values[name] === undefined
      return !isUnknown && comparable(name, job[name]) !== comparable(name, values[name])
    })
    .map((name) => jobInfo.fields[name].label)

/** Names the values that both sides have. */
export const hashOf = (job: SharedValues): string =>
  createHash('sha256')
    .update(JSON.stringify(sharedFields.map((name) => comparable(name, job[name]))))
    .digest('hex')

const changedSides: Readonly<Record<string, Text>> = {
  remote: ['远端已修改：{0}', 'Changed at the job server: {0}'],
  local: ['本平台已修改：{0}', 'Changed here: {0}'],
  both: ['两边均已修改：{0}', 'Changed on both sides: {0}'],
  unknown: ['与远端不同：{0}', 'Differs from the job server: {0}'],
}

/** What differs, in a sentence that says who has changed it since both sides had the same values; null if nothing differs. */
export const differenceText = (job: Job, there: RemoteJob): Text | null => {
  const labels = differencesOf(job, there)
  if (labels.length === 0) return null
  const unknown = Object.fromEntries(sharedFields.filter(mayBeUnknown).map((name) => [name, job[name]]))
  const isChangedRemotely = hashOf({ ...unknown, ...there.values }) !== job.syncHash
  const isChangedLocally = hashOf(job) !== job.syncHash
  const oneSide = isChangedLocally ? 'local' : 'remote'
  const side = isChangedLocally && isChangedRemotely ? 'both' : oneSide
  return fill(changedSides[job.syncHash ? side : 'unknown'] as Text, listText(labels))
}

const millisecondsOf = (wire: string | null): number | null => (wire ? momentOf(wire).getTime() : null)

/** A job as saveJob takes it; without `id` it is added. */
export const writeRemoteJob = (job: Job, id: string | null): Json => {
  const { start = null, end = null } = readLifecycle(job.lifecycle) ?? {}
  const plain = Object.fromEntries(
    sharedFields
      .filter((name) => !/^(enable|lifecycle|alert|statistic|silence|log)/.test(name))
      .map((name) => [name, job[name]]),
  )
  const nameOf = (field: keyof typeof names) => (names[field] as Readonly<Record<number, string>>)[Number(job[field])]
  return {
    ...plain,
    ...(id ? { id } : {}),
    ...Object.fromEntries(Object.keys(names).map((field) => [field, nameOf(field as keyof typeof names)])),
    enable: job.enable === 1,
    lifeCycle: { start: millisecondsOf(start), end: millisecondsOf(end) },
    alarmConfig: {
      alertThreshold: job.alertThreshold ?? 0,
      statisticWindowLen: job.statisticWindowLen ?? 0,
      silenceWindowLen: job.silenceWindowLen ?? 0,
    },
    logConfig: { type: job.logType, level: job.logLevel },
  }
}

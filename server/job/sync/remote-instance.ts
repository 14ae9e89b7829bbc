import { type RunStatus, runStatus } from '#contract/job/run-status.ts'
import { Fail } from '#contract/kit/fail.ts'
import type { Text } from '#contract/kit/text.ts'
import { wireTime } from '../../base/process/clock.ts'

/** What a job server knows of an instance; times in wire format. */
export interface RemoteInstance {
  readonly status: RunStatus
  readonly result: string | null
  readonly worker: string | null
  readonly attempt: number | null
  readonly startedAt: string | null
  readonly endedAt: string | null
}

const notUnderstood: Text = ['对方返回的运行状态无法识别', 'The state that the job server returned is not known']

const statuses: readonly unknown[] = Object.values(runStatus)
const maxResultLength = 8192

/** A moment in milliseconds; 0 stands for none. */
const timeOf = (value: unknown): string | null => {
  const milliseconds = Number(value ?? 0)
  return milliseconds > 0 && milliseconds < 8.64e15 ? wireTime(new Date(milliseconds)) : null
}

const textOf = (value: unknown): string | null =>
  value === null || value === undefined || value === '' ? null : String(value).slice(0, maxResultLength)

/** Reads the data of fetchInstanceInfo. Throws a Fail if it has no known status. */
export const readInstance = (data: unknown): RemoteInstance => {
  const info = (typeof data === 'object' && data !== null ? data : {}) as Readonly<Record<string, unknown>>
  if (!statuses.includes(info.status)) throw new Fail(notUnderstood)
  const attempt = Number(info.runningTimes)
  return {
    status: info.status as RunStatus,
    result: textOf(info.result),
    worker: textOf(info.taskTrackerAddress),
    attempt: Number.isSafeInteger(attempt) ? Math.min(Math.max(attempt, 0), 1_000_000) : null,
    startedAt: timeOf(info.actualTriggerTime),
    endedAt: timeOf(info.finishedTime),
  }
}

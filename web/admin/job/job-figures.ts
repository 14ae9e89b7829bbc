import type { jobInfo } from '#contract/job/job-info.ts'
import { isRepeating } from '#contract/job/timing.ts'
import type { RowOf } from '#contract/kit/entity.ts'
import type { Text } from '#contract/kit/text.ts'

/** Cores or gigabytes that are free; a busy machine has a load above its cores. */
export const amount = (value: number | null): string => (value === null ? '—' : Math.max(value, 0).toFixed(1))

const minuteMs = 60_000

export const durationText = (milliseconds: number): Text => {
  if (milliseconds < 1000) return [`${Math.round(milliseconds)} 毫秒`, `${Math.round(milliseconds)} ms`]
  if (milliseconds < 2 * minuteMs) {
    const seconds = (milliseconds / 1000).toFixed(1)
    return [`${seconds} 秒`, `${seconds} s`]
  }
  const minutes = (milliseconds / minuteMs).toFixed(1)
  return [`${minutes} 分钟`, `${minutes} min`]
}

/** A time to the minute; a dash where there is none. */
export const minuteText = (at: string | null): Text => {
  const text = at?.slice(0, 16) ?? '—'
  return [text, text]
}

type Planned = Pick<RowOf<typeof jobInfo>, 'enable' | 'timeExpressionType' | 'nextAt' | 'jobId'>

/** When a job runs next: one that repeats by itself here has no such time, because it goes on. */
export const nextRunText = ({ enable, timeExpressionType, nextAt, jobId }: Planned): Text =>
  enable === 1 && jobId === null && isRepeating(timeExpressionType) ? ['持续运行', 'Goes on'] : minuteText(nextAt)

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

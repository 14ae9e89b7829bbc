import { momentOf } from '../base/process/clock.ts'

const day = 86_400_000

/** Days from now until a moment, rounded up; after it the days since then as a negative number. Never 0. */
export const daysUntil = (moment: string, now: Date): number => {
  const days = (momentOf(moment).getTime() - now.getTime()) / day
  return days > 0 ? Math.ceil(days) : Math.min(-1, Math.floor(days))
}

/** Full days since a moment. */
export const daysSince = (moment: string, now: Date): number =>
  Math.max(0, Math.floor((now.getTime() - momentOf(moment).getTime()) / day))

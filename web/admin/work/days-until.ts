const msPerDay = 86_400_000
const shanghaiOffset = 8 * 3_600_000

/** Number of a day in Shanghai. */
const dayOf = (ms: number): number => Math.floor((ms + shanghaiOffset) / msPerDay)

/** Whole days from now to a moment `yyyy-MM-dd HH:mm:ss` in Shanghai; negative once it has passed. */
export const daysUntil = (moment: string, now: number = Date.now()): number => {
  const due = Date.parse(`${moment.replace(' ', 'T')}+08:00`)
  const days = dayOf(due) - dayOf(now)
  return due < now ? Math.min(days, -1) : days
}

/** Whole days since a moment `yyyy-MM-dd HH:mm:ss` in Shanghai. */
export const daysSince = (moment: string, now: number = Date.now()): number =>
  Math.max(0, dayOf(now) - dayOf(Date.parse(`${moment.replace(' ', 'T')}+08:00`)))

const day = 86_400_000

/** A time on the wire, `yyyy-MM-dd HH:mm:ss` in Shanghai, in milliseconds. */
export const millisecondsOf = (moment: string): number => Date.parse(`${moment.replace(' ', 'T')}+08:00`)

/** Days from now until a moment, rounded up; after it the days since then as a negative number. Never 0. */
export const daysUntil = (moment: string, now: Date = new Date()): number => {
  const days = (millisecondsOf(moment) - now.getTime()) / day
  return days > 0 ? Math.ceil(days) : Math.min(-1, Math.floor(days))
}

/** Full days since a moment. */
export const daysSince = (moment: string, now: Date = new Date()): number =>
  Math.max(0, Math.floor((now.getTime() - millisecondsOf(moment)) / day))

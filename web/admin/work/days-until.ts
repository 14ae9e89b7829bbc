import { todayInShanghai } from '#web/ui/shanghai-days.ts'

const msPerDay = 86_400_000

/** Whole days from now to a moment `yyyy-MM-dd HH:mm:ss` in Shanghai; negative once it has passed. */
export const daysUntil = (moment: string, now: number = Date.now()): number => {
  const due = Date.parse(`${moment.replace(' ', 'T')}+08:00`)
  const days = Math.round((Date.parse(moment.slice(0, 10)) - Date.parse(todayInShanghai(now))) / msPerDay)
  return due < now ? Math.min(days, -1) : days
}

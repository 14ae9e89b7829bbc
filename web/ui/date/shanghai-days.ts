import type { DayRange } from './day.ts'

/** Days from now on, in Shanghai, whatever the zone of the browser. */

const msPerDay = 86_400_000
const shanghaiOffset = 8 * 3_600_000

const isoOf = (ms: number): string => new Date(ms).toISOString()
const dayOf = (ms: number): string => isoOf(ms).slice(0, 10)

export const todayInShanghai = (now: number = Date.now()): string => dayOf(now + shanghaiOffset)

/** The current minute. */
export const nowInShanghai = (now: number = Date.now()): string =>
  `${isoOf(now + shanghaiOffset)
    .slice(0, 16)
    .replace('T', ' ')}:00`

export const addDays = (day: string, count: number): string => dayOf(Date.parse(`${day}T00:00:00Z`) + count * msPerDay)

export type ShortcutName = 'today' | 'week' | 'month' | 'year'

/** The ranges that are often needed; the week is today and the six days before. */
export const shortcutsOn = (today: string): Readonly<Record<ShortcutName, DayRange>> => {
  const [year, month] = [today.slice(0, 4), today.slice(0, 7)]
  const nextMonth = addDays(`${month}-28`, 4).slice(0, 7)
  return {
    today: { from: today, to: today },
    week: { from: addDays(today, -6), to: today },
    month: { from: `${month}-01`, to: addDays(`${nextMonth}-01`, -1) },
    year: { from: `${year}-01-01`, to: `${year}-12-31` },
  }
}

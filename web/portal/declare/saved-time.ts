import { todayInShanghai } from '#web/ui/date/shanghai-days.ts'

/** When something was saved, to the minute: without the date if it was today, without the year if it was this year. */
export const savedTime = (at: string, today: string = todayInShanghai()): string => {
  if (at.startsWith(today)) return at.slice(11, 16)
  return at.slice(at.startsWith(today.slice(0, 5)) ? 5 : 0, 16)
}

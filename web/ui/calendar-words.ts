/** The texts of the calendars; loaded with them, since only an open calendar needs them. */
const texts = {
  previousMonth: ['上个月', 'Previous month'],
  nextMonth: ['下个月', 'Next month'],
  previousYear: ['上一年', 'Previous year'],
  nextYear: ['下一年', 'Next year'],
  now: ['此刻', 'Now'],
  done: ['确定', 'OK'],
  today: ['今天', 'Today'],
  week: ['近7天', 'Last 7 days'],
  month: ['本月', 'This month'],
  year: ['本年', 'This year'],
  custom: ['自定义', 'Custom'],
} as const

export const isEnglish = (): boolean => document.documentElement.lang.startsWith('en')

/** A text in the language of the page. */
export const wordOf = (name: keyof typeof texts): string => texts[name][isEnglish() ? 1 : 0]

/** The name of a part of a date, such as 小时 or hour. */
export const partName = (part: 'year' | 'month' | 'hour' | 'minute'): string =>
  new Intl.DisplayNames(document.documentElement.lang, { type: 'dateTimeField', style: 'short' }).of(part) ?? part

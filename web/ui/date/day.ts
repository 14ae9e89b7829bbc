/**
 * Days are texts `yyyy-MM-dd` and moments `yyyy-MM-dd HH:mm:ss`, both in Shanghai, whatever the zone of the browser. They
 * are checked in UTC, which has no daylight saving time.
 */

export interface DayRange {
  readonly from: string
  readonly to: string
}

const msOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)

/** The first and the last day that can be chosen; the server accepts no day before the first. */
export const dayLimits: DayRange = { from: '1900-01-01', to: '2100-12-31' }

/** Whether a text is an existing day in `yyyy-MM-dd` within the limits. */
const isDay = (text: string): boolean => {
  const ms = msOf(text)
  return (
    !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text) && text >= dayLimits.from && text <= dayLimits.to
  )
}

/** Full-width digits and signs of a Chinese input method become plain ones. */
export const plainText = (text: string): string => text.normalize('NFKC').trim()
const pad = (digits: string | undefined): string => (digits ?? '').padStart(2, '0')

const separatedDay = /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})日?$/
const digitsOfDay = /^(\d{4})(\d{2})(\d{2})$/

/** The day that a person typed or pasted: 2026-11-24, 2026/11/24, 20261124, 2026年11月24日. Null if it is none. */
export const readDay = (text: string): string | null => {
  const match = separatedDay.exec(plainText(text)) ?? digitsOfDay.exec(plainText(text))
  const day = match ? `${match[1]}-${pad(match[2])}-${pad(match[3])}` : ''
  return isDay(day) ? day : null
}

const separatedTime = /^(\d{1,2})\s*[:时点]\s*(\d{1,2})\s*(?:[:分]\s*(?:(\d{1,2})秒?)?)?$/
const digitsOfTime = /^(\d{2})(\d{2})(\d{2})?$/

const readTime = (text: string): string | null => {
  const match = separatedTime.exec(text) ?? digitsOfTime.exec(text)
  if (!match) return null
  const [hour, minute, second] = [pad(match[1]), pad(match[2]), pad(match[3])]
  return hour < '24' && minute < '60' && second < '60' ? `${hour}:${minute}:${second}` : null
}

const dayAndTime = /^(.{1,20}?日|.{1,20}?\d(?=[\sT])|\d{8}(?=\d{4}(?:\d{2})?$))[\sT]{0,20}(\d.{0,20})$/

/** The moment that a person typed or pasted; a day alone means its start. Null if it is none. */
export const readMoment = (text: string): string | null => {
  const whole = readDay(text)
  if (whole) return `${whole} 00:00:00`
  const match = dayAndTime.exec(plainText(text))
  const day = readDay(match?.[1] ?? '')
  const time = readTime(match?.[2] ?? '')
  return day && time ? `${day} ${time}` : null
}

/** A moment as it is shown: without seconds if there are none. */
export const showMoment = (moment: string): string => moment.replace(/^(.{16}):00$/, '$1')

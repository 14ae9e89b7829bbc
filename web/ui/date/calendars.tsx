/** What the date fields load when they are first used; see date-panel.tsx. */
export { DatePanel } from './date-panel.tsx'
export { DayCalendar } from './day-calendar.tsx'
export { MomentCalendar } from './moment-calendar.tsx'
export { RangeCalendars } from './range-calendars.tsx'

import { useEffect, useState } from 'react'

export type Calendars = typeof import('./calendars.tsx')

let calendarsCache: Calendars | null = null

/** The calendars and the library behind them are loaded when a date field is first used. */
export const loadCalendars = async (): Promise<Calendars> => {
  calendarsCache ??= await import('./calendars.tsx')
  return calendarsCache
}

/** The calendars, as soon as a field needs them. */
export const useCalendars = (isNeeded: boolean) => {
  const [calendars, setCalendars] = useState(calendarsCache)
  const [isFailed, setFailed] = useState(false)
  useEffect(() => {
    if (isNeeded)
      loadCalendars().then(setCalendars, () => {
        setFailed(true)
      })
  }, [isNeeded])
  return { calendars, isFailed: isNeeded && isFailed && calendars === null }
}

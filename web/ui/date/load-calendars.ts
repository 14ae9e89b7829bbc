import { useEffect, useState } from 'react'

export type Calendars = typeof import('./calendars.tsx')

let calendarsCache: Calendars | null = null

/** The calendars and the library behind them are loaded when a date field is first used. */
export const useCalendars = (isNeeded: boolean) => {
  const [calendars, setCalendars] = useState(calendarsCache)
  const [isFailed, setFailed] = useState(false)
  useEffect(() => {
    if (!isNeeded) return
    const load = async () => {
      calendarsCache ??= await import('./calendars.tsx')
      setCalendars(calendarsCache)
    }
    load().catch(() => setFailed(true))
  }, [isNeeded])
  return { calendars, isFailed }
}

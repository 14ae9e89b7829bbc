import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { showPanel } from '../place-panel.ts'
import css from './calendars.module.css'
import type { DatePanelState } from './use-date-panel.ts'

/** What the date fields load when they are first used: this panel, and what is shown in it. */
export { DayCalendar } from './day-calendar.tsx'
export { MomentCalendar } from './moment-calendar.tsx'
export { RangeCalendars } from './range-calendars.tsx'

interface Props {
  readonly state: DatePanelState
  readonly name: string
  readonly children: ReactNode
}

/** The calendar of a field: in the document it follows the field, so that Tab leads into it. */
export const DatePanel = ({ state, name, children }: Props) => {
  const { root, focusRequest } = state
  const panel = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (panel.current && root.current) return showPanel(panel.current, root.current)
  }, [root])
  useEffect(() => {
    if (focusRequest) panel.current?.querySelector<HTMLElement>('td [tabindex="0"]')?.focus()
  }, [focusRequest])
  return (
    <div ref={panel} popover="manual" role="dialog" aria-label={name} className={css.panel}>
      {children}
    </div>
  )
}

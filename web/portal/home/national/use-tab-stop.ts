import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { MapState } from './map-state.ts'
import { stepTo, topTen } from './ranked-places.ts'

const rowIn = (list: HTMLElement | null, code: string) =>
  list?.querySelector<HTMLElement>(`[data-code="${code}"]`) ?? null

/**
 * The ranking is one tab stop: one row is in the tab order; arrows, Home and End move it, Enter selects. `isExpanded` tells
 * whether the list displays all provinces, which a key or a selection beyond the first ten requires.
 */
export const useTabStop = ({ list, selected, select }: Pick<MapState, 'list' | 'selected' | 'select'>) => {
  const [isExpanded, setExpanded] = useState(false)
  const [code, setCode] = useState<string | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const codeToFocus = useRef<string | null>(null)
  const isBeyondTopTen = list.findIndex((place) => place.code === selected) >= topTen
  useEffect(() => {
    if (selected) setCode(selected)
    if (isBeyondTopTen) setExpanded(true)
  }, [selected, isBeyondTopTen])
  // a row beyond the first ten takes the focus once the list displays it
  useEffect(() => {
    if (isExpanded && codeToFocus.current) rowIn(box.current, codeToFocus.current)?.focus()
    codeToFocus.current = null
  }, [isExpanded])
  // deselecting a province may remove the focused element, such as a link to its projects
  const restoreFocus = useEffectEvent(() => {
    if (code && document.activeElement === document.body) rowIn(box.current, code)?.focus()
  })
  useEffect(() => {
    if (!selected) restoreFocus()
  }, [selected])

  const at = Math.max(
    0,
    list.findIndex((place) => place.code === code),
  )
  const moveTo = (next: number) => {
    const place = list[next]
    if (!place) return
    setCode(place.code)
    const row = rowIn(box.current, place.code)
    if (row) return row.focus()
    codeToFocus.current = place.code
    setExpanded(true)
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    const current = list[at]
    const next = stepTo(event.key, at, list.length)
    if (next !== null) moveTo(next)
    else if (current && (event.key === 'Enter' || event.key === ' ')) select(current.code)
    else return
    event.preventDefault()
  }
  const toggle = () => {
    setExpanded(!isExpanded)
    if (isExpanded && at >= topTen) setCode(null)
  }
  return { box, at, handleKeyDown, isExpanded, toggle }
}

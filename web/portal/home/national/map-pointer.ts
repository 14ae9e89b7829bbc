import { type PointerEvent, type RefObject, useEffect, useRef } from 'react'
import { china } from '#web/base/map/china.ts'
import type { MapState, Point } from './map-state.ts'

/** Milliseconds without movement after which the pointer is at rest. */
const restDelayMs = 200

/** Code of the province under the pointer: its land or its tip. */
export const codeAt = ({ target }: { readonly target: EventTarget }): string | null =>
  target instanceof Element ? (target.closest('[data-code]')?.getAttribute('data-code') ?? null) : null

type At = Pick<PointerEvent, 'clientX' | 'clientY'>

const distanceTo = (box: Element | null, { clientX, clientY }: At): number => {
  if (!box) return Number.POSITIVE_INFINITY
  const { left, right, top, bottom } = box.getBoundingClientRect()
  return Math.hypot(Math.max(left - clientX, 0, clientX - right), Math.max(top - clientY, 0, clientY - bottom))
}

const pointOf = (stage: Element, { clientX, clientY }: At): Point => {
  const { left, top, width } = stage.getBoundingClientRect()
  const unit = china.width / width
  return [(clientX - left) * unit, (clientY - top) * unit]
}

/**
 * Pointer handling on the map (WCAG 1.4.13). A tip appears beside a pointer at rest. It stays while the pointer moves towards
 * it, even across other provinces, and while the pointer is over it. After Esc it does not reappear for the same province.
 */
export const useMapPointer = (
  { active, activate }: Pick<MapState, 'active' | 'activate'>,
  tip: RefObject<HTMLElement | null>,
) => {
  const hoveredCode = useRef<string | null>(null)
  const lastDistance = useRef(Number.POSITIVE_INFINITY)
  const timer = useRef(0)
  useEffect(() => () => clearTimeout(timer.current), [])

  const goTo = (code: string | null) => {
    hoveredCode.current = code
    activate(code ? { code } : null)
  }
  return {
    onPointerMove: (event: PointerEvent) => {
      // touch has no hover: a tap selects the province, and the panel displays its figures
      if (event.pointerType === 'touch') return
      const code = codeAt(event)
      const previousDistance = lastDistance.current
      lastDistance.current = distanceTo(tip.current, event)
      clearTimeout(timer.current)
      const schedule = (act: () => void) => {
        timer.current = window.setTimeout(act, restDelayMs)
      }
      if (code && active?.tip && code === active.code) {
        hoveredCode.current = code
        return
      }
      if (code !== hoveredCode.current) {
        if (lastDistance.current < previousDistance) return schedule(() => goTo(code))
        goTo(code)
      } else if (code !== active?.code) return
      const at = pointOf(event.currentTarget, event)
      if (code) schedule(() => activate({ code, tip: at }))
    },
    onPointerLeave: () => {
      clearTimeout(timer.current)
      goTo(null)
    },
  }
}

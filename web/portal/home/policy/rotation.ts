import { useEffect, useState } from 'react'
import { prefersReducedMotion } from '#web/base/page/reduced-motion.ts'

/** Milliseconds each slide is displayed (specification 000, section 9). */
export const interval = 4000

/** Index of the next slide; wraps around. */
export const nextIndex = (at: number, count: number, step: 1 | -1 = 1): number => (at + step + count) % count

export interface Rotation {
  readonly at: number
  readonly show: (at: number) => void
  /** Stopped by the user or their reduced-motion setting; a pause by pointer or focus does not count. */
  readonly stopped: boolean
  readonly toggle: () => void
  /** Handlers for the frame around the slides: rotation pauses while the pointer or the focus is inside. */
  readonly pauseHandlers: {
    readonly onPointerEnter: () => void
    readonly onPointerLeave: () => void
    readonly onFocus: () => void
    readonly onBlur: () => void
  }
}

/**
 * Automatic rotation of slides. It pauses under the pointer or the focus and in a hidden window. It is off for users who
 * prefer reduced motion and after the user has stopped it (WCAG 2.2.2).
 */
export const useRotation = (count: number): Rotation => {
  const [at, show] = useState(0)
  const [stopped, setStopped] = useState(false)
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const isRunning = count > 1 && !stopped && !hovered && !focused
  useEffect(() => {
    if (prefersReducedMotion()) setStopped(true)
  }, [])
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => {
      if (!document.hidden) show((now) => nextIndex(now, count))
    }, interval)
    return () => clearInterval(timer)
  }, [isRunning, count])
  return {
    at: Math.min(at, Math.max(count - 1, 0)),
    show,
    stopped,
    toggle: () => setStopped(!stopped),
    pauseHandlers: {
      onPointerEnter: () => setHovered(true),
      onPointerLeave: () => setHovered(false),
      onFocus: () => setFocused(true),
      onBlur: () => setFocused(false),
    },
  }
}

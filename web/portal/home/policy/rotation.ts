import { useEffect, useState } from 'react'

/** Milliseconds a slide stands (specification 000, section 9). */
export const interval = 4000

/** Which slide follows, going round. */
export const nextIndex = (at: number, count: number, step: 1 | -1 = 1): number => (at + step + count) % count

const prefersReducedMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

export interface Rotation {
  readonly at: number
  readonly show: (at: number) => void
  /** Stopped by the reader; what merely holds it, the pointer or the focus on it, is not. */
  readonly stopped: boolean
  readonly toggle: () => void
  /** For the frame the slides stand in: while the pointer or the focus is there, it waits. */
  readonly pauseHandlers: {
    readonly onPointerEnter: () => void
    readonly onPointerLeave: () => void
    readonly onFocus: () => void
    readonly onBlur: () => void
  }
}

/**
 * Slides that go on by themselves: never under the pointer or the focus, never in a window nobody sees, not for readers who ask
 * for less motion, and not once the reader has stopped them (WCAG 2.2.2).
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

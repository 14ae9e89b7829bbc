import { useSyncExternalStore } from 'react'

/** Minimum widths in pixels of the classes above 0 (specification 000, section 4); the style sheets use web/ui/breakpoints.css. */
export const bounds = [768, 992, 1200] as const

/** 0 is a phone, 1 a tablet, 2 a small desktop, 3 a desktop. */
export type ScreenSize = 0 | 1 | 2 | 3

export const sizeOf = (width: number): ScreenSize => bounds.filter((bound) => width >= bound).length as ScreenSize

const subscribe = (listener: () => void) => {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}
const currentSize = () => sizeOf(window.innerWidth)

/** The class of the window's width. */
export const useScreenSize = (): ScreenSize => useSyncExternalStore(subscribe, currentSize)

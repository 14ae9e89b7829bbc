import { useSyncExternalStore } from 'react'

const subscribe = (listener: () => void) => {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}
const isFull = () => document.fullscreenElement !== null

export interface Fullscreen {
  /** Telephones of some makers do without. */
  readonly possible: boolean
  /** As the browser says, which Escape changes too. */
  readonly on: boolean
  readonly toggle: () => void
}

/** The whole screen for the platform, by the browser's own means (specification 000, section 2). */
export const useFullscreen = (): Fullscreen => {
  const on = useSyncExternalStore(subscribe, isFull)
  const toggle = () => {
    // a browser that refuses leaves everything as it is, and the button with it
    const turned = on ? document.exitFullscreen() : document.documentElement.requestFullscreen()
    turned.catch(() => {})
  }
  return { possible: document.fullscreenEnabled === true, on, toggle }
}

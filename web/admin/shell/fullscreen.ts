import { useSyncExternalStore } from 'react'

const subscribe = (listener: () => void) => {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}
const isFull = () => document.fullscreenElement !== null

export interface Fullscreen {
  /** False on some phones, whose browsers do not support it. */
  readonly possible: boolean
  /** The state the browser reports; Escape changes it too. */
  readonly on: boolean
  readonly toggle: () => void
}

/** Full screen by the browser's own API (specification 000, section 2). */
export const useFullscreen = (): Fullscreen => {
  const on = useSyncExternalStore(subscribe, isFull)
  const toggle = () => {
    // if the browser rejects the request, nothing changes
    const turned = on ? document.exitFullscreen() : document.documentElement.requestFullscreen()
    turned.catch(() => {})
  }
  return { possible: document.fullscreenEnabled === true, on, toggle }
}

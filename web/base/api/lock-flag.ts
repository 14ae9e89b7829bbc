import { useSyncExternalStore } from 'react'
import { inBrowser, readLocal, removeLocal, writeLocal } from './local.ts'

/**
 * Whether the screen is locked, as far as this browser knows; the server decides (docs/decisions/0017). The flag is in
 * session storage (specification 000, section 4) and in local storage, where other windows can read it.
 */
const flag = 'isLock'
const shared = `saber-${flag}`

let locked = readLocal<boolean>(flag) === true
const listeners = new Set<() => void>()
const setLocked = (next: boolean) => {
  locked = next
  for (const listener of listeners) listener()
}

/** Sets the flag; the lock screen appears after `delay` milliseconds. */
export const raiseLock = (delay = 0): void => {
  if (locked) return
  writeLocal(flag, true, true)
  writeLocal(flag, true)
  setTimeout(() => setLocked(readLocal<boolean>(flag) === true), delay)
}

export const clearLock = (): void => {
  removeLocal(flag)
  if (locked) setLocked(false)
}

if (inBrowser)
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key !== shared && key !== null) return
    if (newValue === null) clearLock()
    else setLocked(true)
  })

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const isLocked = () => locked

export const useLocked = (): boolean => useSyncExternalStore(subscribe, isLocked, () => false)

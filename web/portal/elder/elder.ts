import { useSyncExternalStore } from 'react'
import { inBrowser, readLocal, writeLocal } from '#web/base/local.ts'

/** How a reader who needs it easier reads: kept in this browser, and whether at all in the address too (`elder=1`). */
export interface Elder {
  readonly on: boolean
  /** 1 large, 2 larger, 3 very large. */
  readonly size: 1 | 2 | 3
  readonly contrast: 'plain' | 'strong' | 'dark'
  readonly pointer: boolean
  readonly line: boolean
  readonly simple: boolean
}

export const initial: Elder = { on: false, size: 1, contrast: 'plain', pointer: false, line: false, simple: false }

/** The address says whether, in both directions; else what was kept. */
export const elderFrom = (search: string, saved: Partial<Elder> | null): Elder => {
  const param = new URLSearchParams(search).get('elder')
  const settings = { ...initial, ...saved }
  return param === '1' || param === '0' ? { ...settings, on: param === '1' } : settings
}

/** The same address with the mode in it, or without. */
export const addressIn = (search: string, on: boolean): string => {
  const query = new URLSearchParams(search)
  if (on) query.set('elder', '1')
  else query.delete('elder')
  return query.size ? `?${query}` : ''
}

let elder: Elder = inBrowser ? elderFrom(location.search, readLocal<Elder>('elder')) : initial
const listeners = new Set<() => void>()

/** What the styles look at (web/portal/elder/elder.css): attributes of the root, so that dialogs have them too. */
const show = () => {
  const { dataset } = document.documentElement
  const marks = { ...elder, size: String(elder.size) }
  for (const [name, value] of Object.entries(marks)) {
    const key = `elder${name.charAt(0).toUpperCase()}${name.slice(1)}`
    if (elder.on && value) dataset[key] = String(value)
    else delete dataset[key]
  }
}
// before the first paint, so that nothing jumps
if (inBrowser) show()

export const setElder = (more: Partial<Elder>): void => {
  elder = { ...elder, ...more }
  writeLocal('elder', elder)
  show()
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const now = () => elder
export const useElder = (): Elder => useSyncExternalStore(subscribe, now, () => initial)

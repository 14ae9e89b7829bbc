import { useSyncExternalStore } from 'react'
import { inBrowser, readLocal, writeLocal } from '#web/base/api/local.ts'

/** Settings of the elder mode, stored in local storage; `on` is also in the URL (`elder=1`). */
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

/** The settings at page load: `elder=1` or `elder=0` in the URL overrides the stored `on`. */
export const elderFrom = (search: string, saved: Partial<Elder> | null): Elder => {
  const param = new URLSearchParams(search).get('elder')
  const settings = { ...initial, ...saved }
  return param === '1' || param === '0' ? { ...settings, on: param === '1' } : settings
}

/** The query string with the `elder` parameter set or removed. */
export const addressIn = (search: string, on: boolean): string => {
  const query = new URLSearchParams(search)
  if (on) query.set('elder', '1')
  else query.delete('elder')
  return query.size ? `?${query}` : ''
}

let elder: Elder = inBrowser ? elderFrom(location.search, readLocal<Elder>('elder')) : initial
const listeners = new Set<() => void>()

/** Sets the attributes that web/portal/elder/elder.css uses. They are on the root element, so that they apply to dialogs too. */
const show = () => {
  const { dataset } = document.documentElement
  const marks = { ...elder, size: String(elder.size) }
  for (const [name, value] of Object.entries(marks)) {
    const key = `elder${name.charAt(0).toUpperCase()}${name.slice(1)}`
    if (elder.on && value) dataset[key] = String(value)
    else delete dataset[key]
  }
}
// before the first paint, to avoid a layout shift
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
const currentElder = () => elder
export const useElder = (): Elder => useSyncExternalStore(subscribe, currentElder, () => initial)

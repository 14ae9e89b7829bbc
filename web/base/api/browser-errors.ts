import { useSyncExternalStore } from 'react'
import { readLocal, removeLocal, writeLocal } from './local.ts'

/** An error of a page, stored in this browser until it is uploaded (specification 000, section 3). */
export type BrowserError = {
  readonly url: string
  readonly time: string
  readonly type: string
  readonly message: string
  readonly stack: string
  readonly info: string
}

const name = 'errorLog'
/** Only the newest are stored, so that a page that fails repeatedly does not fill the storage. */
const maxEntries = 100
const listeners = new Set<() => void>()
const read = (): readonly BrowserError[] => readLocal<BrowserError[]>(name) ?? []
let loggedErrors = read()
const notifyListeners = () => {
  loggedErrors = read()
  for (const listener of listeners) listener()
}

/** The server's time format, in Beijing time whatever the browser's time zone. */
const timeOf = (at: Date) => new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')

/** Stores an uncaught error. Of the address only the path, since a query may contain private data. */
export const storeError = (cause: unknown, info = ''): void => {
  const error = cause instanceof Error ? cause : new Error(String(cause))
  const entry: BrowserError = {
    url: location.pathname,
    time: timeOf(new Date()),
    type: error.name,
    message: error.message,
    stack: (error.stack ?? '').slice(0, 10_000),
    info: info.slice(0, 4000),
  }
  writeLocal(name, [entry, ...read()].slice(0, maxEntries))
  notifyListeners()
}

export const clearErrors = (): void => {
  removeLocal(name)
  notifyListeners()
}

window.addEventListener('storage', ({ key }) => {
  if (key === null || key.endsWith(name)) notifyListeners()
})

/** The errors stored in this browser, newest first. */
export const useErrors = (): readonly BrowserError[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => loggedErrors,
  )

import { useSyncExternalStore } from 'react'
import { readLocal, removeLocal, writeLocal } from './local.ts'

/** An error of a page as this browser keeps it until it is uploaded (specification 000, section 3). */
export type Logged = {
  readonly url: string
  readonly time: string
  readonly type: string
  readonly message: string
  readonly stack: string
  readonly info: string
}

const name = 'errorLog'
/** The newest are kept: a page that fails again and again must not fill the storage. */
const most = 100
const listeners = new Set<() => void>()
const read = (): readonly Logged[] => readLocal<Logged[]>(name) ?? []
let logged = read()
const tell = () => {
  logged = read()
  for (const listener of listeners) listener()
}

/** As the server writes times, in Beijing time wherever the browser is. */
const timeOf = (at: Date) => new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')

/** Keeps an error nobody has caught; of the address its path alone, since a query may hold what is private. */
export const keepError = (thrown: unknown, info = ''): void => {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  const entry: Logged = {
    ...{ url: location.pathname, time: timeOf(new Date()), type: error.name, message: error.message },
    ...{ stack: (error.stack ?? '').slice(0, 10_000), info: info.slice(0, 4000) },
  }
  writeLocal(name, [entry, ...read()].slice(0, most))
  tell()
}

export const clearErrors = (): void => {
  removeLocal(name)
  tell()
}

window.addEventListener('storage', ({ key }) => {
  if (key === null || key.endsWith(name)) tell()
})

/** The errors kept in this browser, newest first. */
export const useErrors = (): readonly Logged[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => logged,
  )

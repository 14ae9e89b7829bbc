import { useSyncExternalStore } from 'react'
import type { SessionUser } from '#contract/auth.ts'
import { initialAccessSeconds, isRefreshDue } from '#contract/session-lifetime.ts'
import { inBrowser, readLocal, readStored, removeLocal, writeLocal } from './local.ts'
import { clearLock } from './lock-flag.ts'

/** Cookies of the session as this browser stores it; only the server can tell whether it is valid. */
export const cookies = { token: 'saber-access-token', refreshToken: 'saber-refresh-token' } as const

/** The item with the reason of an administrator, for all windows. */
export const reasonItem = 'logoutReason'

export const currentToken = (): string | null => readLocal<string>('token')
export const currentRefreshToken = (): string | null => readLocal<string>('refreshToken')
/** Age of the access token in seconds. */
export const tokenAge = (): number => (Date.now() - (readStored('token')?.datetime ?? 0)) / 1000
/** How long the access token lasts, in seconds; sessions of earlier versions did not store it. */
export const tokenLifetime = (): number => readLocal<number>('expiresIn') ?? initialAccessSeconds
/** Whether there is an access token that should be exchanged before it is used. */
export const isTokenOld = (): boolean => currentToken() !== null && isRefreshDue(tokenAge(), tokenLifetime())

const readUser = () => (currentToken() ? readLocal<SessionUser>('userInfo') : null)
let user: SessionUser | null = readUser()
const listeners = new Set<() => void>()
const notifyListeners = () => {
  for (const listener of listeners) listener()
}

export const setCookie = (name: string, value: string, seconds: number) => {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the family's clients keep their tokens in these cookies
  document.cookie = `${name}=${value}; path=/; max-age=${seconds}; samesite=strict${secure}`
}

/** Stores the person of a new session, or after they have changed their own data. */
export const saveUser = (person: SessionUser): void => {
  writeLocal('userInfo', person)
  lastEndReason = null
  user = person
  notifyListeners()
}

/** How the last session of this page ended: by the server, by a logout, by a logout to log in again; null if none has ended. */
export type EndReason = 'ended' | 'left' | 'again' | null
let lastEndReason: EndReason = null
export const endReason = (): EndReason => lastEndReason

/** Why an administrator ended the last session; null if none did. */
export const logoutReason = (): string | null => (user ? null : readLocal<string>(reasonItem))

/** Drops the session; typed but unsent input stays. `byAdministrator` is why an administrator ended it. */
export const dropSession = (reason: Exclude<EndReason, null>, byAdministrator: string | null = null): void => {
  // before the person, whose removal notifies the other windows
  if (byAdministrator === null) removeLocal(reasonItem)
  else writeLocal(reasonItem, byAdministrator)
  for (const name of [
    'token',
    'refreshToken',
    'expiresIn',
    'tenantId',
    'userInfo',
    'permission',
    'menu',
    'menuAll',
    'tagList',
  ])
    removeLocal(name)
  removeLocal('recentChoices')
  for (const name of Object.values(cookies)) setCookie(name, '', 0)
  clearLock()
  lastEndReason = reason
  user = null
  notifyListeners()
}

/** Subscribes to logins and logouts; returns the unsubscribe function. */
export const onSession = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

// another window has logged in or out; a null key means that the whole storage was cleared
if (inBrowser)
  window.addEventListener('storage', ({ key }) => {
    if (key !== 'saber-userInfo' && key !== null) return
    user = readUser()
    // a logout in another window clears nothing else
    if (logoutReason() !== null || (key === null && !user)) lastEndReason = 'ended'
    notifyListeners()
  })

/** Drops the session if its token is gone (specification 000, section 2), as when the browser's storage was cleared. */
export const checkToken = (): void => {
  if (user && !currentToken()) dropSession('ended')
}

export const currentUser = (): SessionUser | null => user
/** The server renders pages for visitors, so without a user. */
const noUser = () => null
/** The person logged in in this browser, or null. */
export const useUser = (): SessionUser | null => useSyncExternalStore(onSession, currentUser, noUser)

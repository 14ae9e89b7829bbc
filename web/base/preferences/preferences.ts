import { useSyncExternalStore } from 'react'
import type { OutOf } from '#contract/kit/call.ts'
import { preferences } from '#contract/preferences.ts'
import { ask, Failure } from '../api/caller.ts'
import { readLocal, removeLocal, writeLocal } from '../api/local.ts'
import { currentUser, onSession } from '../api/session.ts'
import {
  applyChange,
  empty,
  markSent,
  merged,
  ownPreference,
  type Preference,
  type PreferenceCache,
  revertChange,
} from './preference-cache.ts'

interface PreferenceState extends PreferenceCache {
  /** Whether the documents are loaded, from the server or from this browser's copy. */
  readonly isLoaded: boolean
}

const initialState: PreferenceState = { ...empty, isLoaded: false }
let state = initialState
let storageKey = ''
let isRequested = false
/** Names changed here since the last list request: its response may be older. */
let changedNames = new Set<string>()
const listeners = new Set<() => void>()

const keyOf = () => {
  const user = currentUser()
  return user ? `preferences-${user.tenant_id}-${user.user_id}` : ''
}

const updateState = ({ all, unsent }: PreferenceCache) => {
  state = { all, unsent, isLoaded: true }
  if (storageKey) writeLocal(storageKey, { all, unsent } satisfies PreferenceCache)
  for (const listener of listeners) listener()
}

type Answer = OutOf<typeof preferences.list>[number] & { readonly roleIdsName?: string | null }

const read = ({ name, value, userId, roleIds, roleIdsName, owner }: Answer): Preference => ({
  name,
  userId,
  roleIds,
  owner,
  roles: roleIdsName ?? null,
  value: JSON.parse(value) as unknown,
})

/** Errors that keep the change: it can be sent again. */
const canRetry = (error: unknown) => error instanceof Failure && (error.code === 0 || error.code === 503)

const send = async (name: string): Promise<void> => {
  const preference = ownPreference(state, name)
  await (preference
    ? ask(preferences.put, { name, value: JSON.stringify(preference.value), roleIds: preference.roleIds ?? '' })
    : ask(preferences.remove, { name }))
  // if it was changed meanwhile, another request is queued
  if (ownPreference(state, name) === preference) updateState(markSent(state, name))
}

let lastRequest: Promise<unknown> = Promise.resolve()
/** Runs requests one after another, so that a later one cannot arrive first. */
const inTurn = (work: () => Promise<void>): Promise<void> => {
  const done = lastRequest.then(work)
  lastRequest = done.catch(() => null)
  return done
}

/** Does not resend a change that the server rejects. */
const discardIfRefused = (name: string, error: unknown) => {
  if (!canRetry(error)) updateState(markSent(state, name))
}

const load = async (): Promise<void> => {
  const initialKey = storageKey
  changedNames = new Set()
  try {
    const rows = (await ask(preferences.list, {})).map(read)
    if (initialKey !== storageKey) return
    updateState(merged(state, rows, changedNames))
    for (const name of state.unsent) void inTurn(() => send(name)).catch((error) => discardIfRefused(name, error))
  } catch {
    // use this browser's copy; the next page load asks again
    if (initialKey === storageKey) updateState(state)
  }
}

/** Loads the documents of the current person if another person's are in memory. */
const ensureLoaded = () => {
  const key = keyOf()
  if (key !== storageKey) {
    storageKey = key
    isRequested = false
    const copy = key ? readLocal<PreferenceCache>(key) : null
    state = copy ? { ...copy, isLoaded: true } : initialState
  }
  if (!key || isRequested || listeners.size === 0) return
  isRequested = true
  void load()
}

onSession(() => {
  // do not leave one person's preferences to the next person at this browser
  if (storageKey && !keyOf()) removeLocal(storageKey)
  ensureLoaded()
  for (const listener of listeners) listener()
})

window.addEventListener('storage', ({ key }) => {
  const copy = storageKey && key?.endsWith(storageKey) ? readLocal<PreferenceCache>(storageKey) : null
  if (!copy) return
  state = { ...copy, isLoaded: true }
  for (const listener of listeners) listener()
})

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  ensureLoaded()
  return () => listeners.delete(listener)
}

/** The person's documents and those shared with them; `isLoaded` is false until they are loaded. */
export const usePreferences = (): PreferenceState => useSyncExternalStore(subscribe, () => state)

/**
 * Stores a document under its name, here at once and then on the server; null deletes it. If the server rejects it, the change
 * is undone and the error thrown; without a network it waits in this browser until the next page load.
 */
export const storePreference = async (name: string, value: object | null, roleIds = ''): Promise<void> => {
  const previous = ownPreference(state, name)
  const metadata = { userId: currentUser()?.user_id ?? '', roleIds: roleIds || null, roles: null, owner: null }
  changedNames.add(name)
  updateState(applyChange(state, name, value && { ...metadata, name, value }))
  try {
    await inTurn(() => send(name))
    if (roleIds) await load()
  } catch (error) {
    if (canRetry(error)) return
    updateState(revertChange(state, name, previous))
    throw error
  }
}

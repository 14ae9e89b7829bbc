import { useSyncExternalStore } from 'react'
import type { OutOf } from '#contract/kit/call.ts'
import { preferences } from '#contract/preferences.ts'
import { ask, Failure } from './caller.ts'
import { readLocal, removeLocal, writeLocal } from './local.ts'
import { type Copy, changed, empty, merged, ownOf, type Preference, settled, undone } from './preference-copy.ts'
import { currentUser, onSession } from './session.ts'

interface Held extends Copy {
  /** Whether what stands here is what the person has: from the server, or from this browser's copy of it. */
  readonly known: boolean
}

const nothing: Held = { ...empty, known: false }
let held = nothing
let whose = ''
let asked = false
/** Names changed here since the server was asked: its answer may be older. */
let touched = new Set<string>()
const listeners = new Set<() => void>()

const keyOf = () => {
  const user = currentUser()
  return user ? `preferences-${user.tenant_id}-${user.user_id}` : ''
}

const hold = ({ all, unsent }: Copy) => {
  held = { all, unsent, known: true }
  if (whose) writeLocal(whose, { all, unsent } satisfies Copy)
  for (const listener of listeners) listener()
}

type Answer = OutOf<typeof preferences.list>[number] & { readonly roleIdsName?: string | null }

const read = ({ name, value, userId, roleIds, roleIdsName, owner }: Answer): Preference => ({
  ...{ name, userId, roleIds, owner, roles: roleIdsName ?? null },
  value: JSON.parse(value) as unknown,
})

/** What a refusal does not undo: it may be sent again. */
const mayBeSent = (error: unknown) => error instanceof Failure && (error.code === 0 || error.code === 503)

const send = async (name: string): Promise<void> => {
  const mine = ownOf(held, name)
  await (mine
    ? ask(preferences.put, { name, value: JSON.stringify(mine.value), roleIds: mine.roleIds ?? '' })
    : ask(preferences.remove, { name }))
  // changed again meanwhile, it is on its way again
  if (ownOf(held, name) === mine) hold(settled(held, name))
}

let before: Promise<unknown> = Promise.resolve()
/** One after another, so that a later one does not arrive before an earlier one. */
const inTurn = (work: () => Promise<void>): Promise<void> => {
  const done = before.then(work)
  before = done.catch(() => null)
  return done
}

/** What the server will not have is not sent again and again. */
const givenUp = (name: string, error: unknown) => {
  if (!mayBeSent(error)) hold(settled(held, name))
}

const load = async (): Promise<void> => {
  const mine = whose
  touched = new Set()
  try {
    const rows = (await ask(preferences.list, {})).map(read)
    if (mine !== whose) return
    hold(merged(held, rows, touched))
    for (const name of held.unsent) void inTurn(() => send(name)).catch((error) => givenUp(name, error))
  } catch {
    // the copy of this browser will do; the next page asks again
    if (mine === whose) hold(held)
  }
}

/** Makes sure that what is held is the present person's. */
const begin = () => {
  const key = keyOf()
  if (key !== whose) {
    whose = key
    asked = false
    const copy = key ? readLocal<Copy>(key) : null
    held = copy ? { ...copy, known: true } : nothing
  }
  if (!key || asked || listeners.size === 0) return
  asked = true
  void load()
}

onSession(() => {
  // what one person likes is not for the next at this browser
  if (whose && !keyOf()) removeLocal(whose)
  begin()
  for (const listener of listeners) listener()
})

window.addEventListener('storage', ({ key }) => {
  const copy = whose && key?.endsWith(whose) ? readLocal<Copy>(whose) : null
  if (!copy) return
  held = { ...copy, known: true }
  for (const listener of listeners) listener()
})

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  begin()
  return () => listeners.delete(listener)
}

/** All documents of the person and what others share with him; `known` is false until they are there. */
export const usePreferences = (): Held => useSyncExternalStore(subscribe, () => held)

/**
 * Keeps a document under its name, here at once and then on the server; null drops it. It is refused in words, and is then as it
 * was; without a network it waits in this browser until the next page.
 */
export const keepPreference = async (name: string, value: object | null, roleIds = ''): Promise<void> => {
  const former = ownOf(held, name)
  const own = { userId: currentUser()?.user_id ?? '', roleIds: roleIds || null, roles: null, owner: null }
  touched.add(name)
  hold(changed(held, name, value && { ...own, name, value }))
  try {
    await inTurn(() => send(name))
    if (roleIds) await load()
  } catch (error) {
    if (mayBeSent(error)) return
    hold(undone(held, name, former))
    throw error
  }
}

import { differences } from '#contract/project/paths.ts'
import type { FormValues } from '#web/form/form-values.ts'

/**
 * State of an autosaving page: the user's input, the server's version and the save in progress. A pure reducer: an event
 * produces the next draft. web/portal/declare/use-draft.ts sends requests and stores the local copy.
 */
export interface Draft {
  readonly typed: FormValues
  /** Version `typed` is based on. Every save sends it, so that the server can reject an overwrite of an unseen version. */
  readonly version: number
  /** Number of changes made, to detect input made while a save was in progress. */
  readonly changes: number
  /** Value of `changes` at the last successful save. */
  readonly savedChanges: number
  readonly state: 'idle' | 'saving' | 'saved' | 'offline' | 'failed' | 'conflict'
  readonly savedAt: string | null
  /** The server's error message when it rejected a save. */
  readonly refusal: string | null
  /** A version another user or page saved meanwhile; the user chooses between it and `typed`. */
  readonly serverVersion: ServerVersion | null
}

export interface ServerVersion {
  readonly version: number
  readonly savedAt: string
  readonly current: FormValues
}

/** The copy in the browser's local storage, written on every change. */
export interface LocalCopy {
  readonly typed: FormValues
  readonly version: number
  /** Id of the page that wrote it, so that two open pages of one part do not delete each other's copy. */
  readonly by: string
}

export type DraftEvent =
  | { readonly type: 'typed'; readonly change: (values: FormValues) => FormValues }
  | { readonly type: 'sending' }
  | { readonly type: 'saved'; readonly version: number; readonly savedAt: string; readonly changes: number }
  | { readonly type: 'unreachable' }
  | { readonly type: 'rejected'; readonly message: string }
  | { readonly type: 'conflict'; readonly serverVersion: ServerVersion }
  | { readonly type: 'choose'; readonly which: 'local' | 'server' }

/** Whether two versions are equal, such as after a save sent while the window was closing: then there is no conflict. */
export const isSame = (localValues: FormValues, serverValues: FormValues): boolean =>
  differences(localValues, serverValues).length === 0

export const isDirty = (draft: Draft): boolean => draft.changes > draft.savedChanges

/**
 * The initial draft of a page: the server's document, or the local copy of an earlier visit. A local copy of the same
 * version is resumed; one of an older version is a conflict until the user chooses.
 */
export const openDraft = (
  serverDocument: { version: number; body: FormValues; savedAt: string | null },
  local: LocalCopy | null,
): Draft => {
  const { version, body, savedAt } = serverDocument
  const fresh: Draft = {
    typed: body,
    version,
    changes: 0,
    savedChanges: 0,
    state: savedAt ? 'saved' : 'idle',
    savedAt,
    refusal: null,
    serverVersion: null,
  }
  if (!local || (local.version !== version && isSame(local.typed, body))) return fresh
  const recovered = { ...fresh, typed: local.typed, changes: 1 }
  if (local.version === version) return { ...recovered, state: 'idle' }
  return { ...recovered, state: 'conflict', serverVersion: { version, savedAt: savedAt ?? '', current: body } }
}

export const nextDraft = (draft: Draft, event: DraftEvent): Draft => {
  switch (event.type) {
    case 'typed':
      return { ...draft, typed: event.change(draft.typed), changes: draft.changes + 1 }
    case 'sending':
      return { ...draft, state: 'saving', refusal: null }
    case 'saved':
      return { ...draft, state: 'saved', version: event.version, savedAt: event.savedAt, savedChanges: event.changes }
    case 'unreachable':
      return { ...draft, state: 'offline' }
    case 'rejected':
      return { ...draft, state: 'failed', refusal: event.message }
    case 'conflict':
      return isSame(draft.typed, event.serverVersion.current)
        ? nextDraft(draft, { type: 'saved', changes: draft.changes, ...event.serverVersion })
        : { ...draft, state: 'conflict', serverVersion: event.serverVersion }
    case 'choose':
      return resolveConflict(draft, event.which)
  }
}

/** `local` is saved over the server's version; `server` replaces the user's input. */
const resolveConflict = (draft: Draft, which: 'local' | 'server'): Draft => {
  const { serverVersion } = draft
  if (!serverVersion) return draft
  const from = { ...draft, version: serverVersion.version, serverVersion: null, state: 'idle' as const }
  if (which === 'local') return { ...from, changes: draft.changes + 1 }
  return {
    ...from,
    typed: serverVersion.current,
    savedAt: serverVersion.savedAt,
    savedChanges: draft.changes,
    state: 'saved',
  }
}

/** Delay before the next save, in milliseconds: 2 s after the last change, at most 15 s after the first unsaved one. */
export const waitBeforeSave = (sinceFirstChange: number): number =>
  Math.max(0, Math.min(2000, 15_000 - sinceFirstChange))

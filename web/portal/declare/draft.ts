import { differences } from '#contract/project/paths.ts'
import type { FormValues } from '#web/form/form-values.ts'

/**
 * What a page that saves itself knows: what was typed, what the server holds, and what is under way. Pure: events in, the
 * next draft out; web/portal/declare/use-draft.ts does the sending and keeps the copy in the browser.
 */
export interface Draft {
  readonly typed: FormValues
  /** Version the typed text grew from; it goes along with every save, so that nobody overwrites what he has not seen. */
  readonly version: number
  /** Counts every change, so that an answer knows whether more was typed meanwhile. */
  readonly changes: number
  /** Changes the server has. */
  readonly savedChanges: number
  readonly state: 'still' | 'saving' | 'saved' | 'offline' | 'failed' | 'conflict'
  readonly savedAt: string | null
  /** The server's sentence when a save was refused. */
  readonly refusal: string | null
  /** What somebody else saved meanwhile: a person chooses between it and `typed`. */
  readonly serverVersion: ServerVersion | null
}

export interface ServerVersion {
  readonly version: number
  readonly savedAt: string
  readonly current: FormValues
}

/** The browser's own copy, written with every change. */
export interface LocalCopy {
  readonly typed: FormValues
  readonly version: number
  /** Which page wrote it: two pages of one part do not clear each other's. */
  readonly by: string
}

export type DraftEvent =
  | { readonly type: 'typed'; readonly change: (values: FormValues) => FormValues }
  | { readonly type: 'sending' }
  | { readonly type: 'kept'; readonly version: number; readonly savedAt: string; readonly changes: number }
  | { readonly type: 'unreached' }
  | { readonly type: 'refused'; readonly sentence: string }
  | { readonly type: 'conflict'; readonly serverVersion: ServerVersion }
  | { readonly type: 'choose'; readonly which: 'mine' | 'theirs' }

/** What was sent as the window closed has arrived, though nobody heard the answer: there is nothing to choose. */
export const isSame = (localValues: FormValues, serverValues: FormValues): boolean =>
  differences(localValues, serverValues).length === 0

export const isDirty = (draft: Draft): boolean => draft.changes > draft.savedChanges

/**
 * The draft of a page that opens: the server's text, or what this browser still holds of an earlier visit. A local copy of
 * the same version goes on where it stopped; one of an older version stands against the server's until a person chooses.
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
    state: savedAt ? 'saved' : 'still',
    savedAt,
    refusal: null,
    serverVersion: null,
  }
  if (!local || (local.version !== version && isSame(local.typed, body))) return fresh
  const recovered = { ...fresh, typed: local.typed, changes: 1 }
  if (local.version === version) return { ...recovered, state: 'still' }
  return { ...recovered, state: 'conflict', serverVersion: { version, savedAt: savedAt ?? '', current: body } }
}

export const nextDraft = (draft: Draft, event: DraftEvent): Draft => {
  switch (event.type) {
    case 'typed':
      return { ...draft, typed: event.change(draft.typed), changes: draft.changes + 1 }
    case 'sending':
      return { ...draft, state: 'saving', refusal: null }
    case 'kept':
      return { ...draft, state: 'saved', version: event.version, savedAt: event.savedAt, savedChanges: event.changes }
    case 'unreached':
      return { ...draft, state: 'offline' }
    case 'refused':
      return { ...draft, state: 'failed', refusal: event.sentence }
    case 'conflict':
      return isSame(draft.typed, event.serverVersion.current)
        ? nextDraft(draft, { type: 'kept', changes: draft.changes, ...event.serverVersion })
        : { ...draft, state: 'conflict', serverVersion: event.serverVersion }
    case 'choose':
      return resolveConflict(draft, event.which)
  }
}

/** Mine goes on from their version and is saved over it; theirs replaces what was typed here. */
const resolveConflict = (draft: Draft, which: 'mine' | 'theirs'): Draft => {
  const { serverVersion } = draft
  if (!serverVersion) return draft
  const from = { ...draft, version: serverVersion.version, serverVersion: null, state: 'still' as const }
  if (which === 'mine') return { ...from, changes: draft.changes + 1 }
  return {
    ...from,
    typed: serverVersion.current,
    savedAt: serverVersion.savedAt,
    savedChanges: draft.changes,
    state: 'saved',
  }
}

/** How long to wait with the next save, in milliseconds: a pause in typing, but not for ever. */
export const waitBeforeSave = (sinceFirstChange: number): number =>
  Math.max(0, Math.min(2000, 15_000 - sinceFirstChange))

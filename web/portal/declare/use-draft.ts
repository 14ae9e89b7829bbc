import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { SaveResult } from '#contract/project/status.ts'
import { failureOf, type RequestOptions } from '#web/base/api/caller.ts'
import { readLocal, removeLocal, writeLocal } from '#web/base/api/local.ts'
import { currentUser } from '#web/base/api/session.ts'
import type { FormValues } from '#web/form/form-values.ts'
import {
  type Draft,
  type DraftEvent,
  isDirty,
  isSame,
  type LocalCopy,
  nextDraft,
  openDraft,
  type ServerVersion,
  waitBeforeSave,
} from './draft.ts'

/** Local storage key of the local copy: one per user, declaration and part. */
export const copyName = (pid: string, part: string) => {
  const person = currentUser()
  return `draft-${person?.tenant_id}-${person?.user_id}-${pid}-${part}`
}

/** Id of this window in the local copies that it writes. */
const thisPage = crypto.getRandomValues(new Uint32Array(2)).join('-')

export interface Source {
  readonly pid: string
  readonly part: string
  readonly serverDocument: { readonly version: number; readonly body: FormValues; readonly savedAt: string | null }
  readonly save: (values: FormValues, version: number, extra: RequestOptions) => Promise<SaveResult>
}

export interface OpenDraft {
  readonly draft: Draft
  readonly dispatch: (event: DraftEvent) => void
  /** Saves unsaved changes immediately; resolves to true when the server has all of them. */
  readonly flush: () => Promise<boolean>
}

interface DraftState {
  readonly draft: Draft
  /** The draft with all events applied: also those not rendered yet, and those after the page was closed. */
  readonly latest: () => Draft
  readonly dispatch: (event: DraftEvent) => void
}

const useDraftState = (open: () => Draft): DraftState => {
  const [draft, setDraft] = useState(open)
  const newest = useRef(draft)
  const latest = useCallback(() => newest.current, [])
  const dispatch = useCallback((event: DraftEvent) => {
    newest.current = nextDraft(newest.current, event)
    setDraft(newest.current)
  }, [])
  return { draft, latest, dispatch }
}

/** Writes the local copy while there are unsaved changes; afterwards removes it, unless another page wrote it. */
const storeCopy = (name: string, draft: Draft) => {
  if (isDirty(draft)) {
    writeLocal(name, { typed: draft.typed, version: draft.version, by: thisPage } satisfies LocalCopy)
    return
  }
  const copy = readLocal<LocalCopy>(name)
  if (copy && (copy.by === thisPage || isSame(copy.typed, draft.typed))) removeLocal(name)
}

/** Removes the local copy if the server has all of it now. After the page was closed, no effect does this. */
const removeSavedCopy = (name: string, saved: FormValues) => {
  const copy = readLocal<LocalCopy>(name)
  if (copy && isSame(copy.typed, saved)) removeLocal(name)
}

/** Keeps the local copy up to date: it survives a crash, a lost network and an expired session. */
const useLocalCopy = (name: string, { draft, latest }: DraftState) => {
  useEffect(() => storeCopy(name, draft), [name, draft])
  // the last change may not have been rendered before the page was closed
  useEffect(() => () => storeCopy(name, latest()), [name, latest])
}

/** The event that reports a failed save. */
const failureEvent = (error: unknown): DraftEvent => {
  const { code, data, message } = failureOf(error)
  // a locked screen (423) is temporary, like a lost network (0): try again later
  if (code === 0 || code === 423) return { type: 'unreachable' }
  if (code === 409) return { type: 'conflict', serverVersion: data as ServerVersion }
  return { type: 'rejected', message }
}

/** Sends the draft, one request at a time: changes made during a save are sent after it, based on the version it created. */
const useSave = (name: string, { latest, dispatch }: DraftState, save: Source['save']) => {
  const sending = useRef<Promise<boolean> | null>(null)
  const dirtySince = useRef<number | null>(null)

  const send = useCallback(
    async (extra: RequestOptions): Promise<boolean> => {
      const { typed, version, changes } = latest()
      dispatch({ type: 'sending' })
      dirtySince.current = null
      try {
        const saved = await save(typed, version, extra)
        dispatch({ type: 'saved', version: saved.version, savedAt: saved.savedAt, changes })
        removeSavedCopy(name, typed)
        return latest().changes === changes
      } catch (error) {
        dispatch(failureEvent(error))
        return false
      }
    },
    [name, latest, dispatch, save],
  )

  const flush = useCallback(
    async (extra: RequestOptions = {}): Promise<boolean> => {
      // several callers may have waited for the same request: only the first of them sends the next one
      while (sending.current) await sending.current
      if (!isDirty(latest())) return true
      if (latest().state === 'conflict') return false
      sending.current = send(extra).finally(() => {
        sending.current = null
      })
      return sending.current
    },
    [latest, send],
  )

  /** Milliseconds until the next save, counted from the first change since the last one. */
  const delay = useCallback(() => {
    dirtySince.current ??= Date.now()
    return waitBeforeSave(Date.now() - dirtySince.current)
  }, [])

  return { flush, delay }
}

/** Saves after a pause in typing; every change restarts the delay. */
const useDelayedSave = (draft: Draft, { flush, delay }: ReturnType<typeof useSave>) => {
  const unsavedChange = isDirty(draft) && draft.state !== 'conflict' ? draft.changes : null
  useEffect(() => {
    if (unsavedChange === null) return
    const timer = setTimeout(() => void flush(), delay())
    return () => clearTimeout(timer)
  }, [unsavedChange, flush, delay])
}

/** Saves when the page is hidden or closed, and when the network is back. */
const useUrgentSave = (draft: Draft, flush: (extra?: RequestOptions) => Promise<boolean>) => {
  const retry = useEffectEvent(() => {
    if (draft.state === 'offline') void flush()
  })
  useEffect(() => {
    // the `online` event may be missed
    const timer = setInterval(() => retry(), 10_000)
    return () => clearInterval(timer)
  }, [])
  useEffect(() => {
    const leave = () => {
      if (document.visibilityState === 'hidden') void flush({ keepalive: true })
    }
    const flushNow = () => void flush()
    document.addEventListener('visibilitychange', leave)
    window.addEventListener('online', flushNow)
    return () => {
      document.removeEventListener('visibilitychange', leave)
      window.removeEventListener('online', flushNow)
      void flush({ keepalive: true })
    }
  }, [flush])
}

/**
 * An autosaving document. Every change is saved to local storage; the server gets it after two seconds without changes (or
 * fifteen at most), when the user leaves the page, and when the network is back. Saving never blocks input.
 */
export const useDraft = ({ pid, part, serverDocument, save }: Source): OpenDraft => {
  const name = copyName(pid, part)
  const state = useDraftState(() => openDraft(serverDocument, readLocal<LocalCopy>(name)))
  const saving = useSave(name, state, save)
  useLocalCopy(name, state)
  useDelayedSave(state.draft, saving)
  useUrgentSave(state.draft, saving.flush)
  return { draft: state.draft, dispatch: state.dispatch, flush: saving.flush }
}

import { useCallback, useEffect, useReducer, useRef } from 'react'
import type { SaveResult } from '#contract/project/status.ts'
import { failureOf, type RequestOptions } from '#web/base/caller.ts'
import { readLocal, removeLocal, writeLocal } from '#web/base/local.ts'
import { currentUser } from '#web/base/session.ts'
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

/** Local storage key of the copy: one per user, declaration and part. */
const copyName = (pid: string, part: string) => {
  const person = currentUser()
  return `draft-${person?.tenant_id}-${person?.user_id}-${pid}-${part}`
}

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

/**
 * An autosaving document. Every change is saved to local storage; the server gets it after two seconds without changes (or
 * fifteen at most), when the user leaves the page, and when the network is back. Saving never blocks input.
 */
export const useDraft = ({ pid, part, serverDocument, save }: Source): OpenDraft => {
  const name = copyName(pid, part)
  const [draft, dispatch] = useReducer(nextDraft, null, () => openDraft(serverDocument, readLocal<LocalCopy>(name)))
  const latest = useRef(draft)
  latest.current = draft
  const sending = useRef<Promise<boolean> | null>(null)
  const dirtySince = useRef<number | null>(null)

  const send = useCallback(
    async (extra: RequestOptions): Promise<boolean> => {
      const { typed, version, changes } = latest.current
      dispatch({ type: 'sending' })
      dirtySince.current = null
      try {
        const saved = await save(typed, version, extra)
        dispatch({ type: 'kept', version: saved.version, savedAt: saved.savedAt, changes })
        return latest.current.changes === changes
      } catch (error) {
        const failure = failureOf(error)
        // a locked screen (423) is temporary, like a lost network (0): try again later
        if (failure.code === 0 || failure.code === 423) dispatch({ type: 'unreached' })
        else if (failure.code === 409) dispatch({ type: 'conflict', serverVersion: failure.data as ServerVersion })
        else dispatch({ type: 'refused', sentence: failure.message })
        return false
      }
    },
    [save],
  )

  const flush = useCallback(
    async (extra: RequestOptions = {}): Promise<boolean> => {
      if (sending.current) await sending.current
      if (!isDirty(latest.current)) return true
      if (latest.current.state === 'conflict') return false
      sending.current = send(extra).finally(() => {
        sending.current = null
      })
      return sending.current
    },
    [send],
  )

  // save to local storage first: that copy survives a crash, a lost network and an expired session
  useEffect(() => {
    if (isDirty(draft))
      writeLocal(name, { typed: draft.typed, version: draft.version, by: thisPage } satisfies LocalCopy)
    else {
      const copy = readLocal<LocalCopy>(name)
      if (copy && (copy.by === thisPage || isSame(copy.typed, draft.typed))) removeLocal(name)
    }
  }, [name, draft])

  const waiting = draft.changes > draft.savedChanges && draft.state !== 'conflict'
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change restarts the delay
  useEffect(() => {
    if (!waiting) return
    dirtySince.current ??= Date.now()
    const timer = setTimeout(() => void flush(), waitBeforeSave(Date.now() - dirtySince.current))
    return () => clearTimeout(timer)
  }, [draft.changes, waiting, flush])

  useEffect(() => {
    const leave = () => {
      if (document.visibilityState === 'hidden') void flush({ keepalive: true })
    }
    const flushNow = () => void flush()
    // the `online` event may be missed, so retry every ten seconds while offline
    const retry = setInterval(() => {
      if (latest.current.state === 'offline') flushNow()
    }, 10_000)
    document.addEventListener('visibilitychange', leave)
    window.addEventListener('online', flushNow)
    return () => {
      clearInterval(retry)
      document.removeEventListener('visibilitychange', leave)
      window.removeEventListener('online', flushNow)
      void flush({ keepalive: true })
    }
  }, [flush])

  return { draft, dispatch, flush }
}

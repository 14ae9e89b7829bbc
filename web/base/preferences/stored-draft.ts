import { useState } from 'react'
import { readLocal, removeLocal, writeLocal } from '../api/local.ts'
import { currentUser } from '../api/session.ts'

export interface StoredDraft<T> {
  readonly draft: T
  readonly change: (part: Partial<T>) => void
  readonly clear: () => void
}

const nameOf = (item: string): string => {
  const person = currentUser()
  return `${item}-${person?.tenant_id}-${person?.user_id}`
}

/** A draft of the current person; null without one. */
export const readStoredDraft = <T extends object>(item: string): T | null => readLocal<T>(nameOf(item))

/** What one person has typed and not sent yet; stored in the browser at every change, until it is cleared. */
export const useStoredDraft = <T extends object>(item: string, empty: T): StoredDraft<T> => {
  const name = nameOf(item)
  const [draft, setDraft] = useState<T>(() => ({ ...empty, ...readLocal<T>(name) }))
  return {
    draft,
    change: (part) =>
      setDraft((now) => {
        const next = { ...now, ...part }
        writeLocal(name, next)
        return next
      }),
    clear: () => {
      removeLocal(name)
      setDraft(empty)
    },
  }
}

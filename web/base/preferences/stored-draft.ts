import { useState } from 'react'
import { readLocal, removeLocal, writeLocal } from '../api/local.ts'
import { currentUser } from '../api/session.ts'

export interface StoredDraft<T> {
  readonly draft: T
  readonly change: (part: Partial<T>) => void
  readonly clear: () => void
}

/** What one person has typed and not sent yet; stored in the browser at every change, until it is cleared. */
export const useStoredDraft = <T extends object>(item: string, empty: T): StoredDraft<T> => {
  const person = currentUser()
  const name = `${item}-${person?.tenant_id}-${person?.user_id}`
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

import { useEffect, useRef, useState } from 'react'
import type { Fields } from '#contract/kit/field.ts'
import { readLocal, removeLocal, writeLocal } from '#web/base/local.ts'
import { currentUser } from '#web/base/session.ts'
import type { Typed } from '#web/form/place.ts'

/** Without secrets, which are kept nowhere. */
const withoutSecrets = (fields: Fields, typed: Typed): Typed =>
  Object.fromEntries(Object.entries(typed).filter(([name]) => fields[name]?.kind !== 'secret'))

export interface KeptForm {
  /** What stood in this form when the person's session ended, if it did. */
  readonly restored: Typed | null
  /** To be told at every change what stands there now; null when there is nothing to lose. */
  readonly follow: (typed: Typed | null) => void
}

/**
 * A session that ends takes the page away, and with it an open form. What was typed is kept in this window until the same
 * person opens the same form again; `of` tells it from the other forms.
 */
export const useKeptForm = (of: string, fields: Fields): KeptForm => {
  const [name] = useState(() => `form-${currentUser()?.tenant_id}-${currentUser()?.user_id}-${of}`)
  const [restored] = useState(() => readLocal<Typed>(name))
  const latest = useRef<Typed | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it opens, and when it goes
  useEffect(() => {
    removeLocal(name)
    return () => {
      if (latest.current && currentUser() === null) writeLocal(name, withoutSecrets(fields, latest.current), true)
    }
  }, [name])
  return {
    restored,
    follow: (typed) => {
      latest.current = typed
    },
  }
}

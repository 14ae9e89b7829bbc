import { useState } from 'react'
import { useLocation } from 'react-router'
import { saveUnsent, unsentOn } from '#web/base/unsaved.ts'

/** How a page opens one of its dialogs again: its name, and what it is about, as plain data. It goes with what is typed there. */
export interface Reopened<T = unknown> {
  readonly dialog: string
  readonly of: T
}

const unsentIn = (page: string, dialog: string) =>
  Object.entries(unsentOn(page)).flatMap(([name, { opened }]) => {
    const by = opened as Reopened | null
    return by?.dialog === dialog ? [{ name, of: by.of }] : []
  })

/**
 * What a dialog of the page is open about, null while it is closed. One with something unsent is open again when the page was
 * loaded anew; closed, it keeps nothing.
 */
export const useDialog = <T>(dialog: string) => {
  const { pathname } = useLocation()
  // what is written under the name of a dialog was put there by it
  const [of, open] = useState<T | null>(() => (unsentIn(pathname, dialog)[0]?.of ?? null) as T | null)
  const close = () => {
    for (const { name } of unsentIn(pathname, dialog)) saveUnsent(pathname, name, null)
    open(null)
  }
  return { of, open, close }
}

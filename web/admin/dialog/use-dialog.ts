import { useState } from 'react'
import { useLocation } from 'react-router'
import { saveUnsent, unsentOn } from '#web/base/preferences/unsaved.ts'

/** Plain data from which a page reopens a dialog: its name and its subject. Stored together with the unsent input. */
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
 * The subject of an open dialog of the page, null while it is closed. After a reload a dialog with unsent input reopens;
 * closing it discards that input.
 */
export const useDialog = <T>(dialog: string) => {
  const { pathname } = useLocation()
  // only this dialog stores data under its name
  const [of, open] = useState<T | null>(() => (unsentIn(pathname, dialog)[0]?.of ?? null) as T | null)
  const close = () => {
    for (const { name } of unsentIn(pathname, dialog)) saveUnsent(pathname, name, null)
    open(null)
  }
  return { of, open, close }
}

import { useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { readLocal, removeLocal, writeLocal } from './local.ts'
import { currentUser, onSession, partingNow } from './session.ts'

/**
 * What is typed on the pages of this window and not sent yet, by the path of the page and the name of the form. It outlives
 * the page: a page that was loaded anew, or given up by a session that ended, finds here what stood in its form until the same
 * person has sent it or thrown it away. Secrets are not handed over.
 */
export interface Unsent {
  readonly typed: Readonly<Record<string, unknown>>
  /** How the form is opened again, for the page that does so; null where it is always open. */
  readonly opened: unknown
}

type Pages = Readonly<Record<string, Readonly<Record<string, Unsent>>>>
interface Kept {
  readonly owner: string
  readonly pages: Pages
}

const item = 'unsent'
const ownerNow = () => {
  const user = currentUser()
  return user ? `${user.tenant_id}-${user.user_id}` : ''
}

const readPages = (): Pages => {
  const kept = readLocal<Kept>(item)
  return kept && kept.owner === ownerNow() ? kept.pages : {}
}

let pages = readPages()
/** Pages by path that hold something which is written down nowhere: it is lost with the page. */
let fleeting: ReadonlySet<string> = new Set()
let paths: readonly string[] = []
const listeners = new Set<() => void>()

const tell = () => {
  paths = [...new Set([...Object.keys(pages), ...[...fleeting].map((key) => key.split(' ')[0] as string)])]
  for (const listener of listeners) listener()
}
tell()

const hold = (next: Pages) => {
  // what waits for its owner stays: a form that goes with his session says that it holds nothing
  if (!ownerNow()) return
  pages = next
  if (Object.keys(pages).length) writeLocal(item, { owner: ownerNow(), pages } satisfies Kept, true)
  else removeLocal(item)
  tell()
}

// who leaves on purpose leaves nothing behind; of a session that has ended it stays until the same person is back
onSession(() => {
  if (currentUser()) pages = readPages()
  else if (partingNow() === 'left') removeLocal(item)
  if (!currentUser()) {
    pages = {}
    fleeting = new Set()
  }
  tell()
})

const without = <T>(all: Readonly<Record<string, T>>, name: string): Record<string, T> =>
  Object.fromEntries(Object.entries(all).filter(([one]) => one !== name))

/** Keeps what stands in a form, or with null drops it. */
export const keepUnsent = (page: string, form: string, unsent: Unsent | null): void => {
  const others = without(pages[page] ?? {}, form)
  const forms = unsent ? { ...others, [form]: unsent } : others
  hold(Object.keys(forms).length ? { ...pages, [page]: forms } : without(pages, page))
}

export const unsentOn = (page: string): Readonly<Record<string, Unsent>> => pages[page] ?? {}

/** The page is closed, and what it held is thrown away. */
export const dropUnsent = (page: string): void => {
  fleeting = new Set([...fleeting].filter((key) => !key.startsWith(`${page} `)))
  hold(without(pages, page))
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Paths of the pages that hold something unsent. */
export const useUnsentPages = (): readonly string[] => useSyncExternalStore(subscribe, () => paths)

/** For a form whose content is written down nowhere: says as long as it is filled that leaving the page loses it. */
export const useUnsaved = (form: string, changed: boolean): void => {
  const { pathname } = useLocation()
  const key = `${pathname} ${form}`
  useEffect(() => {
    if (!changed) return
    fleeting = new Set([...fleeting, key])
    tell()
    return () => {
      // a page that is kept behind another still holds it; one that goes while it is shown does not
      if (window.location.pathname !== pathname) return
      fleeting = new Set([...fleeting].filter((one) => one !== key))
      tell()
    }
  }, [key, pathname, changed])
}

import { useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { readLocal, removeLocal, writeLocal } from './local.ts'
import { currentUser, endReason, onSession } from './session.ts'

/**
 * What is typed on the pages of this window and not sent yet, by the path of the page and the name of the form. It outlives
 * the page: a page that was loaded anew, or given up by a session that ended, finds here what stood in its form until the same
 * person has sent it or thrown it away. Secrets are not handed over.
 */
export interface UnsentForm {
  readonly typed: Readonly<Record<string, unknown>>
  /** How the form is opened again, for the page that does so; null where it is always open. */
  readonly opened: unknown
}

type Pages = Readonly<Record<string, Readonly<Record<string, UnsentForm>>>>
interface StoredPages {
  readonly owner: string
  readonly pages: Pages
}

const item = 'unsent'
const currentOwner = () => {
  const user = currentUser()
  return user ? `${user.tenant_id}-${user.user_id}` : ''
}

const readPages = (): Pages => {
  const storedPages = readLocal<StoredPages>(item)
  return storedPages && storedPages.owner === currentOwner() ? storedPages.pages : {}
}

let pages = readPages()
/** Pages by path that hold something which is written down nowhere: it is lost with the page. */
let volatileKeys: ReadonlySet<string> = new Set()
let paths: readonly string[] = []
const listeners = new Set<() => void>()

const notifyListeners = () => {
  paths = [...new Set([...Object.keys(pages), ...[...volatileKeys].map((key) => key.split(' ')[0] as string)])]
  for (const listener of listeners) listener()
}
notifyListeners()

const storePages = (next: Pages) => {
  // what waits for its owner stays: a form that goes with his session says that it holds nothing
  if (!currentOwner()) return
  pages = next
  if (Object.keys(pages).length) writeLocal(item, { owner: currentOwner(), pages } satisfies StoredPages, true)
  else removeLocal(item)
  notifyListeners()
}

// who leaves on purpose leaves nothing behind; of a session that has ended it stays until the same person is back
onSession(() => {
  if (currentUser()) pages = readPages()
  else if (endReason() === 'left') removeLocal(item)
  if (!currentUser()) {
    pages = {}
    volatileKeys = new Set()
  }
  notifyListeners()
})

const without = <T>(all: Readonly<Record<string, T>>, name: string): Record<string, T> =>
  Object.fromEntries(Object.entries(all).filter(([one]) => one !== name))

/** Keeps what stands in a form, or with null drops it. */
export const saveUnsent = (page: string, form: string, unsent: UnsentForm | null): void => {
  const otherForms = without(pages[page] ?? {}, form)
  const forms = unsent ? { ...otherForms, [form]: unsent } : otherForms
  storePages(Object.keys(forms).length ? { ...pages, [page]: forms } : without(pages, page))
}

export const unsentOn = (page: string): Readonly<Record<string, UnsentForm>> => pages[page] ?? {}

/** The page is closed, and what it held is thrown away. */
export const dropUnsent = (page: string): void => {
  volatileKeys = new Set([...volatileKeys].filter((key) => !key.startsWith(`${page} `)))
  storePages(without(pages, page))
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Paths of the pages that hold something unsent. */
export const useUnsentPages = (): readonly string[] => useSyncExternalStore(subscribe, () => paths)

/** For a form whose content is written down nowhere: says as long as it is filled that leaving the page loses it. */
export const useUnsaved = (form: string, isChanged: boolean): void => {
  const { pathname } = useLocation()
  const key = `${pathname} ${form}`
  useEffect(() => {
    if (!isChanged) return
    volatileKeys = new Set([...volatileKeys, key])
    notifyListeners()
    return () => {
      // a page that is kept behind another still holds it; one that goes while it is shown does not
      if (window.location.pathname !== pathname) return
      volatileKeys = new Set([...volatileKeys].filter((one) => one !== key))
      notifyListeners()
    }
  }, [key, pathname, isChanged])
}

import { useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { readLocal, removeLocal, writeLocal } from '../api/local.ts'
import { currentUser, endReason, onSession } from '../api/session.ts'

/**
 * Input typed in this window and not sent yet, by page path and form name. It survives a reload and a session that has ended,
 * until the same person sends or discards it. Secrets are not included.
 */
export interface UnsentForm {
  readonly typed: Readonly<Record<string, unknown>>
  /** What the page needs to open the form again; null if the form is always open. */
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
/** Keys `<path> <form>` of forms whose content is stored nowhere and is lost with the page. */
let volatileKeys: ReadonlySet<string> = new Set()
let paths: readonly string[] = []
const listeners = new Set<() => void>()

const notifyListeners = () => {
  paths = [...new Set([...Object.keys(pages), ...[...volatileKeys].map((key) => key.split(' ')[0] as string)])]
  for (const listener of listeners) listener()
}
notifyListeners()

const storePages = (next: Pages) => {
  // keep the stored input for its owner: a form that unmounts with the session reports that it is empty
  if (!currentOwner()) return
  pages = next
  if (Object.keys(pages).length) writeLocal(item, { owner: currentOwner(), pages } satisfies StoredPages, true)
  else removeLocal(item)
  notifyListeners()
}

let lastOwner = currentOwner()

// a logout discards the input; after an ended session it stays until the same person returns, also if the storage was cleared
onSession(() => {
  if (currentUser()) pages = readPages()
  else if (endReason() === 'left') removeLocal(item)
  else if (Object.keys(pages).length) writeLocal(item, { owner: lastOwner, pages } satisfies StoredPages, true)
  lastOwner = currentOwner()
  if (!currentUser()) {
    pages = {}
    volatileKeys = new Set()
  }
  notifyListeners()
})

const without = <T>(all: Readonly<Record<string, T>>, name: string): Record<string, T> =>
  Object.fromEntries(Object.entries(all).filter(([one]) => one !== name))

/** Stores the content of a form; null drops it. */
export const saveUnsent = (page: string, form: string, unsent: UnsentForm | null): void => {
  const otherForms = without(pages[page] ?? {}, form)
  const forms = unsent ? { ...otherForms, [form]: unsent } : otherForms
  storePages(Object.keys(forms).length ? { ...pages, [page]: forms } : without(pages, page))
}

export const unsentOn = (page: string): Readonly<Record<string, UnsentForm>> => pages[page] ?? {}

/** Discards the input of a page that is closed. */
export const dropUnsent = (page: string): void => {
  volatileKeys = new Set([...volatileKeys].filter((key) => !key.startsWith(`${page} `)))
  storePages(without(pages, page))
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Paths of the pages with unsent input at this moment. */
export const unsentPages = (): readonly string[] => paths

/** Paths of the pages with unsent input. */
export const useUnsentPages = (): readonly string[] => useSyncExternalStore(subscribe, unsentPages)

/** For a form whose content is stored nowhere: while it is changed, leaving the page warns of the loss. */
export const useUnsaved = (form: string, isChanged: boolean): void => {
  const { pathname } = useLocation()
  const key = `${pathname} ${form}`
  useEffect(() => {
    if (!isChanged) return
    volatileKeys = new Set([...volatileKeys, key])
    notifyListeners()
    return () => {
      // a page in a background tab still has its content; one that unmounts while visible does not
      if (window.location.pathname !== pathname) return
      volatileKeys = new Set([...volatileKeys].filter((one) => one !== key))
      notifyListeners()
    }
  }, [key, pathname, isChanged])
}

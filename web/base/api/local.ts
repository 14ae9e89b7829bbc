/** An item of browser storage, in the family's format: `saber-<name>` contains {dataType, content, type, datetime}. */
interface StoredItem {
  dataType: string
  content: unknown
  type?: 'session'
  datetime: number
}

const key = (name: string) => `saber-${name}`

/** False on the server, where pages are rendered for visitors and nothing is stored. */
export const inBrowser = typeof window !== 'undefined'

/** Reads session storage first, then local storage; null when absent or unreadable. */
export const readStored = <T>(name: string): { content: T; datetime: number } | null => {
  if (!inBrowser) return null
  const text = sessionStorage.getItem(key(name)) ?? localStorage.getItem(key(name))
  if (!text) return null
  try {
    const { content, datetime } = JSON.parse(text) as StoredItem
    return { content: content as T, datetime }
  } catch {
    return null
  }
}

export const readLocal = <T>(name: string): T | null => readStored<T>(name)?.content ?? null

export const writeLocal = (name: string, content: unknown, session = false): void => {
  const item: StoredItem = {
    dataType: typeof content,
    content,
    datetime: Date.now(),
    ...(session ? { type: 'session' } : {}),
  }
  const store = session ? sessionStorage : localStorage
  store.setItem(key(name), JSON.stringify(item))
}

export const removeLocal = (name: string): void => {
  sessionStorage.removeItem(key(name))
  localStorage.removeItem(key(name))
}

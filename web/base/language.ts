import { useSyncExternalStore } from 'react'
import { type Lang, localize, type Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { inBrowser, readLocal, writeLocal } from './local.ts'

const requestedLang = inBrowser ? new URLSearchParams(location.search).get('lang') : null
/** The language the server rendered the page in; a page begins in it and then turns to the reader's own. */
let rendered: Lang = inBrowser && document.documentElement.lang === 'en' ? 'en' : 'zh'
let lang: Lang =
  requestedLang === 'en' || requestedLang === 'zh' ? requestedLang : readLocal<Lang>('language') === 'en' ? 'en' : 'zh'
let title: Text | null = null
const listeners = new Set<() => void>()

const applyLang = () => {
  if (inBrowser) document.documentElement.lang = lang === 'zh' ? 'zh-CN' : 'en'
}
const updateDocument = () => {
  if (!inBrowser) return
  applyLang()
  document.title = title ? `${localize(title, lang)}-${localize(words.product, lang)}` : localize(words.product, lang)
}

// before the first paint: what a page looks like may depend on its language; the title is the server's until the page is there
applyLang()

export const currentLang = (): Lang => lang
const renderedLang = (): Lang => rendered

/** What is rendered next on the server is in this language. */
export const renderIn = (next: Lang): void => {
  lang = next
  rendered = next
}

/** The server reads it, so that the next page comes in the same language. */
const persistLang = (next: Lang) => {
  writeLocal('language', next)
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = `language=${next}; path=/; max-age=31536000; samesite=lax`
}

// who came by an address in a language goes on reading in it
if (requestedLang === lang) persistLang(lang)

/** Changes the language of everything shown, the page title included, and remembers it. */
export const setLang = (next: Lang): void => {
  lang = next
  persistLang(next)
  updateDocument()
  for (const listener of listeners) listener()
}

/** Page title: route title plus product title (specification 000, section 2). */
export const setTitle = (next: Text | null): void => {
  title = next
  updateDocument()
}

export const currentTitle = (): Text | null => title

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The words of a text in the reader's language: `const t = useSay(); t(words.save)`. */
export const useLocalize = (): ((text: Text) => string) => {
  const now = useLang()
  return (text) => localize(text, now)
}

export const useLang = (): Lang => useSyncExternalStore(subscribe, currentLang, renderedLang)

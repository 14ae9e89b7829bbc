import { useSyncExternalStore } from 'react'
import { type Lang, localize, type Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { inBrowser, readLocal, writeLocal } from './local.ts'

const requestedLang = inBrowser ? new URLSearchParams(location.search).get('lang') : null
/** The language of the server-rendered page. Hydration uses it before the page switches to the reader's language. */
let rendered: Lang = inBrowser && document.documentElement.lang === 'en' ? 'en' : 'zh'
let lang: Lang =
  requestedLang === 'en' || requestedLang === 'zh' ? requestedLang : readLocal<Lang>('language') === 'en' ? 'en' : 'zh'
let title: Text | null = null
const listeners = new Set<() => void>()

const applyLang = () => {
  if (inBrowser) document.documentElement.lang = lang === 'zh' ? 'zh-CN' : 'en'
}
/** The title of the document: that of the page, if it has one, and the name of the product. */
export const documentTitle = (page: Text | null, inLang: Lang): string => {
  const product = localize(words.product, inLang)
  return page ? `${localize(page, inLang)}${inLang === 'zh' ? '-' : ' – '}${product}` : product
}

const updateDocument = () => {
  if (!inBrowser) return
  applyLang()
  document.title = documentTitle(title, lang)
}

// before the first paint, since layout may depend on the language; the server's title stays until the page has rendered
applyLang()

export const currentLang = (): Lang => lang
const renderedLang = (): Lang => rendered

/** Sets the language of the next page rendered on the server. */
export const renderIn = (next: Lang): void => {
  lang = next
  rendered = next
}

/** Also sets a cookie, so that the server renders the next page in this language. */
const persistLang = (next: Lang) => {
  writeLocal('language', next)
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  document.cookie = `language=${next}; path=/; max-age=31536000; samesite=lax`
}

// a language requested by the address becomes the reader's choice
if (requestedLang === lang) persistLang(lang)

/** Changes the language of the interface, the page title included, and stores it. */
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

/** Localizes texts to the reader's language: `const t = useLocalize(); t(words.save)`. */
export const useLocalize = (): ((text: Text) => string) => {
  const lang = useLang()
  return (text) => localize(text, lang)
}

export const useLang = (): Lang => useSyncExternalStore(subscribe, currentLang, renderedLang)

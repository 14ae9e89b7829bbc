import { useSyncExternalStore } from 'react'
import { type Lang, say, type Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import { readLocal, writeLocal } from './local.ts'

const asked = new URLSearchParams(location.search).get('lang')
let lang: Lang = asked === 'en' || asked === 'zh' ? asked : readLocal<Lang>('language') === 'en' ? 'en' : 'zh'
let title: Text | null = null
const listeners = new Set<() => void>()

const show = () => {
  document.documentElement.lang = lang === 'zh' ? 'zh-CN' : 'en'
  document.title = title ? `${say(title, lang)}-${say(words.product, lang)}` : say(words.product, lang)
}

// before the first paint: what a page looks like may depend on its language
show()

export const currentLang = (): Lang => lang

/** Changes the language of everything shown, the page title included, and remembers it. */
export const setLang = (next: Lang): void => {
  lang = next
  writeLocal('language', next)
  show()
  for (const listener of listeners) listener()
}

/** Page title: route title plus product title (specification 000, section 2). */
export const setTitle = (next: Text | null): void => {
  title = next
  show()
}

export const titleNow = (): Text | null => title

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The words of a text in the reader's language: `const t = useSay(); t(words.save)`. */
export const useSay = (): ((text: Text) => string) => {
  const now = useSyncExternalStore(subscribe, currentLang)
  return (text) => say(text, now)
}

export const useLang = (): Lang => useSyncExternalStore(subscribe, currentLang)

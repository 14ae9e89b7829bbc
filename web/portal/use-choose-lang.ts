import type { Lang } from '#contract/kit/text.ts'
import { setLang } from '#web/base/api/language.ts'
import { useSearchString } from './use-search-string.ts'

/** Changes the language; the user's choice overrides the language in the address. */
export const useChooseLang = (): ((next: Lang) => void) => {
  const [search, show] = useSearchString()
  return (next) => {
    setLang(next)
    const query = new URLSearchParams(search)
    query.delete('lang')
    show(String(query))
  }
}

import { useParams } from 'react-router'
import { maxKeywordLength, maxPages } from '#contract/news/public.ts'

/*
 * What the address of a public page asks for. Addresses are typed, shortened and passed on: what cannot be asked is brought
 * to what can, the same on the server and in the browser.
 */

/** The page of a list, from 1. One beyond all pages is still beyond the last one. */
export const pageOf = (search: URLSearchParams): number =>
  Math.min(maxPages, Math.max(1, Math.floor(Number(search.get('current'))) || 1))

/** What a list is searched for, as far as a search goes; '' for nothing. */
export const keywordOf = (search: URLSearchParams): string => {
  const keyword = (search.get('keyword') ?? '').replaceAll('\0', '').trim()
  return [...keyword].slice(0, maxKeywordLength).join('').trim()
}

/** Nothing ever has this id. */
const unusedId = '0'
/** The greatest id a row can have, a bigint of the database. */
const greatest = '9223372036854775807'
const isId = (id: string) => /^\d{1,19}$/.test(id) && id.padStart(greatest.length, '0') <= greatest

/** The id in the address of a page; of what cannot be one it is told, as of any that is not there, that there is nothing. */
export const useId = (): string => {
  const { id = '' } = useParams()
  return isId(id) ? id : unusedId
}

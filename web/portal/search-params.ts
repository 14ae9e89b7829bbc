import { useParams } from 'react-router'
import { maxKeywordLength } from '#contract/kit/keyword.ts'
import { maxPages } from '#contract/news/public.ts'

/*
 * URL parameters of public pages. Users type, shorten and share URLs, so invalid values are replaced with valid ones, in the
 * same way on the server and in the browser.
 */

/** The page number, from 1 to `maxPages`. A number beyond the last page stays beyond it. */
export const pageOf = (search: URLSearchParams): number =>
  Math.min(maxPages, Math.max(1, Math.floor(Number(search.get('current'))) || 1))

/** The search keyword, cut to the maximum length; '' when there is none. */
export const keywordOf = (search: URLSearchParams): string => {
  const keyword = (search.get('keyword') ?? '').replaceAll('\0', '').trim()
  return [...keyword].slice(0, maxKeywordLength).join('').trim()
}

/** No row has this id. */
const unusedId = '0'
/** The largest possible id, a database bigint. */
const greatest = '9223372036854775807'
const isId = (id: string) => /^\d{1,19}$/.test(id) && id.padStart(greatest.length, '0') <= greatest

/** The id in the path; an invalid id becomes one that no row has, so that the page displays "not found". */
export const useId = (): string => {
  const { id = '' } = useParams()
  return isId(id) ? id : unusedId
}

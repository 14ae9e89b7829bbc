import type { Lang } from '#contract/kit/text.ts'
import { publicProjects } from '#contract/portal/public-projects.ts'

/** Parameters that change how a page looks, not what it contains. */
const appearanceNames = ['elder', 'lang'] as const
/** Query parameters of rendered pages. Links from elsewhere carry others (`utm_source`, `from`), which are ignored. */
const ownNames = [
  ...appearanceNames,
  'current',
  'type',
  'column',
  'no',
  'figure',
  ...Object.keys(publicProjects.list.input),
]

const searchOf = (search: string, names: readonly string[]): URLSearchParams => {
  const query = new URLSearchParams(search)
  const values = [...new Set(names)].map((name) => [name, query.get(name) ?? ''] as const)
  return new URLSearchParams(values.filter(([, value]) => value !== '').map(([name, value]) => [name, value]))
}

const asText = (query: URLSearchParams): string => (query.size ? `?${query}` : '')

/** Whether somebody comes back from a sign-on site: the browser reads the code, so the page is not rendered and its address stays. */
export const isSignOnReturn = (query: URLSearchParams): boolean =>
  query.has('state') && (query.has('code') || query.has('error'))

/** The parameters of a query string that rendered pages have, always in the same order; with the leading `?`, or ''. */
export const ownSearch = (search: string): string => asText(searchOf(search, ownNames))

/** The query string under which search engines list a page in a language. */
export const canonicalSearch = (search: string, lang: Lang): string => {
  const names = ownNames.filter((name) => !appearanceNames.some((one) => one === name))
  const query = searchOf(search, names)
  if (lang === 'en') query.set('lang', lang)
  return asText(query)
}

import { type ProjectColumn, projectColumnNames } from '#contract/portal/project-columns.ts'
import type { ProjectFilters } from '#contract/portal/project-places.ts'
import { provinces } from '#contract/portal/provinces.ts'
import { type ProjectFilter, projectFilters } from '#contract/portal/public-projects.ts'
import { keywordOf } from '../search-params.ts'

const [code, key, flag] = [/^[\w-]{1,24}$/, /^\d{1,9}$/, /^[01]$/]
/** A day that exists: 2025-02-31 does not. */
const day = {
  test: (value: string) =>
    /^(19|20)\d\d-\d\d-\d\d$/.test(value) &&
    !Number.isNaN(Date.parse(value)) &&
    new Date(value).toISOString().startsWith(value),
}
/** Valid values of the call's parameters. Repeated here, because the call's own validation would enlarge the page's script. */
const valuePatterns: Readonly<Record<Exclude<ProjectFilter, 'keyword' | 'province'>, Pick<RegExp, 'test'>>> = {
  city: code,
  nationalEconomy1: code,
  nationalEconomy2: code,
  operator: key,
  scene: key,
  isBenchmark: flag,
  hasNetwork: flag,
  listedFrom: day,
  listedTo: day,
  year: /^(19|20)\d\d$/,
}

const readOne = (search: URLSearchParams, name: ProjectFilter): string => {
  if (name === 'keyword') return keywordOf(search)
  const value = search.get(name) ?? ''
  return (name === 'province' ? Object.hasOwn(provinces, value) : valuePatterns[name].test(value)) ? value : ''
}

/** The filters in the URL, without invalid values. */
export const readFilters = (search: URLSearchParams): ProjectFilters =>
  Object.fromEntries(projectFilters.map((name) => [name, readOne(search, name)]).filter(([, value]) => value))

/** The call's parameters, with numeric filters as numbers. */
export const toQueryParams = ({ operator, scene, isBenchmark, hasNetwork, ...texts }: ProjectFilters) => ({
  ...texts,
  ...(scene ? { scene: Number(scene) } : {}),
  ...(operator ? { operator: Number(operator) } : {}),
  ...(isBenchmark ? { isBenchmark: Number(isBenchmark) } : {}),
  ...(hasNetwork ? { hasNetwork: Number(hasNetwork) } : {}),
})

/** The column in the URL by which the list is sorted; by default the latest year is first. */
export const readOrder = (search: URLSearchParams): ProjectColumn | undefined =>
  projectColumnNames.find((name) => name === search.get('ascs'))

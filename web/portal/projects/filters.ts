/** What the list of projects can be narrowed by: names of the call's parameters, as they stand in the address. */
export const filterNames = [
  'keyword',
  'province',
  'city',
  'operator',
  'nationalEconomy1',
  'year',
  'isBenchmark',
  'hasNetwork',
] as const

export type FilterName = (typeof filterNames)[number]
export type Filters = { readonly [N in FilterName]?: string }

/** The filters an address names. */
export const readFilters = (search: URLSearchParams): Filters =>
  Object.fromEntries(filterNames.flatMap((name) => (search.get(name) ? [[name, search.get(name) as string]] : [])))

/** The address of the list with these filters: where a figure opens the rows it counts. */
export const projectsAt = (filters: Filters = {}): string => {
  const query = new URLSearchParams(Object.entries(filters).filter(([, value]) => value))
  return query.size ? `/projects?${query}` : '/projects'
}

/** The call's parameters; numbers travel as numbers. */
export const askedFor = ({ operator, isBenchmark, hasNetwork, ...texts }: Filters) => ({
  ...texts,
  ...(operator ? { operator: Number(operator) } : {}),
  ...(isBenchmark ? { isBenchmark: Number(isBenchmark) } : {}),
  ...(hasNetwork ? { hasNetwork: Number(hasNetwork) } : {}),
})

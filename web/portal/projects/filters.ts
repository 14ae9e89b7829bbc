import type { ProjectFilters } from '#contract/portal/project-places.ts'
import { projectFilters } from '#contract/portal/public-projects.ts'

/** The filters an address names. */
export const readFilters = (search: URLSearchParams): ProjectFilters =>
  Object.fromEntries(projectFilters.flatMap((name) => (search.get(name) ? [[name, search.get(name) as string]] : [])))

/** The call's parameters; numbers travel as numbers. */
export const askedFor = ({ operator, scene, isBenchmark, hasNetwork, ...texts }: ProjectFilters) => ({
  ...texts,
  ...(scene ? { scene: Number(scene) } : {}),
  ...(operator ? { operator: Number(operator) } : {}),
  ...(isBenchmark ? { isBenchmark: Number(isBenchmark) } : {}),
  ...(hasNetwork ? { hasNetwork: Number(hasNetwork) } : {}),
})

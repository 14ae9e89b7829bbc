import { check } from '#contract/kit/check.ts'
import type { ProjectFilters } from '#contract/portal/project-places.ts'
import { provinces } from '#contract/portal/provinces.ts'
import { projectFilters, publicProjects } from '#contract/portal/public-projects.ts'
import { keywordOf } from '../asked.ts'

/** The filters an address names, without those the call would refuse and provinces there are none of. */
export const readFilters = (search: URLSearchParams): ProjectFilters => {
  const named = projectFilters.map((name) => [name, name === 'keyword' ? keywordOf(search) : search.get(name)] as const)
  const typed = Object.fromEntries(named.filter(([, value]) => value)) as Record<string, string>
  const { faults } = check(publicProjects.list.takes, typed, { mode: 'change', loose: true })
  const wrong = faults.map(({ at }) => at)
  if (!Object.hasOwn(provinces, typed.province ?? '')) wrong.push('province')
  return Object.fromEntries(Object.entries(typed).filter(([name]) => !wrong.includes(name)))
}

/** The call's parameters; numbers travel as numbers. */
export const askedFor = ({ operator, scene, isBenchmark, hasNetwork, ...texts }: ProjectFilters) => ({
  ...texts,
  ...(scene ? { scene: Number(scene) } : {}),
  ...(operator ? { operator: Number(operator) } : {}),
  ...(isBenchmark ? { isBenchmark: Number(isBenchmark) } : {}),
  ...(hasNetwork ? { hasNetwork: Number(hasNetwork) } : {}),
})

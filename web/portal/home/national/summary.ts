import { useLocalize } from '#web/base/api/language.ts'
import type { RankedPlace } from './ranked-places.ts'

/** The map in one sentence, for screen readers. */
export const useSummary = (list: readonly RankedPlace[]): string => {
  const t = useLocalize()
  const [first, second, third] = list.filter(({ value }) => value > 0)
  if (!first) return t(['全国项目分布图：暂无项目', 'Map of projects by province: none yet'])
  const topPlaces = [first, second, third].filter((one) => one !== undefined)
  const tops = topPlaces.map(({ name, value }) => `${name} ${value}`).join(t(['、', ', ']))
  return t([`全国项目分布图，项目最多的省份：${tops}`, `Map of projects by province; most projects: ${tops}`])
}

import { isPeriod, type Period, periods } from '#contract/portal/periods.ts'
import { provinces } from '#contract/portal/provinces.ts'
import { useSearch } from '#web/base/preferences/search.ts'

interface Choice {
  readonly period: Period
  /** Code of a province; '' for the whole country. */
  readonly province: string
}

/** The period and the province in the address, and a function to change one of them. */
export const useSelection = (): Choice & { readonly choose: (change: Partial<Choice>) => void } => {
  const [search, setSearch] = useSearch()
  const requestedPeriod = search.get('period')
  const requestedProvince = search.get('province') ?? ''
  const choose = (change: Partial<Choice>) =>
    setSearch((before) => {
      for (const [name, value] of Object.entries(change)) {
        if (value && value !== periods[0][0]) before.set(name, value)
        else before.delete(name)
      }
      return before
    })
  return {
    period: isPeriod(requestedPeriod) ? requestedPeriod : periods[0][0],
    province: Object.hasOwn(provinces, requestedProvince) ? requestedProvince : '',
    choose,
  }
}

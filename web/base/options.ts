import { keepPreviousData } from '@tanstack/react-query'
import type { Field } from '#contract/kit/field.ts'
import { industryList } from '#contract/project/industry.ts'
import { dict } from '#contract/system/dict.ts'
import { grants } from '#contract/system/grants.ts'
import { region } from '#contract/system/region.ts'
import { useAnswer } from './caller.ts'
import { useLocalize } from './language.ts'

/** One option; `value` is the stored value as text. */
export interface Option {
  readonly value: string
  readonly label: string
}

const cacheOptions = { staleTime: 300_000, placeholderData: keepPreviousData }

const useDictionary = (code: string): Option[] | undefined => {
  const { data } = useAnswer(dict.calls.dictionary, { code }, { ...cacheOptions, enabled: code !== '' })
  return data?.map(({ dictKey, dictValue }) => ({ value: dictKey ?? '', label: dictValue }))
}

const rootRegion = '00'

const useRegions = (above: string | null, isEnabled: boolean): Option[] | undefined => {
  const { data } = useAnswer(
    region.calls.select,
    { code: above ?? rootRegion },
    { ...cacheOptions, placeholderData: undefined, enabled: isEnabled },
  )
  return data?.map(({ code, name }) => ({ value: code, label: name }))
}

const useIndustries = (above: string | null, isEnabled: boolean): Option[] | undefined => {
  const { data } = useAnswer(industryList, above ? { indcode: above } : { indlevel: 1 }, {
    ...cacheOptions,
    placeholderData: undefined,
    enabled: isEnabled,
  })
  return data?.map(({ indcode, indname }) => ({ value: indcode, label: `${indcode} ${indname}` }))
}

/** The query for the level of a GB/T 4754 code. The digits of a division do not contain the letter of its section. */
const levelOf = (code: string) => (code.length > 2 ? { indcode: code.slice(0, -1) } : { indlevel: code.length || 1 })

const isCoded = (field: Field) => field.kind === 'code' || field.kind === 'codes'

/**
 * Options of a field; undefined while loading. `above` is the code one level up in a classification, null at the top level, and
 * '' if that level is not chosen yet: then the list is empty.
 */
export const useOptions = (field: Field, above: string | null = null): Option[] | undefined => {
  const t = useLocalize()
  const isDict = field.kind === 'dict' || field.kind === 'dicts'
  const dictionary = useDictionary(isDict ? (field.of ?? '') : '')
  const regions = useRegions(above, isCoded(field) && field.of === 'region' && above !== '')
  const industries = useIndustries(above, isCoded(field) && field.of === 'industry' && above !== '')
  if (field.kind === 'choice')
    return field.choices?.map(([value, label]) => ({ value: String(value), label: t(label) }))
  if (isDict) return dictionary
  if (field.of === 'grant') return grants.map(([value, label]) => ({ value, label: t(label) }))
  if (!isCoded(field)) return undefined
  if (above === '') return []
  return field.of === 'region' ? regions : industries
}

/** Label of a chosen value that is not among the field's options: an industry may be of any level. */
export const useOptionLabel = (field: Field, value: string, isLookupNeeded: boolean): string => {
  const enabled = isLookupNeeded && isCoded(field) && field.of === 'industry'
  const { data } = useAnswer(industryList, levelOf(value), { ...cacheOptions, placeholderData: undefined, enabled })
  const industry = data?.find(({ indcode }) => indcode === value)
  return industry ? `${industry.indcode} ${industry.indname}` : value
}

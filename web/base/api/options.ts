import { keepPreviousData, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import type { Endpoint, OutOf } from '#contract/kit/call.ts'
import type { Field } from '#contract/kit/field.ts'
import { typeOf } from '#contract/kit/kinds.ts'
import type { Lang } from '#contract/kit/text.ts'
import { industryList } from '#contract/project/industry.ts'
import { dict } from '#contract/system/dict.ts'
import { grants } from '#contract/system/grants.ts'
import { region } from '#contract/system/region.ts'
import { answerQuery, type Failure, useAnswer } from './caller.ts'
import { readDictionary } from './dictionaries.ts'
import { useLang, useLocalize } from './language.ts'

/** One option; `value` is the stored value as text. */
export interface Option {
  readonly value: string
  readonly label: string
}

const staleTime = 300_000

/** Reads the answer of an endpoint as options. */
const optionsFrom = <I, O>(endpoint: Endpoint<I, O>, input: NoInfer<I>, lang: Lang, select: (answer: O) => Option[]) =>
  ({ ...answerQuery(endpoint, input, lang), select }) as UseQueryOptions<unknown, Failure, Option[]>

const dictionaryOptions = (rows: OutOf<typeof dict.calls.dictionary>): Option[] =>
  rows.map(({ dictKey, dictValue }) => ({ value: dictKey ?? '', label: dictValue }))
const regionOptions = (rows: OutOf<typeof region.calls.select>): Option[] =>
  rows.map(({ code, name }) => ({ value: code, label: name }))
const industryOptions = (rows: OutOf<typeof industryList>): Option[] =>
  rows.map(({ indcode, indname }) => ({ value: indcode, label: `${indcode} ${indname}` }))

const rootRegion = '00'

const isDict = (field: Field) => typeOf(field) === 'dictionary'
const isCoded = (field: Field) => typeOf(field) === 'classification'

/** The query for the options of a field, if they come from the server. */
const optionsQuery = (field: Field, above: string | null, lang: Lang) => {
  const { of: code } = field
  if (isDict(field) && code) {
    const query = optionsFrom(dict.calls.dictionary, { code }, lang, dictionaryOptions)
    return { ...query, queryFn: () => readDictionary(code, lang), placeholderData: keepPreviousData }
  }
  if (!isCoded(field) || above === '') return null
  if (field.of === 'region') return optionsFrom(region.calls.select, { code: above ?? rootRegion }, lang, regionOptions)
  if (field.of === 'industry')
    return optionsFrom(industryList, above ? { indcode: above } : { indlevel: 1 }, lang, industryOptions)
  return null
}

const nothing: UseQueryOptions<unknown, Failure, Option[]> = { queryKey: ['no options'], enabled: false }

/** The query for the level of a GB/T 4754 code. The digits of a division do not contain the letter of its section. */
const levelOf = (code: string) => (code.length > 2 ? { indcode: code.slice(0, -1) } : { indlevel: code.length || 1 })

/** Whether `useOptions` has options for a field. */
export const hasOptions = (field: Field): boolean =>
  field.kind === 'choice' || field.of === 'grant' || isDict(field) || isCoded(field)

/**
 * Options of a field; undefined while loading. `above` is the code one level up in a classification, null at the top level, and
 * '' if that level is not chosen yet: then the list is empty.
 */
export const useOptions = (field: Field, above: string | null = null): Option[] | undefined => {
  const t = useLocalize()
  const query = optionsQuery(field, above, useLang())
  // one query per field: pages show hundreds of them
  const { data } = useQuery(query ? { ...query, staleTime } : nothing)
  if (field.kind === 'choice')
    return field.choices?.map(([value, label]) => ({ value: String(value), label: t(label) }))
  if (field.of === 'grant' && !isDict(field)) return grants.map(([value, label]) => ({ value, label: t(label) }))
  if (!query) return isCoded(field) && above === '' ? [] : undefined
  return data
}

/** Label of a chosen value that is not among the field's options: an industry may be of any level. */
export const useOptionLabel = (field: Field, value: string, isLookupNeeded: boolean): string => {
  const enabled = isLookupNeeded && isCoded(field) && field.of === 'industry'
  const { data } = useAnswer(industryList, levelOf(value), { staleTime, enabled })
  const industry = data?.find(({ indcode }) => indcode === value)
  return industry ? `${industry.indcode} ${industry.indname}` : value
}

import { fieldOf } from '#contract/filter-chips.ts'
import type { Fields } from '#contract/kit/field.ts'
import { base, type ListInput } from '#contract/kit/verbs.ts'

/** Page sizes of every list (specification 001, section 2). */
export const sizes = [10, 30, 50, 100, 200] as const
const defaultSize: number = sizes[0]
const isSize = (size: unknown): size is number => sizes.some((one) => one === size)

/** The number of rows per page that a person last chose for a list, from the stored document; 10 without one. */
export const usualSizeOf = (stored: unknown): number => {
  const { size } = (stored ?? {}) as { readonly size?: unknown }
  return isSize(size) ? size : defaultSize
}

export interface Sort {
  readonly field: string
  readonly down: boolean
}

/** What a list displays, all of it in the address, so that it can be shared and revisited. */
export interface ListState {
  readonly current: number
  readonly size: number
  readonly sort: Sort | null
  /** Values by field, some with a comparison suffix: `declareStatus_ge`; and the `keyword`. */
  readonly filters: Readonly<Record<string, string>>
}

/** Parameters of the address that are not filters: the list's own, the saved view, the recycle bin, the language. */
const reserved = ['current', 'size', 'sort', 'view', 'bin', 'lang']
const isKnownField = (fields: Fields, name: string) => Object.hasOwn({ ...base, ...fields }, fieldOf(name))
/** Filters that compare no field: the keyword, and the accounts without data scope (system/user.tsx). */
const namedFilters: readonly string[] = ['keyword', 'withoutScope']
const isFilter = (fields: Fields, name: string) =>
  namedFilters.includes(name) || (!reserved.includes(name) && isKnownField(fields, name))

const readPositiveInt = (text: string | null, fallback: number): number =>
  text !== null && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : fallback

const sortFrom = (text: string | null, fields: Fields): Sort | null => {
  const field = text?.replace(/^-/, '') ?? ''
  return text && isKnownField(fields, field) ? { field, down: text.startsWith('-') } : null
}

/** Parses an address; ignores an invalid page, an invalid size, and unknown fields. Without a size it is the `usual` one. */
export const readState = (search: URLSearchParams, fields: Fields, usual = defaultSize): ListState => {
  const size = readPositiveInt(search.get('size'), usual)
  return {
    current: readPositiveInt(search.get('current'), 1),
    size: isSize(size) ? size : usual,
    sort: sortFrom(search.get('sort'), fields),
    filters: Object.fromEntries([...search].filter(([name, value]) => value !== '' && isFilter(fields, name))),
  }
}

/** The part of the state that a saved view stores: all but the page, in a fixed order. */
export const viewSearchOf = (state: ListState, fields: Fields): string => {
  const search = writeState({ ...state, current: 1 }, new URLSearchParams(), fields)
  search.sort()
  return search.toString()
}

/**
 * Writes the state back; omits defaults and keeps parameters that do not belong to the list. For a person with another `usual` size
 * the address names the size, so that others see as many rows.
 */
export const writeState = (
  state: ListState,
  before: URLSearchParams,
  fields: Fields,
  usual = defaultSize,
): URLSearchParams => {
  const isListParam = (name: string) => ['current', 'size', 'sort'].includes(name) || isFilter(fields, name)
  const next = new URLSearchParams([...before].filter(([name]) => !isListParam(name)))
  for (const [name, value] of Object.entries(state.filters)) if (value !== '') next.set(name, value)
  if (state.sort) next.set('sort', (state.sort.down ? '-' : '') + state.sort.field)
  if (state.size !== defaultSize || usual !== defaultSize) next.set('size', String(state.size))
  if (state.current !== 1) next.set('current', String(state.current))
  return next
}

const adjacentDay = (day: string, step: 1 | -1): string => {
  const at = new Date(`${day}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() + step)
  return at.toISOString().slice(0, 10)
}

/** A day in a time comparison means the whole day: after the end of the day before, before the start of the day after. */
const toListParam = ([name, value]: [string, string]): [string, string] => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value) || Number.isNaN(Date.parse(value))) return [name, value]
  if (name.endsWith('_dategt')) return [name, `${adjacentDay(value, -1)} 23:59:59`]
  if (name.endsWith('_datelt')) return [name, `${adjacentDay(value, 1)} 00:00:00`]
  return [name, value]
}

/** The parameters of the list call. */
export const listInputOf = ({ current, size, sort, filters }: ListState): ListInput => ({
  current,
  size,
  ...(sort ? { [sort.down ? 'descs' : 'ascs']: sort.field } : {}),
  ...Object.fromEntries(Object.entries(filters).map(toListParam)),
})

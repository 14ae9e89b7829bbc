import type { AnyEntity } from './kit/entity.ts'
import type { Field, Fields } from './kit/field.ts'
import { keyword } from './kit/keyword.ts'
import { isNumber, kinds } from './kit/kinds.ts'
import type { Text } from './kit/text.ts'
import { base } from './kit/verbs.ts'
import { words } from './words.ts'

const endings = /_(notnull|null|notequal|equal|like|ge|gt|le|lt|datege|dategt|datele|datelt)$/

/** The field a filter applies to: `createTime_dategt` → `createTime`. */
export const fieldOf = (filter: string): string => filter.replace(endings, '')

/** A field as a search input: not required, a single value, yes and no as choices. */
export const searchFieldOf = (field: Field): Field => ({
  kind: kinds[field.kind].searchedAs ?? field.kind,
  label: field.label,
  ...(field.of ? { of: field.of } : {}),
  ...(field.kind === 'flag' ? { choices: [[1, words.yes] as const, [0, words.no] as const] } : {}),
  ...(field.choices ? { choices: field.choices } : {}),
})

/** One input of the search bar: its field, and the keys of the address it sets: one, or those of both ends of a range of days. */
export interface Filter {
  readonly field: Field
  readonly keys: readonly [key: string] | readonly [from: string, to: string]
}

const rangeOf = (name: string, label: Text, [from, to]: readonly [string, string]): Filter => ({
  field: { kind: 'date', label },
  keys: [`${name}_${from}`, `${name}_${to}`],
})

/** A pair of inputs for the bounds of a number. */
const boundsOf = (name: string, { kind, label: [zh, en] }: Field): Filter[] => [
  { field: { kind, label: [`${zh}不小于`, `${en}, at least`] }, keys: [`${name}_ge`] },
  { field: { kind, label: [`${zh}不大于`, `${en}, at most`] }, keys: [`${name}_le`] },
]

/** The search inputs of one field: a range of days for times and dates, two bounds for numbers, otherwise one value. */
export const filtersOf = (name: string, field: Field | undefined): readonly Filter[] => {
  if (!field) return []
  if (field.kind === 'time') return [rangeOf(name, field.label, ['dategt', 'datelt'])]
  if (field.kind === 'date') return [rangeOf(name, field.label, ['datege', 'datele'])]
  if (isNumber(field)) return boundsOf(name, field)
  return [{ field: searchFieldOf(field), keys: [name] }]
}

/** Every list can be searched by creation time (specification 001, section 2). */
export const createdFiltersOf = ({ fields }: AnyEntity): readonly Filter[] =>
  filtersOf('createTime', (fields as Fields).createTime ?? { kind: 'time', label: ['创建时间', 'Created at'] })

const signs: Readonly<Record<string, string>> = {
  equal: '= ',
  notequal: '≠ ',
  ge: '≥ ',
  gt: '> ',
  le: '≤ ',
  lt: '< ',
  datege: '≥ ',
  dategt: '> ',
  datele: '≤ ',
  datelt: '< ',
}

/** One active condition: its field, its keys, and the comparison sign if the label does not express it. */
export interface Chip {
  readonly field: Field
  readonly sign: string
  readonly keys: readonly string[]
  /** Both ends of a range, at most one of them open. */
  readonly range?: { readonly from: string | undefined; readonly to: string | undefined }
}

type Filters = Readonly<Record<string, string>>

/** Describes a filter of the address; it can be on any field, including those missing in the search bar. */
const chipOf = (entity: AnyEntity, key: string, filters: Filters): Chip => {
  if (key === 'keyword') return { field: keyword, sign: '', keys: [key] }
  const name = fieldOf(key)
  const field = ({ ...base, ...entity.fields } as Fields)[name] as Field
  const filter = [...createdFiltersOf(entity), ...filtersOf(name, field)].find(({ keys }) =>
    keys.some((one) => one === key),
  )
  if (!filter) return { field: searchFieldOf(field), sign: signs[key.slice(name.length + 1)] ?? '', keys: [key] }
  const [from, to] = filter.keys
  if (to === undefined) return { field: filter.field, sign: '', keys: [key] }
  const keys = filter.keys.filter((one) => filters[one] !== undefined)
  return { field: filter.field, sign: '', keys, range: { from: filters[from], to: filters[to] } }
}

/** The active conditions, one for both ends of a range. A filter that is no field is a view, which shows it. */
export const chipsOf = (entity: AnyEntity, filters: Filters): readonly Chip[] =>
  Object.keys(filters)
    .filter((key) => key === 'keyword' || Object.hasOwn({ ...base, ...entity.fields }, fieldOf(key)))
    .map((key) => [key, chipOf(entity, key, filters)] as const)
    .filter(([key], i, all) => all.findIndex(([, { keys }]) => keys.includes(key)) === i)
    .map(([, chip]) => chip)

/** A range in words; one of its ends can be open. */
export const rangeText = (from: string | undefined, to: string | undefined): Text => {
  if (from === undefined) return [`${to} 止`, `until ${to}`]
  if (to === undefined) return [`${from} 起`, `from ${from}`]
  return from === to ? [from, from] : [`${from} 至 ${to}`, `${from} – ${to}`]
}

/** Code of the parent region, by GB/T 2260: 320583 → 320500 → 320000 → null. */
export const regionAbove = (code: string): string | null => {
  if (!/^\d{6}$/.test(code) || code.endsWith('0000')) return null
  return code.endsWith('00') ? `${code.slice(0, 2)}0000` : `${code.slice(0, 4)}00`
}

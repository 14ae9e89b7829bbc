import type { AnyEntity } from '#contract/kit/entity.ts'
import type { Field, Fields, Kind } from '#contract/kit/field.ts'
import { keyword } from '#contract/kit/keyword.ts'
import type { Text } from '#contract/kit/text.ts'
import { base } from '#contract/kit/verbs.ts'
import { words } from '#contract/words.ts'
import { fieldOf } from './list-state.ts'

const singles: Partial<Record<Kind, Kind>> = {
  dicts: 'dict',
  refs: 'ref',
  codes: 'code',
  longText: 'text',
  flag: 'choice',
}

/** A field as a search input: not required, a single value, yes and no as choices. */
export const searchFieldOf = (field: Field): Field => ({
  kind: singles[field.kind] ?? field.kind,
  label: field.label,
  ...(field.of ? { of: field.of } : {}),
  ...(field.kind === 'flag' ? { choices: [[1, words.yes] as const, [0, words.no] as const] } : {}),
  ...(field.choices ? { choices: field.choices } : {}),
})

/** A pair of search inputs for a range of values, with the suffixes of its two bounds. */
const between = (
  name: string,
  kind: Kind,
  [from, to]: readonly [string, string],
  of: Text,
  ends: [Text, Text],
): Fields =>
  Object.fromEntries(
    [from, to].map((suffix, i) => {
      const [zh, en] = ends[i] as Text
      return [`${name}_${suffix}`, { kind, label: [of[0] + zh, `${of[1]}, ${en}`] }]
    }),
  )

const days: [Text, Text] = [
  ['起', 'from'],
  ['止', 'until'],
]
const amounts: [Text, Text] = [
  ['不小于', 'at least'],
  ['不大于', 'at most'],
]

/** The search inputs of one field: first and last day for times and dates, bounds for numbers, otherwise one value. */
export const filterFieldsOf = (name: string, field: Field | undefined): Fields => {
  if (!field) return {}
  if (field.kind === 'time') return between(name, 'date', ['dategt', 'datelt'], field.label, days)
  if (field.kind === 'date') return between(name, 'date', ['datege', 'datele'], field.label, days)
  if (field.kind === 'int' || field.kind === 'decimal')
    return between(name, field.kind, ['ge', 'le'], field.label, amounts)
  return { [name]: searchFieldOf(field) }
}

/** Every list can be searched by creation time (specification 001, section 2). */
const createdFields = filterFieldsOf('createTime', { kind: 'time', label: ['创建时间', 'Created'] })

/** The fields of an entity's search bar, from the given names, with the creation time if `isDated`. */
export const searchFields = (entity: AnyEntity, names: readonly string[], isDated: boolean): Fields =>
  Object.assign({}, ...names.map((name) => filterFieldsOf(name, entity.fields[name])), isDated ? createdFields : {})

/** Approximate width of a text in em: Chinese characters are one em wide, those of other scripts about half. */
const emsOf = (text: string): number => [...text].reduce((sum, character) => sum + (character > '\u2e7f' ? 1 : 0.55), 0)

/** Longer labels wrap to a second line. */
const maxEms = 8

/** Common width of labels in em, so that the inputs after them are aligned. */
export const labelEms = (labels: readonly string[]): number =>
  Math.min(maxEms, Math.ceil(Math.max(0, ...labels.map(emsOf))))

const signs: Readonly<Record<string, string>> = {
  equal: '= ',
  ge: '≥ ',
  gt: '> ',
  le: '≤ ',
  lt: '< ',
  datege: '≥ ',
  dategt: '> ',
  datele: '≤ ',
  datelt: '< ',
}

/** One active filter: its field, and the comparison sign if the label does not express it. */
export interface Chip {
  readonly field: Field
  readonly sign: string
}

/** Describes a filter of the address; it can be on any field, including those missing in the search bar. */
export const chipOf = (entity: AnyEntity, filter: string): Chip => {
  if (filter === 'keyword') return { field: keyword, sign: '' }
  const name = fieldOf(filter)
  const fields: Fields = { ...base, ...(entity.fields as Fields) }
  const field = fields[name] as Field
  const filterField = { ...filterFieldsOf(name, field), ...createdFields }[filter]
  return filterField
    ? { field: filterField, sign: '' }
    : { field: searchFieldOf(field), sign: signs[filter.slice(name.length + 1)] ?? '' }
}

/** Code of the parent region, by GB/T 2260: 320583 → 320500 → 320000 → null. */
export const regionAbove = (code: string): string | null => {
  if (!/^\d{6}$/.test(code) || code.endsWith('0000')) return null
  return code.endsWith('00') ? `${code.slice(0, 2)}0000` : `${code.slice(0, 4)}00`
}

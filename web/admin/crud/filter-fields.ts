import type { AnyEntity } from '#contract/kit/entity.ts'
import type { Field, Fields, Kind } from '#contract/kit/field.ts'
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

/** A field as one searches by it: nothing required, one value, yes or no to choose from. */
export const searchFieldOf = (field: Field): Field => ({
  kind: singles[field.kind] ?? field.kind,
  label: field.label,
  ...(field.of ? { of: field.of } : {}),
  ...(field.kind === 'flag' ? { choices: [[1, words.yes] as const, [0, words.no] as const] } : {}),
  ...(field.choices ? { choices: field.choices } : {}),
})

/** A field that is searched by where its values begin and end. */
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

/** What the form asks for one field of the search: moments and days by a first and a last day, numbers by their bounds. */
export const filterFieldsOf = (name: string, field: Field | undefined): Fields => {
  if (!field) return {}
  if (field.kind === 'time') return between(name, 'date', ['dategt', 'datelt'], field.label, days)
  if (field.kind === 'date') return between(name, 'date', ['datege', 'datele'], field.label, days)
  if (field.kind === 'int' || field.kind === 'decimal')
    return between(name, field.kind, ['ge', 'le'], field.label, amounts)
  return { [name]: searchFieldOf(field) }
}

/** Every list can be searched by when its rows were made (specification 001, section 2). */
const createdFields = filterFieldsOf('createTime', { kind: 'time', label: ['创建时间', 'Created'] })

/** The fields of an entity's search bar; what a screen has no room for is left out. */
export const searchFields = (entity: AnyEntity, names: readonly string[], isDated: boolean): Fields =>
  Object.assign({}, ...names.map((name) => filterFieldsOf(name, entity.fields[name])), isDated ? createdFields : {})

/** Signs of Chinese are as wide as the letters are high, those of other scripts about half of that. */
const emsOf = (text: string): number => [...text].reduce((sum, sign) => sum + (sign > '\u2e7f' ? 1 : 0.55), 0)

/** Longer labels stand on two lines. */
const maxEms = 8

/** How wide labels stand so that what stands behind them begins at one place, in widths of a letter. */
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

/** One filter in words: the field whose value it is, and how it compares where the label does not say so. */
export interface Chip {
  readonly field: Field
  readonly sign: string
}

/** What a filter of an address says; any field may stand there, whether the bar asks for it or not. */
export const chipOf = (entity: AnyEntity, filter: string): Chip => {
  const name = fieldOf(filter)
  const fields: Fields = { ...base, ...(entity.fields as Fields) }
  const field = fields[name] as Field
  const filterField = { ...filterFieldsOf(name, field), ...createdFields }[filter]
  return filterField
    ? { field: filterField, sign: '' }
    : { field: searchFieldOf(field), sign: signs[filter.slice(name.length + 1)] ?? '' }
}

/** The code a region lies below, by GB/T 2260: 320583 → 320500 → 320000 → none. */
export const regionAbove = (code: string): string | null => {
  if (!/^\d{6}$/.test(code) || code.endsWith('0000')) return null
  return code.endsWith('00') ? `${code.slice(0, 2)}0000` : `${code.slice(0, 4)}00`
}

import { sql } from 'kysely'
import { check } from '#contract/kit/check.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { type Fault, faulty } from '#contract/kit/fail.ts'
import type { Field, Fields, Kind } from '#contract/kit/field.ts'
import { normalizeByRule } from '#contract/kit/normalize.ts'
import { base, type ListInput } from '#contract/kit/verbs.ts'
import { type Fragment, likePattern } from '../base/database/db.ts'
import { identifier, isReadable, writeSlot } from './column-types.ts'

const suffixes = ['equal', 'like', 'ge', 'gt', 'le', 'lt', 'datege', 'dategt', 'datele', 'datelt'] as const
type Suffix = (typeof suffixes)[number]
const [atLeast, above, atMost, below] = [sql`>=`, sql`>`, sql`<=`, sql`<`]
const compare: Partial<Record<Suffix, Fragment>> = {
  ge: atLeast,
  gt: above,
  le: atMost,
  lt: below,
  datege: atLeast,
  dategt: above,
  datele: atMost,
  datelt: below,
}
const equal = sql`=`

const split = (name: string): [field: string, suffix: Suffix | null] => {
  const at = name.lastIndexOf('_')
  const suffix = name.slice(at + 1) as Suffix
  return at > 0 && suffixes.includes(suffix) ? [name.slice(0, at), suffix] : [name, null]
}

/** The field that a list parameter refers to: `createTime_dategt` → `createTime`. */
export const fieldIn = (parameter: string): string => split(parameter)[0]

/** Parameters every list reserves; filter a field of that name with a suffix: `size_equal`. */
const reservedParameters = ['current', 'size', 'ascs', 'descs', 'keyword']
const texts: readonly Kind[] = ['text', 'longText']
const arrays: readonly Kind[] = ['dicts', 'refs', 'codes', 'files']
const documents: readonly Kind[] = ['one', 'many', 'richText']

const condition = (name: string, field: Field, suffix: Suffix | null, value: unknown): Fragment | null => {
  const column = identifier(name)
  if (arrays.includes(field.kind)) return sql`${column} && ${writeSlot(field, value)}`
  const like = suffix === 'like' || (suffix === null && texts.includes(field.kind))
  if (like) return texts.includes(field.kind) ? sql`${column} ilike ${likePattern(value)}` : null
  const operator = suffix ? compare[suffix] : undefined
  return sql`${column} ${operator ?? equal} ${value}`
}

const fieldsCache = new WeakMap<Fields, Fields>()

/** The fields of the entity and the base fields of every row. */
const withBaseFields = (fields: Fields): Fields => {
  const allFields = fieldsCache.get(fields) ?? { ...base, ...fields }
  fieldsCache.set(fields, allFields)
  return allFields
}

/** Normalises the value by the rule of its field, so that part of a phone number matches however it is written. */
const normalizeValue = ({ rule }: Field, raw: unknown) => (typeof raw === 'string' ? normalizeByRule(rule, raw) : raw)

/** The value of a filter, checked as that of its field; '' or null for white space only, which is no filter. */
export const checkFilter = (name: string, field: Field, raw: unknown): { value: unknown; faults: readonly Fault[] } => {
  const filterField: Field = { ...field, direction: 'both', required: false, rule: undefined, length: undefined }
  const { value, faults } = check({ [name]: filterField }, { [name]: normalizeValue(field, raw) }, { mode: 'change' })
  return { value: value[name], faults }
}

/**
 * The conditions of a list's parameters: declared, readable fields, with or without a suffix. Other parameters are
 * ignored and never get into SQL. Throws a fault for a value that does not fit its field.
 */
export const filtersOf = (fields: Fields, input: ListInput): Fragment[] => {
  const allFields = withBaseFields(fields)
  const conditions: Fragment[] = []
  for (const [parameter, raw] of Object.entries(input)) {
    if (raw === '' || raw === null || raw === undefined || typeof raw === 'object') continue
    if (reservedParameters.includes(parameter)) continue
    const [name, suffix] = split(parameter)
    const field = Object.hasOwn(allFields, name) ? allFields[name] : undefined
    if (!field || !isReadable(field) || documents.includes(field.kind)) continue
    const { value, faults } = checkFilter(name, field, raw)
    if (faults.length) throw faulty(faults)
    if (value === '' || value === null) continue
    const filter = condition(name, field, suffix, value)
    if (filter) conditions.push(filter)
  }
  return conditions
}

/** Sorting by a field that is never visible would reveal its values. */
const isSortable = (field: Field) => isReadable(field) && !documents.includes(field.kind)

const sortable = (fields: Fields, names: unknown): Fragment[] => {
  if (typeof names !== 'string') return []
  const allFields = withBaseFields(fields)
  return names
    .split(',')
    .map((name) => name.replace(/_([a-z])/g, (_, c: string) => c.toUpperCase()))
    .filter((name) => Object.hasOwn(allFields, name) && isSortable(allFields[name] as Field))
    .map(identifier)
}

/** ORDER BY of a list: the requested declared columns, else `sort`, else newest first; the id breaks ties. */
export const orderOf = (entity: AnyEntity, input: ListInput): Fragment => {
  const orderings = [
    ...sortable(entity.fields, input.ascs).map((column) => sql`${column} asc`),
    ...sortable(entity.fields, input.descs).map((column) => sql`${column} desc nulls last`),
  ]
  if (orderings.length) return sql.join([...orderings, sql`id desc`])
  return Object.hasOwn(entity.fields, 'sort') ? sql`sort asc, id asc` : sql`create_time desc, id desc`
}

import type { Endpoint } from '#contract/kit/call.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { faulty } from '#contract/kit/fail.ts'
import type { Field, Fields } from '#contract/kit/field.ts'
import { isUnsaid, readFilterParameter } from '#contract/kit/filter-suffix.ts'
import { isBlankText } from '#contract/kit/fold.ts'
import { typeOf } from '#contract/kit/kinds.ts'
import { base, type ListInput } from '#contract/kit/verbs.ts'
import type { Fragment } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { identifier, isReadable } from './column-types.ts'
import { checkFilter, comparisonOf, conditionOn, holdsText, isDocument, isWhole } from './filter-condition.ts'

/** Parameters every list reserves; filter a field of that name with a suffix: `size_equal`. */
const reservedParameters = ['current', 'size', 'ascs', 'descs', 'keyword']

const fieldsCache = new WeakMap<Fields, Fields>()

/** The fields of the entity and the base fields of every row. */
const withBaseFields = (fields: Fields): Fields => {
  const allFields = fieldsCache.get(fields) ?? { ...base, ...fields }
  fieldsCache.set(fields, allFields)
  return allFields
}

/** The field that a list parameter refers to: `createTime_dategt` and `create_time` → `createTime`. */
export const fieldIn = (fields: Fields, parameter: string): string =>
  readFilterParameter(withBaseFields(fields), parameter)?.name ?? parameter

interface Parameter {
  readonly parameter: string
  readonly suffix: string | null
  readonly raw: unknown
}

/** The comparison of one parameter; null if it says nothing. Throws a fault for a value that does not fit. */
const readComparison = (
  field: Field,
  { parameter, suffix, raw }: Parameter,
): { comparison: ReturnType<typeof comparisonOf>; value: unknown } | null => {
  if (isUnsaid(raw)) return null
  const comparison = comparisonOf(field, parameter, suffix)
  if (comparison === 'ignore' || (typeof raw === 'string' && isBlankText(raw))) return null
  if (comparison === 'null' || comparison === 'notnull') return { comparison, value: null }
  const { value, faults } = checkFilter(parameter, field, comparison, raw)
  if (faults.length) throw faulty(faults)
  return value === '' || value === null ? null : { comparison, value }
}

const filterOn = (column: Fragment, field: Field, parameter: Parameter): Fragment | null => {
  const read = readComparison(field, parameter)
  return read && conditionOn(column, field, read.comparison, read.value)
}

/**
 * The conditions of a list's parameters: declared, readable fields, with or without a suffix. Other parameters are
 * ignored and never get into SQL. Throws a fault for a suffix that does not exist and for a value that does not fit its field.
 */
export const filtersOf = (fields: Fields, input: ListInput): Fragment[] => {
  const allFields = withBaseFields(fields)
  const conditions: Fragment[] = []
  for (const [parameter, raw] of Object.entries(input)) {
    if (reservedParameters.includes(parameter)) continue
    const read = readFilterParameter(allFields, parameter)
    const field = read && allFields[read.name]
    if (!field || !isReadable(field)) continue
    const filter = filterOn(identifier(read.name), field, { parameter, suffix: read.suffix, raw })
    if (filter) conditions.push(filter)
  }
  return conditions
}

/** The filters of a list for rows that contain a text in one of these fields, each with its parameter. */
export const textFiltersOf = (
  fields: Fields,
  input: ListInput,
  names: readonly string[],
): { readonly parameter: string; readonly text: string }[] =>
  Object.entries(input).flatMap(([parameter, raw]) => {
    const found = reservedParameters.includes(parameter) ? null : readFilterParameter(fields, parameter)
    const field = found && names.includes(found.name) ? fields[found.name] : undefined
    if (!found || !field || isWhole(field)) return []
    const read = readComparison(field, { parameter, suffix: found.suffix, raw })
    return read && holdsText(read.comparison) ? [{ parameter, text: String(read.value) }] : []
  })

/** Takes the filters of one field out of a list's parameters, as conditions on another expression than its column. */
export const takeFilters = (
  input: ListInput,
  name: string,
  field: Field,
  column: Fragment,
): { readonly conditions: Fragment[]; readonly rest: ListInput } => {
  const conditions: Fragment[] = []
  const rest: ListInput = {}
  for (const [parameter, raw] of Object.entries(input)) {
    const read = readFilterParameter({ [name]: field }, parameter)
    const filter = read && filterOn(column, field, { parameter, suffix: read.suffix, raw })
    if (filter) conditions.push(filter)
    if (!read) rest[parameter] = raw
  }
  return { conditions, rest }
}

const parametersCache = new WeakMap<Endpoint, Fields>()

/** What the parameters of a list can name: columns of its rows, and what it declares itself. */
const parameterFields = (endpoint: Endpoint): Fields => {
  const { input, output, filters } = endpoint
  const columns = 'fields' in output ? output.fields : {}
  const fields = parametersCache.get(endpoint) ?? { ...base, ...columns, ...filters, ...input }
  parametersCache.set(endpoint, fields)
  return fields
}

/**
 * The parameters of a list under the names that its handler knows: `dept_id_equal` → `deptId_equal`. Drops those that say nothing.
 * Throws a fault for a declared field with a suffix that does not exist.
 */
export const readListParameters = (endpoint: Endpoint, query: ListInput): ListInput => {
  const fields = parameterFields(endpoint)
  const named = Object.entries(query).flatMap(([parameter, value]): (readonly [string, unknown])[] => {
    if (parameter !== 'keyword' && isUnsaid(value)) return []
    const read = readFilterParameter(fields, parameter)
    const field = read && fields[read.name]
    if (!field || !isReadable(field)) return [[parameter, value]]
    if (read.suffix === null) return [[read.name, value]]
    const isIgnored = comparisonOf(field, parameter, read.suffix) === 'ignore'
    return isIgnored ? [] : [[`${read.name}_${read.suffix}`, value]]
  })
  return Object.fromEntries(named)
}

/** Sorting by a field that is never visible would reveal its values; by a computed one, read all rows. */
const isSortable = (field: Field) => isReadable(field) && !isDocument(field) && !field.isComputed

/** The fields by which a list can be filtered and sorted. */
export const listable = (endpoint: Endpoint): { readonly filters: Fields; readonly sorts: string[] } => {
  const readable = Object.entries(parameterFields(endpoint)).filter(([, field]) => isReadable(field))
  const filters = readable.filter(([name, field]) => !reservedParameters.includes(name) && !isDocument(field))
  const columns = 'fields' in endpoint.output ? Object.entries(endpoint.output.fields) : []
  return {
    filters: Object.fromEntries(filters),
    sorts: columns.filter(([, field]) => isSortable(field)).map(([name]) => name),
  }
}

/** Names sort by pinyin; codes, and what is written by a rule, sort as they are written. */
const isName = ({ title }: AnyEntity, name: string, field: Field) =>
  typeOf(field) === 'text' && !field.rule && (!field.unique || name === title)

const sortable = (entity: AnyEntity, names: unknown, direction: Fragment, nulls: Fragment): Fragment[] => {
  if (typeof names !== 'string') return []
  const allFields = withBaseFields(entity.fields)
  return names
    .split(',')
    .map((name) => name.replace(/_([a-z])/g, (_, c: string) => c.toUpperCase()))
    .filter((name) => Object.hasOwn(allFields, name) && isSortable(allFields[name] as Field))
    .map((name) => {
      // qualified: the output column of a list of codes is their text, in the order of which 10 comes before 2
      const column = sql`${identifier(entity.name)}.${identifier(name)}`
      // every row has this time, and an index of the newest rows
      if (name === 'createTime') return sql`${column}${direction}`
      const isByPinyin = isName(entity, name, allFields[name] as Field)
      return sql`${column}${isByPinyin ? sql` collate pinyin` : sql``}${direction}${nulls}`
    })
}

/**
 * ORDER BY of a list: the requested declared columns, else `sort`, else newest first; the id breaks ties. Ascending is descending read
 * backwards, nulls and ids included, so that one index has both.
 */
export const orderOf = (entity: AnyEntity, input: ListInput): Fragment => {
  const ascending = sortable(entity, input.ascs, sql` asc`, sql` nulls first`)
  const descending = sortable(entity, input.descs, sql` desc`, sql` nulls last`)
  if (ascending.length && !descending.length) return sql.join([...ascending, sql`id asc`])
  if (descending.length) return sql.join([...ascending, ...descending, sql`id desc`])
  return Object.hasOwn(entity.fields, 'sort') ? sql`sort asc, id asc` : sql`create_time desc, id desc`
}

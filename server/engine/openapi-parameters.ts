import type { Endpoint } from '#contract/kit/call.ts'
import type { Fields } from '#contract/kit/field.ts'
import { filterSuffixes, suffixTexts } from '#contract/kit/filter-suffix.ts'
import { bilingual, type Text } from '#contract/kit/text.ts'
import { headersOf } from '#contract/request-headers.ts'
import { rowByRow } from '#contract/row-results.ts'
import type { Route } from './context.ts'
import { listable } from './filter.ts'
import { type Components, pascal } from './openapi-components.ts'
import { inputSchema } from './openapi-schemas.ts'
import { isForEach } from './row-by-row.ts'
import type { Json } from './schema.ts'

const filterValue: Json = { type: ['string', 'number'] }

/** The filters of a list: each field, plain or with a suffix. */
const filterSchema = (filters: Fields): Json => ({
  type: 'object',
  description: filterSuffixes.map((suffix) => `_${suffix} ${bilingual(suffixTexts[suffix])}`).join('; '),
  properties: Object.fromEntries(
    Object.entries(filters).map(([name, field]) => [name, { ...filterValue, title: bilingual(field.label) }]),
  ),
  patternProperties: { [`^(${Object.keys(filters).join('|')})_(${filterSuffixes.join('|')})$`]: filterValue },
})

/** Names of columns, joined by commas. */
const sortSchema = (sorts: readonly string[]): Json => ({
  type: 'string',
  pattern: `^(${sorts.join('|')})(,(${sorts.join('|')}))*$`,
  examples: [sorts.at(-1)],
})

const queryOf = (name: string, schema: Json, isRequired = false, description?: string): Json => ({
  name,
  in: 'query',
  required: isRequired,
  ...(description ? { description } : {}),
  schema,
})

const filterText: Text = [
  '筛选：字段名，或字段名加后缀；作为一个个查询参数发送',
  'Filters: a field, plain or with a suffix; each is sent as a parameter of its own',
]
const ascending: Text = ['升序的列，以逗号分隔', 'Columns in ascending order, joined by commas']
const descending: Text = ['降序的列，以逗号分隔', 'Columns in descending order, joined by commas']
const rowByRowText: Text = [
  '1：每行单独处理，答复各行的结果',
  '1: each row for itself; the answer has the result of each',
]

const listParameters = (name: string, endpoint: Endpoint, { keep }: Components): Json[] => {
  const { filters, sorts } = listable(endpoint)
  const own = Object.fromEntries(Object.entries(filters).filter(([field]) => !Object.hasOwn(endpoint.input, field)))
  const sort = sorts.length ? keep(`${pascal(name)}Sort`, sortSchema(sorts)) : null
  const explode = { style: 'form', explode: true }
  const schema = keep(`${pascal(name)}Filters`, filterSchema(own))
  return [
    ...(Object.keys(own).length ? [{ ...queryOf('filters', schema, false, bilingual(filterText)), ...explode }] : []),
    ...(sort ? [queryOf('ascs', sort, false, bilingual(ascending))] : []),
    ...(sort ? [queryOf('descs', sort, false, bilingual(descending))] : []),
  ]
}

/** The headers and the parameters of the address that a call reads. */
export const parametersOf = (route: Route, components: Components): Json[] => {
  const { name, endpoint } = route
  const headers = headersOf(route).map((header) => ({ $ref: `#/components/parameters/${header}` }))
  const list = endpoint.body === 'filters' ? listParameters(name, endpoint, components) : []
  const isBulk = isForEach(endpoint, { [rowByRow]: '1' })
  const bulk = isBulk ? [queryOf(rowByRow, { type: 'string', enum: ['1'] }, false, bilingual(rowByRowText))] : []
  if (endpoint.method !== 'GET') return [...headers, ...list, ...bulk]
  const schema = inputSchema(endpoint.input) as { properties: Record<string, Json>; required?: string[] }
  const own = Object.entries(schema.properties).map(([field, value]) => {
    const { title, ...plain } = value as Json & { title?: string }
    return queryOf(field, withoutNull(plain), schema.required?.includes(field) ?? false, title)
  })
  return [...headers, ...own, ...list]
}

/** In an address, nothing is written as no parameter, not as null. */
const withoutNull = (schema: Json): Json => {
  const { type, enum: values } = schema as { type?: unknown; enum?: unknown[] }
  const types = [type].flat().filter((one) => one !== 'null')
  return {
    ...schema,
    type: types.length === 1 ? types[0] : types,
    ...(values ? { enum: values.filter((one) => one !== null) } : {}),
  }
}

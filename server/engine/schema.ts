import type { Endpoint, OutputShape } from '#contract/kit/call.ts'
import { type Field, type Fields, type Kind, nameKey, secretMask } from '#contract/kit/field.ts'
import { hasName } from '#contract/kit/kinds.ts'
import { isOutputField } from './column-types.ts'

export type Json = { readonly [key: string]: unknown }

const string: Json = { type: 'string', nullable: true }
const integer: Json = { type: 'integer', nullable: true }
const number: Json = { type: 'number', nullable: true }
const commaSeparated: Json = { type: 'string', nullable: true, description: 'values joined by commas' }

/** JSON schema of each kind on the wire, for the serializers and for OpenAPI. */
const kinds: Record<Kind, Json> = {
  text: string,
  longText: string,
  richText: string,
  int: integer,
  decimal: number,
  money: number,
  flag: { type: ['integer', 'boolean', 'null'], description: '1 or 0, or true or false as in the family' },
  date: { type: 'string', nullable: true, description: 'yyyy-MM-dd' },
  time: { type: 'string', nullable: true, description: 'yyyy-MM-dd HH:mm:ss, Asia/Shanghai' },
  choice: string,
  dict: integer,
  dicts: commaSeparated,
  ref: string,
  refs: commaSeparated,
  tree: string,
  code: string,
  codes: commaSeparated,
  file: string,
  files: commaSeparated,
  // whatever a handler returns, a secret never leaves the server
  secret: { type: ['string', 'null'], const: secretMask },
  one: { type: 'object', nullable: true, additionalProperties: true },
  many: { type: 'array', nullable: true, items: { type: 'object', additionalProperties: true } },
}

export const schemaOf = (field: Field): Json => {
  if (field.kind === 'choice' && typeof field.choices?.[0]?.[0] === 'number') return integer
  return kinds[field.kind]
}

const rowSchema = (fields: Fields): Json => {
  const properties: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(fields)) {
    if (!isOutputField(field)) continue
    properties[name] = schemaOf(field)
    if (hasName(field) && (field.of || field.choices)) properties[nameKey(name)] = string
  }
  return {
    type: 'object',
    properties: {
      ...properties,
      rowVersion: string,
      updateUserName: string,
      tenantName: string,
      hasChildren: { type: 'boolean' },
      children: { type: 'array', items: { type: 'object', additionalProperties: true } },
    },
  }
}

export const pageSchema = (row: Json): Json => ({
  type: 'object',
  properties: {
    records: { type: 'array', items: row },
    total: { type: 'integer' },
    size: { type: 'integer' },
    current: { type: 'integer' },
    pages: { type: 'integer' },
    capped: { type: 'boolean' },
  },
})

const free: Json = {}

/** The schema of the `data` of an answer, or of the whole answer if it is flat. */
export const dataSchema = (output: OutputShape): Json => {
  switch (output.as) {
    case 'row':
      return { ...rowSchema(output.fields), nullable: true }
    case 'rows':
      return { type: 'array', items: rowSchema(output.fields) }
    case 'page':
      return pageSchema(rowSchema(output.fields))
    default:
      return free
  }
}

/** The schema of a whole answer for the compiled serializer; null where the shape is free. */
export const answerSchema = ({ output }: Endpoint): Json | null => {
  const data = dataSchema(output)
  if (data === free) return null
  return {
    type: 'object',
    properties: { code: { type: 'integer' }, success: { type: 'boolean' }, data, msg: { type: 'string' } },
  }
}

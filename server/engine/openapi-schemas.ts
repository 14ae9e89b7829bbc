import type { Choice, Field, Fields } from '#contract/kit/field.ts'
import { hasFields, isMultiple, isNumber, typeOf } from '#contract/kit/kinds.ts'
import { bilingual } from '#contract/kit/text.ts'
import { maxOf } from '#contract/kit/value-schemas.ts'
import { type Json, schemaOf } from './schema.ts'

/** A schema of the serializers as JSON Schema 2020-12 has it: `nullable` is a further type. */
export const documented = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(documented)
  if (typeof schema !== 'object' || schema === null) return schema
  const { nullable, ...rest } = schema as Record<string, unknown>
  const mapped = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, documented(value)]))
  return nullable ? { ...mapped, type: [rest.type, 'null'] } : mapped
}

const typesOf = (choices: readonly Choice[]): unknown => {
  const types = [...new Set(choices.map(([value]) => (typeof value === 'number' ? 'integer' : 'string')))]
  return types.length === 1 ? types[0] : types
}

/** What a caller may send for a field. */
const inputValue = (field: Field): Json => {
  if (hasFields(field)) {
    const group = inputSchema(field.fields ?? {})
    return field.kind === 'one' ? group : { type: 'array', items: group }
  }
  const { nullable: _, const: __, ...plain } = schemaOf(field)
  const kind = typeOf(field)
  if (kind === 'flag') return { type: 'integer', enum: [0, 1] }
  if (kind === 'secret') return { type: 'string', format: 'password', writeOnly: true, maxLength: maxOf(field) }
  if (field.choices) return { ...plain, type: typesOf(field.choices), enum: field.choices.map(([value]) => value) }
  if (isNumber(field)) return { ...plain, minimum: field.min ?? 0, maximum: maxOf(field) }
  return {
    ...plain,
    ...(plain.type === 'string' && field.max && !isMultiple(field.kind) ? { maxLength: field.max } : {}),
  }
}

/** A value that may be left out may be null, too: a row that was read can be sent back. */
const orNull = (schema: Json): Json => {
  const { type, enum: values } = schema as { type?: unknown; enum?: readonly unknown[] }
  return { ...schema, type: [type, 'null'].flat(), ...(values ? { enum: [...values, null] } : {}) }
}

const described = (field: Field): Json => {
  const isRequired = field.required && !field.when
  const schema = inputValue(field)
  return {
    ...(isRequired || hasFields(field) ? schema : orNull(schema)),
    title: bilingual(field.label),
  }
}

/** The input schema of a call. */
export const inputSchema = (fields: Fields): Json => {
  const inputFields = Object.entries(fields).filter(([, field]) => field.direction !== 'out')
  const required = inputFields.filter(([, field]) => field.required && !field.when).map(([name]) => name)
  return {
    type: 'object',
    properties: Object.fromEntries(inputFields.map(([name, field]) => [name, described(field)])),
    ...(required.length ? { required } : {}),
  }
}

/**
 * A row as it is read: with the label of each field, and the fields that every answer has. `hidable` are those that a data scope can hide
 * from a reader, whose answers then lack them.
 */
export const readSchema = (fields: Fields, row: Json, hidable: ReadonlySet<string> = new Set()): Json => {
  const plain = documented(row) as { properties: Record<string, Json> }
  const required: string[] = []
  const properties = Object.entries(plain.properties).map(([name, schema]): [string, Json] => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (!field) return [name, schema]
    if (!hidable.has(name)) required.push(name)
    const isId = name === 'id' && field.required
    return [name, { ...schema, ...(isId ? { type: 'string' } : {}), title: bilingual(field.label) }]
  })
  return { ...plain, properties: Object.fromEntries(properties), ...(required.length ? { required } : {}) }
}

import type { Endpoint } from '#contract/kit/call.ts'
import { openapi } from '#server/engine/openapi.ts'
import { routes } from '#server/routes.ts'

interface Schema {
  readonly $ref?: string
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly maxProperties?: number
}

type Operations = Readonly<Record<string, Readonly<Record<string, { readonly responses: object }>>>>

const read = () => {
  const { paths, components } = openapi(routes) as unknown as {
    paths: Operations
    components: { schemas: Readonly<Record<string, Schema>> }
  }
  return { paths, schemas: components.schemas }
}
let parts: ReturnType<typeof read> | undefined

/** Fields that a value lacks although the schema requires them, with their paths; of alternatives the one that it lacks least of. */
const lacking = (schema: Schema, value: unknown, at: string): string[] => {
  const { schemas } = parts as ReturnType<typeof read>
  if (schema.$ref) return lacking(schemas[schema.$ref.split('/').at(-1) as string] as Schema, value, at)
  if (typeof value !== 'object' || value === null) return []
  if (schema.anyOf) {
    const objects = schema.anyOf.filter(({ $ref, items, properties, maxProperties, anyOf }) =>
      Boolean($ref || items || properties || anyOf || maxProperties === 0),
    )
    const each = objects.map((one) => lacking(one, value, at))
    return each.toSorted((a, b) => a.length - b.length)[0] ?? []
  }
  if (schema.maxProperties === 0) return Object.keys(value).map((name) => `${at}.${name}`)
  if (Array.isArray(value)) return value.flatMap((one) => (schema.items ? lacking(schema.items, one, `${at}[]`) : []))
  const missing = (schema.required ?? []).filter((name) => !Object.hasOwn(value, name)).map((name) => `${at}.${name}`)
  const below = Object.entries(schema.properties ?? {}).flatMap(([name, one]) =>
    lacking(one, (value as Record<string, unknown>)[name], `${at}.${name}`),
  )
  return [...missing, ...below]
}

/** What the OpenAPI document requires of a successful answer and the answer lacks: `data.records[].title`. */
export const missingFields = ({ path, method }: Pick<Endpoint, 'path' | 'method'>, body: unknown): string[] => {
  parts ??= read()
  const { responses } = parts.paths[path]?.[method.toLowerCase()] ?? { responses: {} }
  const { content } = (responses as Record<string, { content?: Record<string, { schema: Schema }> }>)['200'] ?? {}
  const schema = content?.['application/json']?.schema
  return schema ? [...new Set(lacking(schema, body, ''))] : []
}

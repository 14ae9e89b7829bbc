import { bilingual, type Text } from '#contract/kit/text.ts'
import { type HeaderName, requestHeaders } from '#contract/request-headers.ts'
import type { Json } from './schema.ts'

/** The components of a document: a schema that several calls have is written once. */
export interface Components {
  readonly schemas: Record<string, Json>
  /** A reference to the schema, under this name or, if another schema has it, under one with a number. */
  readonly keep: (name: string, schema: Json) => Json
}

export const newComponents = (types: Readonly<Record<string, Json>>): Components => {
  const schemas: Record<string, Json> = { ...types }
  const known = new Map<string, string>()
  return {
    schemas,
    keep: (name, schema) => {
      const text = JSON.stringify(schema)
      let own = known.get(text) ?? name
      for (let n = 2; schemas[own] && known.get(text) !== own; n++) own = `${name}${n}`
      known.set(text, own)
      schemas[own] = schema
      return { $ref: `#/components/schemas/${own}` }
    },
  }
}

const clientText: Text = [
  '客户端编号与密钥；平台网页为 saber，无密钥',
  'Client ID and secret; that of the pages is saber, without a secret',
]
const keyText: Text = [
  'key <接口密钥>；所列为所需的授权范围，读写分别授权',
  'key <API key>; the scope is listed, reading and writing are given apart',
]
const headerParameter = (name: HeaderName): Json => {
  const header: { text: Text; values?: readonly string[]; pattern?: string } = requestHeaders[name]
  const { text, values, pattern } = header
  const schema = { type: 'string', ...(values ? { enum: values } : {}), ...(pattern ? { pattern } : {}) }
  return { name, in: 'header', description: bilingual(text), schema }
}

export const securitySchemes: Json = {
  session: { type: 'apiKey', in: 'header', name: 'Blade-Auth', description: 'bearer <access_token>' },
  key: { type: 'apiKey', in: 'header', name: 'Blade-Auth', description: bilingual(keyText) },
  client: { type: 'http', scheme: 'basic', description: bilingual(clientText) },
}

export const headerParameters = (): Json =>
  Object.fromEntries((Object.keys(requestHeaders) as HeaderName[]).map((name) => [name, headerParameter(name)]))

/** `tenantPackage.list` → `TenantPackageList`. */
export const pascal = (name: string): string =>
  name.replace(/(^|\.)(.)/g, (_, __, first: string) => first.toUpperCase())

import type { Access, Endpoint } from '#contract/kit/call.ts'
import { bilingual, type Text } from '#contract/kit/text.ts'
import { words } from '#contract/words.ts'
import type { Route } from './context.ts'
import { dataSchema, inputSchema, type Json } from './schema.ts'

const accessLabels: Record<'public' | 'login', Text> = {
  public: ['公开', 'public'],
  login: ['登录即可', 'any session'],
}

const permission: Text = ['权限', 'permission']

const staffOnly: Text = ['仅限工作人员', 'staff only']

const accessText = (access: Access): string =>
  typeof access === 'string'
    ? bilingual(accessLabels[access])
    : `${bilingual(permission)}: ${access.perm.join(' | ')}${access.staff ? `; ${bilingual(staffOnly)}` : ''}`

const parametersOf = (endpoint: Endpoint): Json[] => {
  const schema = inputSchema(endpoint.input) as { properties: Record<string, Json>; required?: string[] }
  return Object.entries(schema.properties).map(([name, propertySchema]) => ({
    name,
    in: 'query',
    required: schema.required?.includes(name) ?? false,
    schema: propertySchema,
  }))
}

const binary: Json = { type: 'string', format: 'binary' }
const fileBody: Json = { type: 'object', properties: { file: binary }, required: ['file'] }

const bodyOf = (endpoint: Endpoint): Json => {
  if (endpoint.body === 'multipart') return { 'multipart/form-data': { schema: fileBody } }
  return { 'application/json': { schema: inputSchema(endpoint.input) } }
}

const envelope = (data: Json): Json => ({
  type: 'object',
  properties: { code: { type: 'integer', example: 200 }, success: { type: 'boolean' }, data, msg: { type: 'string' } },
})

const answerOf = ({ output }: Endpoint): Json => {
  if (output.as === 'file') return { 'application/octet-stream': { schema: binary } }
  return { 'application/json': { schema: output.as === 'flat' ? { type: 'object' } : envelope(dataSchema(output)) } }
}

const operation = ({ name, endpoint }: Route): Json => ({
  operationId: name,
  tags: [name.split('.')[0]],
  summary: endpoint.label.join(' / '),
  description: accessText(endpoint.access),
  ...(endpoint.access === 'public' ? { security: [] } : {}),
  ...(endpoint.method === 'GET'
    ? { parameters: parametersOf(endpoint) }
    : { requestBody: { content: bodyOf(endpoint) } }),
  responses:
    endpoint.output.as === 'redirect'
      ? { 302: { description: 'Found' } }
      : { 200: { description: 'OK', content: answerOf(endpoint) } },
})

const pathsOf = (routes: readonly Route[]): Json => {
  const paths: Record<string, Record<string, Json>> = {}
  for (const route of routes) {
    const { path, method } = route.endpoint
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(route) }
  }
  return paths
}

const session: Json = { type: 'apiKey', in: 'header', name: 'Blade-Auth', description: 'bearer <access_token>' }

/** The OpenAPI 3 description of every route, derived from what the endpoints declare when it is first read. */
export const openapi = (routes: readonly Route[]): Json => {
  let paths: Json | undefined
  return {
    openapi: '3.0.3',
    info: { title: words.product.join(' / '), version: '0.1.0' },
    components: { securitySchemes: { session } },
    security: [{ session: [] }],
    // a server is ready earlier without it, and few of them are ever asked
    get paths() {
      paths ??= pathsOf(routes)
      return paths
    },
  }
}

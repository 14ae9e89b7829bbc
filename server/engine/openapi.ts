import { calls } from '#contract/calls.ts'
import { encryptedType } from '#contract/encrypted-bodies.ts'
import { entities } from '#contract/index.ts'
import type { Access, Endpoint } from '#contract/kit/call.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import type { FailCode } from '#contract/kit/fail-codes.ts'
import { nameKey } from '#contract/kit/field.ts'
import { bilingual, type Text } from '#contract/kit/text.ts'
import { headersOf, needsClient } from '#contract/request-headers.ts'
import { rowByRow } from '#contract/row-results.ts'
import { scopeOfCall } from '#contract/system/key-scopes.ts'
import { words } from '#contract/words.ts'
import shapes from './answer-shapes.json' with { type: 'json' }
import type { Route } from './context.ts'
import { type Components, headerParameters, newComponents, pascal, securitySchemes } from './openapi-components.ts'
import { answerHeaders, errorResponses, errorSchemas, requestId } from './openapi-errors.ts'
import { parametersOf } from './openapi-parameters.ts'
import { documented, inputSchema, readSchema } from './openapi-schemas.ts'
import { isForEach } from './row-by-row.ts'
import { dataSchema, type Json, pageSchema } from './schema.ts'
import { hidableFields } from './scope.ts'

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

const answerTypes = shapes.calls as Readonly<Record<string, Json>>
const rowResult = answerTypes['kit.RowResult'] as Json

const binary: Json = { type: 'string', format: 'binary' }

const bodyOf = ({ name, endpoint }: Route, { keep }: Components): Json => {
  const own = inputSchema(endpoint.input) as { properties: Json; required?: string[] }
  if (endpoint.body === 'multipart') {
    const properties = { ...own.properties, file: binary }
    const schema = keep(`${pascal(name)}Form`, { ...own, properties, required: [...(own.required ?? []), 'file'] })
    return { required: true, content: { 'multipart/form-data': { schema } } }
  }
  const schema = keep(`${pascal(name)}Input`, own)
  const sealed = { $ref: '#/components/schemas/EncryptedBody' }
  return {
    required: (own.required ?? []).length > 0,
    content: {
      'application/json': { schema },
      'application/x-www-form-urlencoded': { schema },
      ...(endpoint.encrypted ? { [encryptedType]: { schema: sealed } } : {}),
    },
  }
}

const envelope = (data: Json): Json => ({
  type: 'object',
  required: ['code', 'success', 'data', 'msg'],
  properties: { code: { const: 200 }, success: { const: true }, data, msg: { type: 'string' } },
})

const entityOf = (group: string): AnyEntity | undefined => (entities as Readonly<Record<string, AnyEntity>>)[group]

/** Of a row that anybody may see, only signed-in callers are told who wrote it, when, and where it belongs. */
const ofWriters = ['tenantId', 'createUser', 'createDept', 'updateUser', 'updateTime', 'status', 'isDeleted']

/** Columns that a data scope can hide from the reader of an answer. */
const hiddenByScope = (name: string): readonly string[] => {
  const entity = entityOf(name.split('.')[0] as string)
  return entity ? [...hidableFields(entity)] : []
}

type Typed = { readonly $ref?: string; readonly items?: Json; readonly required?: readonly string[] }

/** The answer that a type declares. Columns that a data scope can hide are removed from it, too, so it does not require them. */
const typedAnswer = (route: Route, { schemas }: Components): Json => {
  const type: Json & Typed = answerTypes[route.name] ?? {}
  const names = new Set(hiddenByScope(route.name).flatMap((name) => [name, nameKey(name)]))
  const loosen = (schema: Json & Typed): Json => {
    const known = schema.$ref?.split('/').at(-1)
    if (known) {
      schemas[known] = loosen(schemas[known] as Json)
      return schema
    }
    return schema.required ? { ...schema, required: schema.required.filter((name) => !names.has(name)) } : schema
  }
  return type.items ? { ...type, items: loosen(type.items) } : loosen(type)
}

/** Calls that answer an empty object where there is no row, as clients of the family read it. */
const emptyForNone = ['region.detail', 'ownCompany.detail']

const nodesSchema: Json = { type: 'array', items: { $ref: '#/components/schemas/TreeNode' } }
const pageFields = ['records', 'total', 'size', 'current', 'pages']

/** The schema of the `data` of an answer, or of the whole answer if it is flat. */
const dataOf = (route: Route, components: Components): Json => {
  const { name, endpoint } = route
  const { output } = endpoint
  if (output.as === 'nothing') return { type: 'null' }
  if (output.as === 'nodes') return nodesSchema
  if (!('fields' in output)) return typedAnswer(route, components)
  const serialized = dataSchema({ as: 'row', fields: output.fields })
  const { nullable: _, ...row } = serialized
  const mayLack = new Set([...hiddenByScope(name), ...(endpoint.access === 'public' ? ofWriters : [])])
  const rowSchema = components.keep(`${pascal(name)}Row`, readSchema(output.fields, row, mayLack))
  const empty = emptyForNone.includes(name) ? [{ type: 'object', maxProperties: 0 }] : []
  if (output.as === 'row') return { anyOf: [rowSchema, ...empty, { type: 'null' }] }
  if (output.as === 'rows') return { type: 'array', items: rowSchema }
  return { ...(documented(pageSchema(rowSchema)) as Json), required: pageFields }
}

const rowResults: Json = { type: 'array', items: { $ref: '#/components/schemas/RowResult' } }

const contentOf = (route: Route, components: Components): Json => {
  const { output } = route.endpoint
  if (output.as === 'file') return { 'application/octet-stream': { schema: binary } }
  const data = dataOf(route, components)
  if (output.as === 'flat') return { 'application/json': { schema: data } }
  const isBulk = isForEach(route.endpoint, { [rowByRow]: '1' })
  const schema = envelope(isBulk ? { anyOf: [data, rowResults] } : data)
  const sealed = { $ref: '#/components/schemas/EncryptedAnswer' }
  return {
    'application/json': { schema },
    ...(route.endpoint.encrypted ? { [encryptedType]: { schema: sealed } } : {}),
  }
}

/** The errors that a call can answer with, by what it is. */
const errorCodesOf = ({ access, method, input, body }: Endpoint): FailCode[] => {
  const codes: FailCode[] = access === 'public' ? [400, 429, 500, 503] : [400, 401, 403, 423, 429, 500, 503]
  if (Object.keys(input).some((name) => /^(id|ids|pid)$/.test(name))) codes.push(404)
  if (method === 'POST') codes.push(409, 413, 415)
  if (body === 'multipart') codes.push(507)
  return codes
}

const responsesOf = (route: Route, components: Components): Json => {
  const { endpoint } = route
  const kind = endpoint.output.as === 'flat' ? 'FlatError' : 'Error'
  const errors = errorCodesOf(endpoint).map((code) => [code, { $ref: `#/components/responses/${kind}${code}` }])
  const unchanged = headersOf(route).includes('If-None-Match')
  const done =
    endpoint.output.as === 'redirect'
      ? { 302: { description: 'Found', headers: requestId } }
      : { 200: { description: 'OK', headers: requestId, content: contentOf(route, components) } }
  return {
    ...done,
    ...(unchanged ? { 304: { description: 'Not Modified' } } : {}),
    ...Object.fromEntries(errors),
    default: { $ref: `#/components/responses/${kind}` },
  }
}

const securityOf = ({ name, endpoint }: Route): Json[] | undefined => {
  if (needsClient(endpoint)) return [{ client: [] }, {}]
  if (endpoint.access === 'public') return []
  const scope = scopeOfCall(name)
  return scope ? [{ session: [] }, { key: scope === 'common' ? [] : [scope] }] : undefined
}

const operation = (route: Route, operationId: string, components: Components): Json => {
  const { name, endpoint } = route
  const security = securityOf(route)
  return {
    operationId,
    tags: [name.split('.')[0]],
    summary: endpoint.label.join(' / '),
    description: accessText(endpoint.access),
    ...(security ? { security } : {}),
    parameters: parametersOf(route, components),
    ...(endpoint.method === 'GET' ? {} : { requestBody: bodyOf(route, components) }),
    responses: responsesOf(route, components),
  }
}

/** Names of operations. Generators join their parts, so that `tenant.packageDetail` would be the same as `tenantPackage.detail`. */
const operationIds = (routes: readonly Route[]): string[] => {
  const taken = new Set<string>()
  return routes.map(({ name }) => {
    const [group, call] = name.split('.') as [string, string]
    const id = taken.has(pascal(name)) ? `${call}.of${pascal(group)}` : name
    taken.add(pascal(id))
    return id
  })
}

const pathsOf = (routes: readonly Route[], components: Components): Json => {
  const paths: Record<string, Record<string, Json>> = {}
  const ids = operationIds(routes)
  for (const [i, route] of routes.entries()) {
    const { path, method } = route.endpoint
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(route, ids[i] as string, components) }
  }
  return paths
}

const labelsOfCalls = (group: string): string => {
  const endpoints = (calls as Readonly<Record<string, Readonly<Record<string, Endpoint>>>>)[group] ?? {}
  return Object.values(endpoints)
    .map(({ label }) => bilingual(label))
    .join('; ')
}

const tagsOf = (routes: readonly Route[]): Json[] =>
  [...new Set(routes.map(({ name }) => name.split('.')[0] as string))].map((name) => {
    const entity = entityOf(name)
    return { name, description: entity ? bilingual(entity.label) : labelsOfCalls(name) }
  })

const makeDocument = (routes: readonly Route[]) => {
  const components = newComponents({
    ...(shapes.types as Readonly<Record<string, Json>>),
    ...errorSchemas,
    RowResult: rowResult,
  })
  const paths = pathsOf(routes, components)
  return {
    tags: tagsOf(routes),
    paths,
    components: {
      securitySchemes,
      schemas: components.schemas,
      headers: answerHeaders,
      parameters: headerParameters(),
      responses: errorResponses(JSON.stringify(paths)),
    },
  }
}

const introduction: Text = [
  '除登录等少数接口外，答复都是 {code, success, data, msg}；错误的 HTTP 状态等于 code。',
  'All answers but those of the login are {code, success, data, msg}; the HTTP status of an error is its code.',
]

/** Where a server shows the guide (docs/guides/api.md). */
export const guidePath = '/api/docs/guide'
const guideText: Text = ['接口使用指南', 'Using the API']

/** The OpenAPI description of every route, derived from what the endpoints declare when it is first read. */
export const openapi = (routes: readonly Route[]): Json => {
  let parts: ReturnType<typeof makeDocument> | undefined
  const document = () => {
    parts ??= makeDocument(routes)
    return parts
  }
  return {
    openapi: '3.1.0',
    info: {
      title: words.product.join(' / '),
      version: '0.1.0',
      description: introduction.join('\n\n'),
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
    },
    externalDocs: { url: guidePath, description: bilingual(guideText) },
    servers: [{ url: '/' }],
    security: [{ session: [] }],
    // a server is ready earlier without them, and few of them are ever asked
    get tags() {
      return document().tags
    },
    get paths() {
      return document().paths
    },
    get components() {
      return document().components
    },
  }
}

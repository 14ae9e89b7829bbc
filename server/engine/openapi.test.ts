import { describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/kit/call.ts'
import { library } from '#contract/project/library.ts'
import { needsClient } from '#contract/request-headers.ts'
import { dict } from '#contract/system/dict.ts'
import { scopeOfCall } from '#contract/system/key-scopes.ts'
import { user } from '#contract/system/user.ts'
import { routeLines } from '../../tests/support/route-lines.ts'
import { routes } from '../routes.ts'
import { openapi } from './openapi.ts'

interface Operation {
  operationId: string
  summary: string
  description: string
  security?: unknown[]
  parameters?: { name: string; in: string; required: boolean }[]
  requestBody?: { content: Record<string, unknown> }
  responses: Record<string, { content: Record<string, { schema: { properties?: object } }> }>
}
const document = openapi(routes) as {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: { responses: Record<string, { headers: object }> }
}
const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
const operation = (name: string) => operations.find(({ operationId }) => operationId === name) as Operation
const operationOf = ({ path, method }: Endpoint) => document.paths[path]?.[method.toLowerCase()] as Operation

describe('the OpenAPI document', () => {
  test('has every route once, by its method and path', () => {
    expect(operations).toHaveLength(routes.length)
    const renamed = routes.filter(
      ({ name, endpoint }) => document.paths[endpoint.path]?.[endpoint.method.toLowerCase()]?.operationId !== name,
    )
    // both would be `tenantPackageDetail` in a client
    expect(renamed.map(({ name }) => name)).toEqual(['tenantPackage.detail'])
    const joined = operations.map(({ operationId }) => operationId.replaceAll('.', '').toLowerCase())
    expect(new Set(joined).size).toBe(routes.length)
  })

  test('has no two routes with the same method and path', () => {
    const lines = routes.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)
    expect(lines.filter((line, i) => lines.indexOf(line) !== i)).toEqual([])
  })

  test('describes in both languages what each call does and who may call it', () => {
    for (const { summary, description } of operations) {
      expect(summary).toMatch(/.+ \/ .+/)
      expect(description).toMatch(
        /^(公开 \/ public|登录即可 \/ any session|权限 \/ permission: [\w|\s]+(; 仅限工作人员 \/ staff only)?)$/,
      )
    }
    expect(operation('post.list').description).toBe('权限 / permission: post')
    expect(operation('post.submit').description).toBe('权限 / permission: post_add | post_edit')
    expect(operation('leave.approvers').description).toBe(
      '权限 / permission: work_start_flow; 仅限工作人员 / staff only',
    )
  })

  test('requires a session except for public calls', () => {
    for (const { name, endpoint } of routes.filter((one) => !scopeOfCall(one.name) || one.endpoint.access === 'public'))
      expect([name, operationOf(endpoint).security]).toEqual([
        name,
        needsClient(endpoint) ? [{ client: [] }, {}] : endpoint.access === 'public' ? [] : undefined,
      ])
  })

  test('says which calls a key reaches, and by which scope', () => {
    const securityOf = (endpoint: { readonly path: string }) => operationOf(endpoint as Endpoint).security
    expect(securityOf(library.calls.page)).toEqual([{ session: [] }, { key: ['library'] }])
    expect(securityOf(dict.calls.dictionary)).toEqual([{ session: [] }, { key: [] }])
    expect(securityOf(user.calls.list)).toBeUndefined()
  })

  test('has the input of a GET in the query, of a POST in the body, of an upload in a form', () => {
    for (const { name, endpoint } of routes) {
      const { parameters = [], requestBody } = operationOf(endpoint)
      const inQuery = parameters.filter((one) => one.in === 'query').map((one) => one.name)
      const inputs = Object.entries(endpoint.input).filter(([, { direction }]) => direction !== 'out')
      if (endpoint.method === 'GET') {
        expect([name, inQuery]).toEqual([name, expect.arrayContaining(inputs.map(([input]) => input))])
        expect(requestBody).toBeUndefined()
      } else
        expect(Object.keys(requestBody?.content ?? {})).toEqual([
          ...(endpoint.body === 'multipart'
            ? ['multipart/form-data']
            : ['application/json', 'application/x-www-form-urlencoded']),
          ...(endpoint.encrypted ? ['application/vnd.sealed+json'] : []),
        ])
    }
    expect(operation('post.detail').parameters).toContainEqual(expect.objectContaining({ name: 'id', required: true }))
  })

  test('says in which errors there is a time after which to try again', () => {
    const { responses } = document.components
    const names = Object.keys(responses).filter((name) => 'Retry-After' in (responses[name]?.headers ?? {}))
    expect(names.sort()).toEqual(['Error429', 'Error503', 'FlatError429', 'FlatError503'])
    expect(Object.values(responses).every(({ headers }) => 'X-Request-Id' in headers)).toBe(true)
  })

  test('has responses in the envelope, except flat ones and files', () => {
    const contentOf = (name: string) => operation(name).responses['200']?.content ?? {}
    expect(Object.keys(contentOf('post.list')['application/json']?.schema.properties ?? {})).toEqual([
      ...['code', 'success', 'data', 'msg'],
    ])
    expect(contentOf('auth.captcha')['application/json']?.schema).toMatchObject({
      required: ['key', 'image', 'success'],
    })
    expect(Object.keys(contentOf('upload.download'))).toEqual(['application/octet-stream'])
  })

  test('is plain JSON', () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document)
  })
})

describe('the routes as lines', () => {
  test('are one per route, sorted, and end with a line break', () => {
    const lines = routeLines(routes).split('\n')
    expect(lines.pop()).toBe('')
    expect(lines).toHaveLength(routes.length)
    expect(lines).toEqual([...lines].sort())
    for (const line of lines)
      expect(line).toMatch(/^(GET|POST) \/(api|openApi)\/[\w\-/]+ (public|login|[a-z_|0-9]+( staff)?)$/i)
  })
})

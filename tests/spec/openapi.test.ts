import { beforeAll, describe, expect, test } from 'vitest'
import { news } from '#contract/news/public.ts'
import { portal } from '#contract/portal/portal.ts'
import { needsClient } from '#contract/request-headers.ts'
import { post } from '#contract/system/post.ts'
import { routes } from '#server/routes.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'

let platform: Platform
let visitor: Caller
let openapi: {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: { securitySchemes: Record<string, { name: string }>; schemas: Record<string, Schema> }
}

beforeAll(async () => {
  platform = await openPlatform()
  visitor = platform.visitor
  openapi = (await (await visitor.raw('GET', '/api/docs/json')).json()) as typeof openapi
})
interface Schema {
  properties: Record<string, { title?: string }>
  required?: string[]
}
interface Operation {
  operationId: string
  summary: string
  description: string
  tags: string[]
  security?: unknown[]
  parameters?: { name: string; in: string; required: boolean; schema: { title?: string } }[]
  requestBody?: {
    content: Record<string, { schema: { $ref?: string } }>
  }
  responses: Record<string, { content: Record<string, { schema: { properties?: Record<string, unknown> } }> }>
}

const operationOf = (method: string, path: string) => openapi.paths[path]?.[method.toLowerCase()] as Operation

describe('the OpenAPI document', () => {
  test('is OpenAPI 3, public, and describes the session header', () => {
    expect(openapi.openapi).toMatch(/^3\./)
    expect(openapi.components.securitySchemes.session?.name).toBe('Blade-Auth')
  })

  test('contains every route under its own name, labelled in both languages', () => {
    for (const { name, endpoint } of routes) {
      const operation = operationOf(endpoint.method, endpoint.path)
      // two names that a generator of clients would join to one
      expect(operation?.operationId).toBe(name === 'tenantPackage.detail' ? 'detail.ofTenantPackage' : name)
      expect(operation.summary).toBe(endpoint.label.join(' / '))
    }
  })

  test('describes who may call each operation, and only public operations need no session', () => {
    for (const { name, endpoint } of routes) {
      const { description, security } = operationOf(endpoint.method, endpoint.path)
      expect([name, security?.length === 0]).toEqual([name, endpoint.access === 'public' && !needsClient(endpoint)])
      if (typeof endpoint.access === 'object')
        for (const code of endpoint.access.perm) expect(description).toContain(code)
    }
  })

  test('has unique operation ids', () => {
    const ids = Object.values(openapi.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    )
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toHaveLength(routes.length)
  })

  test('describes the fields of a call, the required ones, and the response', () => {
    const body = operationOf('POST', post.calls.submit.path).requestBody?.content['application/json']?.schema
    const submit = openapi.components.schemas[String(body?.$ref).split('/').at(-1) as string]
    expect(submit?.required).toEqual(['category', 'postCode', 'postName', 'sort'])
    expect(submit?.properties.postCode?.title).toBe('岗位编号 / Code')
    const list = operationOf('GET', post.calls.list.path)
    expect(list.parameters?.map(({ name }) => name)).toEqual(expect.arrayContaining(['current', 'size']))
    expect(Object.keys(list.responses['200']?.content['application/json']?.schema.properties ?? {})).toEqual([
      'code',
      'success',
      'data',
      'msg',
    ])
  })

  test('has a page to read it, which loads nothing from other sites', async () => {
    const response = await visitor.raw('GET', '/api/docs')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-security-policy')).toContain("default-src 'self'")
    expect(await response.text()).not.toMatch(/(src|href)="https?:/)
  })

  test('leads to the guide, which the server shows to everybody', async () => {
    const { url } = (openapi as unknown as { externalDocs: { url: string } }).externalDocs
    const response = await visitor.raw('GET', url)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
    expect(await response.text()).toContain('<h2 id="sign-in">登录 / Sign in</h2>')
  })
})

describe('health', () => {
  test('/live and /ready answer without a session and reveal nothing else', async () => {
    const [live, ready] = [await visitor.raw('GET', '/live'), await visitor.raw('GET', '/ready')]
    expect([live.status, await live.json()]).toEqual([200, { live: true }])
    expect([ready.status, await ready.json()]).toEqual([200, { ready: true }])
  })
})

describe('every response', () => {
  test.each([
    ['of a public call', portal.statistics.path, 'no-cache'],
    ['of a rejected call', post.calls.list.path, 'no-store'],
    ['of an unknown address', '/api/none', 'no-store'],
  ])('%s has the security headers for browsers', async (_name, path, cache) => {
    const { headers } = await visitor.raw('GET', path)
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cache-control': cache,
      'content-type': expect.stringContaining('application/json'),
    })
    expect(headers.get('x-powered-by')).toBeNull()
    expect(headers.get('server')).toBeNull()
  })

  test('to a session must not be stored by caches', async () => {
    const admin = await platform.admin()
    expect((await admin.ask(post.calls.list, {})).headers.get('cache-control')).toBe('no-store')
  })

  test.each([portal.statistics, portal.nationalMap, news.getIndex])(
    'of $path can be revalidated by its ETag',
    async ({ path }) => {
      const etag = (await visitor.raw('GET', path)).headers.get('etag') ?? ''
      expect(etag).toMatch(/^W\/"[\w-]{20,}"$/)
      const again = (value: string) => visitor.raw('GET', path, { headers: { 'if-none-match': value } })
      expect((await again(etag)).status).toBe(304)
      expect((await again('W/"another"')).status).toBe(200)
    },
  )

  test('has the envelope code, success, data, msg', async () => {
    expect(await (await visitor.raw('GET', news.getIndex.path)).json()).toEqual({
      code: 200,
      success: true,
      data: [],
      msg: '操作成功',
    })
  })
})

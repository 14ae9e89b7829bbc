import { beforeAll, describe, expect, test } from 'vitest'
import { news } from '#contract/news/public.ts'
import { portal } from '#contract/portal/portal.ts'
import { post } from '#contract/system/post.ts'
import { routes } from '#server/app.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'

let platform: Platform
let visitor: Caller
let served: {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: { securitySchemes: Record<string, { name: string }> }
}

beforeAll(async () => {
  platform = await openPlatform()
  visitor = platform.visitor
  served = (await (await visitor.raw('GET', '/api/docs/json')).json()) as {
    openapi: string
    paths: Record<string, Record<string, Operation>>
    components: { securitySchemes: Record<string, { name: string }> }
  }
})
interface Operation {
  operationId: string
  summary: string
  description: string
  tags: string[]
  security?: unknown[]
  parameters?: { name: string; in: string; required: boolean; schema: { title?: string } }[]
  requestBody?: {
    content: Record<string, { schema: { properties: Record<string, { title?: string }>; required?: string[] } }>
  }
  responses: Record<string, { content: Record<string, { schema: { properties?: Record<string, unknown> } }> }>
}

const operationOf = (method: string, path: string) => served.paths[path]?.[method.toLowerCase()] as Operation

describe('the OpenAPI document', () => {
  test('is OpenAPI 3, served to everybody, and says how a session is shown', () => {
    expect(served.openapi).toMatch(/^3\./)
    expect(served.components.securitySchemes.session?.name).toBe('Blade-Auth')
  })

  test('has every route under its own name, with words in both languages', () => {
    for (const { name, endpoint } of routes) {
      const operation = operationOf(endpoint.method, endpoint.path)
      expect(operation?.operationId).toBe(name)
      expect(operation.summary).toBe(endpoint.label.join(' / '))
    }
  })

  test('says of each who may call it, and only public ones need no session', () => {
    for (const { name, endpoint } of routes) {
      const { description, security } = operationOf(endpoint.method, endpoint.path)
      expect([name, security]).toEqual([name, endpoint.access === 'public' ? [] : undefined])
      if (typeof endpoint.access === 'object')
        for (const code of endpoint.access.perm) expect(description).toContain(code)
    }
  })

  test('no operation is named twice', () => {
    const ids = Object.values(served.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    )
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toHaveLength(routes.length)
  })

  test('names what a call takes and demands, and what a page answers', () => {
    const submit = operationOf('POST', post.calls.submit.path).requestBody?.content['application/json']?.schema
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

  test('has a page to read it, which loads nothing from elsewhere', async () => {
    const response = await visitor.raw('GET', '/api/docs')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-security-policy')).toContain("default-src 'self'")
    expect(await response.text()).not.toMatch(/(src|href)="https?:/)
  })
})

describe('health', () => {
  test('/live and /ready answer without a session and say no more than that', async () => {
    const [live, ready] = [await visitor.raw('GET', '/live'), await visitor.raw('GET', '/ready')]
    expect([live.status, await live.json()]).toEqual([200, { live: true }])
    expect([ready.status, await ready.json()]).toEqual([200, { ready: true }])
  })
})

describe('every answer', () => {
  test.each([
    ['a public one', portal.statistics.path, 'no-cache'],
    ['a refused one', post.calls.list.path, 'no-store'],
    ['one that is none', '/api/none', 'no-store'],
  ])('%s carries the headers that browsers heed', async (_what, path, cache) => {
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

  test('to a session is not kept by anybody in between', async () => {
    const admin = await platform.admin()
    expect((await admin.ask(post.calls.list, {})).headers.get('cache-control')).toBe('no-store')
  })

  test.each([portal.statistics, portal.nationalMap, news.getIndex])(
    '$path is known again by its fingerprint',
    async ({ path }) => {
      const etag = (await visitor.raw('GET', path)).headers.get('etag') ?? ''
      expect(etag).toMatch(/^W\/"[\w-]{20,}"$/)
      const again = (value: string) => visitor.raw('GET', path, { headers: { 'if-none-match': value } })
      expect((await again(etag)).status).toBe(304)
      expect((await again('W/"another"')).status).toBe(200)
    },
  )

  test('is in the envelope: code, success, data, msg', async () => {
    expect(await (await visitor.raw('GET', news.getIndex.path)).json()).toEqual({
      code: 200,
      success: true,
      data: [],
      msg: '操作成功',
    })
  })
})

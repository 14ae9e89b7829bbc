import { Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call, file, flat, nothing, shaped } from '#contract/kit/call.ts'
import { Fail } from '#contract/kit/fail.ts'
import { int, longText, text } from '#contract/kit/field.ts'
import { type Caller, openPlatform, type Platform } from '../../tests/support/platform.ts'
import { makeLog } from '../base/process/log.ts'
import type { App, Ctx, Route } from './context.ts'
import { makeServer } from './http.ts'

let platform: Platform
let app: App
/** A server with only the routes below. */
let server: ReturnType<typeof makeServer>
let admin: Caller
const logEntries: { level: string; requestId: unknown; words: unknown }[] = []

const contexts: Ctx[] = []
const route = (name: string, endpoint: Route['endpoint'], handle: Route['handle']): Route => ({
  name,
  endpoint,
  handle,
})
const label = ['测试', 'Test'] as const

/** One route for each case. */
const routes: Route[] = [
  route('t.open', call('GET', 't/open', label, { access: 'public', output: shaped() }), async (ctx) => {
    contexts.push(ctx)
    return { lang: ctx.lang, agent: ctx.request.agent, id: ctx.request.id }
  }),
  route('t.same', call('GET', 't/same', label, { access: 'public', output: shaped() }), async ({ lang }) => ({
    lang,
  })),
  route('t.long', call('GET', 't/long', label, { access: 'public', output: shaped() }), async () =>
    '长'.repeat(20_000),
  ),
  route('t.login', call('GET', 't/login', label, { access: 'login', output: shaped() }), async () => ({ in: true })),
  route(
    't.perm',
    call('GET', 't/perm', label, { access: { perm: ['post_add', 'other'] }, output: nothing }),
    async () => null,
  ),
  route('t.broken', call('GET', 't/broken', label, { access: 'public', output: shaped() }), async () => {
    throw new Error('select secret from inside')
  }),
  route('t.busy', call('GET', 't/busy', label, { access: 'public', output: shaped() }), async () => {
    throw Object.assign(new Error('x'), { code: '57014' })
  }),
  route(
    't.flat',
    call('POST', 't/flat', label, { access: 'public', input: { fail: int('败', 'Fail') }, output: flat() }),
    async (_, input) => {
      if (input.fail) throw new Fail(['不行', 'No'], 400, { error: 2004, data: { why: 1 } })
      return { access_token: 'x' }
    },
  ),
  route(
    't.echo',
    call('POST', 't/echo', label, {
      access: 'public',
      input: {
        name: text('名', 'Name', { required: true, max: 3 }),
        n: int('数', 'N'),
        note: longText('记', 'Note'),
      },
      output: shaped(),
    }),
    async (_, input) => input,
  ),
  route(
    't.file',
    call('GET', 't/file', label, { access: 'public', input: { inline: int('内', 'In') }, output: file }),
    async (_, input) => ({
      stream: Readable.from(['bytes']),
      name: '报告 "1".pdf',
      type: 'application/pdf',
      size: 5,
      inline: input.inline === 1,
    }),
  ),
]

afterAll(() => server.close())
beforeAll(async () => {
  platform = await openPlatform()
  app = { ...platform.app, log: makeLog('silent') }
  app.log.error = ((about: { requestId: unknown }, words: unknown) => {
    logEntries.push({ level: 'error', requestId: about.requestId, words })
  }) as typeof app.log.error
  server = makeServer(
    app,
    routes,
    () => {},
    () => {},
  )
  admin = await platform.admin()
})

const get = (url: string, headers: Record<string, string> = {}) => server.inject({ url: `/api/${url}`, headers })
const send = (url: string, payload: unknown, headers: Record<string, string> = {}) =>
  server.inject({ method: 'POST', url: `/api/${url}`, payload: payload as object, headers })
const bearer = () => ({ 'blade-auth': `bearer ${admin.token}` })

describe('every request', () => {
  test('has a unique id', async () => {
    const ids = await Promise.all(
      Array.from({ length: 10 }, async () => (await get('t/open')).json().data.id as string),
    )
    expect(new Set(ids).size).toBe(10)
  })

  test('without a session is that of a visitor, with the current cache versions; a long user agent is cut', async () => {
    await get('t/open', { 'user-agent': 'x'.repeat(900) })
    const ctx = contexts.at(-1) as Ctx
    expect(ctx.actor).toMatchObject({ id: null, account: '' })
    expect(Object.keys(ctx.cacheVersions)).toContain('rights')
    expect(ctx.request.agent).toBe('x'.repeat(250))
  })

  test('with an invalid token is rejected if a session is needed, and accepted otherwise', async () => {
    const wrong = { 'blade-auth': `bearer ${'A'.repeat(43)}` }
    expect((await get('t/open', wrong)).statusCode).toBe(200)
    expect((await get('t/login', wrong)).json()).toMatchObject({ code: 401, success: false, data: null })
    expect((await get('t/login')).statusCode).toBe(401)
    expect((await get('t/login', bearer())).json().data).toEqual({ in: true })
    expect((await get(`t/login?Blade-Auth=bearer%20${admin.token}`)).statusCode).toBe(200)
  })

  test('is allowed with any one of the permissions of its route', async () => {
    expect((await get('t/perm')).statusCode).toBe(401)
    expect((await get('t/perm', bearer())).json()).toMatchObject({ code: 200, data: null })
  })
})

describe('an unexpected error', () => {
  test('returns only its reference number, which is also in the log', async () => {
    const response = await get('t/broken')
    const { msg, data } = response.json()
    const [, id] = /^抱歉，服务出现问题，请稍后重试（编号 (\S+)）$/.exec(msg) ?? []
    expect([response.statusCode, data]).toEqual([500, null])
    expect(response.body).not.toContain('secret')
    expect(logEntries.at(-1)).toMatchObject({ requestId: id, words: 'request failed' })
  })

  test('of a busy database is a 503 that asks to retry', async () => {
    const response = await get('t/busy', { 'blade-language': 'en' })
    expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '2'])
    expect(response.json().msg).toBe('The service is busy; please try again shortly')
  })
})

describe('input', () => {
  test('is read by its fields: unknown keys are dropped, all faults are returned at once in the language of the caller', async () => {
    expect((await send('t/echo', { name: 'abc', evil: 1, n: 5 })).json().data).toEqual({ name: 'abc', n: 5 })
    const wrong = (await send('t/echo', { name: 'abcd', n: 1.5 }, { 'blade-language': 'en' })).json()
    expect(wrong).toEqual({
      code: 400,
      success: false,
      msg: 'Name must have at most 3 characters',
      data: {
        faults: [
          { at: 'name', msg: 'Name must have at most 3 characters' },
          { at: 'n', msg: 'N must be a whole number' },
        ],
      },
    })
  })

  test('that is wrong is answered in both languages to a page that changes the language of its messages', async () => {
    const wrong = (await send('t/echo', { name: 'abcd' }, { 'blade-texts': 'both' })).json()
    const text = ['名不能超过3个字', 'Name must have at most 3 characters']
    expect(wrong).toMatchObject({ msg: text[0], text, data: { faults: [{ at: 'name', msg: text[0], text }] } })
    expect((await send('t/flat', { fail: 1 }, { 'blade-texts': 'both' })).json()).toMatchObject({
      text: ['不行', 'No'],
    })
  })

  test('is taken from body and query, and the body has priority', async () => {
    expect((await send('t/echo?name=q&note=q', { name: 'b' })).json().data).toEqual({ name: 'b', note: 'q' })
  })

  test('cannot change a prototype', async () => {
    const body = '{"name":"a","__proto__":{"n":9},"constructor":{"prototype":{"n":9}}}'
    const response = await send('t/echo', body, { 'content-type': 'application/json' })
    expect(response.json().data).toEqual({ name: 'a' })
    expect(({} as { n?: number }).n).toBeUndefined()
  })
})

describe('the response', () => {
  test('of a public read has an ETag for its language; other responses are not cached', async () => {
    const { headers } = await get('t/same')
    expect((await get('t/same', { 'if-none-match': String(headers.etag) })).statusCode).toBe(304)
    expect((await get('t/same', { 'if-none-match': String(headers.etag), 'blade-language': 'en' })).statusCode).toBe(
      200,
    )
    expect(headers).toMatchObject({
      'cache-control': 'no-cache',
      vary: 'blade-language',
      'x-content-type-options': 'nosniff',
    })
    expect((await get('t/login', bearer())).headers['cache-control']).toBe('no-store')
  })

  test('of a long public read is compressed for who accepts it, and has one ETag however it is sent', async () => {
    const [plain, packed] = [await get('t/long'), await get('t/long', { 'accept-encoding': 'gzip' })]
    expect([plain.headers['content-encoding'], packed.headers['content-encoding']]).toEqual([undefined, 'gzip'])
    expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.payload)
    expect([packed.headers.etag, packed.headers.vary]).toEqual([plain.headers.etag, 'blade-language, accept-encoding'])
    const known = await get('t/long', { 'accept-encoding': 'gzip', 'if-none-match': String(packed.headers.etag) })
    expect([known.statusCode, known.rawPayload.length, known.headers['content-encoding']]).toEqual([304, 0, undefined])
  })

  test('of a flat call has no envelope, also for an error', async () => {
    expect((await send('t/flat', {})).json()).toEqual({ access_token: 'x' })
    const response = await send('t/flat', { fail: 1 })
    expect([response.statusCode, response.json()]).toEqual([
      400,
      {
        success: false,
        code: 400,
        error: 'invalid_request',
        error_code: 2004,
        message: '不行',
        error_description: '不行',
        msg: '不行',
        data: { why: 1 },
      },
    ])
  })

  test('of a file has a name in any script, and cannot run as a page', async () => {
    const { headers, body } = await get('t/file')
    expect(headers['content-disposition']).toBe(`attachment; filename*=UTF-8''${encodeURIComponent('报告 "1".pdf')}`)
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': '5',
      'x-content-type-options': 'nosniff',
    })
    expect(String(headers['content-security-policy'])).toMatch(/^sandbox; default-src 'none'/)
    expect(body).toBe('bytes')
    expect((await get('t/file?inline=1')).headers['content-disposition']).toMatch(/^inline;/)
  })
})

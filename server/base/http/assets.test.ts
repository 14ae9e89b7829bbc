import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, describe, expect, test } from 'vitest'
import { serveAssets } from './assets.ts'

const home = mkdtempSync(join(tmpdir(), 'assets-'))
const root = join(home, 'web')
const page = '<!doctype html><title>平台</title>'
const script = 'console.log("x")'.repeat(50)
mkdirSync(join(root, 'assets'), { recursive: true })
writeFileSync(join(home, 'secret.txt'), 'not served')
writeFileSync(join(root, 'index.html'), page)
writeFileSync(join(root, 'icon.svg'), '<svg/>')
writeFileSync(join(root, 'odd.bin'), 'bytes')
for (const name of ['main-Ab12_-9z.js', 'plain.js']) {
  writeFileSync(join(root, 'assets', name), script)
  writeFileSync(join(root, 'assets', `${name}.br`), brotliCompressSync(script))
  writeFileSync(join(root, 'assets', `${name}.gz`), gzipSync(script))
}
writeFileSync(join(root, 'assets', 'only.css'), 'a{}')
writeFileSync(join(root, 'assets', 'only.css.gz'), gzipSync('a{}'))

const serverFor = (directory: string): FastifyInstance => {
  const server = fastify()
  server.setNotFoundHandler((_, reply) => reply.status(404).send({ code: 404 }))
  serveAssets(server, directory)
  afterAll(() => server.close())
  return server
}
const server = serverFor(root)
afterAll(() => rmSync(home, { recursive: true, force: true }))
const get = (url: string, headers: Record<string, string> = {}) => server.inject({ url, headers })
const hashed = '/assets/main-Ab12_-9z.js'

describe('the encoding of a file', () => {
  test.each([
    ['br, gzip, deflate', 'br'],
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['deflate', undefined],
    ['', undefined],
    ['identity', undefined],
    ['br;q=0, gzip', 'gzip'],
    ['gzip;q=0', undefined],
    ['gzip;q=0.5', 'gzip'],
  ])('requested with "%s" is %s, and the body has that encoding', async (acceptEncoding, encoding) => {
    const response = await get(hashed, { 'accept-encoding': acceptEncoding })
    expect(response.headers['content-encoding']).toBe(encoding)
    const open = { br: brotliDecompressSync, gzip: gunzipSync }[encoding as 'br' | 'gzip'] ?? ((raw: Buffer) => raw)
    expect(open(response.rawPayload).toString()).toBe(script)
    expect(response.headers.vary).toBe('accept-encoding')
  })

  test('is one that the build created', async () => {
    const response = await get('/assets/only.css', { 'accept-encoding': 'br, gzip' })
    expect(response.headers['content-encoding']).toBe('gzip')
  })
})

describe('the type and the cache time of a file', () => {
  test.each([
    ['/index.html', 'text/html; charset=utf-8', 'no-cache'],
    ['/icon.svg', 'image/svg+xml', 'no-cache'],
    ['/odd.bin', 'application/octet-stream', 'no-cache'],
    [hashed, 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
    ['/assets/plain.js', 'text/javascript; charset=utf-8', 'no-cache'],
  ])('%s: %s, %s', async (path, type, cacheControl) => {
    const { statusCode, headers } = await get(path)
    expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([200, type, cacheControl])
  })

  test('a page allows no scripts of other origins and no inline scripts', async () => {
    const policy = String((await get('/')).headers['content-security-policy'])
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("frame-ancestors 'self'")
    expect((await get(hashed)).headers).not.toHaveProperty('content-security-policy')
  })
})

describe('a request with an ETag', () => {
  test('gets 304 without a body if the file is unchanged', async () => {
    const { headers } = await get(hashed)
    const second = await get(hashed, { 'if-none-match': String(headers.etag) })
    expect([second.statusCode, second.body, second.headers.etag]).toEqual([304, '', headers.etag])
  })

  test('gets the file if the ETag is old; each content has its own ETag', async () => {
    const [one, other] = [await get('/icon.svg'), await get('/odd.bin')]
    expect(one.headers.etag).not.toBe(other.headers.etag)
    expect((await get('/icon.svg', { 'if-none-match': String(other.headers.etag) })).statusCode).toBe(200)
  })
})

describe('an address without a file', () => {
  test.each(['/', '/login', '/admin/system/user', '/policy/12?tab=1', '/a.b/c'])(
    '%s is a page of the application',
    async (path) => {
      const { statusCode, body } = await get(path)
      expect([statusCode, body]).toEqual([200, page])
    },
  )

  test.each([
    ...['/missing.js', '/assets/gone-Ab12_-9z.js', '/favicon.ico', '/api/nothing', '/api/nothing/list', '/api/x.js'],
    ...[
      '/assets/plain.js.br',
      '/assets/plain.js.gz',
      '/%2e%2e/secret.txt',
      '/..%2fsecret.txt',
      '/assets/..%2f..%2fsecret.txt',
    ],
  ])('%s is not found', async (path) => {
    const { statusCode, body } = await get(path)
    expect([statusCode, body.includes('not served'), body.includes('doctype')]).toEqual([404, false, false])
  })

  test('without a built front end every page is 404, and the server keeps running', async () => {
    const empty = serverFor(join(home, 'nothing-here'))
    expect((await empty.inject('/')).statusCode).toBe(404)
  })
})

describe('a page that is rendered for its address', () => {
  const article = { status: 200, body: '<h1>正文</h1>'.repeat(40), etag: '"made"' }
  const missing = { status: 404, body: '<h1>没有</h1>', etag: '' }
  const renderedUrls: string[] = []
  const pageServer = fastify()
  pageServer.setNotFoundHandler((_, reply) => reply.status(404).send({ code: 404 }))
  serveAssets(pageServer, root, async ({ url }) => {
    renderedUrls.push(url)
    return url.startsWith('/article') ? article : url === '/gone' ? missing : null
  })
  afterAll(() => pageServer.close())
  const read = (url: string, headers: Record<string, string> = {}) => pageServer.inject({ url, headers })

  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
    ['identity', (raw: Buffer) => raw],
  ])('is sent as %s, varies by cookie, and is not cached without a check', async (encoding, open) => {
    const response = await read('/article/1', { 'accept-encoding': encoding })
    expect(open(response.rawPayload).toString()).toBe(article.body)
    expect(response.headers).toMatchObject({
      vary: 'accept-encoding, cookie',
      'cache-control': 'no-cache',
      etag: '"made"',
    })
    expect(response.headers['content-security-policy']).toContain("script-src 'self'")
  })

  test('gets 304 if it is unchanged', async () => {
    expect((await read('/article/1', { 'if-none-match': '"made"' })).statusCode).toBe(304)
    expect((await read('/article/1', { 'if-none-match': '"other"' })).statusCode).toBe(200)
  })

  test('keeps its status; without an ETag it is sent in full each time', async () => {
    const response = await read('/gone', { 'if-none-match': '' })
    expect([response.statusCode, response.headers.etag, response.body]).toEqual([404, undefined, missing.body])
  })

  test('is the application if nothing is rendered; files and calls are never rendered', async () => {
    expect((await read('/somewhere')).body).toBe(page)
    renderedUrls.length = 0
    await read('/icon.svg')
    await read(hashed)
    expect((await read('/api/none')).statusCode).toBe(404)
    expect(renderedUrls).toEqual([])
  })
})

import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { acceptsEncoding } from './encodings.ts'

interface Asset {
  readonly type: string
  readonly etag: string
  readonly isImmutable: boolean
  readonly bodies: ReadonlyMap<string, Buffer>
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
}

/** Inline styles are allowed, because the console's component library adds them at run time; inline scripts are not. */
const policy =
  "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; object-src 'none'; " +
  "base-uri 'none'; frame-ancestors 'self'; form-action 'self'"

const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

const readAsset = (path: string): Asset => {
  const plain = readFileSync(path)
  const bodies = new Map<string, Buffer>([['', plain]])
  for (const [name, ending] of encodings) if (existsSync(path + ending)) bodies.set(name, readFileSync(path + ending))
  const etag = `"${createHash('sha1').update(plain).digest('base64url')}"`
  return {
    type: types[extname(path)] ?? 'application/octet-stream',
    etag,
    isImmutable: /-[\w-]{7,8}\.\w+$/.test(path),
    bodies,
  }
}

const listFiles = (directory: string): string[] =>
  readdirSync(directory, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))

/** A page rendered for an address, or null if the application renders it in the browser. */
export type PageOf = (
  request: FastifyRequest,
) => Promise<{ readonly status: number; readonly body: string; readonly etag: string } | null>

type RenderedPage = NonNullable<Awaited<ReturnType<PageOf>>>

const brotli = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

const compress = async ({ body, etag }: RenderedPage): Promise<Asset> => {
  const plain = Buffer.from(body)
  const fast = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
  const [br, gz] = await Promise.all([brotli(plain, fast), gzipAsync(plain)])
  const bodies = new Map([['', plain] as const, ['br', br] as const, ['gzip', gz] as const])
  return { type: types['.html'] as string, etag, isImmutable: false, bodies }
}

const pageAssets = new WeakMap<RenderedPage, Promise<Asset>>()

/** Compresses a rendered page once, without blocking other requests, and caches it as long as the page object lives. */
const assetOfPage = (page: RenderedPage): Promise<Asset> => {
  const asset = pageAssets.get(page) ?? compress(page)
  pageAssets.set(page, asset)
  return asset
}

/**
 * Serves the built pages, compressed at build time and cached in memory after the first request. Every path that is neither
 * a file nor a call belongs to the application; `pageOf` may return the page already rendered.
 */
export const serveAssets = (server: FastifyInstance, directory: string, pageOf: PageOf = async () => null): void => {
  const paths = existsSync(directory)
    ? new Map(listFiles(directory).map((path) => [`/${relative(directory, path)}`, path]))
    : new Map<string, string>()
  const assetCache = new Map<string, Asset>()
  const assetAt = (url: string): Asset | null => {
    const path = paths.get(url)
    if (!path) return null
    const asset = assetCache.get(url) ?? readAsset(path)
    assetCache.set(url, asset)
    return asset
  }
  const send = (asset: Asset, request: FastifyRequest, reply: FastifyReply, vary = 'accept-encoding') => {
    reply.header('content-type', asset.type).header('vary', vary)
    if (asset.etag) reply.header('etag', asset.etag)
    reply.header('cache-control', asset.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache')
    if (asset.type.startsWith('text/html')) reply.header('content-security-policy', policy)
    if (asset.etag && request.headers['if-none-match'] === asset.etag) return reply.status(304).send()
    const [name = ''] = encodings
      .map(([encoding]) => encoding)
      .filter((encoding) => acceptsEncoding(request.headers['accept-encoding'], encoding) && asset.bodies.has(encoding))
    if (name) reply.header('content-encoding', name)
    return reply.send(asset.bodies.get(name))
  }
  server.get('/*', async (request, reply) => {
    const url = request.url.split('?', 1)[0] as string
    const page = paths.has(url) || url.startsWith('/api/') ? null : await pageOf(request)
    if (page) return send(await assetOfPage(page), request, reply.status(page.status), 'accept-encoding, cookie')
    const asset = assetAt(url) ?? (extname(url) && !url.includes('/api/') ? null : assetAt('/index.html'))
    if (url.startsWith('/api/') || !asset) return reply.callNotFound()
    return send(asset, request, reply)
  })
}

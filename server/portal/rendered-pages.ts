import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Lang } from '#contract/kit/text.ts'
import type { PageOf } from '../base/http/assets.ts'
import type { Env } from '../base/process/env.ts'
import { consoleDocumentOf, createAssetLookup, documentOf, type PageAssets, type RenderedPage } from './document.ts'
import { canonicalSearch, isSignOnReturn, ownSearch } from './page-search.ts'
import { createReader, ReadError } from './reader.ts'
import { createStaleCache } from './stale-cache.ts'

/** The exports of web/render.tsx, which is built to one file, `render/render.js`. */
interface Renderer {
  /** The rendered pages: the path pattern, the file of the page, and files loaded after it whose styles are needed at once. */
  readonly rendered: readonly (readonly [path: string, ...files: string[]])[]
  /** The patterns of all valid paths, rendered or not. */
  readonly addresses: readonly string[]
  /** The patterns of the paths that lead into the console. */
  readonly consolePatterns: readonly string[]
  readonly render: (
    url: string,
    lang: Lang,
    read: (path: string, input: object) => Promise<unknown>,
    before?: RenderedPage,
  ) => Promise<RenderedPage>
}

/** A rendered page is fresh for `ttlMs`, and served for at most `maxAgeMs` while it is rendered again. */
const ttlMs = 5000
const maxAgeMs = 15_000
const maxPages = 500

interface Address {
  readonly path: string
  /** The parameters of the page, with the leading `?`. */
  readonly search: string
  readonly lang: Lang
}

type CachedPage = NonNullable<Awaited<ReturnType<PageOf>>> & { readonly from?: RenderedPage }

/** Regular expression for a path such as `/projectDetails/:id`; a parameter matches one segment, a final `*` the rest. */
const patternOf = (path: string, part = '[^/]{1,64}') =>
  new RegExp(`^${path.replace(/:\w+/g, part).replace(/\/\*$/, '(/.*)?')}/?$`)

const langOf = (query: URLSearchParams, request: FastifyRequest): Lang => {
  const queryLang = query.get('lang')
  const requestedLang = queryLang ?? /(?:^|;\s*)language=(zh|en)/.exec(String(request.headers.cookie ?? ''))?.[1]
  return requestedLang === 'en' ? 'en' : 'zh'
}

const etagOf = (body: string) => `"${createHash('sha1').update(body).digest('base64url')}"`

/** Logged-in users get no rendered pages: only the browser knows their session. */
const isVisitor = (request: FastifyRequest) => !/saber-access-token=[^;\s]/.test(String(request.headers.cookie ?? ''))

/**
 * Serves public pages as rendered HTML, for search engines, old browsers and visitors without scripts. Returns null for pages
 * the browser renders, and 404 for unknown paths. Pages are cached per address, without foreign parameters, and language, refreshed after five seconds, and
 * rendered again only if their data changed. Render errors go to `onError`, and the browser renders the page, as it does while the
 * database `isAway`: rendering would wait for it. `stamp` is part of the cache key: it changes with the published news, so that withdrawn
 * news are never served from the cache.
 */
export const publicPages = async (
  server: FastifyInstance,
  { webDir, publicUrl }: Pick<Env, 'webDir' | 'publicUrl'>,
  stamp: () => Promise<string>,
  isAway: () => boolean,
  onError: (error: unknown) => void,
): Promise<PageOf> => {
  const rendererPath = join(webDir, '../render/render.js')
  // without a build, as in development, the browser renders everything
  if (!existsSync(rendererPath)) return async () => null
  const { rendered, addresses, consolePatterns, render }: Renderer = await import(pathToFileURL(rendererPath).href)
  const shell = readFileSync(join(webDir, 'index.html'), 'utf8')
  const { assetsOf, fileOfGroup } = createAssetLookup(webDir)
  const patterns = rendered.map(([path, ...files]) => [patternOf(path), assetsOf(files)] as const)
  const addressPatterns = addresses.map((path) => patternOf(path, '[^/]+'))
  const consoleAddressPatterns = consolePatterns.map((path) => patternOf(path, '[^/]+'))
  const consoleBody = consoleDocumentOf(shell, assetsOf([fileOfGroup('console')]))
  const consolePage = { status: 200, body: consoleBody, etag: etagOf(consoleBody) }
  const unrenderedPage = { status: 200, body: shell, etag: '' }
  const notFoundPage = { status: 404, body: shell, etag: '' }
  const cachedPage = createStaleCache<CachedPage>({ ttlMs, maxAgeMs, maxEntries: maxPages })
  const renderPage = async (
    { path, search, lang }: Address,
    assets: PageAssets,
    ip: string,
    before?: CachedPage,
  ): Promise<CachedPage> => {
    if (isAway()) return unrenderedPage
    try {
      const from = await render(path + search, lang, createReader(server, lang, ip), before?.from)
      if (before && from === before.from) return before
      const canonical = `${publicUrl ?? ''}${path.replace(/\/$/, '')}${canonicalSearch(search, lang)}`
      const body = documentOf(shell, { ...from, search, canonical }, lang, assets)
      return { status: 200, body, etag: etagOf(body), from }
    } catch (error) {
      // the page displays the error itself
      if (error instanceof ReadError) return error.status === 404 ? notFoundPage : unrenderedPage
      onError(error)
      return unrenderedPage
    }
  }
  return async (request) => {
    const [path = '', search = ''] = request.url.split('?', 2)
    if (!addressPatterns.some((pattern) => pattern.test(path))) return notFoundPage
    const assets = patterns.find(([pattern]) => pattern.test(path))?.[1]
    const query = new URLSearchParams(search)
    if (!isVisitor(request) && consoleAddressPatterns.some((pattern) => pattern.test(path))) return consolePage
    if (!assets || !isVisitor(request) || isSignOnReturn(query)) return null
    const address: Address = { path, search: ownSearch(search), lang: langOf(query, request) }
    return cachedPage(`${await stamp()} ${address.lang} ${path}${address.search}`, (before) =>
      renderPage(address, assets, request.ip, before),
    )
  }
}

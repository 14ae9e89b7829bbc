import type { FastifyInstance, FastifyRequest } from 'fastify'
import { noticeAt } from '#contract/desk/notice-places.ts'
import type { Page } from '#contract/kit/call.ts'
import { articleAt, columnAt, publishedFileAt } from '#contract/news/place.ts'
import { news } from '#contract/news/public.ts'
import { publicAreas } from '#contract/portal/public-pages.ts'
import { releasedNotices } from '#contract/portal/released-notices.ts'
import { type SiteMapColumn, siteMap } from '#contract/portal/site-map.ts'
import { escapeMarkup } from '../base/html/escape-markup.ts'
import type { Env } from '../base/process/env.ts'
import { createReader } from './reader.ts'
import { createStaleCache } from './stale-cache.ts'

/** A page of the site map; `path` starts at the root. */
interface SitemapEntry {
  readonly path: string
  /** The day of publication, YYYY-MM-DD. */
  readonly lastModified?: string
  /** The page exists in Chinese and English; otherwise only in the language in which it was written. */
  readonly isBilingual?: true
}

const inLanguages = (address: string) =>
  [
    ['zh-CN', address],
    ['en', `${address}?lang=en`],
  ]
    .map(([lang, href]) => `<xhtml:link rel="alternate" hreflang="${lang}" href="${href}"/>`)
    .join('')

/** The site map as XML (sitemaps.org), with absolute addresses that start with `base`. */
export const sitemapOf = (base: string, pages: readonly SitemapEntry[]): string => {
  const entries = pages.map(({ path, lastModified, isBilingual }) => {
    const address = escapeMarkup(base + path)
    const day = lastModified ? `<lastmod>${lastModified}</lastmod>` : ''
    return `<url><loc>${address}</loc>${day}${isBilingual ? inLanguages(address) : ''}</url>`
  })
  const namespaces = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"'
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${namespaces}>\n${entries.join('\n')}\n</urlset>\n`
}

/** The site map is fresh for five minutes, and served for at most ten while it is rebuilt. */
const cacheOptions = { ttlMs: 300_000, maxAgeMs: 600_000, maxEntries: 20 } as const
/** In place of the base address: the host of a request must not decide how often the site map is built. */
const anyBase = '\0'
/** Page size and maximum number of pages: the site map lists the newest 2,000 articles and 2,000 files. */
const pageSize = 50
const maxPages = 40

interface Dated {
  readonly id: string
  readonly createTime?: string
  readonly releaseTime?: string
}

type Reader = ReturnType<typeof createReader>

const collectNewest = async (read: Reader, { path }: { readonly path: string }, pathOf: (id: string) => string) => {
  const entries: SitemapEntry[] = []
  for (let current = 1; current <= maxPages; current++) {
    const { records, pages } = (await read(path, { current, size: pageSize })) as Page<Dated>
    entries.push(
      ...records.map(({ id, createTime, releaseTime = createTime ?? '' }) => ({
        path: pathOf(id),
        lastModified: releaseTime.slice(0, 10),
      })),
    )
    if (current >= pages) break
  }
  return entries
}

/** All entries of the site map: public pages, columns, articles and files. */
const collectSitemapEntries = async (read: Reader): Promise<readonly SitemapEntry[]> => {
  const pages = publicAreas.flatMap((area) => area.pages).filter(({ isPersonal }) => !isPersonal)
  const columns = (await read(siteMap.columns.path, {})) as readonly SiteMapColumn[]
  return [
    ...pages.map(({ path }): SitemapEntry => ({ path, isBilingual: true })),
    ...columns.map(({ id }): SitemapEntry => ({ path: columnAt(id), isBilingual: true })),
    ...(await collectNewest(read, news.newList, articleAt)),
    ...(await collectNewest(read, news.fileList, publishedFileAt)),
    ...(await collectNewest(read, releasedNotices.list, noticeAt)),
  ]
}

/** The base address of the platform: PUBLIC_URL, else the host of the request; null if that is not a valid host. */
export const baseOf = (publicUrl: string | null, { protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>) =>
  publicUrl ?? (/^(\[[\da-f:]+\]|[\w.-]+)(:\d{1,5})?$/i.test(host) ? `${protocol}://${host}` : null)

/**
 * Serves `/robots.txt` and `/sitemap.xml`. `stamp` changes with the published news, so that the site map omits withdrawn
 * releases and includes scheduled ones as soon as they are published.
 */
export const serveSearchEngines = (
  server: FastifyInstance,
  { publicUrl }: Pick<Env, 'publicUrl'>,
  stamp: () => Promise<string>,
): void => {
  const cachedSitemap = createStaleCache<string>(cacheOptions)
  const read = createReader(server, 'zh')
  server.get('/robots.txt', async (request, reply) => {
    const base = baseOf(publicUrl, request)
    const map = base ? `\nSitemap: ${base}/sitemap.xml\n` : ''
    const rules = [
      'User-agent: *',
      'Allow: /api/caict-resource/attach/download',
      'Disallow: /api/',
      'Disallow: /myiframe/',
    ]
    return reply.type('text/plain; charset=utf-8').send(`${rules.join('\n')}\n${map}`)
  })
  server.get('/sitemap.xml', async (request, reply) => {
    const base = baseOf(publicUrl, request)
    if (!base) return reply.callNotFound()
    const xml = await cachedSitemap(await stamp(), async () => sitemapOf(anyBase, await collectSitemapEntries(read)))
    return reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(xml.replaceAll(anyBase, base))
  })
}

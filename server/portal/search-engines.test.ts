import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { news } from '#contract/news/public.ts'
import { releasedNotices } from '#contract/portal/released-notices.ts'
import { siteMap } from '#contract/portal/site-map.ts'
import { baseOf, serveSearchEngines, sitemapOf } from './search-engines.ts'

test('URLs of the site map start with PUBLIC_URL, or else with the host of the request', () => {
  expect(baseOf('https://5g.example.cn', { protocol: 'http', host: 'inside:8080' })).toBe('https://5g.example.cn')
  expect(baseOf(null, { protocol: 'http', host: '127.0.0.1:8080' })).toBe('http://127.0.0.1:8080')
  expect(baseOf(null, { protocol: 'https', host: '[::1]:8080' })).toBe('https://[::1]:8080')
})

test.each(['', 'a b', 'x"><script>', 'host/path', 'user@host'])('%j is not a host and is not used for URLs', (host) => {
  expect(baseOf(null, { protocol: 'http', host })).toBeNull()
})

test('a bilingual page has both languages, an article its publication day, and XML is escaped', () => {
  const xml = sitemapOf('https://x.cn', [
    { path: '/Home', isBilingual: true },
    { path: '/projectDetails/1?type=news&a=<b>', lastModified: '2025-03-01' },
  ])
  expect(xml).toContain('<loc>https://x.cn/Home</loc><xhtml:link rel="alternate" hreflang="zh-CN"')
  expect(xml).toContain('hreflang="en" href="https://x.cn/Home?lang=en"/>')
  expect(xml).toContain(
    '<loc>https://x.cn/projectDetails/1?type=news&amp;a=&lt;b&gt;</loc><lastmod>2025-03-01</lastmod>',
  )
  expect(xml.match(/hreflang/g)).toHaveLength(2)
})

test('the site map is built once, whatever host is asked for', async () => {
  const server = fastify()
  onTestFinished(() => server.close())
  const reads: string[] = []
  const answer = (path: string, data: unknown) =>
    server.get(path, async () => {
      reads.push(path)
      return { data }
    })
  answer(siteMap.columns.path, [{ id: '7' }])
  for (const { path } of [news.newList, news.fileList, releasedNotices.list]) answer(path, { records: [], pages: 1 })
  serveSearchEngines(server, { publicUrl: null }, async () => 'unchanged')
  for (const host of ['a.example.cn', 'b.example.cn:8080']) {
    const { body } = await server.inject({ url: '/sitemap.xml', headers: { host } })
    expect(body).toContain(`<loc>http://${host}/Home</loc>`)
    expect(body.match(/[a-z]\.example\.cn(:\d+)?/g)?.every((one) => one === host)).toBe(true)
  }
  const lists = [siteMap.columns, news.newList, news.fileList, releasedNotices.list]
  expect(reads.toSorted()).toEqual(lists.map(({ path }) => path).toSorted())
})

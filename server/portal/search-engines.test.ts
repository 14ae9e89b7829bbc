import { expect, test } from 'vitest'
import { baseOf } from './search-engines.ts'
import { sitemapOf } from './sitemap-xml.ts'

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

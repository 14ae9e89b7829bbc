import { matchPath } from 'react-router'
import { beforeAll, describe, expect, test } from 'vitest'
import { pressRelease } from '#contract/news/press-release.ts'
import { news } from '#contract/news/public.ts'
import { publicAreas } from '#contract/portal/public-pages.ts'
import { siteMap } from '#contract/portal/site-map.ts'
import { pages, pathsOfBoth } from '#web/pages.tsx'
import { openPlatform, type Platform } from '../support/platform.ts'
import { addColumn, inSeconds, type PublishedNews, publish, publishArticle, saveDraft } from '../support/publish.ts'
import { until } from '../support/until.ts'

/** The site map (国办发〔2017〕47号), for people and for search engines. */
let platform: Platform

let published: PublishedNews
let hidden: string
let unpublished: string
let inHiddenColumn: string

beforeAll(async () => {
  platform = await openPlatform({ PUBLIC_URL: 'https://5g.example.cn' })
  const admin = await platform.admin()
  published = await publish(admin)
  hidden = await addColumn(admin, '内部栏目', 2, { isOpen: 0 })
  unpublished = await saveDraft(admin, { title: '未发布的文章', type: published.column })
  inHiddenColumn = await publishArticle(admin, { title: '内部栏目的文章', type: hidden })
})

const fetchFile = async (path: string) => {
  const response = await fetch(platform.url + path)
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
}
const places = publicAreas.flatMap((area) => area.pages)
const pageAt = (path: string) => pages.find((page) => matchPath(page.path, path))

describe('the places of the site map', () => {
  test('are pages of the portal, and personal ones are marked', () => {
    for (const { path, isPersonal } of places) {
      const access = pageAt(path)?.access
      expect([
        path,
        access === 'public' || access === 'visitor' || (isPersonal === true && access === 'account'),
      ]).toEqual([path, true])
    }
  })

  test('contain every public page except single articles, columns, problems and embedded pages', () => {
    const otherPages = [
      // for logged-in users only: where a session starts, and their messages
      '/wel/index',
      '/messages',
      '/projectDetails/:id',
      '/projectList1/:id',
      '/recommend/:id',
      '/myiframe/:routerPath',
      '/forcedModification',
      '/authorize',
      ...pathsOfBoth,
    ]
    const missingPages = pages.filter(
      (page) =>
        !/^\/\d/.test(page.path) &&
        !otherPages.includes(page.path) &&
        !places.some(({ path }) => pageAt(path) === page),
    )
    expect(missingPages.map(({ path }) => path)).toEqual([])
  })

  test('include the visible columns', async () => {
    const columns = await platform.visitor.get(siteMap.columns)
    expect(columns.map(({ name }) => name).sort()).toEqual(['技术资料', '政策解读', '案例选编'].sort())
  })
})

describe('the files for search engines', () => {
  test('robots.txt excludes the API and names the site map', async () => {
    const { status, type, text } = await fetchFile('/robots.txt')
    expect([status, type]).toEqual([200, 'text/plain; charset=utf-8'])
    expect(text).toContain('Disallow: /api/\n')
    expect(text).toContain('Sitemap: https://5g.example.cn/sitemap.xml')
  })

  test('sitemap.xml lists every public page, column, article and file with its full address', async () => {
    const { status, type, text } = await fetchFile('/sitemap.xml')
    expect([status, type]).toEqual([200, 'application/xml; charset=utf-8'])
    const addresses = [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address ?? '')
    expect(new Set(addresses).size).toBe(addresses.length)
    expect(addresses.every((address) => address.startsWith('https://5g.example.cn/'))).toBe(true)
    for (const { path, isPersonal } of places)
      expect([path, addresses.includes(`https://5g.example.cn${path}`)]).toEqual([path, !isPersonal])
    expect(addresses).toContain(`https://5g.example.cn/projectList1/${published.column}`)
    expect(addresses.filter((address) => address.endsWith('?type=news'))).toHaveLength(13)
    expect(addresses.filter((address) => address.endsWith('?type=file'))).toHaveLength(12)
    expect(text.match(/<lastmod>\d{4}-\d\d-\d\d</g)).toHaveLength(13 + 12)
  })

  test('sitemap.xml lists nothing that is hidden from visitors', async () => {
    const { text } = await fetchFile('/sitemap.xml')
    for (const id of [hidden, unpublished, inHiddenColumn]) expect(text).not.toContain(id)
  })

  test('sitemap.xml lists a scheduled article from its release time on, and a withdrawn one no longer', async () => {
    const admin = await platform.admin()
    const title = '定时发布的文章'
    const id = await publishArticle(admin, { title, type: published.column, releaseTime: inSeconds(3) })
    const isListed = async () => (await fetchFile('/sitemap.xml')).text.includes(`/projectDetails/${id}?`)
    expect(await isListed()).toBe(false)
    await until(async () => (await platform.visitor.ask(news.newDetail, { id })).success)
    expect(await isListed()).toBe(true)
    await admin.get(pressRelease.calls.withdraw, { ids: id })
    expect(await isListed()).toBe(false)
  })
})

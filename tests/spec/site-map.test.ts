import { matchPath } from 'react-router'
import { beforeAll, describe, expect, test } from 'vitest'
import { pressRelease } from '#contract/news/press-release.ts'
import { news } from '#contract/news/public.ts'
import { publicAreas, siteMap } from '#contract/portal/site-map.ts'
import { pages } from '#web/pages.tsx'
import { openPlatform, type Platform } from '../support/platform.ts'
import { addColumn, draft, inSeconds, type Published, publish, publishArticle } from '../support/publish.ts'
import { until } from '../support/until.ts'

/** The site map (国办发〔2017〕47号, experience.md B.2), for people and for search engines. */
let platform: Platform

let published: Published
let hidden: string
let unpublished: string
let within: string

beforeAll(async () => {
  platform = await openPlatform({ PUBLIC_URL: 'https://5g.example.cn' })
  const admin = await platform.admin()
  published = await publish(admin)
  hidden = await addColumn(admin, '内部栏目', 2, { isOpen: 0 })
  unpublished = await draft(admin, { title: '未发布的文章', type: published.column })
  within = await publishArticle(admin, { title: '内部栏目的文章', type: hidden })
})

const read = async (path: string) => {
  const response = await fetch(platform.url + path)
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
}
const places = publicAreas.flatMap((area) => area.places)
const pageAt = (path: string) => pages.find((page) => matchPath(page.path, path))

describe('the places of the site map', () => {
  test('are pages of the portal, and those of an account’s own say so', () => {
    for (const { path, isPersonal: own } of places) {
      const access = pageAt(path)?.access
      expect([path, access === 'public' || access === 'visitor' || (own === true && access === 'account')]).toEqual([
        path,
        true,
      ])
    }
  })

  test('leave out no public page but single articles, columns, problems and what is embedded', () => {
    const inside = [
      '/projectDetails/:id',
      '/projectList1/:id',
      '/myiframe/:routerPath',
      '/forcedModification',
      '/authorize',
    ]
    const missing = pages.filter(
      (page) =>
        !/^\/\d/.test(page.path) && !inside.includes(page.path) && !places.some(({ path }) => pageAt(path) === page),
    )
    expect(missing.map(({ path }) => path)).toEqual([])
  })

  test('come with the columns that are shown', async () => {
    const columns = await platform.visitor.get(siteMap.columns)
    expect(columns.map(({ name }) => name).sort()).toEqual(['技术资料', '政策解读', '案例选编'].sort())
  })
})

describe('what search engines are told', () => {
  test('robots.txt keeps them from the calls and names the site map', async () => {
    const { status, type, text } = await read('/robots.txt')
    expect([status, type]).toEqual([200, 'text/plain; charset=utf-8'])
    expect(text).toContain('Disallow: /api/\n')
    expect(text).toContain('Sitemap: https://5g.example.cn/sitemap.xml')
  })

  test('sitemap.xml names every public page, column, article and file, by its whole address', async () => {
    const { status, type, text } = await read('/sitemap.xml')
    expect([status, type]).toEqual([200, 'application/xml; charset=utf-8'])
    const addresses = [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address ?? '')
    expect(new Set(addresses).size).toBe(addresses.length)
    expect(addresses.every((address) => address.startsWith('https://5g.example.cn/'))).toBe(true)
    for (const { path, isPersonal: own } of places)
      expect([path, addresses.includes(`https://5g.example.cn${path}`)]).toEqual([path, !own])
    expect(addresses).toContain(`https://5g.example.cn/projectList1/${published.column}`)
    expect(addresses.filter((address) => address.endsWith('?type=news'))).toHaveLength(13)
    expect(addresses.filter((address) => address.endsWith('?type=file'))).toHaveLength(12)
    expect(text.match(/<lastmod>\d{4}-\d\d-\d\d</g)).toHaveLength(13 + 12)
  })

  test('nothing in it that visitors are not shown', async () => {
    const { text } = await read('/sitemap.xml')
    for (const id of [hidden, unpublished, within]) expect(text).not.toContain(id)
  })

  test('what is scheduled is named as soon as its time has come, what is withdrawn no more, however lately it was read', async () => {
    const admin = await platform.admin()
    const title = '定时发布的文章'
    const id = await publishArticle(admin, { title, type: published.column, releaseTime: inSeconds(3) })
    const isNamed = async () => (await read('/sitemap.xml')).text.includes(`/projectDetails/${id}?`)
    expect(await isNamed()).toBe(false)
    await until(async () => (await platform.visitor.ask(news.newDetail, { id })).success)
    expect(await isNamed()).toBe(true)
    await admin.get(pressRelease.calls.withdraw, { ids: id })
    expect(await isNamed()).toBe(false)
  })
})

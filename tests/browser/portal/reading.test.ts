import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { notice } from '#contract/desk/notice.ts'
import { news } from '#contract/news/public.ts'
import { run } from '#server/base/database/db.ts'
import { sql } from '#server/base/database/sql.ts'
import { openBrowser, openPage } from '../../support/browser.ts'
import { waitForHydration } from '../../support/keyboard.ts'
import { openPlatform, type Platform } from '../../support/platform.ts'
import { inSeconds, type PublishedNews, publish, publishArticle } from '../../support/publish.ts'
import { addLibraryRow } from '../../support/scenario.ts'
import { until } from '../../support/until.ts'

let platform: Platform
let browser: Browser

let published: PublishedNews

beforeAll(async () => {
  browser = await openBrowser()
  platform = await openPlatform()
  const admin = await platform.admin()
  published = await publish(admin)
  await addLibraryRow(admin, { province: '320000', projectName: '澄川5G工厂', year: '2025' })
  await run(
    platform.db,
    sql`insert into recommend (id, project_name, project_address, project_curator, phone, project_overview, recommend_state)
      values (7001, '港口5G无人集卡', '苏州港', '陈建国', '19900001111', '岸边作业全部远程操控', 'recommended'),
        (7002, '矿山5G专网', '徐州', '陈建国', '19900001111', '井下全覆盖', 'running')`,
  )
})

const fetchPage = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(platform.url + path, { headers })
  return { status: response.status, html: await response.text(), headers: response.headers }
}
const structuredData = (html: string) =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? 'null')

describe('reading without scripts', () => {
  let scriptlessPage: Page
  beforeAll(async () => {
    scriptlessPage = await openPage(browser, 'desk', { javaScriptEnabled: false })
  })
  const open = async (path: string): Promise<Page> => {
    await scriptlessPage.goto(platform.url + path)
    return scriptlessPage
  }

  test('the home page shows figures, a table of provinces, policies, papers and cases', async () => {
    const page = await open('/Home')
    await expect
      .poll(() => page.getByRole('heading', { level: 2 }).allInnerTexts())
      .toEqual([...['全国项目分布', '全国统计', '政策与资讯', '技术进展', '典型案例']])
    await page.getByRole('row', { name: '江苏 1' }).waitFor()
    await expect.poll(() => page.getByRole('link', { name: '政策解读第一期' }).isVisible()).toBe(true)
    await expect.poll(() => page.getByText('技术资料12').isVisible()).toBe(true)
  })

  test('lists can be paged and articles opened by links', async () => {
    const page = await open('/successfulCase/cases')
    await page.getByRole('link', { name: '下一页' }).click()
    await page.getByText('第 2 页，共 2 页 12 条').waitFor()
    await page.getByRole('link', { name: '第 1 页', exact: true }).click()
    await page.getByText('第 1 页，共 2 页 12 条').waitFor()
    await page.getByRole('link', { name: '第 2 页', exact: true }).click()
    await page.getByRole('link', { name: '典型案例1', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: '典型案例1' }).waitFor()
    await page.getByText('第二段。').waitFor()
    await expect.poll(() => page.title()).toBe('典型案例1-5G+工业互联网公共服务平台')
  })

  test('a page beyond the last leads to the first, by a link', async () => {
    const page = await open('/successfulCase/cases?current=99')
    await page.getByRole('link', { name: '该页不存在，返回第一页' }).click()
    await page.getByText('第 1 页，共 2 页 12 条').waitFor()
  })

  test('the statements are linked in the footer and read in both languages', async () => {
    const page = await open('/siteMap')
    await page.getByRole('contentinfo').getByRole('link', { name: '隐私政策' }).click()
    await page.getByRole('heading', { level: 1, name: '隐私政策', exact: true }).waitFor()
    await page.getByText('第 1 版').waitFor()
    await page.getByRole('heading', { level: 2, name: '三、谁能看到' }).waitFor()
    await expect.poll(() => page.title()).toBe('隐私政策-5G+工业互联网公共服务平台')
    await open('/statement/privacy?lang=en')
    await page.getByRole('heading', { level: 2, name: '3. Who sees the data' }).waitFor()
    await page.getByText('Version 1').waitFor()
    const { status, html } = await fetchPage('/statement/imprint')
    expect([status, html.includes('隐私')]).toEqual([404, false])
  })

  test('public notices can be found in the site map, listed and read; the others cannot', async () => {
    const admin = await platform.admin()
    const common = { category: 1, releaseTime: '2026-01-02 03:04:05', content: '<p>受理时间延长一周。</p>' }
    await admin.get(notice.calls.submit, { ...common, title: '延长受理的公告', isPublic: 1 })
    const inner = await admin.get(notice.calls.submit, { ...common, title: '内部通知', isPublic: 0 })
    const page = await open('/siteMap')
    await page.getByRole('main').getByRole('link', { name: '通知公告' }).click()
    await page.getByRole('link', { name: '延长受理的公告' }).waitFor()
    expect(await page.getByText('内部通知').count()).toBe(0)
    await page.getByRole('link', { name: '延长受理的公告' }).click()
    await page.getByRole('heading', { level: 1, name: '延长受理的公告' }).waitFor()
    await page.getByText('受理时间延长一周。').waitFor()
    await page.getByRole('link', { name: '查看全部通知公告' }).waitFor()
    expect((await fetchPage(`/projectDetails/${inner.id}?type=notice`)).status).toBe(404)
    const map = await fetchPage('/sitemap.xml')
    expect(map.html).toContain('/projectList/notices</loc>')
  })

  test('the list of projects behind the figures can be read and filtered', async () => {
    const page = await open('/projects?province=320000')
    await page.getByRole('rowheader', { name: '澄川5G工厂' }).waitFor()
    await open('/projects?province=330000')
    await expect.poll(() => page.getByText('没有符合条件的内容').isVisible()).toBe(true)
  })
})

describe('the HTML for search engines', () => {
  test('an article has title, description and publication date', async () => {
    const { html, status } = await fetchPage(`/projectDetails/${published.article}?type=news`)
    expect(status).toBe(200)
    expect(html).toContain('<title>政策解读第一期-5G+工业互联网公共服务平台</title>')
    expect(html).toContain('<meta name="description" content="第一段。')
    expect(structuredData(html)).toMatchObject({
      '@type': 'NewsArticle',
      headline: '政策解读第一期',
      datePublished: '2025-03-01T09:00:00+08:00',
    })
  })

  test.each([
    '/projectDetails/1?type=news',
    '/projectDetails/1?type=project',
    '/projectDetails/1?type=file&from=singlemessage',
    '/projectList1/1',
    '/recommend/1?utm_source=mail',
  ])('%s, which does not exist, has status 404', async (path) => {
    expect((await fetchPage(path)).status).toBe(404)
  })

  test('a link with foreign parameters shows the page, which names its canonical address', async () => {
    const page = await fetchPage(`/projects?from=singlemessage&province=320000&utm_source=a`)
    expect(page.html).toContain('澄川5G工厂')
    expect(page.html).toContain('<link rel="canonical" href="/projects?province=320000">')
    expect(page.html).toContain('<meta property="og:title" content="在库项目名单-5G+工业互联网公共服务平台">')
    expect((await fetchPage('/projects?province=320000')).html).toBe(page.html)
  })

  test('a recommended project has title and description, and names no person', async () => {
    const { html, status } = await fetchPage('/recommend/7001')
    expect(status).toBe(200)
    expect(html).toContain('<title>港口5G无人集卡-5G+工业互联网公共服务平台</title>')
    expect(html).toContain('<meta name="description" content="港口5G无人集卡 苏州港">')
    expect(html).toContain('岸边作业全部远程操控')
    for (const personal of ['陈建国', '19900001111']) expect(html).not.toContain(personal)
    expect((await fetchPage('/recommend/7002')).status).toBe(404)
  })

  test('a scheduled article appears on the home page, in its list and at its address only from its time on', async () => {
    const admin = await platform.admin()
    const scheduled = { title: '定时发布的一篇', type: published.column, releaseTime: inSeconds(3) }
    const id = await publishArticle(admin, scheduled)
    // the server caches pages for a while: the second request tests the cache
    const visibility = () =>
      Promise.all(
        ['/Home', `/projectList1/${published.column}`, `/projectDetails/${id}?type=news`].map(async (path) => {
          const { status, html } = await fetchPage(path)
          return [status, html.includes(scheduled.title)]
        }),
      )
    for (const _ of ['first', 'again'])
      expect(await visibility()).toEqual([
        [200, false],
        [200, false],
        [404, false],
      ])
    await until(async () => (await platform.visitor.ask(news.newDetail, { id })).success)
    expect(await visibility()).toEqual([
      [200, true],
      [200, true],
      [200, true],
    ])
  })

  test('the language follows the address, then the cookie', async () => {
    const title = async (path: string, cookie = '') =>
      /<html lang="([^"]*)"[\s\S]*<title>([^<]*)/.exec((await fetchPage(path, { cookie })).html)?.slice(1)
    await expect.poll(() => title('/projects')).toEqual(['zh-CN', '在库项目名单-5G+工业互联网公共服务平台'])
    const english = ['en', 'Listed projects – 5G + Industrial Internet Public Service Platform']
    await expect.poll(() => title('/projects?lang=en')).toEqual(english)
    await expect.poll(() => title('/projects', 'language=en')).toEqual(english)
  })

  test('an unknown address has status 404', async () => {
    const statusOf = async (path: string) => (await fetchPage(path)).status
    for (const path of ['/no/such', '/404', '/Homes', '/projectDetails'])
      expect([path, await statusOf(path)]).toEqual([path, 404])
    for (const path of [
      '/',
      '/Home',
      '/Home/',
      '/wel/index',
      '/system/user',
      '/lock',
      `/projectList/${'政策'.repeat(40)}`,
    ])
      expect([path, await statusOf(path)]).toEqual([path, 200])
  })

  test('an unchanged page is answered with 304', async () => {
    const first = await fetchPage('/Home')
    const etag = first.headers.get('etag') ?? ''
    expect(etag).not.toBe('')
    expect((await fetchPage('/Home', { 'if-none-match': etag })).status).toBe(304)
  })

  test('user input cannot close the script element with the data', async () => {
    const admin = await platform.admin()
    await addLibraryRow(admin, { projectName: '</script><script>alert(1)</script>' })
    const { html } = await fetchPage('/projects?keyword=alert')
    expect(html).not.toContain('<script>alert(1)')
    expect(html).toContain('&lt;/script&gt;')
  })
})

describe('hydration of a page', () => {
  let page: Page
  let problems: string[]
  let requestPaths: string[]
  beforeAll(async () => {
    page = await openPage(browser)
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
    page.on('pageerror', (error) => problems.push(error.message))
    page.on(
      'request',
      (request) => request.url().includes('/api/caict-') && requestPaths.push(new URL(request.url()).pathname),
    )
    // hydration must keep the elements that the server sent
    await page.addInitScript(() => {
      document.addEventListener('DOMContentLoaded', () => {
        const elements = [...document.querySelectorAll('main h1, main h2, main nav')]
        Object.assign(window, {
          removedCount: () => elements.filter((one) => !one.isConnected).length,
          initialCount: elements.length,
        })
      })
    })
  })

  test.each([
    '/Home?from=singlemessage',
    '/successfulCase/cases?utm_source=a',
    '/projects',
    '/recommend/7001',
    '/successfulCase/cases',
    '/projectList/policy',
  ])('%s is neither rendered again nor loads its data again', async (path) => {
    ;[problems, requestPaths] = [[], []]
    await page.goto(platform.url + path)
    await waitForHydration(page)
    await page.getByRole('button', { name: '登录' }).click()
    await page.getByRole('dialog').waitFor()
    expect(problems).toEqual([])
    const { initialCount, removedCount } = await page.evaluate(() => {
      const counters = window as unknown as { initialCount: number; removedCount: () => number }
      return { initialCount: counters.initialCount, removedCount: counters.removedCount() }
    })
    expect(initialCount).toBeGreaterThan(0)
    expect(removedCount).toBe(0)
    // the login dialog sends its own requests
    expect(requestPaths.filter((one) => !one.startsWith('/api/caict-auth'))).toEqual([])
  })

  test('a stored language replaces the language of the response', async () => {
    const page = await openPage(browser)
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(error.message))
    const language = JSON.stringify({ dataType: 'string', content: 'en', datetime: 0 })
    await page.addInitScript((value) => localStorage.setItem('saber-language', value), language)
    await page.goto(`${platform.url}/projects`)
    await page.getByRole('heading', { name: 'Listed projects' }).waitFor()
    expect(problems).toEqual([])
  })
})

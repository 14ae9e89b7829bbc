import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, openPage } from '../../support/browser.ts'
import { openPlatform, type Platform } from '../../support/platform.ts'
import { type PublishedNews, publish } from '../../support/publish.ts'
import { addLibraryRow } from '../../support/scenario.ts'

/** What all public pages have in common: print, no scripts, nothing found (specification 000, section 2). */
let platform: Platform
let browser: Browser

let published: PublishedNews
let project: string

beforeAll(async () => {
  browser = await openBrowser()
  platform = await openPlatform()
  const admin = await platform.admin()
  published = await publish(admin)
  project = await addLibraryRow(admin, { province: '320000', projectName: '澄川5G工厂', year: '2025' })
  await addLibraryRow(admin, { province: '330000', projectName: '曜岭5G工厂', year: '2024' })
  scriptedPage = await openPage(browser)
  scriptlessPage = await openPage(browser, 'desk', { javaScriptEnabled: false })
})

/** A page with scripts and one without. */
let scriptedPage: Page
let scriptlessPage: Page
const open = async (path: string, page = scriptedPage) => {
  await page.emulateMedia({ media: null })
  await page.goto(platform.url + path)
  return page
}
const headings = (page: Page) => page.getByRole('heading', { level: 1 }).allInnerTexts()

describe('printing', () => {
  const paths = (): Record<string, string> => ({
    article: `/projectDetails/${published.article}?type=news`,
    project: `/projectDetails/${project}?type=project`,
    home: '/Home',
    list: '/projects',
    guide: '/evaluationService/service',
    cases: '/successfulCase/cases',
  })

  test.each(['article', 'project', 'home', 'list', 'guide', 'cases'])(
    '%s prints its content without navigation, search, buttons and footer',
    async (name) => {
      const page = await open(paths()[name] ?? '')
      await page.getByRole('heading', { level: 1 }).waitFor()
      await expect.poll(() => page.getByRole('navigation').first().isVisible()).toBe(true)
      await page.emulateMedia({ media: 'print' })
      await expect.poll(() => page.getByRole('heading', { level: 1 }).isVisible()).toBe(true)
      for (const role of ['navigation', 'search', 'button', 'contentinfo'] as const)
        await expect.poll(async () => [role, await page.getByRole(role).count()]).toEqual([role, 0])
    },
  )

  test('the policy tabs are all printed, one below the other', async () => {
    const page = await open('/Home')
    await page.getByRole('tabpanel').first().waitFor()
    await page.emulateMedia({ media: 'print' })
    await expect.poll(() => page.getByText('政策解读第一期').isVisible()).toBe(true)
  })
})

describe('without scripts', () => {
  test('no buttons that need scripts are offered', async () => {
    const page = await open('/Home', scriptlessPage)
    await expect.poll(() => page.getByRole('button').count()).toBe(0)
    await expect.poll(() => page.getByRole('navigation', { name: '主导航' }).isVisible()).toBe(true)
  })

  test('the list of projects can be searched', async () => {
    const page = await open('/projects', scriptlessPage)
    await page.getByLabel('项目或单位名称').fill('澄川')
    await page.getByLabel('年份').selectOption('2025')
    await page.getByRole('button', { name: '搜索' }).click()
    await page.getByText('共 1 个项目').waitFor()
    await expect.poll(() => page.getByLabel('项目类别').isVisible()).toBe(false)
  })

  test('a search stays within its column', async () => {
    const page = await open(`/projectList/policy?column=${published.column}&current=2`, scriptlessPage)
    await page.getByLabel('按标题查找').fill('第一期')
    await page.getByRole('button', { name: '搜索' }).click()
    await page.getByRole('link', { name: '政策解读第一期' }).waitFor()
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      column: published.column,
      keyword: '第一期',
    })
  })

  test('a page that needs scripts says so and links to the site map', async () => {
    const page = await open('/registerView/register', scriptlessPage)
    await expect.poll(() => page.locator('body > noscript').textContent()).toContain('本页面需要启用 JavaScript')
    await page.getByRole('link', { name: '站点地图' }).click()
    await page.waitForURL('**/siteMap')
    await expect.poll(() => headings(page)).toEqual(['站点地图'])
    await expect.poll(() => page.locator('body > noscript').count()).toBe(0)
  })
})

describe('pages without content', () => {
  test.each([
    ...['/projects?keyword=无此项目', '/successfulCase/cases?keyword=无此案例'],
    ...['/technologicalProgress/papers?keyword=无此资料', '/projectList/policy?keyword=无此政策'],
  ])('%s distinguishes an empty search result from an empty list', async (path) => {
    const page = await open(path)
    await page.getByText('没有符合条件的内容').waitFor()
    await expect.poll(() => page.getByText('暂无内容').count()).toBe(0)
  })

  test.each([
    '/projectDetails/1?type=news',
    '/projectDetails/1?type=file',
    '/projectDetails/1?type=project',
    '/projectList1/1',
  ])('%s shows “not found” in heading and title, with a link to the list', async (path) => {
    const page = await open(path)
    await page.getByRole('heading', { level: 1, name: '内容不存在或已撤回' }).waitFor()
    await expect.poll(() => page.title()).toContain('内容不存在或已撤回')
    await page.getByRole('main').getByRole('link', { name: /^查看/ }).waitFor()
  })
})

test('a failed progress query can be retried', async () => {
  const page = await open('/lookUp')
  await page.route('**/Home/lookUp**', (route) => route.abort())
  await page.getByLabel('申报编号').fill('5G-2026-000000-00000')
  await page.getByRole('button', { name: '查询' }).click()
  await page.getByText('网络连接失败').waitFor()
  await page.unroute('**/Home/lookUp**')
  await page.getByRole('button', { name: '重试' }).click()
  await page.getByText('没有查到该申报编号').waitFor()
})

test('an article that fails to load shows an error under a heading and can be retried', async () => {
  const page = await open('/successfulCase/cases')
  await page.route('**/new/detail**', (route) => route.abort())
  await page.getByRole('link', { name: '典型案例12', exact: true }).click()
  await page.getByText('网络连接失败').waitFor()
  await expect.poll(() => headings(page)).toEqual(['项目详情'])
  await page.unroute('**/new/detail**')
  await page.getByRole('button', { name: '重试' }).click()
  await page.getByRole('heading', { level: 1, name: '典型案例12' }).waitFor()
  await expect.poll(() => headings(page)).toEqual(['典型案例12'])
})

test('a column has its own name as heading and title', async () => {
  const page = await open(`/projectList1/${published.column}`)
  await expect.poll(() => headings(page)).toEqual(['政策解读'])
  await expect.poll(() => page.title()).toBe('政策解读-5G+工业互联网公共服务平台')
})

test('the language of an address is kept until the user chooses another, which then persists', async () => {
  const page = await open('/projects?year=2025&lang=en', await openPage(browser))
  await page.getByRole('heading', { level: 1, name: 'Listed projects' }).waitFor()
  await page.getByRole('link', { name: 'Cases' }).click()
  await page.getByRole('heading', { level: 1, name: 'Typical cases' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'Typical cases' }).waitFor()
  await page.goto(`${platform.url}/projects?year=2025&lang=en`)
  await page.getByTitle('中文 / English').click()
  await page.getByRole('button', { name: '中文' }).last().click()
  await page.getByRole('heading', { level: 1, name: '在库项目名单' }).waitFor()
  await page.waitForURL('**/projects?year=2025')
  await page.reload()
  await page.getByRole('heading', { level: 1, name: '在库项目名单' }).waitFor()
})

test('counts use singular and plural', async () => {
  const page = await open('/projects?province=320000&lang=en', await openPage(browser))
  await page.getByText('1 project', { exact: true }).waitFor()
  await page.goto(`${platform.url}/projects?lang=en`)
  await page.getByText('2 projects', { exact: true }).waitFor()
})

test('a paper has the same tools as an article: text size, print, copy link', async () => {
  const page = await open('/technologicalProgress/papers')
  await page.getByRole('main').getByRole('link', { name: '技术资料12', exact: true }).click()
  await page.waitForURL(`**/projectDetails/${published.paper}?type=file`)
  for (const name of ['小', '中', '大', '打印', '复制链接'])
    await page.getByRole('button', { name, exact: true }).waitFor()
})

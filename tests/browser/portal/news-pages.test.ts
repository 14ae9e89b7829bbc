import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, openPage } from '../../support/browser.ts'
import { openPlatform, type Platform } from '../../support/platform.ts'
import { addColumn, type PublishedNews, publish, publishArticle } from '../../support/publish.ts'

/** The news lists and the pages they lead to (specification 000, section 2). */
let platform: Platform
let browser: Browser

let published: PublishedNews
let notice: string

beforeAll(async () => {
  browser = await openBrowser()
  platform = await openPlatform()
  const admin = await platform.admin()
  published = await publish(admin)
  const type = await addColumn(admin, '评估服务', 5, { nameEn: 'Assessment notices' })
  notice = await publishArticle(admin, { title: '评估通知', type })
  scriptedPage = await openPage(browser)
  scriptlessPage = await openPage(browser, 'desk', { javaScriptEnabled: false })
})

/** A page with scripts and one without. */
let scriptedPage: Page
let scriptlessPage: Page
const open = async (path: string, page = scriptedPage) => {
  await page.goto(platform.url + path)
  return page
}
const waitForHeading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
const linksOf = async (page: Page, name: string) =>
  page
    .getByRole('navigation', { name })
    .getByRole('link')
    .evaluateAll((expected) => expected.map((one) => [one.textContent, one.getAttribute('href')]))

describe('the breadcrumb', () => {
  test('leads from a typical case to the list of cases', async () => {
    const page = await open('/successfulCase/cases')
    await page.getByRole('link', { name: '典型案例12', exact: true }).click()
    await waitForHeading(page, '典型案例12')
    const trail = page.getByRole('navigation', { name: '当前位置' })
    await expect.poll(() => trail.getByRole('link').allInnerTexts()).toEqual(['首页', '典型案例', '案例选编'])
    await expect
      .poll(() => page.getByRole('link', { name: '查看更多典型案例' }).getAttribute('href'))
      .toBe('/successfulCase/cases')
    await trail.getByRole('link', { name: '典型案例' }).click()
    await waitForHeading(page, '典型案例')
  })

  test('is present without scripts on news, papers, service notices and columns', async () => {
    const { column, article, paper } = published
    const trail = async (path: string) => linksOf(await open(path, scriptlessPage), '当前位置')
    const [home, newsList] = [
      ['首页', '/Home'],
      ['政策服务', `/projectList/policy?column=${column}`],
    ]
    await expect
      .poll(() => trail(`/projectDetails/${article}?type=news`))
      .toEqual([...[home, newsList, ['政策解读', `/projectList1/${column}`]]])
    await expect
      .poll(async () => (await trail(`/projectDetails/${paper}?type=file`)).slice(0, 2))
      .toEqual([...[home, ['技术进展', '/technologicalProgress/papers']]])
    await expect
      .poll(async () => (await trail(`/projectDetails/${notice}?type=news`))[1])
      .toEqual([...['5G工厂评估服务', '/evaluationService/service']])
    await expect.poll(() => trail(`/projectList1/${column}`)).toEqual([home, newsList])
    const english = await open(`/projectDetails/${notice}?type=news&lang=en`, scriptlessPage)
    expect((await linksOf(english, 'You are here')).map(([name]) => name)).toEqual([
      ...['Home', '5G factory assessment', 'Assessment notices'],
    ])
    // a column without an English name is marked as Chinese
    await open('/siteMap?lang=en', scriptlessPage)
    const columns = english
      .getByRole('main')
      .locator('[lang]')
      .filter({ has: english.locator('a[href^="/projectList1/"]') })
    const names = await columns.evaluateAll((items) => items.map((one) => [one.textContent, one.getAttribute('lang')]))
    expect(names).toContainEqual(['Assessment notices', 'en'])
    expect(names).toContainEqual(['政策解读', 'zh-CN'])
  })
})

describe('a file in a list', () => {
  test('has a title that leads to its page and a labelled download link', async () => {
    const page = await open('/technologicalProgress/papers')
    const row = page.getByRole('main').getByRole('listitem').first()
    const downloadLink = row.getByRole('link', { name: '下载 技术资料12', exact: true })
    const [download] = await Promise.all([page.waitForEvent('download'), downloadLink.click()])
    expect(download.suggestedFilename()).toMatch(/\.pdf$/)
    await row.getByRole('link', { name: '技术资料12', exact: true }).click()
    await page.waitForURL(`**/projectDetails/${published.paper}?type=file`)
    await waitForHeading(page, '技术资料12')
    await expect.poll(() => page.getByText('下一篇：').innerText()).toBe('下一篇：技术资料11')
  })
})

describe('a search in a list', () => {
  test.each([
    ['/technologicalProgress/papers', '技术资料12', '共 12 条'],
    ['/successfulCase/cases', '典型案例12', '共 12 条'],
    ['/projectList/policy', '政策解读第一期', '共 1 条'],
  ])('%s announces the number of matches', async (path, title, expected) => {
    const page = await open(path)
    const status = page.getByRole('main').getByRole('status')
    await status.getByText(expected, { exact: true }).waitFor()
    await page.getByLabel('按标题查找').fill(title)
    await page.getByRole('button', { name: '搜索' }).click()
    await status.getByText('共 1 条', { exact: true }).waitFor()
    await page.getByLabel('按标题查找').fill('没有')
    await page.getByRole('button', { name: '搜索' }).click()
    await status.getByText('没有符合条件的内容').waitFor()
  })
})

describe('an invalid address', () => {
  const expectNoError = async (page: Page) => expect(await page.getByText('请求标识').count()).toBe(0)

  test.each(['9999', '99999999999999999999999'])('with page %s of a list shows the first page', async (current) => {
    const page = await open(`/successfulCase/cases?current=${current}`)
    await page.getByText('第 1 页，共 2 页 12 条').waitFor()
    expect(new URL(page.url()).search).toBe('')
    await expectNoError(page)
  })

  test('with an overlong search text is searched with the truncated text', async () => {
    const path = `/successfulCase/cases?keyword=${'典'.repeat(60)}`
    for (const page of [scriptedPage, scriptlessPage]) {
      await open(path, page)
      await page.getByText('没有符合条件的内容').waitFor()
      await expect.poll(() => page.getByLabel('按标题查找').inputValue()).toBe('典'.repeat(50))
      await expectNoError(page)
    }
  })

  test('with invalid project filters ignores them', async () => {
    for (const page of [scriptedPage, scriptlessPage]) {
      await open('/projects?province=xx&year=abcd', page)
      await page.getByText('暂无内容').waitFor()
      await expectNoError(page)
    }
  })

  test.each([
    ...['/projectDetails/abc?type=news', '/projectDetails/abc?type=file', '/projectDetails/abc?type=project'],
    ...['/projectDetails/9999999999999999999?type=news', '/projectList1/abc'],
  ])('%s shows “not found” with status 404', async (path) => {
    expect((await scriptedPage.goto(platform.url + path))?.status()).toBe(404)
    await waitForHeading(scriptedPage, '内容不存在或已撤回')
    await expectNoError(scriptedPage)
  })
})

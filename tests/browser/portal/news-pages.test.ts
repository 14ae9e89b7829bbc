import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, openPage } from '../../support/browser.ts'
import { openPlatform, type Platform } from '../../support/platform.ts'
import { addColumn, type Published, publish, publishArticle } from '../../support/publish.ts'

/** The lists of the news and what they lead to (specification 000, section 2). */
let platform: Platform
let browser: Browser

let published: Published
let notice: string

beforeAll(async () => {
  browser = await openBrowser()
  platform = await openPlatform()
  const admin = await platform.admin()
  published = await publish(admin)
  const type = await addColumn(admin, '评估服务', 5)
  notice = await publishArticle(admin, { title: '评估通知', type })
  usual = await openPage(browser)
  still = await openPage(browser, 'desk', { javaScriptEnabled: false })
})

/** A reader, and one whose browser runs no scripts. */
let usual: Page
let still: Page
const open = async (path: string, page = usual) => {
  await page.goto(platform.url + path)
  return page
}
const titled = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
const linksOf = async (page: Page, name: string) =>
  page
    .getByRole('navigation', { name })
    .getByRole('link')
    .evaluateAll((all) => all.map((one) => [one.textContent, one.getAttribute('href')]))

describe('the way back', () => {
  test('from a typical case is their list', async () => {
    const page = await open('/successfulCase/cases')
    await page.getByRole('link', { name: '典型案例12', exact: true }).click()
    await titled(page, '典型案例12')
    const trail = page.getByRole('navigation', { name: '当前位置' })
    await expect.poll(() => trail.getByRole('link').allInnerTexts()).toEqual(['首页', '典型案例', '案例选编'])
    await expect
      .poll(() => page.getByRole('link', { name: '查看更多典型案例' }).getAttribute('href'))
      .toBe('/successfulCase/cases')
    await trail.getByRole('link', { name: '典型案例' }).click()
    await titled(page, '典型案例')
  })

  test('is read without scripts: of news, papers, notices of a service and a column itself', async () => {
    const { column, article, paper } = published
    const trail = async (path: string) => linksOf(await open(path, still), '当前位置')
    const [home, ofNews] = [
      ['首页', '/Home'],
      ['政策服务', `/projectList/policy?column=${column}`],
    ]
    await expect
      .poll(() => trail(`/projectDetails/${article}?type=news`))
      .toEqual([...[home, ofNews, ['政策解读', `/projectList1/${column}`]]])
    await expect
      .poll(async () => (await trail(`/projectDetails/${paper}?type=file`)).slice(0, 2))
      .toEqual([...[home, ['技术进展', '/technologicalProgress/papers']]])
    await expect
      .poll(async () => (await trail(`/projectDetails/${notice}?type=news`))[1])
      .toEqual([...['5G工厂评估服务', '/evaluationService/service']])
    await expect.poll(() => trail(`/projectList1/${column}`)).toEqual([home, ofNews])
    const english = await open(`/projectDetails/${notice}?type=news&lang=en`, still)
    expect(await linksOf(english, 'You are here')).toHaveLength(3)
  })
})

describe('a file in a list', () => {
  test('leads to where it is told of by its title, and is saved by the link beside it, which says what it saves', async () => {
    const page = await open('/technologicalProgress/papers')
    const row = page.getByRole('main').getByRole('listitem').first()
    const save = row.getByRole('link', { name: '下载 技术资料12', exact: true })
    const [download] = await Promise.all([page.waitForEvent('download'), save.click()])
    expect(download.suggestedFilename()).toMatch(/\.pdf$/)
    await row.getByRole('link', { name: '技术资料12', exact: true }).click()
    await page.waitForURL(`**/projectDetails/${published.paper}?type=file`)
    await titled(page, '技术资料12')
    await expect.poll(() => page.getByText('下一篇：').innerText()).toBe('下一篇：技术资料11')
  })
})

describe('a search in a list', () => {
  test.each([
    ['/technologicalProgress/papers', '技术资料12', '共 12 条'],
    ['/successfulCase/cases', '典型案例12', '共 12 条'],
    ['/projectList/policy', '政策解读第一期', '共 1 条'],
  ])('%s: says aloud how many it found', async (path, title, all) => {
    const page = await open(path)
    const told = page.getByRole('main').getByRole('status')
    await told.getByText(all, { exact: true }).waitFor()
    await page.getByLabel('按标题查找').fill(title)
    await page.getByRole('button', { name: '搜索' }).click()
    await told.getByText('共 1 条', { exact: true }).waitFor()
    await page.getByLabel('按标题查找').fill('没有')
    await page.getByRole('button', { name: '搜索' }).click()
    await told.getByText('没有符合条件的内容').waitFor()
  })
})

describe('an address that cannot be as it is', () => {
  const isCalm = async (page: Page) => expect(await page.getByText('请求编号').count()).toBe(0)

  test.each(['9999', '99999999999999999999999'])('page %s of a list is the first one', async (current) => {
    const page = await open(`/successfulCase/cases?current=${current}`)
    await page.getByText('第 1 页，共 2 页 12 条').waitFor()
    expect(new URL(page.url()).search).toBe('')
    await isCalm(page)
  })

  test('what is searched for at too great a length is searched for as far as it goes', async () => {
    const path = `/successfulCase/cases?keyword=${'典'.repeat(60)}`
    for (const page of [usual, still]) {
      await open(path, page)
      await page.getByText('没有符合条件的内容').waitFor()
      await expect.poll(() => page.getByLabel('按标题查找').inputValue()).toBe('典'.repeat(50))
      await isCalm(page)
    }
  })

  test('filters of the projects that are none are left out', async () => {
    for (const page of [usual, still]) {
      await open('/projects?province=xx&year=abcd', page)
      await page.getByText('暂无内容').waitFor()
      await isCalm(page)
    }
  })

  test.each([
    ...['/projectDetails/abc?type=news', '/projectDetails/abc?type=file', '/projectDetails/abc?type=project'],
    ...['/projectDetails/9999999999999999999?type=news', '/projectList1/abc'],
  ])('%s: what cannot be there is not there, on the server too', async (path) => {
    expect((await usual.goto(platform.url + path))?.status()).toBe(404)
    await titled(usual, '内容不存在或已撤回')
    await isCalm(usual)
  })
})

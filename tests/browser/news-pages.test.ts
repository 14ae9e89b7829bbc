import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, openPage } from '../support/browser.ts'
import { openPlatform } from '../support/platform.ts'
import { addColumn, type Published, publish, publishArticle } from '../support/published.ts'

/** The lists of the news and what they lead to (specification 000, section 2). */

const platform = await openPlatform()
const browser = await openBrowser()
let published: Published
let notice: string

beforeAll(async () => {
  const admin = await platform.admin()
  published = await publish(admin)
  const type = await addColumn(admin, '评估服务', 5)
  notice = await publishArticle(admin, { title: '评估通知', type })
})

const still = { javaScriptEnabled: false } as const
const open = async (path: string, more: Parameters<typeof openPage>[2] = {}) => {
  const page = await openPage(browser, 'desk', more)
  await page.goto(platform.url + path)
  return page
}
const titled = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
const linksOf = async (page: Page, name: string) =>
  page
    .getByRole('navigation', { name })
    .getByRole('link')
    .evaluateAll((all) => all.map((one) => [one.textContent, one.getAttribute('href')]))
const marked = (page: Page) => page.getByRole('navigation', { name: '主导航' }).locator('[aria-current]')

describe('the way back', () => {
  test('from a typical case is their list, marked in the menu as long as one reads', async () => {
    const page = await open('/successfulCase/cases')
    await page.getByRole('link', { name: '典型案例12', exact: true }).click()
    await titled(page, '典型案例12')
    const trail = page.getByRole('navigation', { name: '当前位置' })
    expect(await trail.getByRole('link').allInnerTexts()).toEqual(['首页', '典型案例', '案例选编'])
    await expect.poll(() => marked(page).allInnerTexts()).toEqual(['典型案例'])
    expect(await page.getByRole('link', { name: '查看更多典型案例' }).getAttribute('href')).toBe(
      '/successfulCase/cases',
    )
    await trail.getByRole('link', { name: '典型案例' }).click()
    await titled(page, '典型案例')
    await page.getByRole('link', { name: '项目申报' }).first().click()
    await titled(page, '项目申报')
    expect(await marked(page).allInnerTexts()).toEqual(['项目申报'])
  })

  test('is read without scripts: of news, papers, notices of a service and a column itself', async () => {
    const { column, article, paper } = published
    const trail = async (path: string) => linksOf(await open(path, still), '当前位置')
    const [home, ofNews] = [
      ['首页', '/Home'],
      ['政策服务', `/projectList/policy?column=${column}`],
    ]
    expect(await trail(`/projectDetails/${article}?type=news`)).toEqual([
      ...[home, ofNews, ['政策解读', `/projectList1/${column}`]],
    ])
    expect((await trail(`/projectDetails/${paper}?type=file`)).slice(0, 2)).toEqual([
      ...[home, ['技术进展', '/technologicalProgress/papers']],
    ])
    expect((await trail(`/projectDetails/${notice}?type=news`))[1]).toEqual([
      ...['5G工厂评估服务', '/evaluationService/service'],
    ])
    expect(await trail(`/projectList1/${column}`)).toEqual([home, ofNews])
    const english = await open(`/projectDetails/${notice}?type=news&lang=en`, still)
    expect(await linksOf(english, 'You are here')).toHaveLength(3)
  })
})

import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { declaration } from '#contract/project/declaration.ts'
import { wireTime } from '#server/base/process/clock.ts'
import { openBrowser, openPage } from '../../support/browser.ts'
import { insertDecidedDeclaration } from '../../support/decided-declaration.ts'
import { hasFocus, keysOn, waitForHydration } from '../../support/keyboard.ts'
import { openPlatform, type Platform } from '../../support/platform.ts'
import { addColumn, publish, publishArticle } from '../../support/publish.ts'
import { addLibraryRow, createEnterprise, openWindow, submitDeclaration } from '../../support/scenario.ts'

/** Each task of a visitor by keyboard alone, from the top of the page (specification 000, section 2; WCAG 2.2, 2.1.1 to 2.4.11). */
let platform: Platform
let browser: Browser
/** The page that most tests share; no display setting is changed in it. */
let visitor: Page

beforeAll(async () => {
  browser = await openBrowser()
  platform = await openPlatform()
  const admin = await platform.admin()
  await publish(admin)
  const type = await addColumn(admin, '政策文件', 1, { sort: 0 })
  for (let n = 1; n <= 12; n++) {
    const releaseTime = `2025-03-${String(n).padStart(2, '0')} 09:00:00`
    await publishArticle(admin, { title: `政策第${n}号`, type, source: '主管部门', releaseTime })
  }
  await addLibraryRow(admin, { province: '320000', year: '2024', projectName: '江苏一' })
  await addLibraryRow(admin, { province: '320000', year: '2025', projectName: '江苏二' })
  await addLibraryRow(admin, { province: '330000', city: '330100', year: '2025', projectName: '浙江一' })
  visitor = await openPage(browser)
  await visitor.addInitScript(() => Object.assign(window, { print: () => Object.assign(window, { printed: true }) }))
  await visitor.context().grantPermissions(['clipboard-read', 'clipboard-write'])
})

/** Opens a page, waits for hydration and returns its keyboard. */
const open = async (path: string, page = visitor) => {
  await page.goto(platform.url + path)
  await waitForHydration(page)
  return { page, keys: keysOn(page) }
}
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name, exact: true })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const headingNamed = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const waitForMainFocus = (page: Page) => page.waitForFunction(() => document.activeElement?.id === 'main')

describe('the home page by keyboard', () => {
  test('has a skip link to the content', async () => {
    const { page, keys } = await open('/Home')
    await keys.to(link(page, '跳到正文'))
    await keys.press('Enter', () => waitForMainFocus(page))
    await keys.to(page.getByRole('main').getByRole('link').first())
  })

  test('opens the rows of a figure and focuses the new page', async () => {
    const { page, keys } = await open('/Home')
    await keys.to(link(page, /^项目总数/))
    await keys.press('Enter', () => headingNamed(page, '在库项目名单').waitFor())
    await page.getByText('共 3 个项目').waitFor()
    await waitForMainFocus(page)
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  })

  test('opens a province from the list and leaves it with Escape', async () => {
    const { page, keys } = await open('/Home')
    const first = page.getByRole('option', { name: '第1名，江苏' })
    await keys.to(first)
    const allProjects = link(page, '查看江苏的全部项目')
    await keys.press('Enter', () => allProjects.waitFor())
    await keys.to(allProjects)
    await keys.press('Escape', () => allProjects.waitFor({ state: 'detached' }))
    await expect.poll(() => hasFocus(first)).toBe(true)
    await keys.press('ArrowDown', async () => {})
    await keys.press('Enter', () => link(page, '查看浙江的全部项目').waitFor())
    await keys.backTo(button(page, '全国'))
    await keys.press('Enter', () => page.getByRole('option', { selected: true }).waitFor({ state: 'detached' }))
    await expect.poll(() => hasFocus(page.getByRole('option', { name: '浙江' }))).toBe(true)
  })

  test('changes the year with arrow keys', async () => {
    const { page, keys } = await open('/Home')
    await keys.to(page.getByRole('radio', { name: '全部年份' }))
    await keys.press('ArrowRight', () => page.getByRole('option', { name: '第1名，江苏，1个项目' }).waitFor())
    await expect.poll(() => page.getByRole('radio', { name: '2024' }).isChecked()).toBe(true)
  })

  test('switches the map to a table and back; the focus stays on the button', async () => {
    const { page, keys } = await open('/Home')
    await keys.to(button(page, '以表格显示').first())
    const table = page.getByRole('table', { name: '各省（区、市）项目数、投资额与发展指数' })
    await keys.press('Enter', () => table.waitFor())
    await expect.poll(() => hasFocus(button(page, '以地图显示'))).toBe(true)
    await keys.to(page.getByRole('region', { name: '各省（区、市）项目数' }))
    await keys.backTo(button(page, '以地图显示'))
    await keys.press('Enter', () => table.waitFor({ state: 'detached' }))
  })

  test('switches the tabs of the carousel, pauses it and opens the full list', async () => {
    const { page, keys } = await open('/Home')
    await keys.to(page.getByRole('tab', { selected: true }))
    const other = await page.getByRole('tab', { selected: false }).innerText()
    const selectedTab = page.getByRole('tab', { name: other, selected: true })
    await keys.press('ArrowRight', () => selectedTab.waitFor())
    await expect.poll(() => hasFocus(selectedTab)).toBe(true)
    await keys.to(button(page, '暂停轮播'))
    await keys.press('Enter', () => button(page, '继续轮播').waitFor())
    await keys.to(link(page, `更多：${other}`))
    await keys.press('Enter', () => headingNamed(page, '政策服务').waitFor())
  })

  test('downloads a paper', async () => {
    const { page, keys } = await open('/Home')
    await keys.to(
      page
        .getByRole('main')
        .getByRole('link', { name: /^技术资料\d+ 下载$/ })
        .first(),
    )
    // the walk above takes as long as the machine needs, so the wait begins after it
    const download = page.waitForEvent('download')
    await keys.press('Enter', () => download)
    expect((await download).suggestedFilename()).toContain('.pdf')
  })
})

describe('the public pages by keyboard', () => {
  test('an article can be enlarged, printed and shared, and the next one opened', async () => {
    const { page, keys } = await open('/projectList/policy')
    await keys.to(link(page, '政策第11号'))
    await keys.press('Enter', () => headingNamed(page, '政策第11号').waitFor())
    await keys.to(button(page, '大'))
    await keys.press('Enter', () => page.locator('article[data-size=large]').waitFor())
    await keys.to(button(page, '打印'))
    await keys.press('Enter', () => page.waitForFunction(() => 'printed' in window))
    await keys.to(button(page, '复制链接'))
    await keys.press('Enter', () => page.getByRole('status').getByText('链接已复制').waitFor())
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
    await keys.to(page.getByText('下一篇：').getByRole('link', { name: '政策第10号' }))
    await keys.press('Enter', () => headingNamed(page, '政策第10号').waitFor())
    await waitForMainFocus(page)
  })

  test('a list can be paged and searched; the address keeps both', async () => {
    const { page, keys } = await open('/projectList/policy')
    await keys.to(link(page, '下一页'))
    await keys.press('Enter', () => page.getByText('第 2 页，共 2 页 12 条').waitFor())
    await page.waitForURL('**current=2*')
    await keys.backTo(page.getByRole('searchbox', { name: '按标题查找' }))
    await keys.type('第12号')
    await keys.press('Enter', () => link(page, '政策第3号').waitFor({ state: 'detached' }))
    await link(page, '政策第12号').waitFor()
    expect(new URL(page.url()).searchParams.get('keyword')).toBe('第12号')
    await keys.to(button(page, '重置'))
    await keys.press('Enter', () => link(page, '政策第3号').waitFor())
  })

  test('the list of projects can be filtered by province and reset', async () => {
    const { page, keys } = await open('/projects')
    await keys.to(page.getByLabel('省份'))
    await keys.type('浙江')
    await keys.to(button(page, '搜索'))
    await keys.press('Enter', () => page.getByText('共 1 个项目').waitFor())
    await keys.to(button(page, '重置'))
    await keys.press('Enter', () => page.getByText('共 3 个项目').waitFor())
  })

  test('a project can be opened, printed and shared, and the next and previous one opened', async () => {
    const { page, keys } = await open('/projects')
    await keys.to(link(page, '浙江一'))
    await keys.press('Enter', () => headingNamed(page, '浙江一').waitFor())
    await page.getByRole('definition').filter({ hasText: '杭州市' }).waitFor()
    await keys.to(button(page, '打印'))
    await keys.press('Enter', () => page.waitForFunction(() => 'printed' in window))
    await keys.to(button(page, '复制链接'))
    await keys.press('Enter', () => page.getByText('链接已复制').waitFor())
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
    await keys.to(link(page, '江苏二'))
    await keys.press('Enter', () => headingNamed(page, '江苏二').waitFor())
    await keys.to(link(page, '浙江一'))
    await keys.press('Enter', () => headingNamed(page, '浙江一').waitFor())
  })

  test('the progress of a declaration can be queried by number: stage, steps with time, expected date', async () => {
    const admin = await platform.admin()
    await openWindow(admin)
    const company = await createEnterprise(platform)
    for (const days of [8, 9, 10, 11, 12]) await insertDecidedDeclaration(platform, days)
    const id = await submitDeclaration(company)
    const declareNo = String((await company.get(declaration.calls.getStatus, { id })).declareNo)
    const { page, keys } = await open('/lookUp')
    await keys.to(page.getByLabel('申报编号'))
    await keys.type(declareNo)
    const result = page
      .locator('section[aria-live=polite]')
      .filter({ has: page.getByRole('heading', { name: declareNo }) })
    await keys.press('Enter', () => result.waitFor())
    await expect.poll(() => hasFocus(page.getByLabel('申报编号'))).toBe(true)
    await result.getByRole('heading', { name: '已提交' }).waitFor()
    const [today, expected] = [0, 10].map((days) => wireTime(new Date(Date.now() + days * 86_400_000)).slice(0, 10))
    await expect.poll(() => result.innerText()).toContain(`中位数推算，结果时间在 ${expected} 前后`)
    await expect
      .poll(() => result.getByRole('listitem').innerText())
      .toMatch(new RegExp(`^${today} \\d\\d:\\d\\d\\s*已提交$`))
    expect(new URL(page.url()).searchParams.get('no')).toBe(declareNo)
    await keys.to(page.getByLabel('申报编号'))
    await keys.type('不知道')
    await keys.press('Enter', () => page.getByText('申报编号形如 5G-2026-320500-00123').waitFor())
    await page.goBack()
    // the address shows the same to another visitor
    const { page: otherPage } = await open(page.url().slice(platform.url.length), await openPage(browser))
    await otherPage.getByRole('heading', { name: declareNo }).waitFor()
  })

  test('the site map leads to every area', async () => {
    const { page, keys } = await open('/siteMap')
    await keys.to(page.getByRole('main').getByRole('link', { name: '产品检测' }))
    await keys.press('Enter', () => headingNamed(page, '产品检测').waitFor())
  })
})

describe('the frame by keyboard', () => {
  test('the login opens and leads to the registration', async () => {
    const { page, keys } = await open('/lookUp')
    await keys.to(button(page, '登录'))
    const dialog = page.getByRole('dialog', { name: '登录' })
    await keys.press('Enter', () => dialog.waitFor())
    await keys.to(dialog.getByRole('link', { name: '注册' }))
    await keys.press('Enter', () => headingNamed(page, '用户注册').waitFor())
    await keys.to(page.getByLabel('单位名称'))
  })

  test('the language can be changed and changed back; the focus returns to its button', async () => {
    const { page, keys } = await open('/siteMap', await openPage(browser))
    const opener = page.getByTitle('中文 / English')
    await keys.to(opener)
    await keys.press('Enter', () => button(page, 'English').waitFor())
    await keys.to(button(page, 'English'))
    await keys.press('Enter', () => headingNamed(page, 'Site map').waitFor())
    await expect.poll(() => hasFocus(opener)).toBe(true)
    await expect.poll(() => page.title()).toMatch(/^Site map – /)
    await keys.press('Enter', () => button(page, '中文').waitFor())
    await keys.to(button(page, '中文'))
    await keys.press('Enter', () => headingNamed(page, '站点地图').waitFor())
  })

  test('the elder mode can be switched on, its tools used, and left; the focus returns to its switch', async () => {
    const { page, keys } = await open('/lookUp', await openPage(browser))
    const toggle = button(page, '长者模式')
    await keys.to(toggle)
    const tools = page.getByRole('region', { name: '长者模式工具栏' })
    await keys.press('Enter', () => tools.waitFor())
    const root = (name: string) => page.evaluate((key) => document.documentElement.dataset[key], name)
    for (const [name, dataKey, value] of [
      ['特大', 'elderSize', '3'],
      ['白底黑字', 'elderContrast', 'strong'],
      ['大鼠标', 'elderPointer', 'true'],
      ['辅助线', 'elderLine', 'true'],
      ['简约版', 'elderSimple', 'true'],
    ] as const) {
      await keys[name === '特大' ? 'backTo' : 'to'](tools.getByRole('button', { name, exact: true }))
      await keys.press('Enter', async () => {})
      expect([name, await root(dataKey)]).toEqual([name, value])
    }
    await keys.to(tools.getByRole('button', { name: '朗读' }))
    await keys.to(tools.getByRole('button', { name: '退出长者模式' }))
    await keys.press('Enter', () => tools.waitFor({ state: 'detached' }))
    await expect.poll(() => hasFocus(toggle)).toBe(true)
  })
})

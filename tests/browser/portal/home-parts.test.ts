import type { Browser, Locator, Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, openPage } from '../../support/browser.ts'
import { waitForHydration } from '../../support/keyboard.ts'
import { openPlatform, type Platform } from '../../support/platform.ts'
import { addColumn, publishArticle, publishFile } from '../../support/publish.ts'
import { addLibraryRow, createEnterprise, password, uploadPdf } from '../../support/scenario.ts'

let platform: Platform
let browser: Browser
/** The page that most tests share. */
let visitor: Page
/** The account of an enterprise. */
let enterprise: string

beforeAll(async () => {
  browser = await openBrowser()
  platform = await openPlatform()
  const admin = await platform.admin()
  const attachId = await uploadPdf(admin)
  for (const [sort, name] of ['政策文件', '政策解读', '申报通知'].entries()) {
    const type = await addColumn(admin, name, 1, { sort })
    await publishFile(admin, { title: `${name}一号`, type, attachId })
    await publishArticle(admin, { title: `${name}二号`, type })
  }
  const common = { province: '320000', operator: 1 }
  await addLibraryRow(admin, { ...common, city: '320500', year: '2024', projectName: '苏州甲' })
  await addLibraryRow(admin, { ...common, city: '320500', year: '2025', projectName: '苏州乙' })
  await addLibraryRow(admin, {
    ...common,
    city: '320100',
    year: '2025',
    projectName: '南京丙',
    isBenchmark: 1,
    networkMode: 2,
  })
  enterprise = (await createEnterprise(platform)).account
  visitor = await newVisitor()
})

const carousel = (page: Page) => page.getByRole('region', { name: '政策与资讯栏目' })
const newVisitor = async (options: Parameters<typeof openPage>[2] = {}): Promise<Page> => {
  const page = await openPage(browser, 'desk', options)
  await page.clock.install()
  return page
}
/** Opens the home page with the pointer away from its content. */
const open = async (page = visitor): Promise<Page> => {
  await page.mouse.move(0, 0)
  await page.goto(`${platform.url}/Home`)
  await waitForHydration(page)
  return page
}
/** Stops the clock; from here on only the test advances it. */
const stopClock = async (page: Page): Promise<void> =>
  page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)
const selectedTab = (page: Page) => carousel(page).getByRole('tab', { selected: true }).innerText()

describe('the entry tiles (specification 000, section 2)', () => {
  test('four tiles lead a visitor to public pages', async () => {
    const page = await open()
    const tiles = page.getByRole('navigation', { name: '服务入口' }).getByRole('link')
    const links = await tiles.evaluateAll((all) =>
      all.map((one) => [(one as HTMLAnchorElement).pathname, one.getAttribute('target')]),
    )
    expect(links).toEqual([
      // a visitor reads what the service is, and of the project library the public list
      ...[
        ['/evaluationService/service', null],
        ['/projects', null],
      ],
      ...[
        ['/projectList/policy', null],
        ['/productTesting/testing', null],
      ],
    ])
    await expect.poll(() => tiles.filter({ hasText: '新窗口打开' }).count()).toBe(0)
  })

  test('the tile of the assessment explains it to a visitor, and opens single sign-on for an account', async () => {
    const [name, path] = ['5G工厂评估服务', '/evaluationService/service']
    const page = await open(await newVisitor())
    const tiles = page.getByRole('navigation', { name: '服务入口' })
    await tiles.getByRole('link', { name }).click()
    await page.waitForURL(`**${path}`)
    await page.getByRole('heading', { name: '办理流程' }).waitFor()
    await page.getByRole('banner').getByRole('button', { name: '登录' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('用户名').fill(enterprise)
    await dialog.getByLabel('密码', { exact: true }).fill(password)
    await dialog.getByRole('button', { name: '登录' }).click()
    await dialog.waitFor({ state: 'detached' })
    await open(page)
    await expect.poll(() => tiles.filter({ hasText: '新窗口打开' }).count()).toBe(1)
    const popup = page.waitForEvent('popup')
    await tiles.getByRole('link', { name }).click()
    await (await popup).waitForURL(`**${path}`)
  })
})

describe('the policy carousel (specification 000, section 2)', () => {
  const columns = ['政策文件', '政策解读', '申报通知']
  afterEach(() => visitor.clock.resume())

  test('advances every 4000 ms and starts over after the last tab', async () => {
    const page = await open()
    await stopClock(page)
    const first = columns.indexOf(await selectedTab(page))
    const tabs: string[] = []
    for (let i = 0; i < 4; i++) {
      tabs.push(await selectedTab(page))
      await page.clock.runFor(4000)
    }
    expect(tabs).toEqual([0, 1, 2, 3].map((step) => columns[(first + step) % 3]))
  })

  test('pauses under the pointer and the focus, and stops with its pause button', async () => {
    const page = await open()
    await stopClock(page)
    await carousel(page).hover()
    const first = await selectedTab(page)
    await page.clock.runFor(9000)
    expect(await selectedTab(page)).toBe(first)
    await carousel(page).getByRole('tab').first().click()
    await page.mouse.move(0, 0)
    await page.clock.runFor(9000)
    expect(await selectedTab(page)).toBe('政策文件')
    await carousel(page).getByRole('button', { name: '暂停轮播' }).click()
    // a click on a heading takes the focus from the button
    await page.getByRole('heading', { name: '政策与资讯' }).click()
    await page.mouse.move(0, 0)
    await page.clock.runFor(9000)
    expect(await selectedTab(page)).toBe('政策文件')
    await carousel(page).getByRole('button', { name: '继续轮播' }).waitFor()
  })

  test('does not move with reduced motion', async () => {
    const page = await open(await newVisitor({ reducedMotion: 'reduce' }))
    await carousel(page).getByRole('button', { name: '继续轮播' }).waitFor()
    await page.clock.runFor(9000)
    expect(await selectedTab(page)).toBe('政策文件')
  })

  test('switches tabs with arrow keys; files have a download label, news their date', async () => {
    const page = await open()
    await carousel(page).getByRole('tab').first().click()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => selectedTab(page)).toBe('政策解读')
    const card = carousel(page).getByRole('tabpanel', { name: '政策解读' })
    await expect
      .poll(() => card.getByRole('listitem').allInnerTexts())
      .toEqual([expect.stringMatching(/^政策解读一号\n下载\n2025-\d\d-\d\d$/), '政策解读二号\n2025-03-01'])
    const download = page.waitForEvent('download')
    await card.getByRole('link', { name: '政策解读一号' }).click()
    expect((await download).suggestedFilename()).toContain('.pdf')
    await card.getByRole('link', { name: '更多：政策解读' }).click()
    await page.getByRole('heading', { level: 1, name: '政策服务' }).waitFor()
  })
})

describe('the figures of the home page', () => {
  test.each([
    ['项目总数', 3],
    ['标杆项目数', 1],
  ])('%s leads to its %i projects', async (name, count) => {
    const page = await open()
    const figure = page.locator('dl > div', { hasText: name })
    await expect.poll(() => figure.locator('b').innerText()).toBe(String(count))
    await figure.getByRole('link').click()
    await page.getByText(`共 ${count} 个项目`).waitFor()
    await expect.poll(() => page.getByRole('rowheader').count()).toBe(count)
  })
})

describe('the map (docs/decisions/0050)', () => {
  const press = (container: Page | Locator, year: string) =>
    container.getByRole('group', { name: '入库年份' }).getByText(year, { exact: true }).click()

  test('changes the year by keyboard', async () => {
    const page = await open()
    const year = (name: string) => page.getByRole('radio', { name })
    const jiangsu = page.getByRole('option', { name: '江苏' })
    await expect.poll(() => jiangsu.getAttribute('aria-label')).toContain('3个项目')
    await year('全部年份').focus()
    await page.keyboard.press('ArrowRight')
    await page.getByRole('option', { name: '江苏，1个项目' }).waitFor()
    await expect.poll(() => year('2024').isChecked()).toBe(true)
    await page.keyboard.press('ArrowRight')
    await page.getByRole('option', { name: '江苏，2个项目' }).waitFor()
  })

  test('opens a province into its cities and a city into its projects; Escape goes back', async () => {
    const page = await open()
    await page.getByRole('option', { name: '江苏' }).click()
    const table = page.getByRole('table', { name: '江苏各地区（全部年份）' })
    await table.getByRole('row', { name: '苏州市 2' }).waitFor()
    await table.getByRole('row', { name: '南京市 1' }).waitFor()
    await page.keyboard.press('Escape')
    await table.waitFor({ state: 'detached' })
    await page.getByRole('option', { name: '江苏' }).click()
    await table.getByRole('link', { name: '苏州市' }).click()
    await page.getByText('共 2 个项目').waitFor()
    await expect.poll(() => page.getByRole('combobox', { name: '省份' }).inputValue()).toBe('320000')
  })

  test('keeps the choice in the address for going back, reloading and sharing, and ignores invalid values', async () => {
    const page = await open()
    await press(page, '2025')
    await page.getByRole('option', { name: '江苏，2个项目' }).click()
    const table = page.getByRole('table', { name: '江苏各地区（2025年入库）' })
    await table.getByRole('link', { name: '苏州市' }).click()
    await page.getByText('共 1 个项目').waitFor()
    await page.goBack()
    await table.waitFor()
    expect(new URL(page.url()).search).toBe('?year=2025&province=320000')
    await page.reload()
    await table.waitFor()
    await page.goto(`${platform.url}/Home?year=1999&province=nowhere`)
    await page.getByRole('option', { name: '江苏，3个项目' }).waitFor()
  })

  test('adapts its legend to the year, and the operators to the year and the province', async () => {
    const page = await open()
    const map = page.getByRole('region', { name: '全国项目分布' })
    await press(map, '2025')
    await page.getByRole('option', { name: '江苏，2个项目' }).click()
    const pie = map.getByRole('group', { name: '主要运营商分布（江苏，2025）' })
    await pie.getByRole('link', { name: '2 个（100.0%）' }).click()
    await page.getByText('共 2 个项目').waitFor()
    await page.goBack()
    await map.getByRole('listitem').filter({ hasText: '≥5' }).waitFor()
    await press(map, '全部年份')
    await map.getByRole('group', { name: '主要运营商分布（江苏）' }).getByText('3 个（100.0%）').waitFor()
  })

  test('opens a figure into its parts and a part into its projects', async () => {
    const page = await open()
    await page.getByRole('link', { name: '投资总额' }).click()
    await page.getByRole('heading', { level: 1, name: '投资总额' }).waitFor()
    await expect.poll(() => page.title()).toBe('投资总额构成-5G+工业互联网公共服务平台')
    await page.getByText(/数据来源：本平台项目库。数据截至 \d{4}-/).waitFor()
    const rows = page.getByRole('table', { name: '投资总额' }).getByRole('row')
    await expect.poll(() => rows.nth(1).getByRole('rowheader').innerText()).toBe('江苏')
    await rows.nth(1).getByRole('link', { name: '江苏' }).click()
    await page.getByText('共 3 个项目').waitFor()
    await expect.poll(() => page.getByRole('combobox', { name: '省份' }).inputValue()).toBe('320000')
    await page.getByRole('combobox', { name: '城市' }).selectOption('南京市')
    await page.getByRole('button', { name: '搜索' }).click()
    await page.getByText('共 1 个项目').waitFor()
  })

  test('shows source and time of the figures, and every figure opens its rows', async () => {
    const page = await open()
    const map = page.getByRole('region', { name: '全国项目分布' })
    await page.getByText(/数据来源：本平台。数据截至 \d{4}-/).waitFor()
    await expect.poll(() => page.getByText(/统计口径/).count()).toBe(1)
    const countText = (words: string) => page.getByText(words)
    const headingNamed = (name: string) => page.getByRole('heading', { level: 1, name })
    const expectOpens = async (figure: Locator, rows: Locator) => {
      await figure.click()
      await rows.waitFor()
      await page.goBack()
      await map.getByRole('option').first().waitFor()
    }
    await expectOpens(map.getByRole('link', { name: /^中国移动/ }), countText('共 3 个项目'))
    await expectOpens(map.getByRole('link', { name: '项目数' }), countText('共 3 个项目'))
    await expectOpens(map.getByRole('link', { name: '投资额' }), headingNamed('投资总额'))
    await expectOpens(map.getByRole('link', { name: '覆盖省份' }), headingNamed('项目总数'))
    await press(map, '2025')
    for (const name of ['项目数', '投资额', '覆盖省份'])
      await expectOpens(map.getByRole('link', { name }), countText('共 2 个项目'))
    await map.getByRole('button', { name: '以表格显示' }).first().click()
    await expectOpens(map.getByRole('row', { name: /^江苏/ }).getByRole('link'), countText('共 2 个项目'))
    await press(map, '全部年份')
    await map.getByRole('option', { name: '江苏' }).click()
    for (const name of ['项目数', '投资额', '发展指数'])
      await expectOpens(map.getByRole('link', { name }), countText('共 3 个项目'))
  })
})

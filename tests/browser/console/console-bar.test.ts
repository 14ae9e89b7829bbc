import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { notice } from '#contract/desk/notice.ts'
import { type MenuNode, menu } from '#contract/system/menu.ts'
import { topMenu } from '#contract/system/top-menu.ts'
import {
  clickEmptyArea,
  clickInGroup,
  dialogOf,
  goTo,
  openAs,
  openConsole,
  waitForMessage,
} from '../../support/page-steps.ts'
import type { Caller } from '../../support/platform.ts'
import { openSite, type Site } from '../../support/site.ts'

/** The frame of the console: top menus, bell, account menu, embedded pages, shortcut keys (specification 000, section 2). */

let site: Site<void>
let page: Page

const side = () => page.getByRole('navigation', { name: '菜单', exact: true })
const tops = () => page.getByRole('navigation', { name: '顶部菜单' })
const heading = (name: string) => page.getByRole('heading', { name, level: 1 })
const tab = (name: string) => page.getByRole('navigation', { name: '已打开的页面' }).getByRole('link', { name })
const palette = () => page.getByRole('dialog', { name: '快速搜索' })
const groups = () => side().getByRole('button').allInnerTexts()

const flat = (nodes: readonly MenuNode[]): MenuNode[] => nodes.flatMap((node) => [node, ...flat(node.children ?? [])])

const createMenus = async (admin: Caller) => {
  const menus = flat(await admin.get(menu.calls.routes))
  const idOf = (code: string) => menus.find((node) => node.code === code)?.id ?? ''
  const common = { parentId: idOf('desk'), alias: 'menu', source: 'api', category: 1, isOpen: 1 } as const
  const add = (values: { name: string; nameEn: string; code: string; path: string; sort: number }) =>
    admin.get(menu.calls.submit, { ...common, ...values })
  await add({ name: '政策原文', nameEn: 'Policies', code: 'embedded', path: '/projectList/policy?html', sort: 8 })
  await add({ name: '政府网站', nameEn: 'Outside', code: 'outside', path: 'https://elsewhere.example/', sort: 9 })
  const { id } = await admin.get(topMenu.calls.submit, {
    code: 'basics',
    name: '基础数据',
    nameEn: 'Basics',
    source: 'dict',
    sort: 1,
  })
  await admin.get(topMenu.calls.grant, { topMenuIds: id, menuIds: ['post', 'dict'].map(idOf).join() })
}

beforeAll(async () => {
  site = await openSite(async (platform) => {
    const admin = await platform.admin()
    await createMenus(admin)
    const common = { category: 1, content: '<p>正文</p>' } as const
    await admin.get(notice.calls.submit, { ...common, title: '第一号通知', releaseTime: '2026-01-01 08:00:00' })
    await admin.get(notice.calls.submit, { ...common, title: '第二号通知', releaseTime: '2026-01-02 08:00:00' })
    await admin.get(notice.calls.submit, { ...common, title: '尚未发布', releaseTime: '2999-01-01 08:00:00' })
  })
  page = await openConsole(site)
})

describe.sequential('the top menu', () => {
  test('a click shows its part of the menu and opens the first page of it; a reload keeps the choice', async () => {
    await side().getByRole('button', { name: '日志管理' }).waitFor()
    const before = await groups()
    await tops().getByRole('button', { name: '基础数据' }).click()
    await page.waitForURL('**/system/post')
    await expect.poll(groups).toEqual(['系统管理'])
    await expect.poll(() => tops().locator('[aria-current]').allInnerTexts()).toEqual(['基础数据'])
    await expect.poll(() => side().getByRole('link').allInnerTexts()).toEqual(['首页', '岗位管理', '系统字典'])
    await page.reload()
    await heading('岗位管理').waitFor()
    await expect.poll(groups).toEqual(['系统管理'])
    await tops().getByRole('button', { name: '首页' }).click()
    await page.waitForURL('**/wel/index')
    await expect.poll(groups).toEqual(before)
    await expect.poll(() => tops().locator('[aria-current]').allInnerTexts()).toEqual(['首页'])
    await page.goto('/system/role')
    await heading('角色管理').waitFor()
    await expect.poll(() => tops().locator('[aria-current]').count()).toBe(0)
    await page.goto('/wel/index')
  })

  test('on a phone it is above the menu', async () => {
    const { width = 0, height = 0 } = page.viewportSize() ?? {}
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: '展开菜单' }).click()
    await tops().getByTitle('顶部菜单').click()
    await tops().getByRole('button', { name: '基础数据' }).click()
    await page.waitForURL('**/system/post')
    await page.setViewportSize({ width, height })
    await tops().getByRole('button', { name: '首页' }).click()
    await page.waitForURL('**/wel/index')
  })
})

test('a list loads at most 12 script files, those of the bell and of the jobs included', async () => {
  const list = await openAs(site, '/system/post')
  await list.locator('tbody tr td').first().waitFor()
  for (const name of ['消息，2 条未读', '后台任务，0 个进行中']) await list.getByRole('button', { name }).waitFor()
  const scripts = await list.evaluate(() =>
    performance.getEntriesByType('resource').flatMap(({ name }) => (name.endsWith('.js') ? [name] : [])),
  )
  expect(scripts.some((name) => name.includes('/console-'))).toBe(true)
  expect(new Set(scripts).size).toBeLessThanOrEqual(12)
  await list.context().close()
})

describe.sequential('the bell', () => {
  const bell = (unread: number) => page.getByRole('button', { name: `消息，${unread} 条未读` })

  test('counts released unread notices; opening one reduces the count', async () => {
    await bell(2).click()
    const panel = page.getByRole('region', { name: '消息' })
    // two notices, and the link to all messages
    await expect.poll(() => panel.getByRole('link').count()).toBe(3)
    await panel.getByRole('link', { name: '第一号通知' }).click()
    await heading('第一号通知').waitFor()
    await bell(1).waitFor()
  })

  test('marks all as read at once', async () => {
    await bell(1).click()
    await page.getByRole('button', { name: '全部已读' }).click()
    await bell(0).waitFor()
    await clickEmptyArea(page)
    await page.getByRole('region', { name: '消息' }).waitFor({ state: 'detached' })
  })
})

describe.sequential('the account menu', () => {
  const tools = ['主题颜色', '错误日志', '锁屏', '选择主题', '全屏', '键盘快捷键', '切换语言（英文）', '退出登录']

  test('offers the tools of the top bar, and on a phone it is the only place for them', async () => {
    const menu = () => page.getByTitle('账号菜单').locator('xpath=..')
    await page.getByTitle('账号菜单').click()
    for (const name of tools) await menu().getByRole('button', { name, exact: true }).waitFor()
    await menu().getByRole('button', { name: '选择主题' }).click()
    await dialogOf(page, '选择主题').getByRole('button', { name: '关闭' }).click()
    const { width = 0, height = 0 } = page.viewportSize() ?? {}
    await page.setViewportSize({ width: 390, height: 844 })
    await expect.poll(() => page.getByRole('button', { name: '选择主题' }).count()).toBe(0)
    await page.getByTitle('账号菜单').click()
    await menu().getByRole('button', { name: '切换语言（英文）' }).click()
    await page.getByTitle('Account menu').click()
    await page.getByRole('button', { name: 'Switch language (Chinese)' }).click()
    await page.setViewportSize({ width, height })
    await heading('工作台').or(heading('第一号通知')).waitFor()
  })
})

describe.sequential('the top bar in English', () => {
  test.each([1440, 1280])('shows every name in full at a width of %i', async (width) => {
    await page.getByTitle('中文 / English').click()
    await page.getByRole('button', { name: 'English' }).last().click()
    await page.getByRole('navigation', { name: 'Top menu' }).getByRole('button', { name: 'Basics' }).waitFor()
    await page.setViewportSize({ width, height: 900 })
    const cut = await page
      .getByRole('banner')
      .evaluate((bar) =>
        [...bar.querySelectorAll('*')]
          .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 1)
          .map((one) => one.textContent),
      )
    expect(cut).toEqual([])
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByTitle('中文 / English').click()
    await page.getByRole('button', { name: '中文' }).last().click()
    await page.getByTitle('账号菜单').waitFor()
  })
})

describe.sequential('menus with external addresses', () => {
  test('a page of this platform is embedded in a tab with the name of its menu', async () => {
    await clickInGroup(side().getByRole('link', { name: '政策原文' }), side().getByRole('button', { name: '工作台' }))
    await page.waitForURL('**/myiframe/urlPath?src=*')
    await page.frameLocator('iframe').getByRole('heading', { name: '政策服务' }).waitFor()
    await tab('政策原文').waitFor()
    await expect.poll(() => side().getByRole('link', { name: '政策原文' }).getAttribute('aria-current')).toBe('page')
  })

  test('an embedded page keeps its state while another tab is active', async () => {
    await page
      .frameLocator('iframe')
      .getByRole('heading', { name: '政策服务' })
      .evaluate((at) => {
        at.textContent = '没有重新加载'
      })
    await tab('首页').click()
    await heading('工作台').waitFor()
    await tab('政策原文').click()
    await page.frameLocator('iframe').getByRole('heading', { name: '没有重新加载' }).waitFor()
  })

  test('another site opens in a new window and is never embedded', async () => {
    const link = side().getByRole('link', { name: '政府网站' })
    await expect.poll(() => link.getAttribute('href')).toBe('https://elsewhere.example/')
    await expect
      .poll(async () => [await link.getAttribute('target'), await link.getAttribute('rel')])
      .toEqual(['_blank', 'noopener noreferrer'])
    await page.goto('/myiframe/urlPath?src=https%3A%2F%2Felsewhere.example%2F')
    await page.getByText('所给地址不属于本平台').waitFor()
    await expect.poll(() => page.locator('iframe').count()).toBe(0)
  })

  test('a page that does not load says so in its tab; it can be retried and closed', async () => {
    const address = '/projectList1/404'
    await page.route(`**${address}`, (route) => route.abort())
    await page.goto(`/myiframe/urlPath?src=${encodeURIComponent(address)}`)
    await page.getByText('页面无法加载，请检查地址和网络后重试。').waitFor()
    await tab('内嵌页面').first().waitFor()
    await page.unroute(`**${address}`)
    await page.route(`**${address}`, (route) =>
      route.fulfill({ body: '<h1>重试后的页面</h1>', contentType: 'text/html' }),
    )
    await page.getByRole('button', { name: '重试' }).click()
    await page.frameLocator('iframe').getByText('重试后的页面').waitFor()
    await page.unroute(`**${address}`)
    // as the server sends uploaded files: scripts cannot read the document
    const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': 'sandbox' }
    await page.route(`**${address}`, (route) => route.fulfill({ body: '<h1>上传的文件</h1>', headers }))
    await page.reload()
    await page.locator('[aria-busy=false] > iframe').waitFor()
    await page.frameLocator('iframe').getByText('上传的文件').waitFor()
    await page.unroute(`**${address}`)
    await page.route(`**${address}`, (route) => route.fulfill({ body: '', contentType: 'text/html' }))
    await page.reload()
    await page.getByText('页面没有内容。').waitFor()
    await page.unroute(`**${address}`)
    await page.getByRole('button', { name: '关闭此页' }).click()
    await page.waitForURL((url) => !url.search.includes('projectList1'))
  })
})

describe.sequential('the shortcut keys of the console', () => {
  const help = () => dialogOf(page, '键盘快捷键')
  /** Clicks the page itself, so that the next keys go to the page. */
  const clickPage = () => page.getByRole('heading', { level: 1 }).click()
  const closeHelp = async () => {
    await help().getByRole('button', { name: '关闭' }).click()
    await help().waitFor({ state: 'detached' })
  }

  test('a dialog whose code cannot be loaded is a message, and the console stays', async () => {
    const code = /assets\/colour-picker-.*\.js/
    const opener = page.getByRole('button', { name: '主题颜色' })
    await page.route(code, (route) => route.abort())
    await opener.click()
    await waitForMessage(page, '页面没有加载完整')
    await page.unroute(code)
    await tab('首页').click()
    await heading('工作台').waitFor()
    await page.reload()
    await opener.click()
    await dialogOf(page, '主题颜色').getByRole('button', { name: '关闭' }).click()
  })

  test('? lists the keys of this page; table keys only if it has a table', async () => {
    const keys = () => help().locator('kbd').allInnerTexts()
    await tab('首页').click()
    await heading('工作台').click()
    await page.keyboard.press('?')
    await expect.poll(keys).toEqual(['?', 'm', '[', ']'])
    await closeHelp()
    await goTo(page, '系统管理', '参数管理')
    await page.getByRole('row').nth(1).waitFor()
    await clickPage()
    await page.keyboard.press('?')
    await expect.poll(keys).toEqual(expect.arrayContaining(['/', 'j', 'k', 'x', 'Enter', 'e']))
    await closeHelp()
  })

  test('[ and ] switch tabs', async () => {
    await clickPage()
    await page.keyboard.press(']')
    await heading('工作台').waitFor()
    await page.keyboard.press('[')
    await heading('参数管理').waitFor()
  })

  test('disabled keys do nothing, also after a reload, until they are enabled again', async () => {
    const setEnabled = async (on: boolean) => {
      await page.getByRole('button', { name: '键盘快捷键' }).click()
      await help().getByLabel('使用单键快捷键').setChecked(on)
      await closeHelp()
    }
    await setEnabled(false)
    await page.reload()
    await clickPage()
    await page.keyboard.press('m')
    await expect.poll(() => palette().count()).toBe(0)
    await setEnabled(true)
    await clickPage()
    await page.keyboard.press('m')
    await palette().waitFor()
    await page.keyboard.press('Escape')
  })
})

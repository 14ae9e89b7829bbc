import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { delayRequests } from '../../support/delay-requests.ts'
import { dialogOf, goTo, openConsole, queryOf, rowOf } from '../../support/page-steps.ts'
import { addLibraryRow } from '../../support/scenario.ts'
import { openSite, type Site } from '../../support/site.ts'

let site: Site<void>
let page: Page
let cityPage: Promise<Page> | undefined
/** The console as a city officer, who may not see everything. */
const openAsCity = () => {
  cityPage ??= openConsole(site, site.accounts.city)
  return cityPage
}
const list = /\/api\/caict-system\/param\/list/
const company = 'Chengchuan, Suzhou'
const chinese = /\p{Script=Han}/u

/** The text of the page without data and the names of languages. */
const textOf = async (of: Page) => (await of.locator('body').innerText()).replaceAll(/中文|管理员/g, '')
const switchLanguage = async (of: Page, language: '中文' | 'English') => {
  await of.getByTitle('中文 / English').click()
  await of.getByRole('button', { name: language }).last().click()
}

beforeAll(async () => {
  site = await openSite(async (platform) => {
    // the test of an empty list needs this
    await platform.db.deleteFrom('post').execute()
    const admin = await platform.admin()
    for (let n = 1; n < 20; n++) await addLibraryRow(admin, { projectName: `项目${n}` })
    const trade = { categorize: '3961', nationalEconomy1: 'C', nationalEconomy2: '39' }
    await addLibraryRow(admin, { projectName: '项目20', commpanyName: company, ...trade })
  })
  page = await openConsole(site)
})

describe.sequential('each state of a page has its own text', () => {
  const main = () => page.getByRole('main')

  test('loading: the page shows that it is loading, then the rows', async () => {
    const release = await delayRequests(list, page)
    await page.goto('/system/param?size=50')
    await main().getByRole('status').getByText('加载中').waitFor()
    await expect
      .poll(() =>
        main()
          .getByText(/暂无数据|没有符合条件的数据|重试/)
          .count(),
      )
      .toBe(0)
    release()
    await rowOf(page, 'account.failCount').waitFor()
  })

  test('the frame is in its place before the menus are known', async () => {
    const release = await delayRequests(/menu\/routes/, page)
    await page.goto('/system/param?size=50')
    const name = page.getByRole('banner').getByText('5G+工业互联网公共服务平台')
    await name.waitFor()
    await main().getByRole('status').getByText('加载中').waitFor()
    const [waiting, side] = [await name.boundingBox(), await main().boundingBox()]
    release()
    await rowOf(page, 'account.failCount').waitFor()
    expect([await name.boundingBox(), (await main().boundingBox())?.x]).toEqual([waiting, side?.x])
  })

  test('rows wait for the permissions, so that their actions do not move them', async () => {
    const release = await delayRequests(/menu\/buttons/, page)
    const rows = page.waitForResponse(list)
    await page.goto('/system/param?size=50')
    await rows
    await main().getByRole('status').getByText('加载中').waitFor()
    release()
    await rowOf(page, 'account.failCount').getByRole('button', { name: /^编辑/ }).waitFor()
  })

  test('where rows do not wait, permissions that arrive later do not move the focus', async () => {
    const release = await delayRequests(/menu\/buttons/, page)
    await page.goto('/system/dict')
    await rowOf(page, 'button_func').waitFor()
    release()
    await main().getByRole('button', { name: '新增' }).waitFor()
    await page.getByRole('checkbox').nth(1).waitFor()
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
  })

  test('empty: the page says so and offers to add a row', async () => {
    await goTo(page, '系统管理', '岗位管理')
    await main().getByText('暂无数据').waitFor()
    await main().getByRole('button', { name: '新增' }).nth(1).waitFor()
  })

  test('no match: the page says so and offers to clear the filters', async () => {
    await page.goto('/system/param?size=50&paramName=没有这样的参数')
    await main().getByText('没有符合条件的数据').waitFor()
    await main().getByRole('button', { name: '重置条件' }).click()
    await rowOf(page, 'account.failCount').waitFor()
    expect(queryOf(page)).toEqual({ size: '50' })
  })

  test('network error: the page says so, and a retry shows the rows', async () => {
    await page.clock.install()
    await page.route(list, (route) => route.abort())
    await page.goto('/system/param?size=50')
    const alert = main().getByRole('alert').getByText('网络连接失败，请检查网络后重试')
    // the page retries by itself for some seconds; skip them
    await expect.poll(() => page.clock.fastForward(1_000).then(() => alert.isVisible())).toBe(true)
    await page.unroute(list)
    await main().getByRole('button', { name: '重试' }).click()
    await rowOf(page, 'account.failCount').waitFor()
  })

  test('no permission: the page says so, sends no request and opens no tab', async () => {
    const city = await openAsCity()
    const requestUrls: string[] = []
    city.on('request', (request) => requestUrls.push(request.url()))
    await city.goto('/system/user')
    await city.getByRole('heading', { name: '没有访问权限' }).waitFor()
    await expect.poll(() => city.title()).toContain('没有访问权限')
    expect(requestUrls.filter((url) => url.includes('/user/page'))).toEqual([])
    const tabs = city.getByRole('navigation', { name: '已打开的页面' })
    await expect.poll(() => tabs.getByRole('link').allInnerTexts()).toEqual(['首页'])
  })

  test('an unknown address leads to 404, with its own text inside the console', async () => {
    await page.goto('/system/nothing')
    await page.getByRole('heading', { name: '页面不存在' }).waitFor()
    await page.getByText('可从菜单进入').waitFor()
    await page.goto('/nowhere')
    await page.waitForURL('**/404')
    await page.getByText('可从菜单进入').waitFor()
  })

  test.each([
    ['/403', '没有访问权限'],
    ['/500', '抱歉，服务出现问题'],
    ['/myiframe/nothing', '内嵌页面'],
  ])('%s stays in the frame of the console for a logged-in user', async (path, title) => {
    await page.goto(path)
    await page.getByRole('heading', { name: title }).waitFor()
    await page.getByRole('navigation', { name: '菜单', exact: true }).waitFor()
    await page.getByRole('link', { name: '返回工作台' }).click()
    await page.getByRole('heading', { name: '工作台', level: 1 }).waitFor()
  })

  test('a problem page closes, and the tab that was open before is open again', async () => {
    await goTo(page, '系统管理', '权限透视')
    await page.goto('/nowhere/at/all')
    await page.getByRole('heading', { name: '页面不存在' }).waitFor()
    await page.getByRole('button', { name: '关闭此页' }).click()
    await page.getByRole('heading', { name: '权限透视', level: 1 }).waitFor()
  })
})

describe.sequential('the language', () => {
  test('changes all text and the title, and is remembered', async () => {
    await page.goto('/system/post')
    await page.getByText('暂无数据').waitFor()
    await switchLanguage(page, 'English')
    await page.getByText('Nothing here yet').waitFor()
    await page.waitForFunction(() => document.title.startsWith('Positions'))
    // the names of menus and dictionaries are requested again
    await expect.poll(() => textOf(page)).not.toMatch(chinese)
    await expect.poll(() => page.title()).toBe('Positions – 5G + Industrial Internet Public Service Platform')
    await page.reload()
    await page.getByText('Nothing here yet').waitFor()
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('en')
    await page.getByRole('button', { name: 'Add', exact: true }).first().click()
    const form = page.getByRole('dialog')
    await form.getByRole('button', { name: 'Save' }).click()
    await form.getByRole('alert').getByText('There are 3 problems').waitFor()
    expect(await form.innerText()).not.toMatch(chinese)
    await form.getByRole('button', { name: 'Cancel' }).click()
    await switchLanguage(page, '中文')
    await page.getByText('暂无数据').waitFor()
  })

  test('changes the names of dictionaries', async () => {
    await page.goto('/system/dict')
    await page.getByRole('button', { name: '性别', exact: true }).waitFor()
    await switchLanguage(page, 'English')
    await page.getByRole('button', { name: 'Sex', exact: true }).click()
    const entries = page.getByRole('region', { name: 'Sex' })
    await rowOf(entries, 'Female').getByRole('switch', { name: 'Sealed: Female' }).waitFor()
    await switchLanguage(page, '中文')
    await page.getByRole('region', { name: '性别' }).waitFor()
  })

  test('changes the names of industries of every level; commas in data stay commas', async () => {
    const expectIndustry = async (label: string, industry: string, close: string, ...texts: string[]) => {
      const form = dialogOf(page, '项目20')
      const field = form.getByRole('combobox', { name: label, exact: true })
      await page.getByRole('button', { name: /^(编辑|Edit) 项目20$/ }).click()
      await expect.poll(() => field.inputValue()).toBe(industry)
      await form.getByRole('button', { name: /^(取消|Cancel)$/ }).click()
      await form.waitFor({ state: 'detached' })
      const detail = dialogOf(page, '项目20')
      await rowOf(page, '项目20').getByRole('cell').nth(1).click()
      for (const text of texts) await detail.getByText(text, { exact: true }).waitFor()
      await detail.getByRole('button', { name: close, exact: true }).last().click()
      await detail.waitFor({ state: 'detached' })
    }
    await page.goto('/project/library?size=30')
    await rowOf(page, '项目20').waitFor()
    await expectIndustry('国民经济分类', '3961 可穿戴智能设备制造', '关闭', '可穿戴智能设备制造', company)
    await switchLanguage(page, 'English')
    const division = 'Manufacture of Computers, Communication and Other Electronic Equipment'
    await expectIndustry('Industry', '3961 Manufacture of Wearable Smart Devices', 'Close', division, company)
    await switchLanguage(page, '中文')
    await page.getByRole('button', { name: '编辑 项目20' }).waitFor()
  })

  test('changes the portal for visitors', async () => {
    const visitor = await site.visit('desk', '/registerView/register')
    await visitor.getByRole('heading', { name: '用户注册' }).waitFor()
    await switchLanguage(visitor, 'English')
    await visitor.getByRole('heading', { name: 'Registration' }).waitFor()
    await expect.poll(() => textOf(visitor)).not.toMatch(chinese)
    await expect.poll(() => visitor.title()).toBe('Registration – 5G + Industrial Internet Public Service Platform')
  })
})

describe.sequential('the project library (specification 001, section 13)', () => {
  test('its table is 430 pixels high; the rows scroll below the header', async () => {
    await page.goto('/project/library?size=30')
    await rowOf(page, '项目20').waitFor()
    const table = page.getByRole('table')
    const frame = await table.evaluate((element) => {
      let box = element.parentElement as HTMLElement
      while (getComputedStyle(box).overflowY !== 'auto') box = box.parentElement as HTMLElement
      box.scrollTop = box.scrollHeight
      return { height: Math.round(box.getBoundingClientRect().height), top: box.getBoundingClientRect().top }
    })
    expect(frame.height).toBe(430)
    const head = await page.getByRole('columnheader', { name: '项目名称' }).boundingBox()
    expect(Math.round((head?.y ?? 0) - frame.top)).toBe(0)
  })

  test('only a user who may see all operators can search by operator', async () => {
    await expect.poll(() => page.getByRole('search').getByLabel('运营商').count()).toBe(1)
    const city = await openAsCity()
    await goTo(city, '项目管理', '项目库')
    await rowOf(city, '项目20').waitFor()
    await city.getByRole('search').getByLabel('年份').waitFor({ state: 'attached' })
    await expect.poll(() => city.getByRole('search').getByLabel('运营商').count()).toBe(0)
  })
})

test('an address used by Saber clients redirects to the screen', async () => {
  await page.goto('/authority/role')
  await page.getByRole('heading', { name: '角色管理' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/system/role')
})

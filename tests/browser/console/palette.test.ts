import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { recordSearch } from '#contract/desk/record-search.ts'
import { entities } from '#contract/index.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { hasAddForm } from '#web/admin/screens.tsx'
import { delayRequests } from '../../support/delay-requests.ts'
import { hasFocus } from '../../support/keyboard.ts'
import { barriersOn, contrastFaultsInDark } from '../../support/page-faults.ts'
import { switchLanguage } from '../../support/page-look.ts'
import { clickEmptyArea, dialogOf, goTo, openConsole, queryOf, rowOf } from '../../support/page-steps.ts'
import { addLibraryRow, createStaff } from '../../support/scenario.ts'
import { openSite, type Site } from '../../support/site.ts'

/** The command palette: menus (specification 000, section 2: by name prefix, Escape closes), records and actions. */

let site: Site<{ readonly suzhou: string }>
let page: Page

const palette = (of = page) => of.getByRole('dialog', { name: '快速搜索' })
const field = (of = page) => palette(of).getByRole('combobox')
const options = (of = page) => palette(of).getByRole('option')
const option = (name: string | RegExp, of = page) => palette(of).getByRole('option', { name })
const group = (name: string, of = page) => palette(of).getByRole('group', { name })
const labelsIn = (name: string, of = page) =>
  group(name, of).locator('[role=option] > span:nth-child(2)').allInnerTexts()
const heading = (name: string) => page.getByRole('heading', { name, level: 1 })
const open = async (text = '', of = page) => {
  await of.keyboard.press('Control+k')
  await field(of).fill(text)
}
const close = async (of = page) => {
  await of.keyboard.press('Escape')
  await palette(of).waitFor({ state: 'detached' })
}

beforeAll(async () => {
  site = await openSite(async (platform) => {
    const admin = await platform.admin()
    await addLibraryRow(admin, { projectName: '苏州澄川工厂', city: '320500' })
    await addLibraryRow(admin, { projectName: '南京澄川工厂', city: '320100' })
    return { suzhou: (await createStaff(platform, 'city', '320500')).account }
  })
  page = await openConsole(site)
})

describe.sequential('the command palette', () => {
  test('keeps what is typed while its code is loaded, which is not taken for shortcuts of the page', async () => {
    const release = await delayRequests(/assets\/palette-.*\.js/, page)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('?jsgm')
    await page.keyboard.press('Backspace')
    await page.keyboard.type('l')
    expect(await page.getByRole('dialog').count()).toBe(0)
    release()
    await expect.poll(() => field().inputValue()).toBe('?jsgl')
    await close()
    // the next opening begins without it
    await page.keyboard.press('Control+k')
    await expect.poll(() => field().inputValue()).toBe('')
    await close()
  })

  test('opens by Ctrl K, by its button and by the key m; Escape and a press outside close it', async () => {
    await page.keyboard.press('Control+k')
    await expect.poll(() => hasFocus(field())).toBe(true)
    await close()
    const opener = page.getByRole('button', { name: '快速搜索' })
    await opener.click()
    await palette().waitFor()
    await close()
    await expect.poll(() => hasFocus(opener)).toBe(true)
    await heading('工作台').click()
    await page.keyboard.press('m')
    await palette().waitFor()
    await page.mouse.click(40, 700)
    await palette().waitFor({ state: 'detached' })
  })

  test('finds menus: those that start with the text first, then those that contain it, then pinyin, then other words', async () => {
    await open('日志')
    await expect.poll(() => labelsIn('菜单')).toEqual(['审计日志', '接口日志', '通用日志', '错误日志', '登录日志'])
    await field().fill('系统')
    await expect.poll(() => labelsIn('菜单')).toEqual(['系统自检', '系统字典'])
    await field().fill('jsgl')
    await expect.poll(() => labelsIn('菜单')).toEqual(['角色管理'])
    await field().fill('rizhi')
    await expect.poll(() => labelsIn('菜单')).toEqual(['审计日志', '接口日志', '通用日志', '错误日志', '登录日志'])
    await field().fill('统计')
    await expect.poll(() => labelsIn('菜单')).toEqual(['数据概览', '办理记录'])
    await close()
  })

  test('opens a menu by keyboard: the arrow keys select, Enter opens, and the focus moves to the page', async () => {
    await open('接口')
    await expect.poll(() => labelsIn('菜单')).toEqual(['接口权限', '接口密钥', '接口日志'])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => option('接口日志').getAttribute('aria-selected')).toBe('true')
    await page.keyboard.press('Enter')
    await heading('接口日志').waitFor()
    expect(new URL(page.url()).pathname).toBe('/log/log-api')
    await expect.poll(() => hasFocus(page.locator('#main'))).toBe(true)
    await expect.poll(() => palette().count()).toBe(0)
  })

  test('opens a record in its list by mouse', async () => {
    await open('苏州澄川')
    await option(/苏州澄川工厂.*项目库/).click()
    await heading('项目库').waitFor()
    await rowOf(page, '苏州澄川工厂').waitFor()
    await page.getByText('共 1 条').waitFor()
    expect(queryOf(page)).toEqual({ projectName_equal: '苏州澄川工厂' })
  })

  test('finds an account by a part of its number', async () => {
    await open(site.data.suzhou.toUpperCase())
    await option(new RegExp(site.data.suzhou)).click()
    await heading('用户管理').waitFor()
    await rowOf(page, site.data.suzhou).waitFor()
    expect(queryOf(page)).toEqual({ account_equal: site.data.suzhou })
  })

  test('starts an action of the list on the record that is found', async () => {
    await open(site.data.suzhou)
    await option(/^重置密码/).click()
    await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await page.evaluate(() => history.state?.usr ?? null)).toBeNull()
    await open(site.data.suzhou)
    await option(/^编辑/).click()
    await page.waitForURL('**panel=edit**')
    await page.goto('/wel/index')
    await page.getByRole('navigation', { name: '菜单', exact: true }).getByRole('button').first().waitFor()
  })

  test('runs an action by mouse', async () => {
    await open('锁屏')
    await option('锁屏').click()
    await dialogOf(page, '设置锁屏密码').waitFor()
    // nothing opens above a dialog
    await page.keyboard.press('Control+k')
    await expect.poll(() => palette().count()).toBe(0)
    await dialogOf(page, '设置锁屏密码').getByRole('button', { name: '取消' }).click()
  })

  test('lists recent choices first', async () => {
    await open()
    const recent = [
      '锁屏',
      `city 登录账号：${site.data.suzhou}`,
      '苏州澄川工厂 单位名称：苏州澄川测试有限公司',
      '接口日志',
    ]
    await expect.poll(async () => (await labelsIn('最近使用')).map((label) => label.trim())).toEqual(recent)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/project/library?**')
  })

  test('says when nothing matches, and keeps menus and actions when records cannot be searched', async () => {
    await open('没有这样的东西')
    await palette().getByRole('status').getByText('没有匹配的菜单、数据或操作').waitFor()
    await expect.poll(() => options().count()).toBe(0)
    await page.route(`**${recordSearch.records.path}?*`, (route) => route.abort())
    await field().fill('用户管')
    await palette().getByRole('status').getByText('数据搜索失败').waitFor()
    await option('用户管理').waitFor()
    await page.unroute(`**${recordSearch.records.path}?*`)
    await close()
  })

  test('offers an officer only what the officer may see and do', async () => {
    const officer = await openConsole(site, site.data.suzhou)
    await open('澄川工厂', officer)
    await option('苏州澄川工厂', officer).waitFor()
    await expect.poll(() => options(officer).count()).toBe(1)
    await field(officer).fill('用户')
    await palette(officer).getByRole('status').getByText('没有匹配的').waitFor()
    await officer.context().close()
  })
})

describe.sequential('rows are added from the palette', () => {
  const names = (Object.values(entities) as AnyEntity[])
    .filter((entity) => (entity.calls.save ?? entity.calls.submit) && hasAddForm(entity))
    .filter(({ area }) => area !== 'job')
    .map(({ rowLabel, label }) => `新增${(rowLabel ?? label)[0]}`)

  test.each(names)('%s opens the form of a new row', async (name) => {
    await open(name)
    await palette().getByRole('option', { name, exact: true }).click()
    const form = dialogOf(page, new RegExp(`^${name}`))
    await form.getByRole('button', { name: '取消' }).click()
    await form.waitFor({ state: 'detached' })
    // a reload does not open it again
    expect(await page.evaluate(() => history.state?.usr ?? null)).toBeNull()
  })
})

describe.sequential('no accessibility fault with the palette open', () => {
  const faults = async () => {
    const found = [await barriersOn(page)]
    await page.setViewportSize({ width: 390, height: 844 })
    found.push(await barriersOn(page))
    await page.setViewportSize({ width: 1440, height: 900 })
    return found.flat()
  }

  test('in Chinese, in the light and the dark theme', async () => {
    await goTo(page, '系统管理', '岗位管理')
    await open()
    expect(await faults()).toEqual([])
    await field().fill('管理')
    await option('用户管理').waitFor()
    expect(await faults()).toEqual([])
    expect(await contrastFaultsInDark(page)).toEqual([])
    await close()
  })

  test('in English, without Chinese texts', async () => {
    await switchLanguage(page, 'en')
    await page.getByRole('heading', { name: 'Positions', level: 1 }).waitFor()
    await page.keyboard.press('Control+k')
    const english = page.getByRole('dialog', { name: 'Quick search' })
    await english.getByRole('combobox').fill('user')
    await english.getByRole('option', { name: 'Add user' }).waitFor()
    expect(await faults()).toEqual([])
    expect(await english.innerText()).not.toMatch(/[\u4e00-\u9fff]/)
    await page.keyboard.press('Escape')
    await clickEmptyArea(page)
    await switchLanguage(page, 'zh')
  })
})

import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { collectFocusFaults, hasFocus, tabTo as reach } from '../../support/keyboard.ts'
import { dialogOf, questionOf, rowOf, visit, waitForMessage } from '../../support/page-steps.ts'
import { openSite, type Site } from '../../support/site.ts'
import { until } from '../../support/until.ts'

/** The main way through the product without a mouse; nothing here presses anything but keys. */

let site: Site<void>
let page: Page

const tabTo = (target: Locator, key?: string, most?: number) =>
  reach(page, target, { ...(key ? { key } : {}), ...(most ? { maxPresses: most } : {}) })
const type = (words: string) => page.keyboard.type(words)

beforeAll(async () => {
  // a list that is empty
  site = await openSite(async (platform) => {
    await platform.db.deleteFrom('post').execute()
  })
  page = await visit(site)
})

describe.sequential('a visitor', () => {
  test('the first press of Tab offers to skip to the content, in sight, and Enter goes there', async () => {
    await page.waitForURL('**/Home')
    await page.getByRole('heading', { level: 1 }).waitFor()
    // the address / leads on to the home page, and that is no move of the visitor's
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: '跳到正文' })
    await expect.poll(() => hasFocus(skip)).toBe(true)
    expect((await skip.boundingBox())?.y).toBeGreaterThanOrEqual(0)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await expect.poll(() => hasFocus(page.getByRole('main'))).toBe(true)
  })

  test('opens the login and closes it by Escape; the focus is back on the button', async () => {
    const button = page.getByRole('banner').getByRole('button', { name: '登录' })
    await tabTo(button, 'Shift+Tab')
    await page.keyboard.press('Enter')
    const dialog = dialogOf(page, '登录')
    await dialog.waitFor()
    await expect.poll(() => hasFocus(dialog)).toBe(true)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => hasFocus(button)).toBe(true)
  })

  test('what is missing takes the focus; filled, Enter logs in', async () => {
    await page.keyboard.press('Enter')
    const dialog = dialogOf(page, '登录')
    await tabTo(dialog.getByLabel('用户名'))
    await page.keyboard.press('Enter')
    await dialog.getByText('请输入密码').waitFor()
    await expect.poll(() => hasFocus(dialog.getByLabel('用户名'))).toBe(true)
    await type('admin')
    await tabTo(dialog.getByLabel('密码', { exact: true }))
    await type(inject('adminPassword'))
    await tabTo(dialog.getByTitle('看不清，换一张'))
    const answer = await site.readCaptcha(page, () => page.keyboard.press('Enter'))
    await tabTo(dialog.getByLabel('验证码', { exact: true }), 'Shift+Tab')
    await type(answer)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/wel/index')
  })
})

describe.sequential('at the console', () => {
  const add = () => page.getByRole('button', { name: '新增', exact: true }).first()
  const form = () => dialogOf(page, '新增岗位')

  test('the skip link leads past the menu', async () => {
    await page.getByRole('navigation', { name: '菜单' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('Tab')
    await expect.poll(() => hasFocus(page.getByRole('link', { name: '跳到正文' }))).toBe(true)
    await page.keyboard.press('Enter')
    await expect.poll(() => hasFocus(page.getByRole('main'))).toBe(true)
  })

  test('the menu opens and leads to a page', async () => {
    await tabTo(page.getByRole('button', { name: '系统管理' }), 'Shift+Tab')
    await page.keyboard.press('Enter')
    await tabTo(page.getByRole('link', { name: '岗位管理' }))
    await page.keyboard.press('Enter')
    await page.waitForURL('**/system/post')
    await page.getByText('暂无数据').waitFor()
  })

  test('a form opens with the focus in it; from there it goes on to the frame, never to the page below', async () => {
    await tabTo(add())
    await page.keyboard.press('Enter')
    await form().waitFor()
    await expect.poll(() => hasFocus(form())).toBe(true)
    const below = page.locator('[data-page=shown]')
    for (let i = 0; i < 24; i++) {
      await page.keyboard.press('Tab')
      await expect.poll(() => hasFocus(below)).toBe(false)
    }
    await tabTo(form().getByRole('button', { name: '取消' }))
    await page.keyboard.press('Escape')
    await form().waitFor({ state: 'hidden' })
    await until(() => hasFocus(add()))
  })

  test('it is filled and saved; the focus is back where it was', async () => {
    await page.keyboard.press('Enter')
    await tabTo(form().getByLabel('岗位类型'))
    for (const _ of ['高层', '中层']) await page.keyboard.press('ArrowDown')
    await tabTo(form().getByLabel('岗位编号'))
    await type('K01')
    await tabTo(form().getByLabel('岗位名称'))
    await type('键盘岗位')
    await page.keyboard.press('Enter')
    await form().getByRole('button', { name: '请输入岗位排序' }).waitFor()
    await tabTo(form().getByRole('button', { name: '请输入岗位排序' }))
    await page.keyboard.press('Enter')
    await expect.poll(() => hasFocus(form().getByLabel('岗位排序'))).toBe(true)
    await type('1')
    await tabTo(form().getByRole('button', { name: '保存' }))
    await page.keyboard.press('Enter')
    await waitForMessage(page, '新增成功')
    await rowOf(page, '键盘岗位').getByText('中层').waitFor()
    await form().waitFor({ state: 'hidden' })
    await until(() => hasFocus(add()))
  })

  test('everything the Tab key reaches is marked, and nothing lies over it', async () => {
    await page.reload()
    await rowOf(page, '键盘岗位').waitFor()
    expect(await collectFocusFaults(page, 50)).toEqual([])
    await tabTo(add())
    await page.keyboard.press('Enter')
    await form().waitFor()
    expect(await collectFocusFaults(page, 9)).toEqual([])
    await page.keyboard.press('Escape')
    await form().waitFor({ state: 'hidden' })
  })

  test('a row is chosen by space and removed; the question starts at its safe answer', async () => {
    await tabTo(page.getByRole('checkbox', { name: '选择 键盘岗位' }))
    await page.keyboard.press('Space')
    await page.getByText('已选 1 项').waitFor()
    await tabTo(page.getByRole('button', { name: '删除', exact: true }), 'Shift+Tab')
    await page.keyboard.press('Enter')
    const asked = questionOf(page, '确定将选择数据删除?')
    await asked.waitFor()
    await expect.poll(() => hasFocus(asked.getByRole('button', { name: '取消' }))).toBe(true)
    await tabTo(asked.getByRole('button', { name: '确定' }))
    await page.keyboard.press('Enter')
    await waitForMessage(page, '删除成功')
    await page.getByText('暂无数据').waitFor()
  })

  test('a list of choices opens, closes by Escape and gives the focus back', async () => {
    const opener = page.getByTitle('账号菜单')
    await tabTo(opener, 'Shift+Tab', 80)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: '退出登录' }).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '退出登录' }).waitFor({ state: 'hidden' })
    await expect.poll(() => hasFocus(opener)).toBe(true)
  })
})

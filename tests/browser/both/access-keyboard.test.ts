import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { collectFocusFaults, hasFocus, tabTo as tabToTarget } from '../../support/keyboard.ts'
import { dialogOf, questionOf, rowOf, visit, waitForMessage } from '../../support/page-steps.ts'
import { openSite, type Site } from '../../support/site.ts'
import { until } from '../../support/until.ts'

/** The main path through the product without a mouse: these tests only press keys. */

let site: Site<void>
let page: Page

const tabTo = (target: Locator, key?: string, maxPresses?: number) =>
  tabToTarget(page, target, { ...(key ? { key } : {}), ...(maxPresses ? { maxPresses } : {}) })
const type = (text: string) => page.keyboard.type(text)

beforeAll(async () => {
  // the test of the list below needs it to be empty
  site = await openSite(async (platform) => {
    await platform.db.deleteFrom('post').execute()
  })
  page = await visit(site)
})

describe.sequential('a visitor', () => {
  test('reaches a visible skip link with the first Tab, and Enter moves to the content', async () => {
    await page.waitForURL('**/Home')
    await page.getByRole('heading', { level: 1 }).waitFor()
    // the redirect from / to the home page must not move the focus
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: '跳到正文' })
    await expect.poll(() => hasFocus(skip)).toBe(true)
    expect((await skip.boundingBox())?.y).toBeGreaterThanOrEqual(0)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await expect.poll(() => hasFocus(page.getByRole('main'))).toBe(true)
  })

  test('opens the login and closes it with Escape; the focus returns to the button', async () => {
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

  test('gets the focus on the first empty field, and logs in with Enter once all are filled in', async () => {
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

describe.sequential('the console by keyboard', () => {
  const add = () => page.getByRole('button', { name: '新增', exact: true }).first()
  const form = () => dialogOf(page, '新增岗位')

  test('the skip link skips the menu', async () => {
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

  test('a form opens with the focus in it; Tab moves on to the frame, never to the page behind the form', async () => {
    await tabTo(add())
    await page.keyboard.press('Enter')
    await form().waitFor()
    await expect.poll(() => hasFocus(form())).toBe(true)
    const pageBehind = page.locator('[data-page=shown]')
    for (let i = 0; i < 24; i++) {
      await page.keyboard.press('Tab')
      await expect.poll(() => hasFocus(pageBehind)).toBe(false)
    }
    await tabTo(form().getByRole('button', { name: '取消' }))
    await page.keyboard.press('Escape')
    await form().waitFor({ state: 'hidden' })
    await until(() => hasFocus(add()))
  })

  test('a form can be filled in and saved; the focus returns to the button that opened it', async () => {
    await page.keyboard.press('Enter')
    await tabTo(form().getByLabel('岗位类型'))
    for (const _ of ['高层', '中层']) await page.keyboard.press('ArrowDown')
    await tabTo(form().getByLabel('岗位编号'))
    await type('K01')
    await tabTo(form().getByLabel('岗位名称'))
    await page.keyboard.press('Enter')
    await form().getByRole('button', { name: '请输入岗位名称' }).waitFor()
    await tabTo(form().getByRole('button', { name: '请输入岗位名称' }))
    await page.keyboard.press('Enter')
    await expect.poll(() => hasFocus(form().getByLabel('岗位名称'))).toBe(true)
    await type('键盘岗位')
    // last among the posts without being asked
    await expect.poll(() => form().getByLabel('岗位排序').inputValue()).toMatch(/^[1-9]/)
    await tabTo(form().getByRole('button', { name: '保存' }))
    await page.keyboard.press('Enter')
    await waitForMessage(page, '新增成功')
    await rowOf(page, '键盘岗位').getByText('中层').waitFor()
    await form().waitFor({ state: 'hidden' })
    await until(() => hasFocus(add()))
  })

  test('everything the Tab key reaches has a focus mark and is not covered', async () => {
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

  test('Space selects a row, which can be removed; the confirmation focuses its safe answer', async () => {
    await tabTo(page.getByRole('checkbox', { name: '选择 键盘岗位' }))
    await page.keyboard.press('Space')
    await page.getByText('已选 1 项').waitFor()
    await tabTo(page.getByRole('button', { name: '删除', exact: true }), 'Shift+Tab')
    await page.keyboard.press('Enter')
    const question = questionOf(page, '确定将选择数据删除?')
    await question.waitFor()
    await expect.poll(() => hasFocus(question.getByRole('button', { name: '取消' }))).toBe(true)
    await tabTo(question.getByRole('button', { name: '确定' }))
    await page.keyboard.press('Enter')
    await waitForMessage(page, '删除成功')
    await page.getByText('暂无数据').waitFor()
  })

  test('a dropdown opens, closes with Escape and returns the focus', async () => {
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

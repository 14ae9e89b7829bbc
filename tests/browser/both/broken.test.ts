import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { waitForHydration } from '../../support/keyboard.ts'
import { questionOf } from '../../support/page-steps.ts'
import { password } from '../../support/scenario.ts'
import { openSite, type Site } from '../../support/site.ts'

let site: Site
let page: Page

beforeAll(async () => {
  site = await openSite()
  page = await site.visit()
  await page.getByRole('heading', { level: 1 }).waitFor()
})

test('a page whose files cannot be fetched shows an error within the frame and appears after a retry', async () => {
  await page.route(/assets\/register-.*\.js/, (route) => route.abort())
  await page.getByRole('banner').getByRole('link', { name: '注册' }).click()
  await page.getByRole('alert').getByText('页面没有加载完整').waitFor()
  await expect.poll(() => page.getByRole('banner').isVisible()).toBe(true)
  await page.unroute(/assets\/register-.*\.js/)
  await page.getByRole('button', { name: '重新加载' }).click()
  await page.getByRole('heading', { name: '用户注册' }).waitFor()
})

test('a page whose files never arrive soon shows a progress bar, and after 120 s an error, which is logged', async () => {
  await page.clock.install()
  await page.goto('/Home')
  await waitForHydration(page)
  const now = () => page.evaluate(() => Date.now())
  await page.clock.pauseAt((await now()) + 1000)
  // never answered, as on a dead connection
  await page.route(/assets\/look-up-.*\.js/, () => {})
  const start = await now()
  await page.getByRole('banner').getByRole('link', { name: '进度查询' }).click()
  await page.waitForURL('**/lookUp')
  // the page may start its timers after the address has changed, so the clock advances until the result is visible
  const progress = page.getByRole('progressbar', { name: '页面加载中' })
  await expect.poll(() => page.clock.runFor(100).then(() => progress.isVisible())).toBe(true)
  await page.clock.runFor(start + 119_000 - (await now()))
  const alert = page.getByRole('alert').getByText('页面没有加载完整')
  await expect.poll(() => alert.count()).toBe(0)
  await expect.poll(() => page.clock.runFor(1000).then(() => alert.isVisible())).toBe(true)
  await progress.waitFor({ state: 'detached' })
  await page.clock.resume()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('saber-errorLog'))).toContain('No file within 120 s')
  await page.unroute(/assets\/look-up-.*\.js/)
  await page.getByRole('button', { name: '重新加载' }).click()
  await page.getByRole('heading', { name: '申报进度查询' }).waitFor()
})

test('an unknown address shows a “not found” page with a link home', async () => {
  await page.goto('/nothing/here')
  await page.getByRole('heading', { name: '页面不存在' }).waitFor()
  await page.getByRole('link', { name: '返回首页' }).click()
  await page.waitForURL('**/Home')
})

test('/login, the login address of Saber clients, opens the login on the home page', async () => {
  expect((await page.goto('/login'))?.status()).toBe(200)
  await page.waitForURL('**/Home')
  await page.getByRole('dialog', { name: '登录' }).waitFor()
})

test('a protected address asks a visitor to log in and leads there afterwards', async () => {
  await page.goto('/projectApplication/project')
  await page.getByRole('dialog', { name: '登录' }).waitFor()
  await site.login(page, site.accounts.platform)
  await page.waitForURL('**/projectApplication/project')
})

test('after a logout by the user no login dialog opens', async () => {
  await page.getByTitle('账号菜单').click()
  await page.getByRole('button', { name: '退出登录' }).click()
  await questionOf(page, '退出系统, 是否继续?').getByRole('button', { name: '确定' }).click()
  await page.waitForURL('**/Home')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
})

test('a list, or the menus of a reloaded page, that the platform does not answer say so after five seconds', async () => {
  const member = await site.visitAs(site.accounts.platform, password, '/wel/index')
  await member.clock.install()
  for (const [pattern, address] of [
    [/ProjectInformation\/page/, '/project/declaration?waiting=0'],
    [/menu\/routes/, '/wel/dashboard'],
  ] as const) {
    // never answered, as while a database stands still
    await member.route(pattern, () => {})
    await member.goto(address)
    await member.getByRole('status').getByText('加载中').first().waitFor({ state: 'attached' })
    await expect
      .poll(() => member.clock.fastForward(5000).then(() => member.getByText('平台响应较慢').first().isVisible()))
      .toBe(true)
    await member.unroute(pattern)
  }
})

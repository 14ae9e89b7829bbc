import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../support/browser.ts'
import { openSite, type Site } from '../support/site.ts'
import { questionOf } from '../support/steps.ts'

let site: Site
let page: Page

beforeAll(async () => {
  site = await openSite(await openBrowser())
  page = await site.visit()
  await page.getByRole('heading', { level: 1 }).waitFor()
}, 120_000)

test('a page whose files cannot be fetched says so within the frame, and is there after another try', async () => {
  await page.route(/assets\/register-.*\.js/, (route) => route.abort())
  await page.getByRole('banner').getByRole('link', { name: '注册' }).click()
  await page.getByRole('alert').getByText('页面没有加载完整').waitFor()
  expect(await page.getByRole('banner').isVisible()).toBe(true)
  await page.unroute(/assets\/register-.*\.js/)
  await page.getByRole('button', { name: '重新加载' }).click()
  await page.getByRole('heading', { name: '用户注册' }).waitFor()
})

test('an address nobody knows says so and leads home', async () => {
  await page.goto('/nothing/here')
  await page.getByRole('heading', { name: '页面不存在' }).waitFor()
  await page.getByRole('link', { name: '回到首页' }).click()
  await page.waitForURL('**/Home')
})

test('a protected address asks a visitor to log in and leads there afterwards', async () => {
  await page.goto('/projectApplication/project')
  await page.getByRole('dialog', { name: '登录' }).waitFor()
  await site.login(page, site.accounts.platform)
  await page.waitForURL('**/projectApplication/project')
})

test('after logging out on purpose nothing asks to log in again', async () => {
  await page.getByTitle('账号菜单').click()
  await page.getByRole('button', { name: '退出登录' }).click()
  await questionOf(page, '退出系统, 是否继续?').getByRole('button', { name: '确定' }).click()
  await page.waitForURL('**/Home')
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
})

import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { menu } from '#contract/system/menu.ts'
import { topMenu } from '#contract/system/top-menu.ts'
import { clickAction, dialogOf, openAs, rowOf } from '../../support/page-steps.ts'
import { openSite, type Site } from '../../support/site.ts'

/** Switching the language also changes what is open over the page. */

let site: Site<void>
let page: Page

const switchLanguage = async (language: '中文' | 'English') => {
  await page.getByTitle('中文 / English').click()
  await page.getByRole('button', { name: language }).last().click()
}

beforeAll(async () => {
  site = await openSite(async (platform) => {
    const admin = await platform.admin()
    const menus = await admin.get(menu.calls.routes)
    for (const [sort, nameEn] of ['Projects', 'Publishing', 'Operation'].entries()) {
      const input = { code: `top${sort}`, name: '顶部菜单', nameEn, source: 'dict', sort }
      const { id } = await admin.get(topMenu.calls.submit, input)
      await admin.get(topMenu.calls.grant, { topMenuIds: id, menuIds: menus[sort]?.children?.[0]?.id ?? '' })
    }
  })
  page = await openAs(site, '/system/post')
})

test('the errors of an open form change language, and only the remaining ones are shown', async () => {
  await page.getByRole('button', { name: '新增', exact: true }).first().click()
  const form = page.locator('dialog:visible')
  await form.getByLabel('岗位编号').fill('Q1')
  await form.getByRole('button', { name: '保存' }).click()
  await form.getByRole('heading', { name: '有 2 处尚未填写或需要修改' }).waitFor()
  await switchLanguage('English')
  await form.getByRole('heading', { name: 'There are 2 problems' }).waitFor()
  await expect.poll(async () => (await form.innerText()).match(/[\u4e00-\u9fff]+/g)).toBeNull()
  await expect.poll(() => form.getByLabel('Code').inputValue()).toBe('Q1')
  await switchLanguage('中文')
  await form.getByRole('button', { name: '请输入岗位名称' }).waitFor()
})

test('the trees of the permission dialog change language', async () => {
  await page.goto('/system/role')
  await clickAction(rowOf(page, '评审专家'), /^权限设置/)
  const sheet = dialogOf(page, /^权限设置/)
  await sheet.getByLabel('项目管理', { exact: true }).waitFor()
  await switchLanguage('English')
  const english = page.locator('dialog:visible')
  await english.getByLabel('Projects', { exact: true }).waitFor()
  await expect.poll(() => english.getByLabel('项目管理', { exact: true }).count()).toBe(0)
})

test('the longer English names of the top menus all fit', async () => {
  await page.goto('/wel/index?lang=en')
  const tops = page.getByRole('navigation', { name: 'Top menu' })
  await tops.getByRole('button', { name: 'Operation' }).waitFor()
  await expect.poll(() => tops.locator('> div').evaluate((row) => row.scrollWidth - row.clientWidth)).toBe(0)
})

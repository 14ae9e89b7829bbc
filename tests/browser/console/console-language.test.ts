import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { menu } from '#contract/system/menu.ts'
import { topMenu } from '#contract/system/top-menu.ts'
import { dialogOf, openAs, rowOf } from '../../support/page-steps.ts'
import { openSite, type Site } from '../../support/site.ts'

/** What is open over a page is said in another language as soon as one asks for it. */

let site: Site<void>
let page: Page

const speak = async (language: '中文' | 'English') => {
  await page.getByTitle('中文 / English').click()
  await page.getByRole('button', { name: language }).last().click()
}

beforeAll(async () => {
  site = await openSite(async (platform) => {
    const admin = await platform.admin()
    const all = await admin.get(menu.calls.routes)
    for (const [sort, nameEn] of ['Projects', 'Publishing', 'Operation'].entries()) {
      const made = { code: `top${sort}`, name: '顶部菜单', nameEn, source: 'dict', sort }
      const { id } = await admin.get(topMenu.calls.submit, made)
      await admin.get(topMenu.calls.grant, { topMenuIds: id, menuIds: all[sort]?.children?.[0]?.id ?? '' })
    }
  })
  page = await openAs(site, '/system/post')
})

test('the faults of a form, those that are left of them', async () => {
  await page.getByRole('button', { name: '新增', exact: true }).first().click()
  const form = page.locator('.ant-modal:visible')
  await form.getByLabel('岗位编号').fill('Q1')
  await form.getByRole('button', { name: '保存' }).click()
  await form.getByRole('heading', { name: '有 3 处需要修改' }).waitFor()
  await speak('English')
  await form.getByRole('heading', { name: '3 to correct' }).waitFor()
  await expect.poll(async () => (await form.innerText()).match(/[\u4e00-\u9fff]+/g)).toBeNull()
  await expect.poll(() => form.getByLabel('Code').inputValue()).toBe('Q1')
  await speak('中文')
  await form.getByRole('button', { name: '请输入岗位名称' }).waitFor()
})

test('the trees of a grant', async () => {
  await page.goto('/system/role')
  await rowOf(page, '评审专家')
    .getByRole('button', { name: /^权限设置/ })
    .click()
  const sheet = dialogOf(page, /^权限设置/)
  await sheet.getByLabel('项目管理', { exact: true }).waitFor()
  await speak('English')
  const english = page.locator('.ant-modal:visible')
  await english.getByLabel('Projects', { exact: true }).waitFor()
  await expect.poll(() => english.getByLabel('项目管理', { exact: true }).count()).toBe(0)
})

test('the names of the top menus, which are longer in English and still all in sight', async () => {
  await page.goto('/wel/index?lang=en')
  const tops = page.getByRole('navigation', { name: 'Top menu' })
  await tops.getByRole('button', { name: 'Operation' }).waitFor()
  await expect.poll(() => tops.locator('> div').evaluate((row) => row.scrollWidth - row.clientWidth)).toBe(0)
})

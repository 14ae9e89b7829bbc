import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  descriptionOf,
  dialogOf,
  goTo,
  openAs,
  pick,
  questionOf,
  rowOf,
  summaryOf,
  waitForMessage,
} from '../../support/page-steps.ts'
import { openSite, type Site } from '../../support/site.ts'

/** The life of a tenant, as the administrator of the platform manages it (docs/decisions/0027). */

let site: Site
let page: Page

beforeAll(async () => {
  site = await openSite(undefined, { settings: async () => ({ TENANT_MODE: 'on' }) })
  page = await openAs(site, '/system/tenant-package')
})

const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const save = () => page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
const row = () => rowOf(page, '示范园区')
const confirm = async (words: string) => {
  await questionOf(page, words).getByRole('button', { name: '确定' }).click()
  await waitForMessage(page, '操作成功!')
}

describe.sequential('product packages (specification 001, section 2)', () => {
  test('a package needs a name and menus, with the messages of the specification', async () => {
    await page.getByRole('button', { name: '新增', exact: true }).first().click()
    await dialogOf(page, /^新增/).getByRole('checkbox', { name: '系统管理' }).waitFor()
    await save()
    await expect.poll(() => summaryOf(page.getByRole('dialog'))).toEqual(['请输入产品包名称', '请选择菜单'])
  })

  test('selecting a group selects its screens; the list has no view button', async () => {
    const form = dialogOf(page, /^新增/)
    await form.getByLabel('产品包名称').fill('基础版')
    await form.getByRole('checkbox', { name: '系统管理' }).check()
    await form.getByRole('checkbox', { name: '参数管理' }).uncheck()
    await expect.poll(() => form.getByRole('checkbox', { name: '岗位管理' }).isChecked()).toBe(true)
    await save()
    await rowOf(page, '基础版').waitFor()
    await expect.poll(() => rowOf(page, '基础版').getByRole('button', { name: /^查看/ }).count()).toBe(0)
    await press('编辑 基础版')
    const editForm = dialogOf(page, '基础版')
    await expect.poll(() => editForm.getByRole('checkbox', { name: '岗位管理' }).isChecked()).toBe(true)
    await expect.poll(() => editForm.getByRole('checkbox', { name: '参数管理' }).isChecked()).toBe(false)
    await editForm.getByRole('button', { name: '取消' }).click()
  })
})

describe.sequential('tenants', () => {
  test('a new tenant gets a number and an initial administrator password that is shown once', async () => {
    await goTo(page, '系统管理', '租户管理')
    await press('新增')
    const form = dialogOf(page, /^新增/)
    await save()
    await expect.poll(() => summaryOf(form)).toEqual(['请输入租户名称', '请输入联系人'])
    await form.getByLabel('租户名称').fill('示范园区')
    await form.getByLabel('联系人').fill('李负责')
    await form.getByLabel('绑定域名').fill('park.example.org')
    await save()
    await expect.poll(() => descriptionOf(form.getByLabel('绑定域名'))).toContain('网址须以 http:// 或 https:// 开头')
    await form.getByLabel('绑定域名').fill('https://park.example.org')
    await save()
    const passwordDialog = dialogOf(page, '租户管理员初始密码')
    await passwordDialog.getByText(/登录时填写租户编号 \d{6}/).waitFor()
    await expect.poll(async () => (await passwordDialog.locator('code').innerText()).length).toBeGreaterThanOrEqual(8)
    await passwordDialog.getByRole('button', { name: '我已保存，关闭' }).click()
    await row().getByText('正常').waitFor()
    await expect.poll(() => page.getByText('登录时填写租户编号').count()).toBe(0)
  })

  test('a tenant can have a quota, an expiry time and a package', async () => {
    await press('租户设置 示范园区')
    const form = dialogOf(page, '租户设置 · 示范园区')
    await form.getByLabel(/^账号额度/).fill('5')
    await form.getByLabel('到期时间').fill('2099-12-31 23:59')
    await pick(form, /^产品包/, '基础版')
    await save()
    await form.waitFor({ state: 'detached' })
    await row().getByText('2099-12-31 23:59').waitFor()
    await expect.poll(() => row().getByText('基础版').count()).toBe(1)
    await expect.poll(() => row().getByRole('cell', { name: '5', exact: true }).count()).toBe(1)
  })

  test('the tenant of the platform cannot be limited, removed or disabled', async () => {
    for (const name of ['租户设置 管理组', '删除 管理组'])
      await expect.poll(() => page.getByRole('button', { name }).count()).toBe(0)
    await rowOf(page, '管理组').getByRole('checkbox').check()
    await press('停用租户')
    await questionOf(page, '停用后所选租户的人员不能登录').getByRole('button', { name: '确定' }).click()
    await page.getByText('平台租户不能停用').first().waitFor()
    await page.reload()
  })

  test('a disabled tenant is listed as disabled and can be enabled again', async () => {
    await row().getByRole('checkbox').check()
    await press('停用租户')
    await confirm('停用后所选租户的人员不能登录')
    await row().getByText('已停用').waitFor()
    await page
      .getByRole('button', { name: /^已停用/ })
      .filter({ hasText: '1' })
      .click()
    await rowOf(page, '管理组').waitFor({ state: 'detached' })
    await row().getByRole('checkbox').check()
    await press('启用租户')
    await confirm('所选租户将重新启用')
    await page.getByRole('button', { name: /^正常/ }).click()
    await row().getByText('正常').waitFor()
  })
})

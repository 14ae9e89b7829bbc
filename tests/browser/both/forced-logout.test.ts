import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { dialogOf, openAs, rowOf, waitForMessage } from '../../support/page-steps.ts'
import { createEnterprise, openWindow, password, saveDeclaration } from '../../support/scenario.ts'
import { openSite, type Site } from '../../support/site.ts'

/** An administrator ends the session of a person who is filling in a form. */

interface SiteData {
  readonly company: string
  readonly draftId: string
}

let site: Site<SiteData>
let admin: Page

beforeAll(async () => {
  site = await openSite(async (platform) => {
    await openWindow(await platform.admin(), { accountTypes: '1' })
    const company = await createEnterprise(platform)
    return { company: company.account, draftId: await saveDeclaration(company) }
  })
  admin = await openAs(site, '/log/online-user')
})

const forceLogout = async (account: string, action: string, reason: string) => {
  const search = admin.getByRole('search')
  await search.getByLabel('登录账号', { exact: true }).fill(account)
  await admin.getByRole('button', { name: '搜索', exact: true }).click()
  await rowOf(admin, account).first().getByRole('checkbox').check()
  await admin.getByRole('button', { name: action, exact: true }).click()
  const form = dialogOf(admin, action)
  await form.getByLabel('下线原因').fill(reason)
  await form.getByRole('button', { name: action, exact: true }).click()
  await waitForMessage(admin, '已下线')
}

const reasonOn = (page: Page, reason: string) =>
  dialogOf(page, '登录').getByText(`您的登录已被管理员强制下线，原因：${reason}`)

describe.sequential('a person whose session an administrator ends', () => {
  test('sees the reason within seconds, and the open form of the console with its values after logging in', async () => {
    const { platform } = site.accounts
    const page = await openAs(site, '/system/post', platform)
    await page.getByRole('button', { name: '新增' }).first().click()
    const form = () => dialogOf(page, '新增岗位')
    await form().getByLabel('岗位名称').fill('下线前填写的岗位')
    await form().getByLabel('岗位类型').selectOption({ index: 1 })
    await form().getByLabel('岗位编号').fill('P-2')
    await form().getByLabel('岗位排序').fill('1')
    await forceLogout(platform, '强制下线', '系统升级')
    await reasonOn(page, '系统升级').waitFor()
    await expect.poll(() => page.getByText('用户令牌过期，请重新登录').count()).toBe(0)
    await site.login(page, platform)
    await page.waitForURL('**/system/post')
    await form().getByText('已恢复上次未保存的内容').waitFor()
    await expect.poll(() => form().getByLabel('岗位名称').inputValue()).toBe('下线前填写的岗位')
    await form().getByRole('button', { name: '保存' }).click()
    await rowOf(page, '下线前填写的岗位').waitFor()
  })

  test('finds what was typed into a declaration, and all windows show the reason', async () => {
    const { company, draftId } = site.data
    const address = `/addDeclare/project?id=${draftId}&part=information`
    const page = await site.visitAs(company, password, address)
    const second = await page.context().newPage()
    await second.goto(`${site.url}/projectApplication/project`)
    const overview = () => page.getByLabel('项目概况')
    await overview().waitFor()
    await overview().fill('下线时正在填写的概述')
    await forceLogout(company, '下线该账号的全部会话', '账号疑似被他人使用')
    await reasonOn(page, '账号疑似被他人使用').waitFor()
    await reasonOn(second, '账号疑似被他人使用').waitFor()
    await site.login(page, company)
    await expect.poll(() => overview().inputValue()).toBe('下线时正在填写的概述')
  })
})

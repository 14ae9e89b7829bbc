import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { dept } from '#contract/system/dept.ts'
import { role } from '#contract/system/role.ts'
import { user } from '#contract/system/user.ts'
import { openCompilingBrowser, openPage } from '../../support/browser.ts'
import { openAs } from '../../support/page-steps.ts'
import type { PlatformAccess } from '../../support/platform.ts'
import { createEnterprise, createStaff, password, type RegisteredAccount } from '../../support/scenario.ts'
import { openLogin, openSite, type Site } from '../../support/site.ts'

interface SiteData {
  readonly company: RegisteredAccount
  /** The account of a platform manager who is also an expert, in two departments. */
  readonly multiRole: string
}

const phone = '13800005678'
let site: Site<SiteData>

/** Creates an account with two roles in two departments. */
const createMultiRole = async (platform: PlatformAccess): Promise<string> => {
  const admin = await platform.admin()
  const roles = await admin.get(role.calls.select, {})
  const idOf = (alias: string) => roles.find(({ roleAlias }) => roleAlias === alias)?.id as string
  const person = await createStaff(platform, 'expert')
  const ids: string[] = []
  for (const deptName of ['综合处', '专家组']) {
    const newDept = await admin.get(dept.calls.submit, {
      deptName,
      fullName: deptName,
      parentId: '0',
      deptCategory: 1,
      sort: 1,
    })
    ids.push(String(newDept.id))
  }
  const roleId = `${idOf('platform')},${idOf('expert')}`
  await admin.get(user.calls.update, { id: person.id, roleId, deptId: ids.join() })
  return person.account
}

beforeAll(async () => {
  site = await openSite(
    async (platform) => ({
      company: await createEnterprise(platform, { phone }),
      multiRole: await createMultiRole(platform),
    }),
    { settings: async () => ({ TENANT_MODE: 'on', SWITCH_MODE: 'on' }) },
  )
})

const loginDialogOf = (page: Page) => page.getByRole('dialog', { name: '登录' })
const openDialog = async (path = '/siteMap') => {
  const page = await site.visit('desk', path)
  await openLogin(page)
  await loginDialogOf(page)
    .getByAltText(/验证码图片/)
    .waitFor()
  return { page, dialog: loginDialogOf(page) }
}

describe('the login dialog (section 2)', () => {
  test('focuses the user name first and names every empty field (section 5)', async () => {
    const { page, dialog } = await openDialog()
    await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe('username')
    await dialog.getByLabel('租户编号').fill('')
    await dialog.getByRole('button', { name: '登录' }).click()
    for (const message of ['请输入租户编号', '请输入用户名', '请输入密码', '请输入验证码'])
      await dialog.getByText(message).waitFor()
    await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe('tenant')
  })

  test('rejects a password of spaces as too short (section 5)', async () => {
    const { dialog } = await openDialog()
    await dialog.getByLabel('密码', { exact: true }).fill('   ')
    await dialog.getByRole('button', { name: '登录' }).click()
    await dialog.getByText('密码长度最少为6位').waitFor()
  })

  test('lets the browser verify instead of the picture, by keyboard alone', async () => {
    const page = await openPage(await openCompilingBrowser())
    await page.goto(`${site.url}/siteMap`)
    await openLogin(page)
    const dialog = loginDialogOf(page)
    await dialog.getByLabel('用户名').fill(site.data.company.account)
    await dialog.getByLabel('密码', { exact: true }).fill(password)
    await dialog.getByRole('button', { name: '看不清图片？由浏览器代为验证' }).focus()
    await page.keyboard.press('Enter')
    await dialog.getByText('登录时浏览器会自动完成验证，需要几秒钟，无需识别图片。').waitFor()
    await expect.poll(() => dialog.getByLabel('验证码').count()).toBe(0)
    await dialog.getByRole('button', { name: '登录', exact: true }).press('Enter')
    // the search takes a number of attempts that nobody knows
    await dialog.waitFor({ state: 'detached', timeout: 200_000 })
  })

  test('shows the password on request', async () => {
    const { dialog } = await openDialog()
    const password = dialog.getByLabel('密码', { exact: true })
    await expect.poll(() => password.getAttribute('type')).toBe('password')
    await dialog.getByRole('button', { name: '显示' }).click()
    await expect.poll(() => password.getAttribute('type')).toBe('text')
  })

  test('shows a new picture on a click and after a failed login, which shows an error and clears only the code', async () => {
    const { page, dialog } = await openDialog()
    const picture = () => dialog.getByAltText(/验证码图片/).getAttribute('src')
    const first = await picture()
    const code = await site.readCaptcha(page)
    await expect.poll(picture).not.toBe(first)
    const second = await picture()
    await dialog.getByLabel('用户名').fill('nobody.here')
    await dialog.getByLabel('密码', { exact: true }).fill('Wrong-pqwz-583')
    await dialog.getByLabel('验证码', { exact: true }).fill(code)
    await dialog.getByRole('button', { name: '登录' }).click()
    await dialog.getByRole('alert').getByText('用户名或密码错误').waitFor()
    await expect.poll(picture).not.toBe(second)
    await expect.poll(() => dialog.getByLabel('用户名').inputValue()).toBe('nobody.here')
    await expect.poll(() => dialog.getByLabel('验证码', { exact: true }).inputValue()).toBe('')
  })

  test('explains what to do about a forgotten password', async () => {
    const { dialog } = await openDialog()
    await dialog.getByRole('button', { name: '忘记密码？' }).click()
    await dialog.getByText('请用登记的手机号登录，或联系管理员重置密码。').waitFor()
  })

  test('switches between login methods with the arrow keys', async () => {
    const { page, dialog } = await openDialog()
    await dialog.getByRole('tab', { name: '账号登录' }).click()
    await page.keyboard.press('ArrowRight')
    await dialog.getByLabel('手机', { exact: true }).waitFor()
    await expect.poll(() => dialog.getByRole('tab', { name: '手机号登录' }).getAttribute('aria-selected')).toBe('true')
  })
})

describe('the login by phone', () => {
  test('sends a code, counts down to the next one, and accepts the code that an administrator reads in the outbox', async () => {
    const { page, dialog } = await openDialog('/Home')
    await dialog.getByRole('tab', { name: '手机号登录' }).click()
    const get = dialog.getByRole('button', { name: '获取验证码' })
    await get.click()
    await dialog.getByText('请填写手机').waitFor()
    await dialog.getByLabel('手机', { exact: true }).fill('1380000')
    await get.click()
    await dialog.getByText('手机号码长度不是11位').waitFor()
    await dialog.getByLabel('手机', { exact: true }).fill(phone)
    await get.click()
    await dialog.getByRole('button', { name: /秒后重发/ }).waitFor()
    const admin = await openAs(site, `/storage/sms-message?phone_equal=${phone}`)
    const message = await admin.getByRole('cell', { name: /您的登录验证码是\d{6}/ }).innerText()
    await dialog.getByLabel('短信验证码').fill(/\d{6}/.exec(message)?.[0] as string)
    await dialog.getByRole('button', { name: '登录' }).click()
    await page.waitForURL(/\/wel\/index/)
  })
})

describe('a user with several departments and roles, in switch mode', () => {
  test('chooses a department and a role at the login, and can switch both later', async () => {
    const page = await site.visit('desk', '/Home')
    await site.login(page, site.data.multiRole)
    const choice = page.getByRole('dialog', { name: '选择部门和角色' })
    await choice.getByRole('button', { name: '确定' }).click()
    for (const message of ['请选择部门', '请选择角色']) await choice.getByText(message).waitFor()
    await choice.getByLabel('部门').selectOption({ label: '专家组' })
    await choice.getByLabel('角色').selectOption({ index: 1 })
    await choice.getByRole('button', { name: '确定' }).click()
    await page.waitForURL(/\/wel\/index/)
    const userInfo = await page.evaluate(() => JSON.parse(localStorage.getItem('saber-userInfo') ?? '{}').content)
    expect([userInfo.role_id, userInfo.dept_id].join()).toMatch(/^\d+,\d+$/)
    await page.getByTitle('账号菜单').click()
    await page.getByRole('link', { name: '个人信息' }).click()
    await page.waitForURL('**/info/index')
    await page.getByTitle('账号菜单').click()
    await page.getByRole('button', { name: '切换部门和角色' }).click()
    const again = page.getByRole('dialog', { name: '切换部门和角色' })
    await again.getByLabel('部门').selectOption({ label: '综合处' })
    await again.getByLabel('角色').selectOption({ index: 2 })
    await again.getByRole('button', { name: '确定' }).click()
    // switching leads back to the first tab (section 4)
    await page.waitForURL('**/wel/index')
    const switchedInfo = await page.evaluate(() => JSON.parse(localStorage.getItem('saber-userInfo') ?? '{}').content)
    expect([switchedInfo.role_id === userInfo.role_id, switchedInfo.dept_id === userInfo.dept_id]).toEqual([
      false,
      false,
    ])
  })

  test('is not logged in after closing the choice: the session ends', async () => {
    const page = await site.visit('desk', '/siteMap')
    await site.login(page, site.data.multiRole)
    const choice = page.getByRole('dialog', { name: '选择部门和角色' })
    const logout = page.waitForResponse(/oauth\/logout/)
    await choice.getByRole('button', { name: '关闭' }).click()
    expect((await logout).ok()).toBe(true)
    await page.getByRole('banner').getByRole('button', { name: '登录' }).waitFor()
  })
})

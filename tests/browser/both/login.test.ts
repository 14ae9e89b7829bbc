import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { statement } from '#contract/news/statement.ts'
import { dept } from '#contract/system/dept.ts'
import { role } from '#contract/system/role.ts'
import { user } from '#contract/system/user.ts'
import type { Db } from '#server/base/database/db.ts'
import { sql } from '#server/base/database/sql.ts'
import { openCompilingBrowser, openPage, sizes } from '../../support/browser.ts'
import { roleIdOf } from '../../support/clerk.ts'
import { keysOn } from '../../support/keyboard.ts'
import { faultsAt } from '../../support/page-faults.ts'
import { openAs } from '../../support/page-steps.ts'
import type { PlatformAccess } from '../../support/platform.ts'
import { createEnterprise, createStaff, password, type RegisteredAccount, userIdOf } from '../../support/scenario.ts'
import { openLogin, openSite, type Site } from '../../support/site.ts'
import { openSmsProvider, type SmsInbox } from '../../support/sms-provider.ts'

interface SiteData {
  readonly company: RegisteredAccount
  /** The account of a platform manager who is also an expert, in two departments. */
  readonly multiRole: string
  readonly inbox: SmsInbox
  readonly db: Db
  /** The account of an enterprise that another client has registered, without an agreement. */
  readonly unasked: string
  /** Another one, which has the role of an officer only. */
  readonly unaskedOfficer: string
  readonly raiseTerms: () => Promise<unknown>
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

/** The account of an enterprise with the role of an expert instead of its own, without an agreement. */
const createUnaskedOfficer = async (platform: PlatformAccess): Promise<string> => {
  const admin = await platform.admin()
  const { account } = await createEnterprise(platform, { consents: undefined })
  const roleId = await roleIdOf(admin, 'expert')
  await admin.get(user.calls.update, { id: await userIdOf(admin, account), roleId })
  return account
}

/** A new version of the terms of use. */
const raiseTerms = async (platform: PlatformAccess) => {
  const admin = await platform.admin()
  const { records } = await admin.get(statement.calls.list, { size: 50 })
  const id = records.find(({ code }) => code === 'terms')?.id ?? ''
  await admin.get(statement.calls.update, { id, isMaterial: 1 })
}

beforeAll(async () => {
  site = await openSite(
    async (platform) => ({
      company: await createEnterprise(platform, { phone }),
      multiRole: await createMultiRole(platform),
      inbox: await openSmsProvider(platform),
      db: platform.db,
      unasked: (await createEnterprise(platform, { consents: undefined })).account,
      unaskedOfficer: await createUnaskedOfficer(platform),
      raiseTerms: () => raiseTerms(platform),
    }),
    { settings: async () => ({ TENANT_MODE: 'on', SWITCH_MODE: 'on', OUTGOING_HOSTS: '127.0.0.1' }) },
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

  test('waits for the settings if it is submitted before they have answered, and then names the missing captcha', async () => {
    const page = await site.visit('desk', '/siteMap')
    let release = () => {}
    const held = new Promise<void>((done) => {
      release = done
    })
    await page.route(/oauth\/settings/, async (route) => {
      await held
      await route.continue()
    })
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.url()))
    await openLogin(page)
    const dialog = loginDialogOf(page)
    await dialog.getByLabel('用户名').fill(site.data.company.account)
    await dialog.getByLabel('密码', { exact: true }).fill(password)
    await dialog.getByRole('button', { name: '登录' }).click()
    await dialog.getByRole('button', { name: '正在登录' }).waitFor()
    await expect.poll(() => dialog.getByText('请输入验证码').count()).toBe(0)
    release()
    await dialog.getByText('请输入验证码').waitFor()
    await dialog.getByAltText(/验证码图片/).waitFor()
    expect(sent.filter((url) => url.includes('oauth/token'))).toEqual([])
    await expect.poll(() => dialog.getByLabel('用户名').inputValue()).toBe(site.data.company.account)
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

  test('switches between login methods with the arrow keys', async () => {
    const { page, dialog } = await openDialog()
    await dialog.getByRole('tab', { name: '账号登录' }).click()
    await page.keyboard.press('ArrowRight')
    await dialog.getByLabel('手机', { exact: true }).waitFor()
    await expect.poll(() => dialog.getByRole('tab', { name: '手机号登录' }).getAttribute('aria-selected')).toBe('true')
  })
})

describe('the phone', () => {
  const next = 'Kd-wqztp-584Vn'

  test('logs in with a code, after a proof of work instead of a picture, and sets a new password', async () => {
    const { company, inbox } = site.data
    const page = await openPage(await openCompilingBrowser())
    await page.goto(`${site.url}/Home`)
    await openLogin(page)
    const dialog = loginDialogOf(page)
    const button = (name: string | RegExp) => dialog.getByRole('button', { name })
    await dialog.getByRole('tab', { name: '手机号登录' }).click()
    await button('获取验证码').click()
    await dialog.getByText('请输入手机').waitFor()
    await dialog.getByLabel('手机', { exact: true }).fill('1380000')
    await button('获取验证码').click()
    await dialog.getByText('手机号码长度不是11位').waitFor()
    await dialog.getByLabel('手机', { exact: true }).fill(phone)
    await button('获取验证码').click()
    // the search takes a number of attempts that nobody knows
    await button(/秒后重发/).waitFor({ timeout: 200_000 })
    await dialog.getByLabel('短信验证码').fill(await inbox.codeFor(phone))
    await button('登录').click()
    await page.waitForURL(/\/wel\/index/)
    await page.evaluate(() => localStorage.clear())
    await page.goto(`${site.url}/Home`)
    await openLogin(page)
    await button('忘记密码？').click()
    await dialog.getByLabel('手机', { exact: true }).fill(phone)
    await sql`delete from allowance`.execute(site.data.db)
    await button('获取验证码').click()
    await button(/秒后重发/).waitFor({ timeout: 200_000 })
    await dialog.getByLabel('短信验证码').fill(await inbox.codeFor(phone, 1))
    await dialog.getByLabel('新密码').fill(password)
    await dialog.getByLabel('确认密码').fill(password)
    await button('重设密码').click()
    await dialog.getByText('新密码不能与原密码相同').waitFor()
    await dialog.getByLabel('新密码').fill(next)
    await dialog.getByLabel('确认密码').fill(next)
    await button('重设密码').click()
    await dialog.getByText('密码修改成功，请用新密码登录').waitFor()
    await site.login(page, company.account, next)
    await page.waitForURL(/\/wel\/index/)
  })

  test('is not offered without a provider: the dialog says who sets a new password', async () => {
    await sql`update sms set status = 1`.execute(site.data.db)
    const { dialog } = await openDialog()
    await dialog.getByRole('button', { name: '忘记密码？' }).click()
    await dialog.getByText('平台未开通短信服务，请联系管理员重置密码。').waitFor()
    await expect.poll(() => dialog.getByRole('tab').count()).toBe(1)
    await sql`update sms set status = 2`.execute(site.data.db)
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

describe.sequential('an account that has not agreed to the statements of the site', () => {
  const request = (page: Page) => page.getByRole('dialog', { name: '请阅读并同意' })
  let page: Page
  beforeAll(async () => {
    page = await openAs(site, '/wel/index', site.data.unasked)
  })

  test('is asked in the portal, can read them first, and agrees by keyboard', async () => {
    await expect
      .poll(() => request(page).getByRole('link').allTextContents())
      .toEqual(['《用户协议》（新窗口打开）', '《隐私政策》（新窗口打开）'])
    await page.keyboard.press('Escape')
    for (const size of [sizes.phone, sizes.desk]) {
      await page.setViewportSize(size)
      await expect.poll(() => request(page).getByRole('button', { name: '同意并继续' }).isVisible()).toBe(true)
    }
    expect(await faultsAt(page, ['desk', 'phone'])).toEqual([])
    const [reading] = await Promise.all([
      page.waitForEvent('popup'),
      request(page).getByRole('link', { name: '《隐私政策》' }).click(),
    ])
    await reading.getByRole('heading', { level: 1, name: '隐私政策' }).waitFor()
    expect(await request(reading).count()).toBe(0)
    await reading.close()
    await keysOn(page).to(request(page).getByRole('button', { name: '同意并继续' }))
    await page.keyboard.press('Enter')
    await request(page).waitFor({ state: 'detached' })
  })

  test('is asked in the console too, whatever its roles are', async () => {
    const officer = await openAs(site, '/wel/index', site.data.unaskedOfficer)
    await request(officer).waitFor()
  })

  test('is not asked again, except after a new version, and in the console too', async () => {
    const [answer] = await Promise.all([page.waitForResponse(/oauth\/agreements$/), page.reload()])
    expect((await answer.json()).data).toEqual([])
    await page.getByRole('button', { name: '账号菜单' }).waitFor()
    expect(await request(page).count()).toBe(0)
    await site.data.raiseTerms()
    await page.goto(`${site.url}/project/library`)
    await request(page).waitFor()
    await page.goto(`${site.url}/wel/index?lang=en`)
    const english = page.getByRole('dialog', { name: 'Please read and agree' })
    await expect.poll(() => english.getByRole('link').allTextContents()).toEqual(['Terms of use (opens a new window)'])
    await english.getByRole('button', { name: 'Log out' }).click()
    await page.getByRole('banner').getByRole('button', { name: 'Log in' }).waitFor()
  })
})

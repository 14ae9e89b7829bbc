import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { type IdentityProvider, openIdentityProvider } from '../../support/oidc-site.ts'
import { faultsAt } from '../../support/page-faults.ts'
import { switchLanguage } from '../../support/page-look.ts'
import { clickAction, dialogOf, openAs, pick, rowOf, waitForMessage } from '../../support/page-steps.ts'
import { password } from '../../support/scenario.ts'
import { openLogin, openSite, type Site } from '../../support/site.ts'

const account = 'li.outside'
const widths = ['desk', 'tablet', 'phone'] as const
let site: Site
let provider: IdentityProvider
let admin: Page
let userPage: Page

beforeAll(async () => {
  site = await openSite(undefined, {
    settings: async (publicUrl) => {
      provider = await openIdentityProvider({ publicUrl })
      return provider.env
    },
  })
  admin = await openAs(site, '/system/user')
  userPage = await site.visit()
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

/** Logs in at the identity provider under this name. */
const logInAtProvider = async (page: Page, name: string) => {
  await page.locator('[name=login]').fill(name)
  await page.locator('[name=password]').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** Goes from the login dialog to the identity provider, and logs in there unless its session is still open. */
const useSingleSignOn = async (page: Page, name?: string) => {
  const login = dialogOf(page, '登录')
  await openLogin(page)
  await login.getByRole('link', { name: '使用联盟统一认证登录' }).click()
  if (name) await logInAtProvider(page, name)
}

describe.sequential('single sign-on (specification 000, section 2)', () => {
  test('a user unknown to the platform is asked to register; code and state disappear from the address', async () => {
    const tokenRequest = userPage.waitForRequest(/oauth\/token$/)
    await useSingleSignOn(userPage, 'li')
    await tokenRequest
    await dialogOf(userPage, '第三方账号注册').waitFor()
    expect(new URL(userPage.url()).search).toBe('')
    await expect.poll(() => userPage.getByText('正在登录，请稍候').count()).toBe(0)
    await expect.poll(() => faultsAt(userPage, widths)).toEqual([])
  })

  test('the registration is validated field by field; each error focuses its field', async () => {
    const dialog = dialogOf(userPage, '第三方账号注册')
    const submit = () => dialog.getByRole('button', { name: '提交注册' }).click()
    const fault = async (label: string) => {
      await submit()
      const field = dialog.getByLabel(label, { exact: true })
      await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
      const describedBy = await field.getAttribute('aria-describedby')
      return dialog.locator(`[id="${describedBy?.split(' ').at(-1)}"]`).innerText()
    }
    await expect.poll(() => fault('用户账号')).toBe('请先输入账号名称')
    await dialog.getByLabel('用户账号').fill(account)
    await expect.poll(() => fault('密码')).toBe('请先输入密码')
    await dialog.getByLabel('密码', { exact: true }).fill(password)
    await expect.poll(() => fault('密码')).toBe('请先输入密码')
    await dialog.getByLabel('确认密码').fill('Other-2468-Xy')
    await expect.poll(() => fault('确认密码')).toBe('两次密码输入不一致')
    await dialog.getByLabel('密码', { exact: true }).fill('abc')
    await dialog.getByLabel('确认密码').fill('abc')
    await expect.poll(() => fault('密码')).toBe('密码长度不能少于8位')
  })

  test('after registering, the user sees a notice about the approval and then the login', async () => {
    const dialog = dialogOf(userPage, '第三方账号注册')
    await expect.poll(() => dialog.getByLabel('用户姓名').inputValue()).toBe('外部li')
    await dialog.getByLabel('密码', { exact: true }).fill(password)
    await dialog.getByLabel('确认密码').fill(password)
    await dialog.getByRole('button', { name: '提交注册' }).click()
    const alert = dialogOf(userPage, '注册提示')
    await alert.getByText('注册申请已提交,请耐心等待管理员通过!').waitFor()
    await alert.getByRole('button', { name: '确定' }).click()
    await dialogOf(userPage, '登录').waitFor()
  })

  test('until the approval, single sign-on ends with a message and a link home', async () => {
    await useSingleSignOn(userPage)
    await heading(userPage, '统一身份认证登录').waitFor()
    const alert = userPage.getByRole('alert').filter({ hasText: '账号正在等待管理员审核，审核通过后即可登录' })
    await alert.waitFor()
    await expect.poll(() => userPage.getByText('正在登录，请稍候').count()).toBe(0)
    expect(new URL(userPage.url()).search).toBe('')
    await expect.poll(() => faultsAt(userPage, widths)).toEqual([])
    await button(userPage, '首页').click()
    await alert.waitFor({ state: 'detached' })
  })

  test('the administrator assigns a role and approves the account', async () => {
    await admin.goto(`/system/user?account_equal=${account}`)
    await rowOf(admin, account).getByRole('checkbox').check()
    await clickAction(admin, '角色设置')
    const form = dialogOf(admin, '角色设置')
    await pick(form, '角色', '企业用户')
    await form.getByRole('button', { name: '保存' }).click()
    await waitForMessage(admin, '操作成功!')
    await rowOf(admin, account).getByRole('checkbox').check()
    await button(admin, '审核通过').click()
    await dialogOf(admin, '审核通过').getByRole('button', { name: '确定' }).click()
    await rowOf(admin, account).getByText('正常').waitFor()
  })

  test('an approved user logs in by single sign-on and returns to the page they came from', async () => {
    await userPage.goto('/projectApplication/project')
    // the page opens the login by itself
    await dialogOf(userPage, '登录').waitFor()
    await useSingleSignOn(userPage)
    await userPage.waitForURL('**/projectApplication/project')
    await userPage.getByRole('banner').getByText('外部li').waitFor()
  })

  test('logging out also ends the session at the identity provider', async () => {
    await userPage.getByRole('button', { name: '账号菜单' }).click()
    await button(userPage, '退出登录').click()
    await userPage.getByRole('dialog').getByRole('button', { name: '确定' }).click()
    await userPage.waitForURL(`${provider.issuer}/**`)
    await userPage.getByRole('button', { name: 'Yes, sign me out' }).click()
    await userPage.waitForURL(`${site.url}/Home`)
    await userPage.getByRole('banner').getByRole('button', { name: '登录' }).waitFor()
    await useSingleSignOn(userPage)
    await userPage.locator('[name=login]').waitFor()
  })

  test('the password works without single sign-on', async () => {
    await userPage.goto('/Home')
    await site.login(userPage, account)
    await userPage.waitForURL('**/wel/index')
  })

  test('a login cancelled at the identity provider shows a message', async () => {
    const other = await site.visit('desk', '/siteMap')
    await useSingleSignOn(other)
    await other.getByRole('link', { name: /Cancel/ }).click()
    await other.getByRole('alert').filter({ hasText: '您已在统一身份认证站点取消登录' }).waitFor()
  })

  test('a forged code and state log nobody in', async () => {
    const other = await site.visit('desk', `/Home?code=planted&state=${'x'.repeat(43)}`)
    await other.getByRole('alert').filter({ hasText: '登录请求已失效，请重新登录' }).waitFor()
    expect(new URL(other.url()).search).toBe('')
  })

  test('the registration of an unknown user is available in English', async () => {
    const other = await site.visit('desk', '/siteMap')
    await switchLanguage(other, 'en')
    await other.getByRole('banner').getByRole('button', { name: 'Log in' }).click()
    await other.getByRole('link', { name: 'Log in with 联盟统一认证' }).click()
    await logInAtProvider(other, 'smith')
    await dialogOf(other, 'Third-party registration').waitFor()
    await expect.poll(() => faultsAt(other, widths)).toEqual([])
    await other.getByRole('button', { name: 'Submit' }).click()
    await other.getByText('Please enter the account first').waitFor()
  })
})

describe.sequential('an application that uses the platform for login', () => {
  const application = 'https://factory.test/callback'
  const challenge = 'x'.repeat(43)
  const address = `/api/caict-auth/oauth/authorize?${new URLSearchParams({
    response_type: 'code',
    client_id: 'factory',
    redirect_uri: application,
    state: 's-1',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  })}`
  let other: Page
  const open = async () => {
    other = await site.visit('desk', address)
    // the address of the application does not exist
    await other.route(`${application}**`, (route) => route.fulfill({ body: 'the application' }))
  }

  test('is registered with its callback address', async () => {
    await admin.goto('/system/client')
    await button(admin, '新增').click()
    const form = admin.getByRole('dialog')
    await form.getByLabel('客户端 ID').fill('factory')
    await form.getByLabel('回调地址').fill(application)
    await form.getByRole('button', { name: '保存' }).click()
    await rowOf(admin, 'factory').waitFor()
  })

  test('lets the visitor log in, asks for consent and receives a code', async () => {
    await open()
    await site.login(other, account)
    await heading(other, '应用授权').waitFor()
    await other.getByText('factory.test', { exact: true }).waitFor()
    await expect.poll(() => faultsAt(other, widths)).toEqual([])
    await button(other, '同意并继续').click()
    await other.waitForURL(`${application}?**`)
    const params = Object.fromEntries(new URL(other.url()).searchParams)
    expect(params).toEqual({ code: expect.stringMatching(/^[\w-]{43}$/), state: 's-1' })
  })

  test('receives an error when the user declines', async () => {
    await other.goto(address)
    await button(other, '拒绝').click()
    await other.waitForURL(`${application}?error=access_denied&state=s-1`)
  })

  test('gets an error page instead of a redirect when the callback address is not registered', async () => {
    await other.goto(address.replace('callback', 'elsewhere'))
    await heading(other, '回调地址未登记，无法授权').waitFor()
    expect(new URL(other.url()).origin).toBe(site.url)
    await expect.poll(() => faultsAt(other, widths)).toEqual([])
  })
})

test('an identity provider that is down leads to an error page with a link home', async () => {
  await provider.close()
  await site.kill()
  await site.start()
  const other = await site.visit('desk', '/siteMap')
  await useSingleSignOn(other)
  await heading(other, '统一身份认证站点暂时无法访问，请稍后重试或使用账号密码登录').waitFor()
  await other.getByRole('link', { name: '首页' }).click()
  await other.waitForURL('**/Home')
})

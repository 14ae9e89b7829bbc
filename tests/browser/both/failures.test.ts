import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { dialogOf } from '../../support/page-steps.ts'
import { creditCode, password } from '../../support/scenario.ts'
import { openSite, type Site } from '../../support/site.ts'

let site: Site

beforeAll(async () => {
  site = await openSite()
})

/** A gateway answers instead of the server, without a message of the platform. */
const gatewayFails = (page: Page, path: RegExp) =>
  page.route(path, (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }))

/** The registration with every field filled in. */
const openFilledForm = async (): Promise<Page> => {
  const page = await site.visit('desk', '/registerView/register')
  await page.getByLabel('单位名称').fill('苏州某某有限公司')
  await page.getByLabel('统一社会信用代码').fill(creditCode(88_301))
  await page.getByRole('button', { name: '下一步' }).click()
  await page.getByLabel('账号类型').selectOption('企业')
  await page.getByLabel('用户姓名').fill('王明')
  await page.getByLabel('用户账号').fill('some.account')
  await page.getByLabel('手机').fill('19900001234')
  await page.getByLabel('邮箱').fill('wang@example.com')
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByLabel('确认密码').fill(password)
  await page.getByRole('checkbox', { name: '我已阅读并同意' }).check()
  return page
}
const submit = (page: Page) => page.getByRole('button', { name: '提交注册' }).click()

describe('error messages (section 8)', () => {
  test('the login shows 系统错误 for an error response without a message', async () => {
    const page = await site.visit('desk', '/siteMap')
    await gatewayFails(page, /oauth\/token/)
    await site.login(page, 'admin')
    await dialogOf(page, '登录').getByRole('alert').getByText('系统错误').waitFor()
  })

  test('a code above 2000 without a description shows its message once', async () => {
    const page = await site.visit('desk', '/siteMap')
    const json = { code: 2099, success: false, msg: '账号所在租户已到期' }
    await page.route(/oauth\/token/, (route) => route.fulfill({ status: 400, json }))
    await site.login(page, 'admin')
    await dialogOf(page, '登录').getByRole('alert').waitFor()
    await expect.poll(() => page.getByText('账号所在租户已到期').count()).toBe(1)
  })

  test('a registration that fails without a message shows 提交失败, keeps the input and can be sent again', async () => {
    const page = await openFilledForm()
    await gatewayFails(page, /oauth\/token/)
    await submit(page)
    await page.getByRole('alert').getByText('提交失败').waitFor()
    await expect.poll(() => page.getByLabel('邮箱').inputValue()).toBe('wang@example.com')
    await expect.poll(() => page.getByLabel('密码', { exact: true }).inputValue()).toBe(password)
    await page.unroute(/oauth\/token/)
    await submit(page)
    await page.getByText('注册申请已提交,请耐心等待管理员通过!').waitFor()
  })

  test('a registration rejected with a message shows that message', async () => {
    const page = await openFilledForm()
    await page.getByLabel('用户账号').fill('admin')
    await submit(page)
    await expect.poll(() => page.getByRole('alert').innerText()).toContain('登录账号')
  })

  test('a registration without network shows a network error', async () => {
    const page = await openFilledForm()
    await page.route(/oauth\/(token|public-key)/, (route) => route.abort())
    await submit(page)
    await page.getByRole('alert').getByText('网络连接失败，请检查网络后重试').waitFor()
    await expect.poll(() => page.getByLabel('用户姓名').inputValue()).toBe('王明')
  })
})

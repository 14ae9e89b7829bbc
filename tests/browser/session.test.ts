import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from '../support/browser.ts'
import { openSite, type Site } from '../support/site.ts'
import { arrive } from '../support/steps.ts'

let site: Site

beforeAll(async () => {
  site = await openSite(await openBrowser())
}, 120_000)

interface Kept {
  readonly content: unknown
  readonly datetime: number
}
const keptAs = (page: Page, name: string): Promise<Kept | null> =>
  page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? 'null'), `saber-${name}`)
const cookiesOf = async (page: Page): Promise<Record<string, string>> =>
  Object.fromEntries((await page.context().cookies()).map(({ name, value }) => [name, value]))

describe('what a browser keeps of a session (section 4)', () => {
  test('after the login: both tokens with their age, the tenant and the person, and the tokens in the two cookies (section 9)', async () => {
    const page = await arrive(site, site.accounts.platform)
    const [token, refreshToken] = [await keptAs(page, 'token'), await keptAs(page, 'refreshToken')]
    expect(token).toMatchObject({ content: expect.stringMatching(/^[\w-]{43}$/), datetime: expect.any(Number) })
    expect(await keptAs(page, 'tenantId')).toMatchObject({ content: '000000' })
    expect(await keptAs(page, 'userInfo')).toMatchObject({
      content: {
        account: site.accounts.platform,
        ...{ user_id: expect.any(String), role_id: expect.any(String), dept_id: expect.any(String) },
        ...{ real_name: expect.any(String), avatar: expect.any(String) },
      },
    })
    expect(await cookiesOf(page)).toMatchObject({
      'saber-access-token': token?.content,
      'saber-refresh-token': refreshToken?.content,
    })
  })

  test('after the login the tabs of the session before are gone', async () => {
    const page = await arrive(site, site.accounts.platform)
    await page.goto('/system/user')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect.poll(async () => JSON.stringify(await keptAs(page, 'tagList'))).toContain('/system/user')
    await page.evaluate(() => localStorage.removeItem('saber-token'))
    await page.goto('/wel/index')
    await site.login(page, site.accounts.platform)
    await page.waitForURL('**/wel/index')
    await expect.poll(async () => JSON.stringify(await keptAs(page, 'tagList'))).not.toContain('/system/user')
  })

  test('after the logout nothing: no token, no menus, no roles, no tabs, no lock, no cookies', async () => {
    const page = await arrive(site, site.accounts.platform)
    await page.goto('/system/user')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByTitle('账号菜单').click()
    await page.getByRole('button', { name: '退出登录' }).click()
    await page
      .getByRole('dialog')
      .filter({ hasText: '退出系统, 是否继续?' })
      .getByRole('button', { name: '确定' })
      .click()
    await page.waitForURL('**/Home')
    for (const name of ['token', 'refreshToken', 'tenantId', 'userInfo', 'menu', 'permission', 'tagList', 'isLock'])
      expect([name, await keptAs(page, name)]).toEqual([name, null])
    const cookies = await cookiesOf(page)
    expect([cookies['saber-access-token'], cookies['saber-refresh-token']]).toEqual([undefined, undefined])
  })
})

import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Db, run } from '#server/base/database/db.ts'
import { sql } from '#server/base/database/sql.ts'
import { delayRequests } from '../../support/delay-requests.ts'
import { dialogOf, openAs, openConsole } from '../../support/page-steps.ts'
import { openSite, type Site } from '../../support/site.ts'

let site: Site<Db>

beforeAll(async () => {
  // some tests use a host that is not localhost over plain http, which is not a secure context
  site = await openSite(async ({ db }) => db)
})

interface StoredValue {
  readonly content: unknown
  readonly datetime: number
}
const storedValue = (page: Page, name: string): Promise<StoredValue | null> =>
  page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? 'null'), `saber-${name}`)
const cookiesOf = async (page: Page): Promise<Record<string, string>> =>
  Object.fromEntries((await page.context().cookies()).map(({ name, value }) => [name, value]))

const heading = (of: Page) => of.getByRole('heading', { level: 1 }).first()

describe('the browser storage of a session (section 4)', () => {
  test('holds after the login both tokens with their time, the tenant and the user, and the tokens in two cookies (section 9)', async () => {
    const page = await openConsole(site, site.accounts.platform)
    const [token, refreshToken] = [await storedValue(page, 'token'), await storedValue(page, 'refreshToken')]
    expect(token).toMatchObject({ content: expect.stringMatching(/^[\w-]{43}$/), datetime: expect.any(Number) })
    await expect.poll(() => storedValue(page, 'tenantId')).toMatchObject({ content: '000000' })
    await expect
      .poll(() => storedValue(page, 'userInfo'))
      .toMatchObject({
        content: {
          account: site.accounts.platform,
          user_id: expect.any(String),
          role_id: expect.any(String),
          dept_id: expect.any(String),
          real_name: expect.any(String),
          avatar: expect.any(String),
        },
      })
    expect(await cookiesOf(page)).toMatchObject({
      'saber-access-token': token?.content,
      'saber-refresh-token': refreshToken?.content,
    })
  })

  test('loses the tabs of the previous session at the login', async () => {
    const page = await openAs(site, '/system/user', site.accounts.platform)
    await expect.poll(async () => JSON.stringify(await storedValue(page, 'tagList'))).toContain('/system/user')
    await page.evaluate(() => localStorage.removeItem('saber-token'))
    await page.goto('/wel/index')
    await site.login(page, site.accounts.platform)
    await page.waitForURL('**/wel/index')
    await expect.poll(async () => JSON.stringify(await storedValue(page, 'tagList'))).not.toContain('/system/user')
  })

  test('is empty after the logout: no tokens, menus, permissions, tabs, lock or cookies', async () => {
    const page = await openAs(site, '/system/user', site.accounts.platform)
    await page.getByTitle('账号菜单').click()
    await page.getByRole('button', { name: '退出登录' }).click()
    await page
      .getByRole('dialog')
      .filter({ hasText: '退出系统, 是否继续?' })
      .getByRole('button', { name: '确定' })
      .click()
    await page.waitForURL('**/Home')
    await page.getByRole('banner').getByRole('button', { name: '登录' }).waitFor()
    for (const name of ['token', 'refreshToken', 'tenantId', 'userInfo', 'menu', 'permission', 'tagList', 'isLock'])
      await expect.poll(async () => [name, await storedValue(page, name)]).toEqual([name, null])
    const cookies = await cookiesOf(page)
    expect([cookies['saber-access-token'], cookies['saber-refresh-token']]).toEqual([undefined, undefined])
  })
})

describe('the tokens', () => {
  const refreshUrls = (of: Page) => {
    const urls: string[] = []
    of.on('request', (request) => {
      if (request.url().includes('/oauth/token/refresh')) urls.push(request.url())
    })
    return urls
  }
  /** Lets the test trigger the check of the token age, which otherwise runs every ten seconds. */
  const controlTokenCheck = (of: Page) =>
    of.addInitScript(() => {
      const original = window.setInterval
      const setInterval = (act: () => void, ms: number) => {
        if (ms !== 10_000) return original(act, ms)
        Object.assign(window, { checkTokenAge: act })
        return 0
      }
      Object.assign(window, { setInterval })
    })
  const checkTokenAge = (of: Page) =>
    of.evaluate(async () => {
      ;(window as unknown as { checkTokenAge: () => void }).checkTokenAge()
      await new Promise((done) => setTimeout(done))
    })
  /** Waits until the refresh code is loaded; from then on a check is synchronous. */
  const waitForRefreshCode = (of: Page) =>
    of.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => /\/refresh-.*\.js$/.test(name)),
    )
  /** Waits until no window of this browser is refreshing the token. */
  const waitUntilIdle = (of: Page) =>
    expect
      .poll(() =>
        of.evaluate(async () => {
          // the live connection of the inbox holds a lock of its own as long as the page is open
          const locks = ((await navigator.locks?.query())?.held ?? []).filter(({ name }) => name !== 'inbox')
          return locks.length === 0 && localStorage.getItem('saber-refresh') === null
        }),
      )
      .toBe(true)
  /** Makes the token 3000 seconds old and returns it. */
  const ageToken = (of: Page) =>
    of.evaluate(() => {
      const token = JSON.parse(localStorage.getItem('saber-token') ?? '{}')
      localStorage.setItem('saber-token', JSON.stringify({ ...token, datetime: Date.now() - 3_000_000 }))
      return token.content as string
    })

  test.each([
    ['with Web Locks in a secure context', ''],
    ['with a lease where Web Locks are missing', 'http://plain.test'],
  ])('are refreshed at the age of 3000 seconds by one window only: %s', async (_, host) => {
    const firstPage = await site.visit('desk', host ? `${host}:${new URL(site.url).port}/` : '/')
    await site.login(firstPage, site.accounts.platform)
    await firstPage.waitForURL('**/wel/index')
    await expect.poll(() => firstPage.evaluate(() => navigator.locks !== undefined)).toBe(host === '')
    const windows = [firstPage, await firstPage.context().newPage(), await firstPage.context().newPage()]
    const urls = windows.map(refreshUrls)
    const checkAll = async () => {
      for (let times = 0; times < 3; times++) await Promise.all(windows.map(checkTokenAge))
    }
    for (const window of windows) {
      await controlTokenCheck(window)
      await window.goto(new URL('/wel/index', firstPage.url()).href)
      await heading(window).waitFor()
      await checkTokenAge(window)
      await waitForRefreshCode(window)
    }
    const release = await delayRequests('**/oauth/token/refresh', ...windows)
    const oldToken = await ageToken(firstPage)
    await checkAll()
    await expect.poll(() => urls.flat().length).toBe(1)
    // while the response is pending, directly after it, and when the refreshing window is done
    await checkAll()
    release()
    await firstPage.waitForFunction(
      (previous) => JSON.parse(localStorage.getItem('saber-token') ?? '{}').content !== previous,
      oldToken,
    )
    await checkAll()
    await waitUntilIdle(firstPage)
    await checkAll()
    await waitUntilIdle(firstPage)
    expect(urls.flat()).toHaveLength(1)
    await firstPage.reload()
    await heading(firstPage).waitFor()
  })

  test.each([
    ['whose clock shows it, before the first call', 2],
    ['whose clock was set back, after the first refusal', 0],
  ])('are refreshed in a tab that was closed for two hours, in a browser %s', async (_, hours) => {
    const closedPage = await openConsole(site, site.accounts.platform)
    const oldToken = (await storedValue(closedPage, 'token'))?.content
    await closedPage.close()
    await run(site.data, sql`update session set access_ends = access_ends - interval '2 hours'`)
    const page = await closedPage.context().newPage()
    await page.clock.install({ time: Date.now() + hours * 3_600_000 })
    const urls = refreshUrls(page)
    const refusals: string[] = []
    page.on('response', (response) => {
      if (response.status() === 401) refusals.push(response.url())
    })
    await page.goto('/system/post')
    await page.getByRole('heading', { name: '岗位管理' }).waitFor()
    await page.getByRole('row').nth(1).waitFor()
    expect([urls.length, refusals.length > 0]).toEqual([1, hours === 0])
    expect((await storedValue(page, 'token'))?.content).not.toBe(oldToken)
    expect(await storedValue(page, 'expiresIn')).toMatchObject({ content: 3600 })
  })

  test('end the session when the server rejects the refresh, but not when the network is down', async () => {
    const firstPage = await openConsole(site, site.accounts.platform)
    await controlTokenCheck(firstPage)
    await firstPage.reload()
    await heading(firstPage).waitFor()
    await firstPage.route('**/oauth/token/refresh', (route) => route.abort())
    const refreshRequest = firstPage.waitForRequest('**/oauth/token/refresh')
    await ageToken(firstPage)
    await checkTokenAge(firstPage)
    await refreshRequest
    await waitUntilIdle(firstPage)
    await firstPage.unroute('**/oauth/token/refresh')
    expect(await firstPage.evaluate(() => localStorage.getItem('saber-userInfo'))).not.toBeNull()
    await site.endSessions()
    await checkTokenAge(firstPage)
    await dialogOf(firstPage, '登录').getByText('用户令牌过期，请重新登录').waitFor()
    expect(new URL(firstPage.url()).pathname).toBe('/Home')
  })
})

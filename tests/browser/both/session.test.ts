import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { dialogOf, openAs, openConsole } from '../../support/page-steps.ts'
import { openSite, type Site } from '../../support/site.ts'

let site: Site

beforeAll(async () => {
  // a host that is not localhost, over plain http: what is no secure context
  site = await openSite()
})

interface Kept {
  readonly content: unknown
  readonly datetime: number
}
const keptAs = (page: Page, name: string): Promise<Kept | null> =>
  page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? 'null'), `saber-${name}`)
const cookiesOf = async (page: Page): Promise<Record<string, string>> =>
  Object.fromEntries((await page.context().cookies()).map(({ name, value }) => [name, value]))

const heading = (of: Page) => of.getByRole('heading', { level: 1 }).first()

describe('what a browser keeps of a session (section 4)', () => {
  test('after the login: both tokens with their age, the tenant and the person, and the tokens in the two cookies (section 9)', async () => {
    const page = await openConsole(site, site.accounts.platform)
    const [token, refreshToken] = [await keptAs(page, 'token'), await keptAs(page, 'refreshToken')]
    expect(token).toMatchObject({ content: expect.stringMatching(/^[\w-]{43}$/), datetime: expect.any(Number) })
    await expect.poll(() => keptAs(page, 'tenantId')).toMatchObject({ content: '000000' })
    await expect
      .poll(() => keptAs(page, 'userInfo'))
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

  test('after the login the tabs of the session before are gone', async () => {
    const page = await openAs(site, '/system/user', site.accounts.platform)
    await expect.poll(async () => JSON.stringify(await keptAs(page, 'tagList'))).toContain('/system/user')
    await page.evaluate(() => localStorage.removeItem('saber-token'))
    await page.goto('/wel/index')
    await site.login(page, site.accounts.platform)
    await page.waitForURL('**/wel/index')
    await expect.poll(async () => JSON.stringify(await keptAs(page, 'tagList'))).not.toContain('/system/user')
  })

  test('after the logout nothing: no token, no menus, no roles, no tabs, no lock, no cookies', async () => {
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
      await expect.poll(async () => [name, await keptAs(page, name)]).toEqual([name, null])
    const cookies = await cookiesOf(page)
    expect([cookies['saber-access-token'], cookies['saber-refresh-token']]).toEqual([undefined, undefined])
  })
})

describe('the tokens', () => {
  const refreshes = (of: Page) => {
    const seen: string[] = []
    of.on('request', (request) => {
      if (request.url().includes('/oauth/token/refresh')) seen.push(request.url())
    })
    return seen
  }
  /** Has a window look at the age of its token when it is told to, and not every ten seconds. */
  const lookWhenTold = (of: Page) =>
    of.addInitScript(() => {
      const started = window.setInterval
      const setInterval = (act: () => void, ms: number) => {
        if (ms !== 10_000) return started(act, ms)
        Object.assign(window, { look: act })
        return 0
      }
      Object.assign(window, { setInterval })
    })
  const look = (of: Page) =>
    of.evaluate(async () => {
      ;(window as unknown as { look: () => void }).look()
      await new Promise((done) => setTimeout(done))
    })
  /** What the window needs to exchange its token is there: from then on a look is over at once. */
  const hasLooked = (of: Page) =>
    of.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => /\/refresh-.*\.js$/.test(name)),
    )
  /** No window of this browser is at the exchange. */
  const isIdle = (of: Page) =>
    expect
      .poll(() =>
        of.evaluate(async () => {
          const held = (await navigator.locks?.query())?.held ?? []
          return held.length === 0 && localStorage.getItem('saber-refresh') === null
        }),
      )
      .toBe(true)
  /** Makes the token 3000 seconds old, and gives the one it was. */
  const age = (of: Page) =>
    of.evaluate(() => {
      const kept = JSON.parse(localStorage.getItem('saber-token') ?? '{}')
      localStorage.setItem('saber-token', JSON.stringify({ ...kept, datetime: Date.now() - 3_000_000 }))
      return kept.content as string
    })

  test.each([
    ['with the locks of a secure context', ''],
    ['with a lease where there are none', 'http://plain.test'],
  ])('are exchanged at the age of 3000 seconds, by one window only: %s', async (_, host) => {
    const one = await site.visit('desk', host ? `${host}:${new URL(site.url).port}/` : '/')
    await site.login(one, site.accounts.platform)
    await one.waitForURL('**/wel/index')
    await expect.poll(() => one.evaluate(() => navigator.locks !== undefined)).toBe(host === '')
    const windows = [one, await one.context().newPage(), await one.context().newPage()]
    const seen = windows.map(refreshes)
    const allLook = async () => {
      for (let times = 0; times < 3; times++) await Promise.all(windows.map(look))
    }
    for (const window of windows) {
      await lookWhenTold(window)
      await window.goto(new URL('/wel/index', one.url()).href)
      await heading(window).waitFor()
      await look(window)
      await hasLooked(window)
    }
    let release = () => {}
    const held = new Promise<void>((done) => {
      release = done
    })
    for (const window of windows)
      await window.route('**/oauth/token/refresh', async (route) => {
        await held
        await route.continue()
      })
    const old = await age(one)
    await allLook()
    await expect.poll(() => seen.flat().length).toBe(1)
    // while the answer is on its way, just after it has come, and once the window that asked is done
    await allLook()
    release()
    await one.waitForFunction((was) => JSON.parse(localStorage.getItem('saber-token') ?? '{}').content !== was, old)
    await allLook()
    await isIdle(one)
    await allLook()
    await isIdle(one)
    expect(seen.flat()).toHaveLength(1)
    await one.reload()
    await heading(one).waitFor()
  })

  test('that the server exchanges no more end the session; a network that is down does not', async () => {
    const one = await openConsole(site, site.accounts.platform)
    await lookWhenTold(one)
    await one.reload()
    await heading(one).waitFor()
    await one.route('**/oauth/token/refresh', (route) => route.abort())
    const tried = one.waitForRequest('**/oauth/token/refresh')
    await age(one)
    await look(one)
    await tried
    await isIdle(one)
    await one.unroute('**/oauth/token/refresh')
    expect(await one.evaluate(() => localStorage.getItem('saber-userInfo'))).not.toBeNull()
    await site.endSessions()
    await look(one)
    await dialogOf(one, '登录').getByText('用户令牌过期，请重新登录').waitFor()
    expect(new URL(one.url()).pathname).toBe('/Home')
  })
})

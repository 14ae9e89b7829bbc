import type { Browser, Page, Response } from 'playwright-core'
import { run } from '#server/base/database/db.ts'
import { sql } from '#server/base/database/sql.ts'
import { openBrowser, openPage, type sizes } from './browser.ts'
import { cleanUp } from './cleanup.ts'
import { freePort } from './free-port.ts'
import { waitForHydration } from './keyboard.ts'
import { type Platform, serve } from './platform.ts'
import { askProduct } from './run/ask.ts'
import { password } from './scenario.ts'
import { type Accounts, cloneStaffedDatabase } from './staffed-database.ts'

/** The product as deployed, with captcha, and its staff. */
export interface Site<Data = undefined> {
  readonly url: string
  readonly accounts: Accounts
  /** The result of `createData`. */
  readonly data: Data
  /** Cuts every connection and stops answering, like a power failure. */
  readonly kill: () => Promise<void>
  readonly start: () => Promise<void>
  /** Ends every session on the server without notifying browsers. */
  readonly endSessions: () => Promise<void>
  /** A page of a new visitor at an address of the site, by default the home page. */
  readonly visit: (size?: keyof typeof sizes, path?: string) => Promise<Page>
  /** A page of a logged-in user at an address of the site. */
  readonly visitAs: (account: string, plain: string, path: string, size?: keyof typeof sizes) => Promise<Page>
  /** Logs in by the dialog. */
  readonly login: (page: Page, account: string, plain?: string) => Promise<void>
  /** The solution of a new captcha in the open login; a click on the picture requests it, unless `renew` does. */
  readonly readCaptcha: (page: Page, renew?: () => Promise<unknown>) => Promise<string>
}

export interface SiteOptions {
  /** Settings of the server, by its address. */
  readonly settings?: (url: string) => Promise<NodeJS.ProcessEnv>
  readonly browser?: Browser
}

const readCaptchaOn =
  (platform: () => Platform): Site['readCaptcha'] =>
  async (page, renew) => {
    const dialog = page.getByRole('dialog', { name: '登录' })
    const picture = dialog.getByRole('button', { name: '看不清，换一张' }).or(dialog.getByAltText(/验证码图片/))
    await dialog.getByAltText(/验证码图片/).waitFor()
    // a failed login also requests a picture; only the one requested here stays
    const request = page.waitForRequest(/oauth\/captcha/)
    await (renew ? renew() : picture.first().click())
    const response = (await (await request).response()) as Response
    return platform().captchaAnswer((await response.json()).key)
  }

/** Opens the login dialog unless the page has opened it or is just opening it. */
export const openLogin = async (page: Page): Promise<void> => {
  const isOpen = new AbortController()
  const { signal } = isOpen
  const dialogOpen = page.getByRole('dialog', { name: '登录' }).waitFor()
  const clickLogin = async () => {
    await waitForHydration(page)
    await page.getByRole('banner').getByRole('button', { name: '登录' }).click({ signal })
  }
  // a dialog that opened by itself covers the button
  await Promise.all([dialogOpen.finally(() => isOpen.abort()), clickLogin().catch(() => {})])
}

const loginWith =
  (readCaptcha: Site['readCaptcha']) =>
  async (page: Page, account: string, plain = password): Promise<void> => {
    const dialog = page.getByRole('dialog', { name: '登录' })
    await openLogin(page)
    const answer = await readCaptcha(page)
    await dialog.getByLabel('用户名').fill(account)
    await dialog.getByLabel('密码', { exact: true }).fill(plain)
    await dialog.getByLabel('验证码', { exact: true }).fill(answer)
    const loginResponse = page.waitForResponse(/oauth\/token/)
    // a failed login requests another picture: wait for it, so that it does not disturb the next attempt
    const captchaResponse = page.waitForResponse(/oauth\/captcha/).catch(() => null)
    await dialog.getByRole('button', { name: '登录' }).click()
    if (!(await loginResponse).ok()) await captchaResponse
  }

/** The browser storage of the product after a login (web/base/api/session.ts); the login test compares it. */
const storageOf = (url: string, tokens: Record<string, unknown>) => {
  const { access_token, refresh_token, token_type: _, expires_in: __, ...person } = tokens
  const items = { token: access_token, refreshToken: refresh_token, tenantId: person.tenant_id, userInfo: person }
  const localStorage = Object.entries(items).map(([name, content]) => ({
    name: `saber-${name}`,
    value: JSON.stringify({ dataType: typeof content, content, datetime: Date.now() }),
  }))
  const cookies = Object.entries({ 'saber-access-token': access_token, 'saber-refresh-token': refresh_token }).map(
    ([name, value]) => ({
      name,
      value: String(value),
      domain: new URL(url).hostname,
      path: '/',
      expires: Math.floor(Date.now() / 1000) + 86_400,
      httpOnly: false,
      secure: false,
      sameSite: 'Strict' as const,
    }),
  )
  return { cookies, origins: [{ origin: url, localStorage }] }
}

/** Starts the product as deployed, with its staff and the data of `createData`. */
export const openSite = async <Data = undefined>(
  createData?: (platform: Platform) => Promise<Data>,
  { settings = async () => ({}), browser }: SiteOptions = {},
): Promise<Site<Data>> => {
  await askProduct()
  const { databaseUrl, accounts } = await cloneStaffedDatabase()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = { PORT: String(port), CAPTCHA: 'on', ...(await settings(url)) }
  let running = await serve(databaseUrl, env)
  cleanUp(() => running.close())
  const platform = () => running.platform
  const data = createData ? await createData(platform()) : (undefined as Data)
  const activeBrowser = browser ?? (await openBrowser())
  const readCaptcha = readCaptchaOn(platform)
  const open = async (path: string, size: keyof typeof sizes, options: Parameters<typeof openPage>[2]) => {
    const page = await openPage(activeBrowser, size, { baseURL: url, ...options })
    // generous for a busy machine
    page.setDefaultTimeout(25_000)
    await page.goto(path)
    return page
  }
  return {
    url,
    accounts,
    data,
    start: async () => {
      running = await serve(databaseUrl, env)
    },
    kill: async () => {
      running.server.server.closeAllConnections()
      const closing = running.close()
      running.server.server.closeAllConnections()
      await closing
    },
    endSessions: async () => {
      await run(platform().db, sql`update session set ended_at = now() where ended_at is null`)
    },
    visit: (size = 'desk', path = '/') => open(path, size, {}),
    visitAs: async (account, plain, path, size = 'desk') => {
      const storageState = storageOf(url, await platform().tokensFor(account, plain))
      return open(path, size, { storageState })
    },
    login: loginWith(readCaptcha),
    readCaptcha,
  }
}

import { once } from 'node:events'
import { createServer } from 'node:net'
import pg from 'pg'
import type { Browser, Page, Response } from 'playwright-core'
import { sm2 } from 'sm-crypto-v2'
import { readSecrets } from '#server/base/secrets.ts'
import { openPage, type sizes } from './browser.ts'
import { copyFurnished } from './furnished.ts'
import { callerFor, loginAt, type Platform } from './platform.ts'
import { databaseIn, launch, type Running } from './process.ts'
import { password, staff, suzhou } from './story.ts'
import { until } from './until.ts'

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}

/** The built product with captcha on, as people meet it, and its staff. */
export interface Site<Made = undefined> {
  readonly url: string
  readonly accounts: Readonly<Record<'city' | 'miit' | 'ca' | 'platform' | 'expert1' | 'expert2' | 'expert3', string>>
  /** What the test had made before the product was put into service. */
  readonly made: Made
  /** Ends the server at once, as a power cut does. */
  readonly kill: () => Promise<void>
  readonly start: () => Promise<void>
  /** Ends every session on the server, without a word to the browsers. */
  readonly endSessions: () => Promise<void>
  /** A page of somebody new, at the home page. */
  readonly visit: (size?: keyof typeof sizes) => Promise<Page>
  readonly login: (page: Page, account: string, plain?: string) => Promise<void>
  /** What a fresh picture of the open login says; it is asked for by a press on it, unless `renew` does so. */
  readonly readCaptcha: (page: Page, renew?: () => Promise<unknown>) => Promise<string>
}

const makeStaff = async (platform: Platform): Promise<Site['accounts']> => {
  const person = async (alias: string, region: string | null) => (await staff(platform, alias, region)).account
  return {
    city: await person('city', suzhou),
    miit: await person('province_miit', '320000'),
    ca: await person('province_ca', '320000'),
    platform: await person('platform', null),
    expert1: await person('expert', null),
    expert2: await person('expert', null),
    expert3: await person('expert', null),
  }
}

const query = async (dataDir: string, sql: string, values: unknown[] = []) => {
  const client = new pg.Client({ connectionString: databaseIn(dataDir) })
  await client.connect()
  return client.query(sql, values).finally(() => client.end())
}

/** What the picture of a captcha says; the page tells its key. */
const answerOf = async (dataDir: string, key: string): Promise<string> =>
  (await query(dataDir, 'select answer from captcha where key = $1', [key])).rows[0].answer

const readOn =
  (dataDir: string): Site['readCaptcha'] =>
  async (page, renew) => {
    const dialog = page.getByRole('dialog', { name: '登录' })
    const picture = dialog.getByRole('button', { name: '看不清，换一张' }).or(dialog.getByAltText(/验证码图片/))
    await dialog.getByAltText(/验证码图片/).waitFor()
    // a failed login asks for another picture by itself: only the one asked for here is the one that stays
    const asked = page.waitForRequest(/oauth\/captcha/)
    await (renew ? renew() : picture.first().click())
    const given = (await (await asked).response()) as Response
    return answerOf(dataDir, (await given.json()).key)
  }

/** The login dialog, opened unless the page has opened it by itself or does so at this very moment. */
export const openLogin = async (page: Page): Promise<void> => {
  const dialog = page.getByRole('dialog', { name: '登录' })
  if (await dialog.isVisible()) return
  await page
    .getByRole('banner')
    .getByRole('button', { name: '登录' })
    .click({ timeout: 5_000 })
    .catch(() => {})
  await dialog.waitFor()
}

const loginOn =
  (dataDir: string) =>
  async (page: Page, account: string, plain = password): Promise<void> => {
    const dialog = page.getByRole('dialog', { name: '登录' })
    await openLogin(page)
    const answer = await readOn(dataDir)(page)
    await dialog.getByLabel('用户名').fill(account)
    await dialog.getByLabel('密码', { exact: true }).fill(plain)
    await dialog.getByLabel('验证码', { exact: true }).fill(answer)
    const answered = page.waitForResponse(/oauth\/token/)
    // a refused login fetches another picture by itself: the next try must not meet it on its way
    const renewed = page.waitForResponse(/oauth\/captcha/).catch(() => null)
    await dialog.getByRole('button', { name: '登录' }).click()
    if (!(await answered).ok()) await renewed
  }

/** Starts the product without captcha for what is made by calls, and ends it again. */
const prepare = async <Made>(dataDir: string, port: string, make: (platform: Platform) => Promise<Made>) => {
  const first = launch(dataDir, { PORT: port })
  const url = await first.url
  const key = sm2.getPublicKeyFromPrivateKey(readSecrets(dataDir, null).sm2)
  const encrypt = (plain: string) => sm2.doEncrypt(plain, key, 1)
  // the stories of the tests need no more of a platform than who may log in
  const platform = {
    ...{ url, at: () => url, encrypt, admin: first.admin, visitor: callerFor(url, null) },
    login: (account: string, plain: string) => loginAt(url, encrypt, account, plain),
  } as unknown as Platform
  const made = await make(platform)
  await first.end('SIGTERM')
  return made
}

/** Starts the product, with its staff and what the test has `make`, as it is deployed, with further `settings`. */
export const openSite = async <Made = undefined>(
  browser: Browser,
  make?: (platform: Platform) => Promise<Made>,
  settings: (url: string) => Promise<NodeJS.ProcessEnv> = async () => ({}),
): Promise<Site<Made>> => {
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const { dataDir, told: accounts } = await copyFurnished((empty) => prepare(empty, port, makeStaff))
  const made = make ? await prepare(dataDir, port, make) : (undefined as Made)
  const more = await settings(url)
  let server: Running
  const start = async () => {
    server = launch(dataDir, { PORT: port, CAPTCHA: 'on', ...more })
    await server.url
    await until(async () => (await fetch(`${url}/ready`).catch(() => null))?.ok)
  }
  await start()
  return {
    ...{ url, accounts, made, start },
    kill: async () => {
      await server.end('SIGKILL')
    },
    endSessions: async () => {
      await query(dataDir, 'update session set ended_at = now() where ended_at is null')
    },
    visit: async (size = 'desk') => {
      const page = await openPage(browser, size, { baseURL: url })
      // a busy machine may take its time; what never comes fails all the same
      page.setDefaultTimeout(25_000)
      await page.goto('/')
      return page
    },
    login: loginOn(dataDir),
    readCaptcha: readOn(dataDir),
  }
}

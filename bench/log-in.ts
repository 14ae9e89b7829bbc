import type { Browser, BrowserContextOptions } from 'playwright-core'

/** Logs in by the form; with the returned options other contexts open as the same user. */
export const logInByForm = async (
  browser: Browser,
  url: string,
  account: string,
  password: string,
): Promise<BrowserContextOptions> => {
  const options = { viewport: { width: 1440, height: 900 }, locale: 'zh-CN' }
  const context = await browser.newContext(options)
  const page = await context.newPage()
  // the form asks for a captcha until it knows that none is required
  const settings = page.waitForResponse(/oauth\/settings/)
  await page.goto(`${url}/login`)
  await settings
  const form = page.getByRole('dialog')
  await form.getByLabel('用户名').fill(account)
  await form.getByLabel('密码', { exact: true }).fill(password)
  await form.getByRole('button', { name: '登录', exact: true }).click()
  await form.waitFor({ state: 'detached' })
  const storageState = await context.storageState()
  await context.close()
  return { ...options, storageState }
}

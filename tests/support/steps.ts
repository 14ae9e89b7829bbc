import type { Locator, Page } from 'playwright-core'
import { afterEach, inject } from 'vitest'
import type { Site } from './site.ts'
import { password } from './story.ts'

/** What people do on the product's pages, and how they read what they are told there. */

type AnySite = Pick<Site<unknown>, 'visit' | 'login'>

const seen: Page[] = []

// a test that fails leaves pictures of the pages, where SHOTS names a directory for them
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail' || !process.env.SHOTS) return
  for (const [i, page] of seen.entries())
    await page
      .screenshot({ path: `${process.env.SHOTS}/${task.name.slice(0, 24)}-${i}.png`, fullPage: true })
      .catch(() => {})
})

/** Somebody new, at the home page. */
export const visit = async (site: AnySite, size?: Parameters<AnySite['visit']>[0]): Promise<Page> => {
  const page = await site.visit(size)
  seen.push(page)
  return page
}

/** Somebody logged in with the captcha: the administrator unless told otherwise. */
export const arrive = async (site: AnySite, account = 'admin', plain?: string): Promise<Page> => {
  const page = await visit(site)
  await site.login(page, account, plain ?? (account === 'admin' ? inject('adminPassword') : password))
  await page.waitForURL('**/wel/index')
  return page
}

export const rowOf = (within: Page | Locator, words: string): Locator =>
  within.getByRole('row').filter({ hasText: words })

/** A dialog by its title. */
export const dialogOf = (page: Page, title: string | RegExp): Locator => page.getByRole('dialog', { name: title })

/** A question whether to go on, by its words. */
export const questionOf = (page: Page, words: string): Locator => page.getByRole('dialog').filter({ hasText: words })

/** Waits for a short message that comes and goes by itself. */
export const told = (page: Page, words: string): Promise<void> =>
  page.locator('.ant-message, [data-toast]').getByText(words).last().waitFor()

/** What stands at a control about it: its remark, its fault. */
export const saidAt = (control: Locator): Promise<string> =>
  control.evaluate((element) =>
    (element.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' '),
  )

/** What the summary of faults lists, in its order; it has taken the focus. */
export const summaryOf = async (within: Page | Locator): Promise<string[]> => {
  const summary = within.locator('[role=alert]:focus').filter({ hasText: /有 \d+ 处需要修改|\d+ to correct/ })
  await summary.waitFor()
  return summary.getByRole('listitem').allInnerTexts()
}

export const queryOf = (page: Page): Record<string, string> => Object.fromEntries(new URL(page.url()).searchParams)

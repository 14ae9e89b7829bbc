import type { Locator, Page } from 'playwright-core'
import { inject } from 'vitest'
import { password } from './scenario.ts'
import type { Site } from './site.ts'
import { until } from './until.ts'

/** Actions on the pages of the product, and reading their messages. */

export interface FilePayload {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

type AnySite = Pick<Site<unknown>, 'visit' | 'visitAs'>

/** A new visitor at the home page. */
export const visit = (site: AnySite, size?: Parameters<AnySite['visit']>[0]): Promise<Page> => site.visit(size)

/** A logged-in user at an address of the console; the administrator by default. */
export const openAs = async (site: AnySite, path: string, account = 'admin', plain?: string): Promise<Page> => {
  const page = await site.visitAs(account, plain ?? (account === 'admin' ? inject('adminPassword') : password), path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

/** A logged-in user at the first page of the console. */
export const openConsole = (site: AnySite, account?: string, plain?: string): Promise<Page> =>
  openAs(site, '/wel/index', account, plain)

/** Clicks a menu entry in a group that may be closed. A page also opens its group by itself, maybe just before our click. */
export const clickInGroup = async (link: Locator, opener: Locator): Promise<void> => {
  const isLinkVisible = async () => {
    if (await link.isVisible()) return true
    await opener.click()
    return link.isVisible()
  }
  await until(isLinkVisible)
  await link.click()
}

/** Opens a page of the console by its menu. */
export const goTo = async (page: Page, group: string, name: string): Promise<void> => {
  const menu = page.getByRole('navigation', { name: '菜单', exact: true })
  const opener = menu.getByRole('button', { name: group, exact: true })
  await clickInGroup(menu.getByRole('link', { name, exact: true }), opener)
  await page.getByRole('heading', { name, level: 1, exact: true }).waitFor()
}

export const rowOf = (container: Page | Locator, words: string): Locator =>
  container.getByRole('row').filter({ hasText: words })

/**
 * Clicks an action of a row or of the selection. If it is not visible, it is in the menu of the row, which its name ends with, or in
 * that of the selection.
 */
export const clickAction = async (scope: Page | Locator, name: string | RegExp): Promise<void> => {
  const options = { name, exact: typeof name === 'string' }
  const action = scope.getByRole('button', options).or(scope.getByRole('link', options)).first()
  const title = typeof name === 'string' ? /^\S+ (.+)$/.exec(name)?.[1] : undefined
  const menu = title
    ? scope.getByRole('button', { name: `更多 ${title}`, exact: true })
    : ('goto' in scope ? scope.locator('[data-selected]') : scope)
        .getByRole('button', { name: /^(更多|More|批量操作)/ })
        .first()
  await action.or(menu).first().waitFor()
  if (!(await action.isVisible())) await menu.click()
  await action.click()
}

/** A dialog by its title. */
export const dialogOf = (page: Page, title: string | RegExp): Locator => page.getByRole('dialog', { name: title })

/** A confirmation dialog by its text. */
export const questionOf = (page: Page, words: string): Locator => page.getByRole('dialog').filter({ hasText: words })

/** A visible option of the open list. */
export const optionOf = (page: Page, words: string): Locator =>
  page.locator('[role=option]:visible').filter({ hasText: words }).first()

/** The title of the open dialog; its sections have titles too, which a list can cover. */
export const titleOf = (page: Page): Locator => page.locator('dialog:visible').last().locator('h2').first()

/** A list of several choices stays open until a click elsewhere: clicks the title of the dialog. */
export const closeList = async (page: Page): Promise<void> => {
  const list = page.locator('[role=listbox][aria-multiselectable=true]:visible')
  if (await list.count()) await titleOf(page).click()
  await list.waitFor({ state: 'hidden' })
}

/**
 * Chooses from a list: clicks the field, then the visible option. In a long list `searchText`
 * filters the options.
 */
export const pick = async (
  container: Page | Locator,
  label: string | RegExp,
  option: string,
  searchText?: string,
): Promise<void> => {
  const field = container.getByRole('combobox', { name: label, exact: typeof label === 'string' })
  // scrolls to the field before the click, since an open list closes when the page scrolls; the pointer loads the list
  await field.hover()
  await field.click()
  if (searchText) await field.fill(searchText)
  const page = 'page' in container ? container.page() : container
  await optionOf(page, option).click()
  await closeList(page)
}

/** Milliseconds after which a declaration saves input by itself and retries a failed save. */
export const pauses = { save: 2_000, retry: 10_000 } as const

/** Waits until all input of a part of a declaration is saved. */
export const waitUntilSaved = (page: Page): Promise<void> => page.getByRole('status').getByText('已保存').waitFor()

/** Like `waitUntilSaved`, but skips the pause, on a page with an installed clock. */
export const advanceUntilSaved = async (page: Page, pause: number = pauses.save): Promise<void> => {
  await page.clock.fastForward(pause)
  await waitUntilSaved(page)
}

/** Clicks a button that opens a file chooser and chooses this file. */
export const chooseFile = async (button: Locator, file: FilePayload | string): Promise<void> => {
  const [chooser] = await Promise.all([button.page().waitForEvent('filechooser'), button.click()])
  await chooser.setFiles(file)
}

/** Clicks an empty area of the desktop page, which closes everything open over it except dialogs. */
export const clickEmptyArea = (page: Page): Promise<void> => page.mouse.click(240, 700)

/** Waits for a message that disappears by itself. */
export const waitForMessage = (page: Page, words: string): Promise<void> =>
  page.locator('[data-toast]').getByText(words).last().waitFor()

/** The description of a control: its remark, its error. */
export const descriptionOf = (control: Locator): Promise<string> =>
  control.evaluate((element) =>
    (element.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' '),
  )

/** The entries of the focused error summary. */
export const summaryOf = async (container: Page | Locator): Promise<string[]> => {
  const summary = container
    .locator('[role=alert]:focus')
    .filter({ hasText: /有 \d+ 处尚未填写或需要修改|There (is|are) \d+ problems?/ })
  await summary.waitFor()
  return summary.getByRole('listitem').allInnerTexts()
}

export const queryOf = (page: Page): Record<string, string> => Object.fromEntries(new URL(page.url()).searchParams)

import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { calendarOf } from './date-fields.ts'
import { hasFocus, keysOn, tabTo } from './keyboard.ts'

/** Steps of a person without a mouse, on the pages of the product. */

/** Replaces the text of the focused input. */
export const replaceText = async (page: Page, text: string): Promise<void> => {
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(text)
}

/** Opens a page of the console by its menu, whose group may be open. */
export const openPageByMenu = async (page: Page, group: string, name: string): Promise<void> => {
  const keys = keysOn(page)
  const menu = page.getByRole('navigation', { name: '菜单', exact: true })
  const target = menu.getByRole('link', { name, exact: true })
  await menu.waitFor()
  if (!(await target.isVisible())) {
    await keys.backTo(menu.getByRole('button', { name: group, exact: true }))
    await keys.press('Enter', () => target.waitFor())
  }
  await keys.to(target)
  await keys.press('Enter', () => page.getByRole('heading', { level: 1, name, exact: true }).waitFor())
}

/** Tabs to the rows of the list, which are one stop, and moves to this one. A message may cover what is on the way for seconds. */
export const moveToRow = async (page: Page, row: Locator): Promise<void> => {
  await row.waitFor()
  const stop = page.locator('[data-page=shown] tbody tr[tabindex="0"]')
  await tabTo(page, stop)
  const count = await row.locator('xpath=..').locator('tr').count()
  for (let i = 1; i < count && !(await hasFocus(row)); i++) await page.keyboard.press('ArrowDown')
  expect(await hasFocus(row)).toBe(true)
}

/** Waits until the page has drawn: the scrolling that brings a field into view is announced with the next picture, and closes open lists. */
const waitForPicture = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let picture = 0; picture < 2; picture++) await new Promise((drawn) => requestAnimationFrame(drawn))
  })

/** Tabs to a list of few options, and chooses the first once they are loaded. */
export const choose = async (page: Page, box: Locator): Promise<void> => {
  await keysOn(page).to(box)
  await waitForPicture(page)
  const isSelect = await box.evaluate((control) => control instanceof HTMLSelectElement)
  if (isSelect) await box.locator('option').nth(1).waitFor({ state: 'attached' })
  await page.keyboard.press('ArrowDown')
  if (!isSelect) await page.locator('[role=option]:visible').first().waitFor()
}

/** Tabs to a list that can be searched, and chooses the option that matches this text. */
export const chooseByTyping = async (page: Page, box: Locator, text: string): Promise<void> => {
  // a long list can be searched once its options are loaded
  await expect.poll(() => box.evaluate(({ tagName }) => tagName)).toBe('INPUT')
  await keysOn(page).to(box)
  await waitForPicture(page)
  await page.keyboard.type(text)
  await page.getByRole('option', { name: text }).first().waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(() => box.inputValue()).toContain(text)
}

/** Tabs to a date field, types a day, and goes on to the next one in the calendar. */
export const pickNextDay = async (page: Page, input: Locator, day: string, next: string): Promise<void> => {
  const calendar = calendarOf(input)
  await keysOn(page).to(input)
  await page.keyboard.type(day)
  await page.keyboard.press('ArrowDown')
  await calendar.locator('[data-day]:focus').waitFor()
  await page.keyboard.press('ArrowRight')
  await calendar.locator(`[data-day="${next}"]:focus`).waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => input.inputValue()).toBe(next)
}

import type { Locator, Page } from 'playwright-core'
import type { ThemeId } from '#web/ui/design-tokens.ts'
import { until } from './until.ts'

/** Changes of the look of an open page: its language and its theme. */

/** Waits until all finite animations have ended: a dialog that fades in is paler and smaller than later. */
export const waitForAnimations = (page: Page) =>
  page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().iterations === Infinity),
  )

/**
 * Changes the language by the header of the page, if it is another one; without the pointer, since on a phone the menu may be folded.
 * The open menu closes when the page moves, and is then opened again.
 */
export const switchLanguage = async (page: Page, lang: 'zh' | 'en'): Promise<void> => {
  const menu = page.getByTitle('中文 / English')
  const choice = menu.locator('xpath=..').locator('button', { hasText: lang === 'zh' ? '中文' : 'English' })
  const click = (control: Locator) => control.evaluateAll((found: HTMLElement[]) => found.at(-1)?.click())
  await menu.waitFor({ state: 'attached' })
  await until(async () => {
    if (await page.evaluate((one) => document.documentElement.lang.startsWith(one), lang)) return true
    await click((await choice.count()) ? choice : menu)
    return false
  })
}

/** Changes the theme of the console without a reload, like a choice in another window. */
export const applyTheme = async (page: Page, theme: ThemeId): Promise<void> => {
  await page.evaluate((content) => {
    localStorage.setItem('saber-themeName', JSON.stringify({ dataType: 'string', content, datetime: Date.now() }))
    dispatchEvent(new StorageEvent('storage', { key: 'saber-themeName' }))
  }, theme)
  await page.waitForFunction((name) => document.body.classList.contains(name), theme)
  await waitForAnimations(page)
}

import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { firstTheme, type ThemeId, themes } from '#web/ui/tokens.ts'
import { sizes } from './browser.ts'

const tags = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Waits until nothing moves but what turns for ever: halfway in, a dialog is paler and smaller than it is. */
const still = (page: Page) =>
  page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().iterations === Infinity),
  )

/**
 * What keeps people from using the page as it stands: each rule of axe that is broken, with the first element that does. A page
 * embedded in it is judged where it stands by itself.
 */
export const barriersOn = async (page: Page): Promise<string[]> => {
  // without frames there is nothing to gather in a page of its own; what passes need not be described
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'], iframes: false })
  const { violations } = await axe.withTags(tags).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}

/** Words that are too faint for their ground, in these places or anywhere. */
const faintOn = async (page: Page, places: readonly string[] = []): Promise<string[]> => {
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })
  for (const place of places) axe.include(place)
  const { violations } = await axe.withRules('color-contrast').analyze()
  return violations.flatMap(({ nodes }) => nodes.map(({ html }) => `too faint: ${html}`))
}

/** How many pixels of the page lie beyond the right edge of the window. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth))

/** Whatever keeps people out, or does not fit, at each of these widths; the page is as it was afterwards. */
export const wrongAt = async (page: Page, widths: readonly (keyof typeof sizes)[]): Promise<string[]> => {
  const found: string[] = []
  for (const size of widths) {
    await page.setViewportSize(sizes[size])
    await still(page)
    const overflow = await overflowOf(page)
    if (overflow) found.push(`${size}: ${overflow} px too wide`)
    if (size !== 'tablet') found.push(...(await barriersOn(page)).map((fault) => `${size}: ${fault}`))
  }
  await page.setViewportSize(sizes.desk)
  return found
}

/** Puts another theme on the console, as a choice in another window does: nothing is loaded anew. */
export const wear = async (page: Page, theme: ThemeId): Promise<void> => {
  await page.evaluate((content) => {
    localStorage.setItem('saber-themeName', JSON.stringify({ dataType: 'string', content, datetime: Date.now() }))
    dispatchEvent(new StorageEvent('storage', { key: 'saber-themeName' }))
  }, theme)
  await page.waitForFunction((name) => document.body.classList.contains(name), theme)
  await still(page)
}

/**
 * What cannot be read on this page by night. The other themes are of the light kind and differ from the first in the console's
 * frame alone (tokens.test.ts holds that), so what the first lets people read can be read in them too.
 */
export const faintByNight = async (page: Page): Promise<string[]> => {
  await wear(page, 'theme-dark')
  const faint = await faintOn(page)
  await wear(page, firstTheme)
  return faint
}

/** The console's bar, its menu and its tabs. */
const frame = ['header', '#console-menu', '[data-strip]']

/** What cannot be read in the console's frame, in any theme. */
export const faintInFrames = async (page: Page): Promise<string[]> => {
  const found: string[] = []
  for (const theme of Object.keys(themes) as ThemeId[]) {
    await wear(page, theme)
    found.push(...(await faintOn(page, frame)).map((fault) => `${theme}: ${fault}`))
  }
  return found
}

import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { sizes } from './browser.ts'

const tags = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Waits until nothing moves but what turns for ever: halfway in, a dialog is paler and smaller than it is. */
const still = (page: Page) =>
  page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().iterations === Infinity),
  )

/** What keeps people from using the page as it stands: each rule of axe that is broken, with the first element that does. */
export const barriersOn = async (page: Page): Promise<string[]> => {
  // without frames there is nothing to gather in a page of its own; what passes need not be described
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })
  const { violations } = await axe.withTags(tags).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}

/** How many pixels of the page lie beyond the right edge of the window. */
const overflowOf = (page: Page): Promise<number> =>
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

import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { firstTheme, type ThemeId, themes } from '#web/ui/design-tokens.ts'
import { violationsOn } from './axe.ts'
import { sizes } from './browser.ts'

/** Waits until nothing moves but what turns for ever: halfway in, a dialog is paler and smaller than it is. */
const waitForAnimations = (page: Page) =>
  page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().iterations === Infinity),
  )

/** What keeps people from using the page as it stands: each rule of axe that is broken, with the first element that does. */
export const barriersOn = async (page: Page): Promise<string[]> =>
  (await violationsOn(page)).map(({ id, elements }) => `${id}: ${elements[0]}`)

/** Words that are too faint for their ground, in these places or anywhere. */
const contrastFaultsOn = async (page: Page, places: readonly string[] = []): Promise<string[]> => {
  const violations = await violationsOn(page, { rules: ['color-contrast'], selectors: places })
  return violations.flatMap(({ elements }) => elements.map((html) => `too faint: ${html}`))
}

/** How many pixels of the page lie beyond the right edge of the window. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth))

const all = ['desk', 'tablet', 'phone'] as const
type Width = keyof typeof sizes

/** What does not fit at each of these widths, and what keeps people out at those `judged`; the page is as it was afterwards. */
const faultsAtWidths = async (
  page: Page,
  widths: readonly Width[],
  checkedWidths: readonly Width[],
): Promise<string[]> => {
  const faults: string[] = []
  for (const size of widths) {
    await page.setViewportSize(sizes[size])
    await waitForAnimations(page)
    const overflow = await overflowOf(page)
    if (overflow) faults.push(`${size}: ${overflow} px too wide`)
    if (checkedWidths.includes(size)) faults.push(...(await barriersOn(page)).map((fault) => `${size}: ${fault}`))
  }
  await page.setViewportSize(sizes.desk)
  return faults
}

/** Whatever keeps people out, or does not fit, at each of these widths. */
export const faultsAt = (page: Page, widths: readonly Width[]): Promise<string[]> =>
  faultsAtWidths(page, widths, ['desk', 'phone'])

/** Chinese words of controls, headings and heads of columns on an English page; rows of data may be Chinese. */
const chineseControls = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const controlSelector =
      'h1, h2, h3, button, label, legend, th, nav a, [role=tab], [role=columnheader], [role=menuitem], summary'
    const attributes = ['aria-label', 'placeholder', 'title', 'alt']
    const data = 'tbody, [lang^=zh], [role=tree], [role=listbox], [title="Account menu"], [title="中文 / English"]'
    const isData = (one: Element) => one.closest(data) !== null
    const isChinese = (words: string | null) => /[\u4e00-\u9fff]/.test(words ?? '')
    const hasChinese = (one: Element) => {
      const words = document.createTreeWalker(one, NodeFilter.SHOW_TEXT)
      while (words.nextNode()) {
        const { data: text, parentElement } = words.currentNode as Text
        if (isChinese(text) && parentElement?.checkVisibility() && !isData(parentElement)) return true
      }
      return false
    }
    const texts = [...document.querySelectorAll(controlSelector)].filter(hasChinese)
    // an English name that ends with a Chinese one of the data is English
    const marked = attributes.flatMap((name) =>
      [...document.querySelectorAll(`[${name}]`)].filter(
        (one) => !isData(one) && isChinese(one.getAttribute(name)) && !/[a-z]{2}/i.test(one.getAttribute(name) ?? ''),
      ),
    )
    return [...texts, ...marked].map((one) => one.outerHTML.slice(0, 160))
  })

/** `AXE=full`: every page by every rule at every width in both languages, for a release. */
const isThorough = process.env.AXE === 'full'

/** Changes the language as people do, in the bar of the page. */
export const switchLanguage = async (page: Page, lang: 'zh' | 'en'): Promise<void> => {
  const menu = page.getByTitle('中文 / English')
  await menu.click()
  await menu
    .locator('xpath=..')
    .getByRole('button', { name: lang === 'zh' ? '中文' : 'English' })
    .last()
    .click()
  await page.waitForFunction((one) => document.documentElement.lang.startsWith(one), lang)
}

/** The same, once the names that come from the server have changed too: they take a moment. */
const untranslatedControls = async (page: Page): Promise<string[]> => {
  const last = Date.now() + 30_000
  let controls = await chineseControls(page)
  while (controls.length && Date.now() < last) {
    await sleep(50)
    controls = await chineseControls(page)
  }
  return controls.map((html) => `still Chinese: ${html}`)
}

export interface CheckOptions {
  /** Judged on a telephone by every rule too. */
  readonly phone?: boolean
  /** Judged by night too. */
  readonly night?: boolean
  /** Chinese words may be left on the English page: what was read or said before the language changed. */
  readonly allowsChinese?: boolean
}

/**
 * What is wrong with a page as it stands, in both languages: barriers on a desk, what does not fit at three widths, words that are
 * too faint by night, Chinese words left in English. What depends on neither width nor language is judged once.
 */
export const faultsInBothLanguages = async (
  page: Page,
  { phone, night, allowsChinese }: CheckOptions = {},
): Promise<string[]> => {
  const zh = await faultsAtWidths(page, all, phone || isThorough ? ['desk', 'phone'] : ['desk'])
  const contrastFaults = night ? await contrastFaultsInDark(page) : []
  await switchLanguage(page, 'en')
  const chinese = allowsChinese ? [] : await untranslatedControls(page)
  const wrongInEnglish = await faultsAtWidths(page, all, isThorough ? ['desk', 'phone'] : [])
  await switchLanguage(page, 'zh')
  return [...zh, ...contrastFaults, ...[...chinese, ...wrongInEnglish].map((fault) => `en, ${fault}`)]
}

/** Puts another theme on the console, as a choice in another window does: nothing is loaded anew. */
export const applyTheme = async (page: Page, theme: ThemeId): Promise<void> => {
  await page.evaluate((content) => {
    localStorage.setItem('saber-themeName', JSON.stringify({ dataType: 'string', content, datetime: Date.now() }))
    dispatchEvent(new StorageEvent('storage', { key: 'saber-themeName' }))
  }, theme)
  await page.waitForFunction((name) => document.body.classList.contains(name), theme)
  await waitForAnimations(page)
}

/**
 * What cannot be read on this page by night. The other themes are of the light kind and differ from the first in the console's
 * frame alone (tokens.test.ts holds that), so what the first lets people read can be read in them too.
 */
export const contrastFaultsInDark = async (page: Page): Promise<string[]> => {
  await applyTheme(page, 'theme-dark')
  const faults = await contrastFaultsOn(page)
  await applyTheme(page, firstTheme)
  return faults
}

/** The console's bar, its menu and its tabs. */
const frame = ['header', '#console-menu', '[data-strip]']

/** What cannot be read in the console's frame, in any theme. */
export const contrastFaultsInFrames = async (page: Page): Promise<string[]> => {
  const faults: string[] = []
  for (const theme of Object.keys(themes) as ThemeId[]) {
    await applyTheme(page, theme)
    faults.push(...(await contrastFaultsOn(page, frame)).map((fault) => `${theme}: ${fault}`))
  }
  return faults
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { defaultTheme, type ThemeId, themes } from '#web/ui/design-tokens.ts'
import { violationsOn } from './axe.ts'
import { sizes } from './browser.ts'
import { forcedColourFaults } from './forced-colours.ts'
import { applyTheme, switchLanguage, waitForAnimations } from './page-look.ts'

/** The accessibility barriers of the current page: each broken axe rule with its first element. */
export const barriersOn = async (page: Page): Promise<string[]> =>
  (await violationsOn(page)).map(({ id, elements }) => `${id}: ${elements[0]}`)

/** Texts with too little contrast, in these places or anywhere, but not in the `excluded` ones. */
const contrastFaultsOn = async (
  page: Page,
  places: readonly string[] = [],
  excluded: readonly string[] = [],
): Promise<string[]> => {
  const violations = await violationsOn(page, { rules: ['color-contrast'], selectors: places, excluded })
  return violations.flatMap(({ elements }) => elements.map((html) => `too faint: ${html}`))
}

/** The number of pixels by which the page is wider than the window. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth))

type Width = keyof typeof sizes

/** Overflow at each of these widths, and barriers at the `checkedWidths`; the page keeps the last width. */
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
  return faults
}

/** Overflow at each of these widths, and barriers on desktop and phone. */
export const faultsAt = async (page: Page, widths: readonly Width[]): Promise<string[]> => {
  const faults = await faultsAtWidths(page, widths, ['desk', 'phone'])
  await page.setViewportSize(sizes.desk)
  return faults
}

/** Chinese text in controls, headings and column heads of an English page; data may be Chinese. */
const chineseControls = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const controlSelector =
      'h1, h2, h3, button, label, legend, th, nav a, [role=tab], [role=columnheader], [role=menuitem], summary'
    const attributes = ['aria-label', 'placeholder', 'title', 'alt']
    // what a folded row contains was typed, as is the name of a tab
    const data =
      'tbody, summary [data-typed], nav [data-typed], [lang^=zh], [role=tree], [role=listbox], [title="Account menu"], [title="中文 / English"]'
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
    // an English label that ends with Chinese data is English
    const attributeMatches = attributes.flatMap((name) =>
      [...document.querySelectorAll(`[${name}]`)].filter(
        (one) => !isData(one) && isChinese(one.getAttribute(name)) && !/[a-z]{2}/i.test(one.getAttribute(name) ?? ''),
      ),
    )
    return [...texts, ...attributeMatches].map((one) => one.outerHTML.slice(0, 160))
  })

/** `AXE=full`, for a release: every rule at every width in both languages. */
const isThorough = process.env.AXE === 'full'

/** The faults that remain when the page has had time to change. */
export const remainingFaults = async (read: () => Promise<string[]>): Promise<string[]> => {
  const deadline = Date.now() + 30_000
  let faults = await read()
  while (faults.length && Date.now() < deadline) {
    await sleep(50)
    faults = await read()
  }
  return faults
}

/** The Chinese controls that remain after waiting for translated names from the server. */
const untranslatedControls = async (page: Page): Promise<string[]> =>
  (await remainingFaults(() => chineseControls(page))).map((html) => `still Chinese: ${html}`)

export interface CheckOptions {
  /** Checks every rule at phone width too. */
  readonly phone?: boolean
  /** Checks the contrast in the dark theme too. */
  readonly night?: boolean
  /** Checks what is chosen and what is drawn with forced colours too. */
  readonly forced?: boolean
  /** The English page may contain Chinese text that was loaded before the language changed. */
  readonly allowsChinese?: boolean
}

/**
 * The faults of the current page in both languages: barriers on desktop, overflow at three widths, insufficient
 * contrast in the dark theme, Chinese text in English. What depends on neither width nor language is checked once.
 */
export const faultsInBothLanguages = async (
  page: Page,
  { phone, night, forced, allowsChinese }: CheckOptions = {},
): Promise<string[]> => {
  const zh = await faultsAtWidths(page, ['desk'], ['desk'])
  const contrastFaults = night ? await contrastFaultsInDark(page) : []
  if (forced) contrastFaults.push(...(await forcedColourFaults(page)))
  zh.push(...(await faultsAtWidths(page, ['tablet', 'phone'], phone || isThorough ? ['phone'] : [])))
  await switchLanguage(page, 'en')
  // from the phone back to the desk: a change of width renders a list again
  const englishFaults = await faultsAtWidths(page, ['phone', 'tablet', 'desk'], isThorough ? ['desk', 'phone'] : [])
  const chinese = allowsChinese ? [] : await untranslatedControls(page)
  await switchLanguage(page, 'zh')
  return [...zh, ...contrastFaults, ...[...chinese, ...englishFaults].map((fault) => `en, ${fault}`)]
}

/** The header, the menu and the tabs of the console. */
const frame = ['header', '#console-menu', '[data-strip]']

/**
 * Contrast faults of this page in the dark theme, outside the frame (`contrastFaultsInFrames`). The other themes are light and differ
 * from the first only in the frame of the console (checked by design-tokens.test.ts), so text that is readable in the first is readable
 * in them too.
 */
export const contrastFaultsInDark = async (page: Page): Promise<string[]> => {
  await applyTheme(page, 'theme-dark')
  const faults = await contrastFaultsOn(page, [], frame)
  await applyTheme(page, defaultTheme)
  return faults
}

/** Contrast faults in the frame of the console, in all themes. */
export const contrastFaultsInFrames = async (page: Page): Promise<string[]> => {
  const faults: string[] = []
  for (const theme of Object.keys(themes) as ThemeId[]) {
    await applyTheme(page, theme)
    faults.push(...(await contrastFaultsOn(page, frame)).map((fault) => `${theme}: ${fault}`))
  }
  return faults
}

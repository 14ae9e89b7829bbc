import type { Browser, Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { statementAt } from '#contract/news/place.ts'
import { partsAt, projectsAt } from '#contract/portal/project-places.ts'
import { publicAreas } from '#contract/portal/public-pages.ts'
import { openBrowser, openPage, sizes } from '../../support/browser.ts'
import { hiddenFocusReason, keysOn, waitForHydration } from '../../support/keyboard.ts'
import {
  addTextSpacing,
  chineseWithoutLang,
  clippedTexts,
  frameContrast,
  smallTargets,
} from '../../support/legibility.ts'
import { overflowOf } from '../../support/page-faults.ts'
import { type Caller, openPlatform, type Platform } from '../../support/platform.ts'
import { publish } from '../../support/publish.ts'
import { addLibraryRow } from '../../support/scenario.ts'

/** Criteria of WCAG 2.2 that axe cannot check, on every public page (docs/ACCESSIBILITY.md names the test of each). */
let platform: Platform
let browser: Browser
let admin: Caller
let article: string
/** One page for each language, used for all tests. */
let readers: Readonly<Record<'zh' | 'en', Page>>
const places = publicAreas.flatMap((area) => area.pages).filter(({ isPersonal }) => !isPersonal)

beforeAll(async () => {
  browser = await openBrowser()
  platform = await openPlatform()
  admin = await platform.admin()
  article = (await publish(admin)).article
  await addLibraryRow(admin, { province: '320000', year: '2024' })
  const branch = { nationalEconomy1: 'C', nationalEconomy2: '39', scenes: '1,2' }
  await addLibraryRow(admin, { province: '330000', city: '330100', year: '2025', ...branch })
  readers = { zh: await openPage(browser), en: await openPage(browser) }
})

/** The titles, headers and footers of the pages that were opened, to compare them without another visit. */
const titles = new Map<string, string>()
const frames = new Map<string, string>()
const isChinese = (text: string) => /[\u4e00-\u9fff]/.test(text)

/** Opens an address in the page of this language, or in another page. */
const open = async (path: string, lang: 'zh' | 'en' = 'zh', page = readers[lang]): Promise<Page> => {
  await page.setViewportSize(sizes.desk)
  await page.emulateMedia({ reducedMotion: null })
  await page.goto(`${platform.url}${path}${path.includes('?') ? '&' : '?'}lang=${lang}`)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await waitForHydration(page)
  if (path === '/Home') await page.getByRole('option').first().waitFor()
  return page
}
const readTitle = async (path: string, lang: 'zh' | 'en', page?: Page) => {
  const title = await (page ?? (await open(path, lang))).title()
  titles.set(`${path} ${lang}`, title)
  return title
}
const readFrame = async (path: string, page?: Page) => {
  const opened = page ?? (await open(path))
  const [banner, footer] = [opened.getByRole('banner'), opened.getByRole('contentinfo')]
  await footer.getByRole('link', { name: '站点地图' }).waitFor()
  const frame = `${await banner.innerText()}\n${await footer.innerText()}`
  frames.set(path, frame)
  return frame
}
const layoutFaults = async (page: Page) => ({ overflow: await overflowOf(page), clipped: await clippedTexts(page) })
const noFaults = { overflow: 0, clipped: [] }

const isFirstStatementOrNone = (path: string) => !path.startsWith(statementAt('')) || path === statementAt('privacy')

/** Every public page: its name and a function for its address, which may need seeded data. */
const pages: readonly (readonly [string, () => string])[] = [
  // the statements have one form: the longest stands for all
  ...[
    ...places.map(({ path }) => path).filter(isFirstStatementOrNone),
    partsAt('divisions'),
    projectsAt({ province: '330000' }),
  ].map((path) => [path, () => path] as const),
  ['an article', () => `/projectDetails/${article}?type=news`],
]

describe.sequential.each(pages)('%s', (_, getPath) => {
  let zh: Page
  let en: Page
  beforeAll(async () => {
    zh = await open(getPath(), 'zh')
    en = await open(getPath(), 'en')
    await readTitle(getPath(), 'zh', zh)
    await readTitle(getPath(), 'en', en)
    await readFrame(getPath(), zh)
  })
  const layoutFaultsAt = async (page: Page, width: number, height: number) => {
    await page.setViewportSize({ width, height })
    return layoutFaults(page)
  }

  test('can be tabbed through to the end without a trap, with every focus visible (2.1.2, 2.4.3, 2.4.7, 2.4.11)', async () => {
    const elements: string[] = []
    for (let i = 0; i < 200; i++) {
      await zh.keyboard.press('Tab')
      if (await zh.evaluate(() => document.activeElement === document.body)) break
      expect(await hiddenFocusReason(zh)).toBeNull()
      elements.push(await zh.evaluate(() => document.activeElement?.outerHTML ?? ''))
    }
    expect(elements.length).toBeGreaterThan(10)
    expect(elements.length).toBeLessThan(200)
    await expect.poll(() => zh.locator('[tabindex]:not([tabindex="0"], [tabindex="-1"])').count()).toBe(0)
  })

  test('fits a window of 320 px without horizontal scrolling (1.4.10)', async () => {
    expect(await layoutFaultsAt(zh, 320, 568)).toEqual(noFaults)
    expect(await layoutFaultsAt(en, 320, 568)).toEqual(noFaults)
  })

  test('has no link or control under 24 pixels on desktop and phone (2.5.8)', async () => {
    for (const size of [sizes.desk, sizes.phone]) {
      await zh.setViewportSize(size)
      expect(await smallTargets(zh)).toEqual([])
    }
  })

  test('fits at 200 % zoom and on a phone in landscape (1.4.4, 1.3.4)', async () => {
    expect(await layoutFaultsAt(zh, 720, 450)).toEqual(noFaults)
    expect(await layoutFaultsAt(en, 844, 390)).toEqual(noFaults)
  })

  test('marks the language of Chinese text on the English page (3.1.2)', async () => {
    expect(await chineseWithoutLang(en)).toEqual([])
  })

  test('clips no text with increased line, letter and word spacing (1.4.12)', async () => {
    for (const page of [zh, en]) {
      await page.setViewportSize(sizes.desk)
      await addTextSpacing(page)
      expect(await layoutFaults(page)).toEqual(noFaults)
    }
  })

  test('has no animation with reduced motion (2.3.1)', async () => {
    await zh.emulateMedia({ reducedMotion: 'reduce' })
    await zh.reload()
    await waitForHydration(zh)
    await zh.mouse.wheel(0, 600)
    expect(await zh.evaluate(() => document.getAnimations().length)).toBe(0)
  })
})

describe('all public pages', () => {
  test('have a unique title in each language (2.4.2)', async () => {
    for (const { path } of places)
      for (const lang of ['zh', 'en'] as const) {
        const title = titles.get(`${path} ${lang}`) ?? (await readTitle(path, lang))
        expect([title, isChinese(title)]).toEqual([title, lang === 'zh'])
      }
    const ofPlaces = places.flatMap(({ path }) => [titles.get(`${path} zh`), titles.get(`${path} en`)])
    expect(new Set(ofPlaces).size).toBe(places.length * 2)
  })

  test('have the same header and footer, including contact (3.2.3, 3.2.4, 3.2.6)', async () => {
    for (const [, getPath] of pages) if (!frames.has(getPath())) await readFrame(getPath())
    expect(new Set(frames.values()).size).toBe(1)
  })
})

describe('the contrast of controls (1.4.11)', () => {
  test('is at least 3 to 1 for field borders and the focus mark', async () => {
    const page = await open('/lookUp')
    const frame = 'main form [class*=frame]'
    expect(await frameContrast(page, frame)).toBeGreaterThanOrEqual(3)
    await keysOn(page).to(page.getByRole('button', { name: '查询' }))
    expect(await frameContrast(page, 'main form button')).toBeGreaterThanOrEqual(3)
  })
})

describe('forms', () => {
  test('the registration has autocomplete attributes (1.3.5)', async () => {
    const page = await open('/registerView/register')
    await expect.poll(() => page.getByLabel('单位名称').getAttribute('autocomplete')).toBe('organization')
    await page.getByLabel('单位名称').fill('苏州澄川')
    await page.getByLabel('统一社会信用代码').fill('91320500MA00000019')
  })

  test('changing a filter has no effect before the search button is pressed (3.2.1, 3.2.2)', async () => {
    const page = await open('/projects')
    const before = page.url()
    await page.getByLabel('省份').selectOption('330000')
    expect(page.url()).toBe(before)
    await page.getByRole('button', { name: '搜索' }).click()
    await page.getByRole('status').getByText('共 1 个项目').waitFor()
  })

  test('the result of a search is announced, also when nothing was found (4.1.3)', async () => {
    const page = await open('/lookUp')
    await page.getByLabel('申报编号').fill('5G-0000-000000-00000')
    await page.getByRole('button', { name: '查询' }).click()
    await page.getByRole('alert').or(page.locator('[aria-live], [role=status]')).getByText('没有查到').first().waitFor()
  })
})

describe('the tooltips of the map (1.4.13)', () => {
  const tipOn = (page: Page, name: string) => page.locator('[class*=tip][data-code]').filter({ hasText: name })
  const middleOf = async (target: Locator) => {
    const { x, y, width, height } = (await target.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    return [x + width / 2, y + height / 2] as const
  }
  const waitUntilGone = (tip: Locator) => tip.waitFor({ state: 'detached' })
  const openMap = async () => open('/Home', 'zh', await openPage(browser))

  test('close with Escape and do not reopen for the same province', async () => {
    const page = await openMap()
    const province = page.locator('path[data-code="650000"]')
    await province.hover()
    await tipOn(page, '新疆').waitFor()
    await page.keyboard.press('Escape')
    await waitUntilGone(tipOn(page, '新疆'))
    await page.clock.install()
    await province.hover({ position: { x: 120, y: 120 } })
    await page.clock.runFor(5000)
    await expect.poll(() => tipOn(page, '新疆').count()).toBe(0)
    await page.locator('path[data-code="540000"]').hover()
    await page.clock.runFor(5000)
    await tipOn(page, '西藏').waitFor()
  })

  test('can be hovered and stay open until the pointer leaves', async () => {
    const page = await openMap()
    // the smallest province: on its way to the tooltip the pointer crosses the sea or other provinces
    await page.locator('path[data-code="310000"]').hover()
    const tip = tipOn(page, '上海')
    await tip.waitFor()
    await page.mouse.move(...(await middleOf(tip)), { steps: 25 })
    await expect.poll(() => page.evaluate(() => document.querySelector('[class*=tip]:hover') !== null)).toBe(true)
    await page.locator('path[data-code="650000"]').hover()
    await waitUntilGone(tip)
  })

  test('follow the focus in the list; Enter or Escape closes them first', async () => {
    const page = await openMap()
    const keys = keysOn(page)
    await keys.to(page.getByRole('option', { name: '第1名' }))
    await tipOn(page, '江苏').waitFor()
    await page.mouse.move(...(await middleOf(tipOn(page, '江苏'))), { steps: 10 })
    await page.keyboard.press('Enter')
    await waitUntilGone(tipOn(page, '江苏'))
    await keys.press('ArrowDown', () => tipOn(page, '浙江').waitFor())
    await page.keyboard.press('Escape')
    await waitUntilGone(tipOn(page, '浙江'))
    await expect.poll(() => page.getByRole('option', { selected: true }).count()).toBe(1)
  })
})

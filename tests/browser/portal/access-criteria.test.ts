import type { Browser, Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { partsAt, projectsAt } from '#contract/portal/project-places.ts'
import { publicAreas } from '#contract/portal/site-map.ts'
import { openBrowser, openPage, sizes } from '../../support/browser.ts'
import { hiddenFocusReason, keysOn, waitForHydration } from '../../support/keyboard.ts'
import { addTextSpacing, chineseWithoutLang, clippedTexts, frameContrast } from '../../support/legibility.ts'
import { overflowOf } from '../../support/page-faults.ts'
import { type Caller, openPlatform, type Platform } from '../../support/platform.ts'
import { publish } from '../../support/publish.ts'
import { addLibraryRow } from '../../support/scenario.ts'

/** Criteria of WCAG 2.2 that axe cannot judge, on every public page (docs/ACCESSIBILITY.md names the test of each). */
let platform: Platform
let browser: Browser
let admin: Caller
let article: string
/** A reader of each language, who goes from page to page. */
let readers: Readonly<Record<'zh' | 'en', Page>>
const places = publicAreas.flatMap((area) => area.places).filter(({ isPersonal: own }) => !own)

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

/** Opens an address in the window of the reader of this language, or in another. */
const open = async (path: string, lang: 'zh' | 'en' = 'zh', page = readers[lang]): Promise<Page> => {
  await page.setViewportSize(sizes.desk)
  await page.emulateMedia({ reducedMotion: null })
  await page.goto(`${platform.url}${path}${path.includes('?') ? '&' : '?'}lang=${lang}`)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await waitForHydration(page)
  if (path === '/Home') await page.getByRole('option').first().waitFor()
  return page
}
const fits = async (page: Page) => ({ beyond: await overflowOf(page), cut: await clippedTexts(page) })
const whole = { beyond: 0, cut: [] }

/** Every public page: its name, and its address once there is something to show. */
const pages: readonly (readonly [string, () => string])[] = [
  ...[...places.map(({ path }) => path), partsAt('divisions'), projectsAt({ province: '330000' })].map(
    (path) => [path, () => path] as const,
  ),
  ['an article', () => `/projectDetails/${article}?type=news`],
]

describe.sequential.each(pages)('%s', (_, at) => {
  let zh: Page
  let en: Page
  beforeAll(async () => {
    zh = await open(at(), 'zh')
    en = await open(at(), 'en')
  })
  const fitsAt = async (page: Page, width: number, height: number) => {
    await page.setViewportSize({ width, height })
    return fits(page)
  }

  test('is gone through by Tab from the first thing to the last and out of it, each in sight (2.1.2, 2.4.3, 2.4.7, 2.4.11)', async () => {
    const seen: string[] = []
    for (let i = 0; i < 200; i++) {
      await zh.keyboard.press('Tab')
      if (await zh.evaluate(() => document.activeElement === document.body)) break
      expect(await hiddenFocusReason(zh)).toBeNull()
      seen.push(await zh.evaluate(() => document.activeElement?.outerHTML ?? ''))
    }
    expect(seen.length).toBeGreaterThan(10)
    expect(seen.length).toBeLessThan(200)
    await expect.poll(() => zh.locator('[tabindex]:not([tabindex="0"], [tabindex="-1"])').count()).toBe(0)
  })

  test('can be read in a window of 320 px without scrolling sideways (1.4.10)', async () => {
    expect(await fitsAt(zh, 320, 568)).toEqual(whole)
    expect(await fitsAt(en, 320, 568)).toEqual(whole)
  })

  test('can be read at twice its size, and on a telephone held sideways (1.4.4, 1.3.4)', async () => {
    expect(await fitsAt(zh, 720, 450)).toEqual(whole)
    expect(await fitsAt(en, 844, 390)).toEqual(whole)
  })

  test('says in English of what is written in Chinese that it is (3.1.2)', async () => {
    expect(await chineseWithoutLang(en)).toEqual([])
  })

  test('loses no word when lines, letters and words are spaced more widely (1.4.12)', async () => {
    for (const page of [zh, en]) {
      await page.setViewportSize(sizes.desk)
      await addTextSpacing(page)
      expect(await fits(page)).toEqual(whole)
    }
  })

  test('holds still for readers who ask for less motion, and nothing flashes (2.3.1)', async () => {
    await zh.emulateMedia({ reducedMotion: 'reduce' })
    await zh.reload()
    await waitForHydration(zh)
    await zh.mouse.wheel(0, 600)
    expect(await zh.evaluate(() => document.getAnimations().length)).toBe(0)
  })
})

describe('from page to page', () => {
  test('each has a title of its own, another one in English (2.4.2)', async () => {
    const titles: string[] = []
    for (const { path } of places)
      for (const lang of ['zh', 'en'] as const) titles.push(await (await open(path, lang)).title())
    expect(new Set(titles).size).toBe(titles.length)
    for (const [i, title] of titles.entries())
      expect([title, /[\u4e00-\u9fff]/.test(title)]).toEqual([title, i % 2 === 0])
  })

  test('ways, names and whom to ask stand in the same place and order (3.2.3, 3.2.4, 3.2.6)', async () => {
    const frames: string[] = []
    for (const [, at] of pages) {
      const page = await open(at())
      const [banner, foot] = [page.getByRole('banner'), page.getByRole('contentinfo')]
      await foot.getByRole('link', { name: '站点地图' }).waitFor()
      frames.push(`${await banner.innerText()}\n${await foot.innerText()}`)
    }
    expect(new Set(frames).size).toBe(1)
  })
})

describe('what is seen of controls (1.4.11)', () => {
  test('frames of fields, and the mark of the focus, stand out from the page at least 3 to 1', async () => {
    const page = await open('/lookUp')
    const frame = 'main form [class*=frame]'
    expect(await frameContrast(page, frame)).toBeGreaterThanOrEqual(3)
    await keysOn(page).to(page.getByRole('button', { name: '查询' }))
    expect(await frameContrast(page, 'main form button')).toBeGreaterThanOrEqual(3)
  })
})

describe('filling in', () => {
  test('the registration says what it asks for in a way browsers can fill in (1.3.5)', async () => {
    const page = await open('/registerView/register')
    await expect.poll(() => page.getByLabel('单位名称').getAttribute('autocomplete')).toBe('organization')
    await page.getByLabel('单位名称').fill('苏州澄川')
    await page.getByLabel('统一社会信用代码').fill('91320500MA00000019')
  })

  test('what a choice is set to changes nothing before the search is pressed (3.2.1, 3.2.2)', async () => {
    const page = await open('/projects')
    const before = page.url()
    await page.getByLabel('省份').selectOption('330000')
    expect(page.url()).toBe(before)
    await page.getByRole('button', { name: '搜索' }).click()
    await page.getByRole('status').getByText('共 1 个项目').waitFor()
  })

  test('how a search came out, and that nothing was found, is announced (4.1.3)', async () => {
    const page = await open('/lookUp')
    await page.getByLabel('申报编号').fill('5G-0000-000000-00000')
    await page.getByRole('button', { name: '查询' }).click()
    await page.getByRole('alert').or(page.locator('[aria-live], [role=status]')).getByText('没有查到').first().waitFor()
  })
})

describe('the figures over the map (1.4.13)', () => {
  const tipOn = (page: Page, name: string) => page.locator('[class*=tip][data-code]').filter({ hasText: name })
  const middleOf = async (target: Locator) => {
    const { x, y, width, height } = (await target.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    return [x + width / 2, y + height / 2] as const
  }
  const gone = (tip: Locator) => tip.waitFor({ state: 'detached' })
  const openMap = async () => open('/Home', 'zh', await openPage(browser))

  test('go by Escape, and do not come again for the same province', async () => {
    const page = await openMap()
    const land = page.locator('path[data-code="650000"]')
    await land.hover()
    await tipOn(page, '新疆').waitFor()
    await page.keyboard.press('Escape')
    await gone(tipOn(page, '新疆'))
    await page.clock.install()
    await land.hover({ position: { x: 120, y: 120 } })
    await page.clock.runFor(5000)
    await expect.poll(() => tipOn(page, '新疆').count()).toBe(0)
    await page.locator('path[data-code="540000"]').hover()
    await page.clock.runFor(5000)
    await tipOn(page, '西藏').waitFor()
  })

  test('can be pointed at themselves, whatever lies on the way, and stay until the pointer goes elsewhere', async () => {
    const page = await openMap()
    // the smallest: from its shore to the tip it is over the sea or its neighbours
    await page.locator('path[data-code="310000"]').hover()
    const tip = tipOn(page, '上海')
    await tip.waitFor()
    await page.mouse.move(...(await middleOf(tip)), { steps: 25 })
    await expect.poll(() => page.evaluate(() => document.querySelector('[class*=tip]:hover') !== null)).toBe(true)
    await page.locator('path[data-code="650000"]').hover()
    await gone(tip)
  })

  test('come with the focus in the list too, and are those of the province that has it; one press takes them away first', async () => {
    const page = await openMap()
    const keys = keysOn(page)
    await keys.to(page.getByRole('option', { name: '第1名' }))
    await tipOn(page, '江苏').waitFor()
    await page.mouse.move(...(await middleOf(tipOn(page, '江苏'))), { steps: 10 })
    await page.keyboard.press('Enter')
    await gone(tipOn(page, '江苏'))
    await keys.press('ArrowDown', () => tipOn(page, '浙江').waitFor())
    await page.keyboard.press('Escape')
    await gone(tipOn(page, '浙江'))
    await expect.poll(() => page.getByRole('option', { selected: true }).count()).toBe(1)
  })
})

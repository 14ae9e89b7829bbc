import type { Browser, Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { provinces } from '#contract/portal/provinces.ts'
import { violationsOn } from '../../support/axe.ts'
import { openBrowser, openPage, type sizes } from '../../support/browser.ts'
import { tabTo, waitForHydration } from '../../support/keyboard.ts'
import { openPlatform, type Platform } from '../../support/platform.ts'
import { addLibraryRow } from '../../support/scenario.ts'

let platform: Platform
let browser: Browser

/** More provinces than the collapsed ranking shows; the last has one project, each before it one more. */
const codes = Object.keys(provinces).slice(0, 12)

beforeAll(async () => {
  browser = await openBrowser()
  platform = await openPlatform()
  const admin = await platform.admin()
  for (const [i, province] of codes.entries())
    for (let n = 0; n < codes.length - i; n++) await addLibraryRow(admin, { province, projectName: `${i}-${n}` })
})

const openHome = async (size: keyof typeof sizes = 'desk', lang: 'zh' | 'en' = 'zh'): Promise<Page> => {
  const page = await openPage(browser, size)
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto(`${platform.url}/Home?lang=${lang}`)
  await page.getByRole('option').first().waitFor()
  return page
}

const faults = async (page: Page) => (await violationsOn(page)).map(({ id }) => id)

describe.each(['desk', 'tablet', 'phone'] as const)('the home page on a %s', (size) => {
  test.each(['zh', 'en'] as const)(
    'has no accessibility barrier, no overflow and no layout shift in %s',
    async (lang) => {
      const page = await openHome(size, lang)
      await expect.poll(() => faults(page)).toEqual([])
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
        .toBeLessThanOrEqual(0)
      const shifts = await page.evaluate(() => (window as Window & { shifts?: number[] }).shifts ?? [])
      expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThanOrEqual(0.02)
    },
  )
})

describe('choosing a province', () => {
  const selectedOption = (page: Page) => page.getByRole('option', { selected: true })
  let page: Page
  beforeAll(async () => {
    page = await openPage(browser)
  })
  beforeEach(async () => {
    await page.goto(`${platform.url}/Home`)
    await waitForHydration(page)
  })

  test('the ranking shows ten provinces; arrow keys reach the others, Enter chooses, Escape clears', async () => {
    await expect.poll(() => page.getByRole('option').count()).toBe(10)
    await tabTo(page, page.getByRole('option').first())
    for (let i = 0; i < 10; i++) await page.keyboard.press('ArrowDown')
    await page.getByRole('option', { name: '第11名' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => selectedOption(page).getAttribute('data-code')).toBe(codes[10])
    await expect.poll(() => page.getByRole('option').count()).toBe(34)
    await expect.poll(() => page.locator('[aria-live]').innerText()).toContain('项目数\n2')
    await page.keyboard.press('Escape')
    await selectedOption(page).waitFor({ state: 'detached' })
  })

  test('the list is one stop of the Tab key', async () => {
    await tabTo(page, page.getByRole('option').first())
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Tab')
    await expect.poll(() => page.locator(':focus').innerText()).toBe('显示全部')
    await page.keyboard.press('Shift+Tab')
    await expect.poll(() => page.locator(':focus').getAttribute('data-code')).toBe(codes[1])
  })

  test('a click on the map selects the province in the list, a second click clears it', async () => {
    const province = page.locator(`path[data-code="650000"]`)
    await province.click()
    await expect.poll(() => selectedOption(page).getAttribute('data-code')).toBe('650000')
    await province.click()
    await selectedOption(page).waitFor({ state: 'detached' })
  })

  test('the map has a table view with a caption and every province', async () => {
    await page.getByRole('button', { name: '以表格显示' }).first().click()
    const table = page.getByRole('table', { name: '各省（区、市）项目数、投资额与发展指数' })
    await table.waitFor()
    await expect.poll(() => table.getByRole('rowheader').count()).toBe(34)
    await expect.poll(() => faults(page)).toEqual([])
  })
})

test('every part of the home page shows an error when the figures fail, and a retry loads them', async () => {
  const page = await openPage(browser)
  // with a session cookie the server does not embed the figures in the page
  await page.context().addCookies([{ name: 'saber-access-token', value: 'x', url: platform.url }])
  const calls = `${platform.url}/api/caict-porject/Home/*`
  await page.route(calls, (route) => route.fulfill({ status: 500, json: { code: 500, success: false, msg: '系统忙' } }))
  await page.goto(`${platform.url}/Home?lang=zh`)
  await page.getByText('系统忙').nth(1).waitFor()
  await page.unroute(calls)
  const retryButtons = page.getByRole('button', { name: '重试' })
  for (const left of [2, 1]) {
    await expect.poll(() => retryButtons.count()).toBe(left)
    await retryButtons.first().click()
  }
  await page.getByRole('option').first().waitFor()
})

import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { contrast } from '#web/ui/colour.ts'
import { contrastFaultsInFrames } from '../../support/page-faults.ts'
import { dialogOf, goTo, openConsole } from '../../support/page-steps.ts'
import { openSite, type Site } from '../../support/site.ts'

let site: Site
let page: Page

const storedValue = (name: string) =>
  page.evaluate((item) => JSON.parse(localStorage.getItem(`saber-${item}`) ?? 'null')?.content ?? null, name)
const waitForTheme = (theme: string) => page.waitForFunction((name) => document.body.className === name, theme)
/** A colour of the first matching element, as #rrggbb. */
const colourOf = (selector: string, property: 'color' | 'backgroundColor') =>
  page
    .locator(selector)
    .first()
    .evaluate((element, name) => {
      const parts = getComputedStyle(element)[name].match(/\d+/g) ?? []
      return `#${parts
        .slice(0, 3)
        .map((part) => Number(part).toString(16).padStart(2, '0'))
        .join('')}`
    }, property)
const press = (name: string) => page.getByRole('button', { name }).click()
const close = async (dialog: Locator) => {
  await dialog.getByRole('button', { name: '关闭' }).click()
  await dialog.waitFor({ state: 'detached' })
}

beforeAll(async () => {
  site = await openSite()
  page = await openConsole(site)
})

describe.sequential('the theme chooser (specification 000, sections 2 and 9)', () => {
  test('theme-hey is the default; the theme name is the class of the body', async () => {
    await waitForTheme('theme-hey')
    expect(await storedValue('themeName')).toBeNull()
  })

  test('arrow keys go through the eleven themes; each is applied at once and stored as themeName', async () => {
    await press('选择主题')
    const dialog = dialogOf(page, '选择主题')
    await expect.poll(() => dialog.getByRole('radio').count()).toBe(11)
    await expect.poll(() => dialog.getByRole('radio', { name: 'hey主题' }).isChecked()).toBe(true)
    await page.keyboard.press('ArrowDown')
    await waitForTheme('theme-lte')
    await page.keyboard.press('ArrowDown')
    await waitForTheme('default')
    await dialog.getByRole('radio', { name: '黑色主题' }).check()
    await waitForTheme('theme-dark')
    expect(await storedValue('themeName')).toBe('theme-dark')
    await close(dialog)
  })

  test('theme-dark is dark, including its tables, and survives a reload', async () => {
    await page.goto('/system/param')
    await page.getByRole('row').nth(1).waitFor()
    await waitForTheme('theme-dark')
    for (const selector of ['html', 'thead th', 'tbody td'])
      expect(contrast(await colourOf(selector, 'color'), '#000000')).toBeGreaterThan(7)
    expect(contrast(await colourOf('html', 'backgroundColor'), '#000000')).toBeLessThan(1.5)
    expect(contrast(await colourOf('thead th', 'backgroundColor'), '#000000')).toBeLessThan(1.5)
  })

  test('the portal ignores the theme', async () => {
    await page.goto('/siteMap')
    await page.getByRole('heading', { name: '站点地图', level: 1 }).waitFor()
    await expect.poll(() => page.evaluate(() => document.body.className)).toBe('')
    expect(await colourOf('html', 'backgroundColor')).toBe('#ffffff')
  })

  test('another window follows the choice', async () => {
    await page.goto('/wel/index')
    await waitForTheme('theme-dark')
    const other = await page.context().newPage()
    await other.goto('/wel/index')
    await other.getByRole('button', { name: '选择主题' }).click()
    await other.getByRole('radio', { name: '白色主题' }).check()
    await waitForTheme('theme-white')
    await other.close()
  })
})

describe.sequential('the contrast of all eleven themes', () => {
  test('is sufficient for tabs, an open group and the mark of the current page', async () => {
    for (const name of ['岗位管理', '参数管理']) await goTo(page, '系统管理', name)
    expect(await contrastFaultsInFrames(page)).toEqual([])
  })
})

describe.sequential('the colour picker', () => {
  const main = 'main button:has-text("搜索")'
  test('changes the colour of buttons to a readable shade and is stored as colorName', async () => {
    await press('主题颜色')
    const dialog = dialogOf(page, '主题颜色')
    // white text on this yellow would be unreadable
    await dialog.getByLabel('自选颜色').fill('#FFD400')
    await expect.poll(() => storedValue('colorName')).toBe('#ffd400')
    await close(dialog)
    await expect.poll(() => colourOf(main, 'backgroundColor')).toMatch(/^#[67]/)
    expect(contrast(await colourOf(main, 'color'), await colourOf(main, 'backgroundColor'))).toBeGreaterThanOrEqual(4.5)
  })

  test('shows an error for an invalid colour and changes nothing', async () => {
    await press('主题颜色')
    const dialog = dialogOf(page, '主题颜色')
    await dialog.getByLabel('自选颜色').fill('#FFD')
    await dialog.getByText('请输入形如 #409EFF 的颜色').waitFor()
    expect(await storedValue('colorName')).toBe('#ffd400')
  })

  test('restores the default #409EFF', async () => {
    const dialog = dialogOf(page, '主题颜色')
    await dialog.getByRole('button', { name: '恢复默认' }).click()
    await expect.poll(() => storedValue('colorName')).toBe('#409eff')
    await expect.poll(() => dialog.getByLabel('天蓝').isChecked()).toBe(true)
    await close(dialog)
  })
})

describe.sequential('the fullscreen toggle', () => {
  const isFull = () => page.evaluate(() => document.fullscreenElement !== null)
  test('enters and leaves fullscreen, and follows when the browser leaves it by itself', async () => {
    await press('全屏')
    await page.getByRole('button', { name: '退出全屏' }).waitFor()
    await expect.poll(() => isFull()).toBe(true)
    await press('退出全屏')
    await page.getByRole('button', { name: '全屏', exact: true }).waitFor()
    await expect.poll(() => isFull()).toBe(false)
    await press('全屏')
    await page.getByRole('button', { name: '退出全屏' }).waitFor()
    // like Escape, which the browser handles outside the page
    await page.evaluate(() => document.exitFullscreen())
    await page.getByRole('button', { name: '全屏', exact: true }).waitFor()
  })
})

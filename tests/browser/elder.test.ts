import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, openPage, type sizes } from '../support/browser.ts'
import { openPlatform } from '../support/platform.ts'
import { publish } from '../support/published.ts'
import { listed } from '../support/story.ts'

const platform = await openPlatform()
const browser = await openBrowser()

beforeAll(async () => {
  const admin = await platform.admin()
  await publish(admin)
  await listed(admin, { province: '320000' })
})

const open = async (path: string, size: keyof typeof sizes = 'desk'): Promise<Page> => {
  const page = await openPage(browser, size)
  await page.goto(platform.url + path)
  return page
}
const tools = (page: Page) => page.getByRole('region', { name: '长者模式工具栏' })
const press = (page: Page, name: string) => tools(page).getByRole('button', { name, exact: true }).click()
const textSize = (page: Page) =>
  page
    .locator('main p')
    .first()
    .evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize))
const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

describe('the elder mode (experience.md B.2)', () => {
  test('is switched on in the header, stands in the address and in this browser, and goes off again', async () => {
    const page = await open('/projects')
    const before = await textSize(page)
    await page.getByRole('button', { name: '长者模式' }).click()
    await tools(page).waitFor()
    await page.waitForURL('**/projects?elder=1')
    expect(await textSize(page)).toBeGreaterThan(before)
    await press(page, '特大')
    const largest = await textSize(page)
    expect(largest).toBeGreaterThanOrEqual(28)
    // the next page, and the same browser later
    await page.getByRole('link', { name: '首页' }).click()
    await page.waitForURL('**/Home?elder=1')
    await page.goto(`${platform.url}/projects`)
    await tools(page).waitFor()
    expect(await textSize(page)).toBe(largest)
    await press(page, '退出长者模式')
    await tools(page).waitFor({ state: 'detached' })
    expect(await textSize(page)).toBe(before)
    expect(page.url()).not.toContain('elder')
  })

  test('an address shared with it shows it to somebody else too', async () => {
    await tools(await open('/lookUp?elder=1')).waitFor()
  })

  test('its tools change what they say: contrast, pointer, line, one column', async () => {
    const page = await open('/Home?elder=1')
    await press(page, '白底黑字')
    const colours = await page
      .locator('main p')
      .first()
      .evaluate((one) => getComputedStyle(one.ownerDocument.body).color)
    expect(colours).toBe('rgb(0, 0, 0)')
    await press(page, '黑底亮字')
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).filter)).toContain('invert(1)')
    await press(page, '大鼠标')
    expect(await page.evaluate(() => getComputedStyle(document.body).cursor)).toContain('pointer.svg')
    await press(page, '辅助线')
    const line = page.locator('[class*="line"][aria-hidden="true"]').last()
    await page.mouse.move(200, 300)
    const at = (await line.boundingBox())?.y
    await page.mouse.move(200, 500)
    expect(((await line.boundingBox())?.y ?? 0) - (at ?? 0)).toBe(200)
    const columns = () =>
      page.locator('dl[data-columns]').evaluate((one) => getComputedStyle(one).gridTemplateColumns.split(' ').length)
    expect(await columns()).toBeGreaterThan(1)
    await press(page, '简约版')
    expect(await columns()).toBe(1)
  })

  test('a browser without a voice says so', async () => {
    const page = await openPage(browser)
    await page.addInitScript(() => Reflect.deleteProperty(window, 'speechSynthesis'))
    await page.goto(`${platform.url}/projects?elder=1`)
    await page.getByRole('button', { name: '朗读', exact: true }).click()
    await page.getByText('此浏览器没有可用的语音，无法朗读。').waitFor()
  })

  describe.each(['/Home', '/projects', '/lookUp', '/successfulCase/cases'])('%s', (path) => {
    test.each(['desk', 'phone'] as const)('on a %s: no barrier, nothing wider than the window', async (size) => {
      const page = await open(`${path}?elder=1`, size)
      await tools(page).waitFor()
      for (const name of ['大', '特大']) {
        await press(page, name)
        expect([name, await overflow(page)]).toEqual([name, expect.closeTo(0, 0)])
      }
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])
    })
  })
})

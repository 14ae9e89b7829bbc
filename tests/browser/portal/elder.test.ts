import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { articleAt, columnAt, paperAt } from '#contract/news/place.ts'
import { projectAt } from '#contract/portal/project-places.ts'
import { publicAreas } from '#contract/portal/site-map.ts'
import { violationsOn } from '../../support/axe.ts'
import { openBrowser, openPage, sizes } from '../../support/browser.ts'
import { hasFocus, keysOn, waitForHydration } from '../../support/keyboard.ts'
import { switchLanguage } from '../../support/page-faults.ts'
import { type Caller, openPlatform, type Platform } from '../../support/platform.ts'
import { publish } from '../../support/publish.ts'
import { addLibraryRow } from '../../support/scenario.ts'
import { installVoice } from '../../support/speech.ts'

let platform: Platform
let browser: Browser
let admin: Caller
let article: string
let paper: string
let column: string
let project: string

beforeAll(async () => {
  browser = await openBrowser()
  platform = await openPlatform()
  admin = await platform.admin()
  ;({ article, paper, column } = await publish(admin))
  project = await addLibraryRow(admin, { province: '320000' })
})

/** A page at this address: of somebody new, unless it is somebody's already. */
const open = async (path: string, size: keyof typeof sizes = 'desk', of?: Page): Promise<Page> => {
  const page = of ?? (await openPage(browser, size))
  await page.goto(platform.url + path)
  return page
}
const tools = (page: Page) => page.getByRole('region', { name: /^(长者模式工具栏|Easy reading toolbar)$/ })
const press = (page: Page, name: string) => tools(page).getByRole('button', { name, exact: true }).click()
const textSize = (page: Page) =>
  page
    .locator('main p')
    .first()
    .evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize))
const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

/** Chinese words in more lines than one where they are pressed, and cards that do not show all they hold. */
const brokenOrCut = (): string[] => {
  const lines = (one: Element) => {
    const words = document.createTreeWalker(one, NodeFilter.SHOW_TEXT)
    const tops = new Set<number>()
    for (let text = words.nextNode(); text; text = words.nextNode()) {
      const range = document.createRange()
      range.selectNode(text)
      for (const { top } of range.getClientRects()) tops.add(Math.round(top))
    }
    return tops.size
  }
  const broken = [...document.querySelectorAll('header nav a, button, small')].filter(
    (one) => /^[\u4e00-\u9fff]+$/.test(one.textContent ?? '') && lines(one) > 1,
  )
  const cut = [...document.querySelectorAll('[role=tabpanel] > div')].filter((one) => {
    const card = one.parentElement as Element
    return (
      one.getBoundingClientRect().bottom > card.getBoundingClientRect().bottom || one.scrollHeight > one.clientHeight
    )
  })
  return [...broken, ...cut].map((one) => one.textContent ?? '')
}

describe('the elder mode (experience.md B.2)', () => {
  test('is switched on in the header, stands in the address and in this browser, and goes off again', async () => {
    const page = await open('/projects')
    const before = await textSize(page)
    await page.getByRole('button', { name: '长者模式' }).click()
    await tools(page).waitFor()
    await page.waitForURL('**/projects?elder=1')
    await expect.poll(() => textSize(page)).toBeGreaterThan(before)
    await press(page, '特大')
    const largest = await textSize(page)
    expect(largest).toBeGreaterThanOrEqual(28)
    // the next page, and the same browser later
    await page.getByRole('link', { name: '首页' }).click()
    await page.waitForURL('**/Home?elder=1')
    await page.goto(`${platform.url}/projects`)
    await tools(page).waitFor()
    await expect.poll(() => textSize(page)).toBe(largest)
    await press(page, '退出长者模式')
    await tools(page).waitFor({ state: 'detached' })
    await expect.poll(() => textSize(page)).toBe(before)
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
    await expect
      .poll(() => page.evaluate(() => getComputedStyle(document.documentElement).filter))
      .toContain('invert(1)')
    await press(page, '大鼠标')
    await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).cursor)).toContain('pointer.svg')
    await press(page, '辅助线')
    const line = page.locator('[class*="line"][aria-hidden="true"]').last()
    await page.mouse.move(200, 300)
    const at = (await line.boundingBox())?.y
    await page.mouse.move(200, 500)
    expect(((await line.boundingBox())?.y ?? 0) - (at ?? 0)).toBe(200)
    const columns = () =>
      page.locator('dl[data-columns]').evaluate((one) => getComputedStyle(one).gridTemplateColumns.split(' ').length)
    await expect.poll(() => columns()).toBeGreaterThan(1)
    await press(page, '简约版')
    await expect.poll(() => columns()).toBe(1)
  })

  test.each(['desk', 'phone'] as const)(
    'on a %s what is pressed keeps its words whole, and no card is cut off',
    async (size) => {
      const page = await open('/siteMap?elder=1', size)
      await press(page, '特大')
      for (const path of ['/Home', '/projects', '/technologicalProgress/papers']) {
        await page.goto(`${platform.url}${path}?elder=1`)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await expect.poll(() => page.evaluate(brokenOrCut)).toEqual([])
      }
    },
  )

  test('a browser without a voice says so', async () => {
    const page = await openPage(browser)
    await page.addInitScript(() => Reflect.deleteProperty(window, 'speechSynthesis'))
    await page.goto(`${platform.url}/projects?elder=1`)
    await page.getByRole('button', { name: '朗读', exact: true }).click()
    await page.getByText('此浏览器没有可用的语音，无法朗读。').waitFor()
  })

  const keysAt = async (page: Page) => {
    await page.goto(`${platform.url}/lookUp?elder=1`)
    await waitForHydration(page)
    await tools(page).waitFor()
    return keysOn(page)
  }

  test('a page is read aloud; what is read is named and marked, a key stops it, another page too', async () => {
    const page = await openPage(browser)
    const voice = await installVoice(page)
    const keys = await keysAt(page)
    const said = (words: string) => tools(page).getByRole('status').getByText(words).waitFor()
    const heard = page.locator('[data-heard]')
    const press = tools(page).getByRole('button', { name: /朗读$/ })
    await keys.to(press)
    await keys.press('Enter', () => said('正在朗读：申报进度查询'))
    await expect.poll(() => heard.evaluate(({ tagName }) => tagName)).toBe('H1')
    const exit = tools(page).getByRole('button', { name: '退出长者模式' })
    const place = await exit.boundingBox()
    await press.hover()
    await expect.poll(() => press.evaluate((one) => getComputedStyle(one).color)).toBe('rgb(255, 255, 255)')
    await voice.goOn()
    await said('正在朗读：输入申报编号，查看办理环节')
    await expect.poll(() => heard.innerText()).toContain('查询结果不含个人信息')
    expect(await exit.boundingBox()).toEqual(place)
    await keys.press('Enter', () => heard.waitFor({ state: 'detached' }))
    await expect.poll(() => hasFocus(press)).toBe(true)
    await expect
      .poll(async () => [await press.innerText(), await tools(page).getByRole('status').innerText()])
      .toEqual(['朗读', ''])
    // to its end
    await keys.press('Enter', () => said('正在朗读：申报进度查询'))
    while (await voice.goOn()) await heard.waitFor()
    await heard.waitFor({ state: 'detached' })
    await expect.poll(() => press.innerText()).toBe('朗读')
    // and where one goes on to another page
    await keys.press('Enter', () => said('正在朗读：申报进度查询'))
    await keys.to(page.getByRole('link', { name: '首页', exact: true }))
    await keys.press('Enter', () => page.waitForURL('**/Home*'))
    await press.getByText('朗读', { exact: true }).waitFor()
    expect(await voice.goOn()).toBe(false)
  })

  test('a figure is read with its unit, a province with its rank, in one breath; what is hidden is not read', async () => {
    const page = await openPage(browser)
    const voice = await installVoice(page)
    await page.goto(`${platform.url}/Home?elder=1`)
    await page.getByRole('option').first().waitFor()
    await press(page, '朗读')
    const words = await voice.queuedTexts()
    expect(words).toEqual(expect.arrayContaining(['项目总数', '1 个', '1 江苏 1']))
    expect(words.join(' ')).not.toContain('›')
  })

  test('a browser that has no voice says so where it was asked to read, and the focus stays', async () => {
    const page = await openPage(browser)
    const keys = await keysAt(page)
    const press = tools(page).getByRole('button', { name: '朗读' })
    await keys.to(press)
    await keys.press('Enter', () => page.getByRole('status').getByText('此浏览器没有可用的语音，无法朗读。').waitFor())
    await expect.poll(() => hasFocus(press)).toBe(true)
  })

  let reader: Page
  beforeAll(async () => {
    reader = await openPage(browser)
  })
  const known = publicAreas.flatMap(({ places }) => places).filter(({ isPersonal: own }) => !own)
  describe.each([
    ...known.map(({ path }) => ({ place: path, at: () => path })),
    ...[
      { place: 'an article', at: () => articleAt(article) },
      { place: 'a published file', at: () => paperAt(paper) },
      { place: 'a column', at: () => columnAt(column) },
      { place: 'a listed project', at: () => projectAt(project) },
    ],
  ])('$place', ({ at }) => {
    test('no barrier, nothing wider than the window, on a desk and on a telephone, in both languages', async () => {
      const path = at()
      await reader.setViewportSize(sizes.desk)
      const page = await open(`${path}${path.includes('?') ? '&' : '?'}elder=1&lang=zh`, 'desk', reader)
      await tools(page).waitFor()
      const widths = async (lang: 'zh' | 'en') => {
        for (const size of ['desk', 'phone'] as const)
          for (const name of lang === 'zh' ? ['大', '特大'] : ['Large', 'Very large']) {
            await page.setViewportSize(sizes[size])
            await press(page, name)
            expect([lang, size, name, await overflow(page)]).toEqual([lang, size, name, expect.closeTo(0, 0)])
          }
        await page.setViewportSize(sizes.desk)
      }
      await widths('zh')
      expect(await violationsOn(page)).toEqual([])
      await switchLanguage(page, 'en')
      await widths('en')
    })
  })
})

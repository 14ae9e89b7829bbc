import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { articleAt, columnAt, publishedFileAt, statementAt } from '#contract/news/place.ts'
import { projectAt } from '#contract/portal/project-places.ts'
import { publicAreas } from '#contract/portal/public-pages.ts'
import { violationsOn } from '../../support/axe.ts'
import { openBrowser, openPage, sizes } from '../../support/browser.ts'
import { hasFocus, keysOn, waitForHydration } from '../../support/keyboard.ts'
import { switchLanguage } from '../../support/page-look.ts'
import { type Caller, openPlatform, type Platform } from '../../support/platform.ts'
import { publish } from '../../support/publish.ts'
import { addLibraryRow } from '../../support/scenario.ts'
import { installNoVoice, installVoice } from '../../support/speech.ts'

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

/** Opens this address in a new page or in an existing one. */
const open = async (path: string, size: keyof typeof sizes = 'desk', existingPage?: Page): Promise<Page> => {
  const page = existingPage ?? (await openPage(browser, size))
  await page.goto(platform.url + path)
  return page
}
const tools = (page: Page) => page.getByRole('region', { name: /^(长者模式工具栏|Easy reading toolbar)$/ })
/** Presses a tool; on a phone they are folded into one line until they are opened. */
const press = async (page: Page, name: string) => {
  await tools(page).waitFor()
  const opener = tools(page).getByRole('button', { name: /^(阅读工具|Reading tools)$/ })
  if (await opener.isVisible()) await opener.click()
  await tools(page).getByRole('button', { name, exact: true }).click()
}
const textSize = (page: Page) =>
  page
    .locator('main p')
    .first()
    .evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))
const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

/** Controls whose Chinese text wraps, and cards with clipped content. */
const wrappedOrClippedTexts = (): string[] => {
  const lines = (element: Element) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    const tops = new Set<number>()
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const range = document.createRange()
      range.selectNode(text)
      for (const { top } of range.getClientRects()) tops.add(Math.round(top))
    }
    return tops.size
  }
  const wrapped = [...document.querySelectorAll('header nav a, button, small')].filter(
    (element) => /^[\u4e00-\u9fff]+$/.test(element.textContent ?? '') && lines(element) > 1,
  )
  const clipped = [...document.querySelectorAll('[role=tabpanel] > div')].filter((element) => {
    const card = element.parentElement as Element
    return (
      element.getBoundingClientRect().bottom > card.getBoundingClientRect().bottom ||
      element.scrollHeight > element.clientHeight
    )
  })
  return [...wrapped, ...clipped].map((element) => element.textContent ?? '')
}

describe('the elder mode', () => {
  test('is switched on in the header, is stored in the address and the browser, and can be switched off', async () => {
    const page = await open('/projects')
    const before = await textSize(page)
    await page.getByRole('button', { name: '长者模式' }).click()
    await tools(page).waitFor()
    await page.waitForURL('**/projects?elder=1')
    await expect.poll(() => textSize(page)).toBeGreaterThan(before)
    await press(page, '特大')
    const largest = await textSize(page)
    expect(largest).toBeGreaterThanOrEqual(28)
    // the next page, and a later visit in the same browser
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

  test('is switched on by a shared address', async () => {
    await tools(await open('/lookUp?elder=1')).waitFor()
  })

  test('has tools for contrast, pointer, reading line and a single column', async () => {
    const page = await open('/Home?elder=1')
    await press(page, '白底黑字')
    const colours = await page
      .locator('main p')
      .first()
      .evaluate((element) => getComputedStyle(element.ownerDocument.body).color)
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
    const getPath = (await line.boundingBox())?.y
    await page.mouse.move(200, 500)
    expect(((await line.boundingBox())?.y ?? 0) - (getPath ?? 0)).toBe(200)
    const columns = () =>
      page
        .locator('dl[data-columns]')
        .evaluate((element) => getComputedStyle(element).gridTemplateColumns.split(' ').length)
    await expect.poll(() => columns()).toBeGreaterThan(1)
    await press(page, '简约版')
    await expect.poll(() => columns()).toBe(1)
  })

  test.each(['desk', 'phone'] as const)('does not wrap controls or clip cards on a %s', async (size) => {
    const page = await open('/siteMap?elder=1', size)
    await press(page, '特大')
    for (const path of ['/Home', '/projects', '/technologicalProgress/papers']) {
      await page.goto(`${platform.url}${path}?elder=1`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await expect.poll(() => page.evaluate(wrappedOrClippedTexts)).toEqual([])
    }
  })

  test('shows a message if the browser has no speech synthesis', async () => {
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

  test('reads a page aloud, names and marks the current text, and stops with a key or on another page', async () => {
    const page = await openPage(browser)
    const voice = await installVoice(page)
    const keys = await keysAt(page)
    const waitForStatus = (texts: string) => tools(page).getByRole('status').getByText(texts).waitFor()
    const spokenElement = page.locator('[data-reading]')
    const press = tools(page).getByRole('button', { name: /朗读$/ })
    await keys.to(press)
    await keys.press('Enter', () => waitForStatus('正在朗读：申报进度查询'))
    await expect.poll(() => spokenElement.evaluate(({ tagName }) => tagName)).toBe('H1')
    const exit = tools(page).getByRole('button', { name: '退出长者模式' })
    const exitBox = await exit.boundingBox()
    await press.hover()
    await expect.poll(() => press.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(255, 255, 255)')
    await voice.advance()
    await waitForStatus('正在朗读：输入申报编号，查看办理环节')
    await expect.poll(() => spokenElement.innerText()).toContain('查询结果不含个人信息')
    expect(await exit.boundingBox()).toEqual(exitBox)
    await keys.press('Enter', () => spokenElement.waitFor({ state: 'detached' }))
    await expect.poll(() => hasFocus(press)).toBe(true)
    await expect
      .poll(async () => [await press.innerText(), await tools(page).getByRole('status').innerText()])
      .toEqual(['朗读', ''])
    // read to the end
    await keys.press('Enter', () => waitForStatus('正在朗读：申报进度查询'))
    while (await voice.advance()) await spokenElement.waitFor()
    await spokenElement.waitFor({ state: 'detached' })
    await expect.poll(() => press.innerText()).toBe('朗读')
    // leaving the page stops reading
    await keys.press('Enter', () => waitForStatus('正在朗读：申报进度查询'))
    await keys.to(page.getByRole('link', { name: '首页', exact: true }))
    await keys.press('Enter', () => page.waitForURL('**/Home*'))
    await press.getByText('朗读', { exact: true }).waitFor()
    expect(await voice.advance()).toBe(false)
  })

  test('reads a figure with its unit and a province with its rank as one text, and skips hidden text', async () => {
    const page = await openPage(browser)
    const voice = await installVoice(page)
    await page.goto(`${platform.url}/Home?elder=1`)
    await page.getByRole('option').first().waitFor()
    await press(page, '朗读')
    const texts = await voice.queuedTexts()
    expect(texts).toEqual(expect.arrayContaining(['项目总数', '1 个', '1 江苏 1']))
    expect(texts.join(' ')).not.toContain('›')
  })

  test('shows a message if no voice is installed, and keeps the focus', async () => {
    const page = await openPage(browser)
    await installNoVoice(page)
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
  const publicPlaces = publicAreas.flatMap(({ pages }) => pages).filter(({ isPersonal }) => !isPersonal)
  describe.each([
    // the statements have one form: the longest stands for all
    ...publicPlaces
      .filter(({ path }) => !path.startsWith(statementAt('')) || path === statementAt('privacy'))
      .map(({ path }) => ({ place: path, getPath: () => path })),
    ...[
      { place: 'an article', getPath: () => articleAt(article) },
      { place: 'a published file', getPath: () => publishedFileAt(paper) },
      { place: 'a column', getPath: () => columnAt(column) },
      { place: 'a listed project', getPath: () => projectAt(project) },
    ],
  ])('$place', ({ getPath }) => {
    test('has no accessibility barrier and no overflow on desktop and phone in both languages', async () => {
      const path = getPath()
      await reader.setViewportSize(sizes.desk)
      const page = await open(`${path}${path.includes('?') ? '&' : '?'}elder=1&lang=zh`, 'desk', reader)
      await tools(page).waitFor()
      const expectNoOverflow = async (lang: 'zh' | 'en') => {
        for (const size of ['desk', 'phone'] as const)
          for (const name of lang === 'zh' ? ['大', '特大'] : ['Large', 'Very large']) {
            await page.setViewportSize(sizes[size])
            await press(page, name)
            expect([lang, size, name, await overflow(page)]).toEqual([lang, size, name, expect.closeTo(0, 0)])
          }
        await page.setViewportSize(sizes.desk)
      }
      await expectNoOverflow('zh')
      expect(await violationsOn(page)).toEqual([])
      await switchLanguage(page, 'en')
      await expectNoOverflow('en')
    })
  })
})

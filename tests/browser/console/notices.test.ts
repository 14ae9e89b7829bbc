import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { pngOf } from '#server/seed/demo/samples.ts'
import { hasFocus, tabTo } from '../../support/keyboard.ts'
import { dialogOf, openAs, openConsole, rowOf, waitForMessage } from '../../support/page-steps.ts'
import { openSite, type Site } from '../../support/site.ts'

/** Writing notices in the console and reading them. */

let site: Site
let page: Page
let id: string

const form = () => dialogOf(page, '新增通知')
const tool = (name: string) => form().getByRole('button', { name, exact: true })
const text = () => form().getByRole('textbox', { name: '通知内容' })

/** Waits until a tool has returned the focus to the text, which happens in the next frame. */
const waitForCaret = (selector?: string) =>
  expect
    .poll(() =>
      text().evaluate((element, ancestor) => {
        const node = getSelection()?.anchorNode
        const parent = node instanceof Element ? node : node?.parentElement
        return document.activeElement === element && (!ancestor || Boolean(parent?.closest(ancestor)))
      }, selector),
    )
    .toBe(true)

beforeAll(async () => {
  site = await openSite()
  page = await openAs(site, '/desk/notice')
})

describe.sequential('a notice', () => {
  test('can be written with headings, emphasis and lists by keyboard alone', async () => {
    await page.getByRole('button', { name: '新增', exact: true }).first().click()
    await form().getByLabel('通知标题').fill('维护通知')
    await form().getByLabel('通知类型').selectOption({ index: 1 })
    await form().getByLabel('发布时间').fill('2026-01-02 03:04')
    const backwards = { key: 'Shift+Tab' }
    await tabTo(page, text())
    await page.keyboard.type('安排')
    await tabTo(page, tool('一级标题'), backwards)
    await page.keyboard.press('Enter')
    await expect.poll(() => tool('一级标题').getAttribute('aria-pressed')).toBe('true')
    await waitForCaret('h2')
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+b')
    await page.keyboard.type('暂停服务')
    await page.keyboard.press('Control+b')
    await page.keyboard.press('Enter')
    await tabTo(page, tool('一级标题'), backwards)
    for (let n = 0; n < 10; n++) await page.keyboard.press('ArrowRight')
    await expect.poll(() => hasFocus(tool('项目符号列表'))).toBe(true)
    await page.keyboard.press('Enter')
    await waitForCaret('li')
    await page.keyboard.type('保存草稿')
    await expect
      .poll(() => text().innerHTML())
      .toContain('<h2>安排</h2><p><strong>暂停服务</strong></p><ul><li><p>保存草稿</p></li></ul>')
  })

  test('accepts only http and https links', async () => {
    await tool('链接').click()
    await form().getByLabel('链接地址').fill('javascript:alert(1)')
    await form().getByRole('button', { name: '确定' }).click()
    await form().getByText('请输入以 http 或 https 开头的地址').waitFor()
    await form().getByLabel('链接地址').fill('example.com/help')
    await page.keyboard.press('Enter')
    await expect.poll(() => text().getByRole('link').getAttribute('href')).toBe('https://example.com/help')
    await waitForCaret()
  })

  test('uploads a picture when it is chosen', async () => {
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), tool('插入图片').click()])
    await chooser.setFiles({ name: '示意图.png', mimeType: 'image/png', buffer: pngOf([22, 93, 172]) })
    const picture = text().getByRole('img', { name: '示意图' })
    await picture.waitFor()
    await expect
      .poll(() => picture.getAttribute('src'))
      .toMatch(/^\/api\/caict-resource\/attach\/download\?id=\d+&key=/)
  })

  test('undoes the last step', async () => {
    await waitForCaret()
    await page.keyboard.press('End')
    await page.keyboard.type('多余的话')
    await expect.poll(() => text().innerText()).toContain('多余的话')
    await tool('撤销').click()
    await expect.poll(() => text().innerText()).not.toContain('多余的话')
  })

  test('is saved and displayed as it was written', async () => {
    const submitResponse = page.waitForResponse(/notice\/submit/)
    await form().getByRole('button', { name: '保存' }).click()
    id = (await (await submitResponse).json()).data.id
    await waitForMessage(page, '新增成功')
    await rowOf(page, '维护通知').getByRole('button', { name: /^查看/ }).click()
    const detail = dialogOf(page, '维护通知')
    await detail.getByRole('heading', { name: '安排' }).waitFor()
    await expect.poll(() => detail.locator('strong').innerText()).toBe('暂停服务')
    await expect
      .poll(() => detail.getByRole('link', { name: 'https://example.com/help' }).getAttribute('rel'))
      .toBe('noopener noreferrer')
    const width = await detail
      .getByRole('img', { name: '示意图' })
      .evaluate((image: HTMLImageElement) => image.naturalWidth)
    expect(width).toBeGreaterThan(0)
    await detail.getByRole('button', { name: '关闭' }).last().click()
  })

  test('rejects more than 2,000 characters with a count and keeps the text', async () => {
    await page.getByRole('button', { name: '新增', exact: true }).first().click()
    await form().getByLabel('通知标题').fill('长文')
    await form().getByLabel('通知类型').selectOption({ index: 1 })
    await form().getByLabel('发布时间').fill('2026-01-02 03:04')
    await text().click()
    await page.keyboard.insertText('字'.repeat(2003))
    await form().getByText('已超出 3 字').waitFor()
    await form().getByRole('button', { name: '保存' }).click()
    await form().getByRole('button', { name: '通知内容不能超过2000个字' }).waitFor()
    await expect.poll(async () => (await text().innerText()).trim()).toHaveLength(2003)
  })

  test('opens for every logged-in user and counts as read then', async () => {
    const officerPage = await openConsole(site, site.accounts.city)
    await officerPage.getByRole('button', { name: '消息，1 条未读' }).click()
    await officerPage.getByRole('link', { name: '维护通知' }).click()
    await officerPage.waitForURL(`**/desk/notice/${id}`)
    await officerPage.getByRole('heading', { level: 1, name: '维护通知' }).waitFor()
    await officerPage.getByRole('heading', { level: 2, name: '安排' }).waitFor()
    await officerPage.getByRole('button', { name: '消息，0 条未读' }).waitFor()
    await expect.poll(() => officerPage.getByRole('button', { name: '编辑' }).count()).toBe(0)
  })

  test('is sanitized on display if an older server stored unsafe content', async () => {
    const content = `<p>正文<img src="x" onerror="document.title='taken'"></p><script>document.title='taken'</script>`
    await page.route(/notice\/released/, async (route) => {
      const body = await (await route.fetch()).json()
      await route.fulfill({ json: { ...body, data: { ...body.data, content } } })
    })
    await page.goto(`/desk/notice/${id}`)
    await page.locator('article').getByText('正文').waitFor()
    await expect.poll(() => page.locator('article script, article [onerror]').count()).toBe(0)
    expect(await page.title()).not.toBe('taken')
  })
})

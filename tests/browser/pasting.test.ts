import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { notice } from '#contract/desk/notice.ts'
import { openBrowser } from '../support/browser.ts'
import type { Caller } from '../support/platform.ts'
import { openSite, type Site } from '../support/site.ts'
import { arrive, dialogOf, told } from '../support/steps.ts'

/** What people bring into a text from elsewhere: of it stays what the platform can keep, and they are told of the rest. */

let site: Site<Caller>
let page: Page

const form = () => dialogOf(page, '新增 · 通知公告')
const text = () => form().getByRole('textbox', { name: '通知内容' })

const begin = async (title: string) => {
  await page.getByRole('button', { name: '新增', exact: true }).first().click()
  await form().getByLabel('通知标题').fill(title)
  await form().getByLabel('通知类型').selectOption({ index: 1 })
  await form().getByLabel('发布时间').fill('2026-01-02T03:04')
  await text().focus()
}
/** As the keys do it, with what lies in the clipboard said here. */
const paste = (html: string) =>
  text().evaluate((element, given) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', given)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, html)
const kept = async () => {
  const sent = page.waitForResponse(/notice\/submit/)
  await form().getByRole('button', { name: '保存' }).click()
  const { id } = (await (await sent).json()).data
  await told(page, '新增成功')
  return (await site.made.get(notice.calls.detail, { id })).content
}

beforeAll(async () => {
  site = await openSite(await openBrowser(), (platform) => platform.admin())
  page = await arrive(site)
  await page.goto('/desk/notice')
}, 120_000)

describe.sequential('a table that is pasted', () => {
  const cell = (words: string, spans = '') => `<td${spans}><p>${words}</p></td>`

  test.each([
    [
      '两列合并',
      '<tr><td colspan=2>合并</td></tr><tr><td>甲</td><td>乙</td></tr>',
      `<tr>${cell('合并', ' colspan="2"')}</tr><tr>${cell('甲')}${cell('乙')}</tr>`,
    ],
    [
      '两行合并',
      '<tr><td rowspan="2">合并</td><td colwidth="120">甲</td></tr><tr><td>乙</td></tr>',
      `<tr>${cell('合并', ' rowspan="2"')}${cell('甲')}</tr><tr>${cell('乙')}</tr>`,
    ],
  ])('stays as it was: %s', async (title, pasted, rows) => {
    await begin(title)
    await paste(`<table>${pasted}</table>`)
    expect(await kept()).toContain(`<table><tbody>${rows}</tbody></table>`)
  })
})

import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { notice } from '#contract/desk/notice.ts'
import { pngOf } from '#server/seed/demo/samples.ts'
import { dialogOf, openAs, waitForMessage } from '../../support/page-steps.ts'
import type { Caller } from '../../support/platform.ts'
import { openSite, type Site } from '../../support/site.ts'

/** What people bring into a text from elsewhere: of it stays what the platform can keep, and they are told of the rest. */

let site: Site<Caller>
let page: Page

const form = () => dialogOf(page, '新增通知')
const text = () => form().getByRole('textbox', { name: '通知内容' })
const pictures = () => text().locator('img')

const begin = async (title: string) => {
  await page.getByRole('button', { name: '新增', exact: true }).first().click()
  await form().getByLabel('通知标题').fill(title)
  await form().getByLabel('通知类型').selectOption({ index: 1 })
  await form().getByLabel('发布时间').fill('2026-01-02T03:04')
  await text().click()
}
/** As the keys do it, with what lies in the clipboard said here. */
const paste = (html: string, picture = '') =>
  text().evaluate(
    (element, [given, file]) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/html', given)
      if (file) {
        const bytes = Uint8Array.from(atob(file), (sign) => sign.charCodeAt(0))
        clipboardData.items.add(new File([bytes], 'image.png', { type: 'image/png' }))
      }
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    [html, picture] as const,
  )
const kept = async () => {
  const sent = page.waitForResponse(/notice\/submit/)
  await form().getByRole('button', { name: '保存' }).click()
  const { id } = (await (await sent).json()).data
  await waitForMessage(page, '新增成功')
  await form().waitFor({ state: 'detached' })
  return (await site.data.get(notice.calls.detail, { id })).content
}

const png = pngOf([22, 93, 172]).toString('base64')
const gif = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
const uploaded = /^\/api\/caict-resource\/attach\/download\?id=\d+&key=/

beforeAll(async () => {
  site = await openSite((platform) => platform.admin())
  page = await openAs(site, '/desk/notice')
})

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

describe.sequential('headings that are pasted', () => {
  test('are those of a text, from the first of a document down to the least', async () => {
    await begin('标题层级')
    await paste('<h1>一</h1><h2>二</h2><h3>三</h3><h4>四</h4><h5>五</h5><h6>六</h6><p>正文</p>')
    expect(await kept()).toContain('<h2>一</h2><h2>二</h2><h3>三</h3><h4>四</h4><h4>五</h4><h4>六</h4><p>正文</p>')
  })
})

describe.sequential('pictures that are pasted', () => {
  test('with the text around them are uploaded, and stand in their place', async () => {
    await begin('带图的文字')
    await paste(
      `<p>之前</p><img alt="图" src="data:image/png;base64,${png}"><p>之间</p><img src="data:image/gif;base64,${gif}"><p>之后</p>`,
    )
    await expect
      .poll(() => pictures().evaluateAll((all) => all.map((one) => one.getAttribute('src'))))
      .toEqual([expect.stringMatching(uploaded), expect.stringMatching(uploaded)])
    await expect.poll(() => form().getByRole('alert').count()).toBe(0)
    expect(await kept()).toMatch(
      /^<p>之前<\/p><img src="\/api\/[^"]+" alt="图" \/><p>之间<\/p><img src="\/api\/[^"]+" \/><p>之后<\/p>/,
    )
  })

  test('and are refused are gone, with the reason', async () => {
    await begin('不是图片')
    await paste(`<p>文字</p><img src="data:image/png;base64,${btoa('no picture')}">`)
    await form().getByText('文件内容与扩展名 .png 不符，请检查文件').waitFor()
    await expect.poll(() => pictures().count()).toBe(0)
    expect(await kept()).toBe('<p>文字</p><p></p>')
  })

  test('from elsewhere are left out at once, and their number is told in the language of the page', async () => {
    await begin('外来的图')
    const foreign = '<p>甲<img src="https://example.com/a.png">乙<img src="file:///C:/a.png"></p>'
    await paste(`${foreign}<img src="data:image/svg+xml;base64,AAAA">`)
    await expect.poll(() => pictures().count()).toBe(0)
    await form().getByText('有3张图片未能粘贴，请用“图片”按钮上传').waitFor()
    // it is about the last paste
    await paste('<p>丙</p>')
    await form().getByText('未能粘贴').waitFor({ state: 'detached' })
    expect(await kept()).toContain('甲')
  })

  test('of this site are known by their whole address too', async () => {
    await begin('本站的图')
    await paste(`<img src="data:image/png;base64,${png}">`)
    await expect.poll(() => pictures().first().getAttribute('src')).toMatch(uploaded)
    const address = `${site.url}${await pictures().first().getAttribute('src')}`
    await page.keyboard.press('Control+End')
    // what is typed shows that the caret has come to the end
    await page.keyboard.type('下图')
    await expect.poll(() => text().innerText()).toContain('下图')
    await paste(`<img src="${address.replaceAll('&', '&amp;')}">`)
    expect((await kept())?.match(/<img src="\/api\//g)).toHaveLength(2)
  })

  test('lying beside words in the clipboard, as a spreadsheet puts it there, give way to the words', async () => {
    await begin('表格软件')
    await paste('<style>td{color:red}</style><table><tr><td>甲</td></tr></table>', png)
    await expect.poll(() => text().getByRole('cell').allInnerTexts()).toEqual(['甲'])
    expect(await kept()).toContain('<table><tbody><tr><td><p>甲</p></td></tr></tbody></table>')
    await begin('网页上的图')
    await paste('<meta charset="utf-8"><img src="https://example.com/a.png">', png)
    await expect.poll(() => pictures().first().getAttribute('src')).toMatch(uploaded)
    await expect.poll(() => form().getByText('未能粘贴').count()).toBe(0)
    expect(await kept()).toContain('<img src="/api/')
  })
})

import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { notice } from '#contract/desk/notice.ts'
import { pngOf } from '#server/seed/demo/samples.ts'
import { delayRequests } from '../../support/delay-requests.ts'
import { dialogOf, openAs, waitForMessage } from '../../support/page-steps.ts'
import type { Caller } from '../../support/platform.ts'
import { openSite, type Site } from '../../support/site.ts'

/** Pasting into a rich text: supported content stays, and a message names what was left out. */

let site: Site<Caller>
let page: Page

const form = () => dialogOf(page, '新增通知')
const text = () => form().getByRole('textbox', { name: '通知内容' })
const pictures = () => text().locator('img')

const openForm = async (title: string) => {
  await page.getByRole('button', { name: '新增', exact: true }).first().click()
  await form().getByLabel('通知标题').fill(title)
  await form().getByLabel('通知类型').selectOption({ index: 1 })
  await form().getByLabel('发布时间').fill('2026-01-02 03:04')
  await text().click()
}
/** Pastes as the keyboard does, with this clipboard content. */
const paste = (html: string, picture = '') =>
  text().evaluate(
    (element, [markup, file]) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/html', markup)
      if (file) {
        const bytes = Uint8Array.from(atob(file), (character) => character.charCodeAt(0))
        clipboardData.items.add(new File([bytes], 'image.png', { type: 'image/png' }))
      }
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    [html, picture] as const,
  )
const savedContent = async () => {
  const submitResponse = page.waitForResponse(/notice\/submit/)
  await form().getByRole('button', { name: '保存' }).click()
  const { id } = (await (await submitResponse).json()).data
  await waitForMessage(page, '新增成功')
  await form().waitFor({ state: 'detached' })
  return (await site.data.get(notice.calls.detail, { id })).content
}

const png = pngOf([22, 93, 172]).toString('base64')
const gif = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
const uploadPattern = /^\/api\/caict-resource\/attach\/download\?id=\d+&key=/

beforeAll(async () => {
  site = await openSite((platform) => platform.admin())
  page = await openAs(site, '/desk/notice')
})

describe.sequential('a pasted table', () => {
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
  ])('stays as it was: %s', async (title, input, rows) => {
    await openForm(title)
    await paste(`<table>${input}</table>`)
    expect(await savedContent()).toContain(`<table><tbody>${rows}</tbody></table>`)
  })
})

describe.sequential('pasted headings', () => {
  test('are mapped to the levels 2 to 4', async () => {
    await openForm('标题层级')
    await paste('<h1>一</h1><h2>二</h2><h3>三</h3><h4>四</h4><h5>五</h5><h6>六</h6><p>正文</p>')
    expect(await savedContent()).toContain(
      '<h2>一</h2><h2>二</h2><h3>三</h3><h4>四</h4><h4>五</h4><h4>六</h4><p>正文</p>',
    )
  })
})

describe.sequential('text from a word processor', () => {
  const item = (level: number, marker: string, words: string) =>
    `<p class=MsoListParagraph style='margin-left:21pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span lang=EN-US><span style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>${words}<o:p></o:p></p>`

  test('keeps its alignment, and its lists become lists', async () => {
    await openForm('文字处理')
    await paste(
      `<style>@list l0:level1 {mso-level-text:"%1."}</style><h1 align=center style='text-align:center'>通知</h1>
      ${item(1, '3.', '甲')}${item(2, 'a)', '乙')}${item(2, 'b)', '丙')}${item(1, '4.', '丁')}${item(2, '（1）', '戊')}
      ${item(1, '·', '己')}${item(1, '一、', '庚')}<p style='mso-list:none;text-align:right'>落款</p>
      <table><tr><td style="text-align:center">辛</td></tr></table>`,
    )
    expect(await savedContent()).toContain(
      [
        '<h2 class="align-center">通知</h2>',
        '<ol start="3"><li><p>甲</p><ol type="a"><li><p>乙</p></li><li><p>丙</p></li></ol></li>',
        '<li><p>丁</p><p>（1）戊</p></li></ol>',
        '<ul><li><p>己</p></li></ul><p>一、庚</p><p class="align-right">落款</p>',
        '<table><tbody><tr><td><p class="align-center">辛</p></td></tr></tbody></table>',
      ].join(''),
    )
  })

  test('can be aligned by the toolbar, and is displayed as it was written', async () => {
    await openForm('对齐')
    await paste('<ol type="a" start="2"><li>甲</li></ol><p>乙</p>')
    const tool = (name: string) => form().getByRole('button', { name, exact: true })
    await tool('右对齐').click()
    await expect.poll(() => tool('右对齐').getAttribute('aria-pressed')).toBe('true')
    await tool('居中').click()
    await expect.poll(() => tool('左对齐').getAttribute('aria-pressed')).toBe('false')
    expect(await savedContent()).toContain(
      '<ol start="2" type="a"><li><p>甲</p></li></ol><p class="align-center">乙</p>',
    )
    const [row] = (await site.data.get(notice.calls.list, { title: '对齐' })).records
    await page.goto(`/desk/notice/${row?.id}`)
    const styleOf = (selector: string, property: string) =>
      page
        .locator(`article ${selector}`)
        .evaluate((one, name) => getComputedStyle(one).getPropertyValue(name), property)
    await page.locator('article ol').waitFor()
    expect(await styleOf('ol', 'list-style-type')).toBe('lower-alpha')
    expect(await styleOf('p.align-center', 'text-align')).toBe('center')
    await page.goto('/desk/notice')
  })
})

describe.sequential('pasted pictures', () => {
  test('are uploaded and stay in their place in the text', async () => {
    await openForm('带图的文字')
    await paste(
      `<p>之前</p><img alt="图" src="data:image/png;base64,${png}"><p>之间</p><img src="data:image/gif;base64,${gif}"><p>之后</p>`,
    )
    await expect
      .poll(() => pictures().evaluateAll((all) => all.map((image) => image.getAttribute('src'))))
      .toEqual([expect.stringMatching(uploadPattern), expect.stringMatching(uploadPattern)])
    await expect.poll(() => form().getByRole('alert').count()).toBe(0)
    expect(await savedContent()).toMatch(
      /^<p>之前<\/p><img src="\/api\/[^"]+" alt="图" \/><p>之间<\/p><img src="\/api\/[^"]+" \/><p>之后<\/p>/,
    )
  })

  test('that are not uploaded yet are not lost: the text is saved only with them', async () => {
    await openForm('上传中')
    const release = await delayRequests(/put-file/, page)
    await paste(`<p>文字</p><img src="data:image/png;base64,${png}">`)
    await form().getByRole('button', { name: '保存' }).click()
    await form().getByText('通知内容中有 1 张图片尚未上传').first().waitFor()
    release()
    await expect.poll(() => pictures().first().getAttribute('src')).toMatch(uploadPattern)
    expect(await savedContent()).toContain('<img src="/api/')
  })

  test('disappear with a reason when the server rejects them', async () => {
    await openForm('不是图片')
    await paste(`<p>文字</p><img src="data:image/png;base64,${btoa('no picture')}">`)
    await form().getByText('文件内容与扩展名 .png 不符，请检查文件').waitFor()
    await expect.poll(() => pictures().count()).toBe(0)
    expect(await savedContent()).toBe('<p>文字</p><p></p>')
  })

  test('from other sites are left out with a message that counts them', async () => {
    await openForm('外来的图')
    const externalPictures = '<p>甲<img src="https://example.com/a.png">乙<img src="file:///C:/a.png"></p>'
    await paste(`${externalPictures}<img src="data:image/svg+xml;base64,AAAA">`)
    await expect.poll(() => pictures().count()).toBe(0)
    await form().getByText('有 3 张图片未能粘贴，请用“插入图片”按钮上传').waitFor()
    // the message belongs to the last paste only
    await paste('<p>丙</p>')
    await form().getByText('未能粘贴').waitFor({ state: 'detached' })
    expect(await savedContent()).toContain('甲')
  })

  test('of this site are recognized by their full address too', async () => {
    await openForm('本站的图')
    await paste(`<img src="data:image/png;base64,${png}">`)
    await expect.poll(() => pictures().first().getAttribute('src')).toMatch(uploadPattern)
    const address = `${site.url}${await pictures().first().getAttribute('src')}`
    await page.keyboard.press('Control+End')
    // typing shows that the caret has reached the end
    await page.keyboard.type('下图')
    await expect.poll(() => text().innerText()).toContain('下图')
    await paste(`<img src="${address.replaceAll('&', '&amp;')}">`)
    expect((await savedContent())?.match(/<img src="\/api\//g)).toHaveLength(2)
  })

  test('are ignored if the clipboard also contains text, as from a spreadsheet', async () => {
    await openForm('表格软件')
    await paste('<style>td{color:red}</style><table><tr><td>甲</td></tr></table>', png)
    await expect.poll(() => text().getByRole('cell').allInnerTexts()).toEqual(['甲'])
    expect(await savedContent()).toContain('<table><tbody><tr><td><p>甲</p></td></tr></tbody></table>')
    await openForm('网页上的图')
    await paste('<meta charset="utf-8"><img src="https://example.com/a.png">', png)
    await expect.poll(() => pictures().first().getAttribute('src')).toMatch(uploadPattern)
    await expect.poll(() => form().getByText('未能粘贴').count()).toBe(0)
    expect(await savedContent()).toContain('<img src="/api/')
  })
})

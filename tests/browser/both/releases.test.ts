import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { fileRelease } from '#contract/news/file-release.ts'
import { addressOf } from '#contract/storage/download.ts'
import { pdfOf, pngOf } from '#server/seed/demo/samples.ts'
import { faultsAt } from '../../support/page-faults.ts'
import {
  chooseFile,
  clickAction,
  dialogOf,
  type FilePayload,
  openAs,
  optionOf,
  pick,
  questionOf,
  rowOf,
  waitForMessage,
} from '../../support/page-steps.ts'
import { addColumn, publishFile } from '../../support/publish.ts'
import { uploadPdf } from '../../support/scenario.ts'
import { openSite, type Site } from '../../support/site.ts'

/** An article from draft to withdrawal, as its editor and its readers see it (specification 001, News). */

let site: Site<void>
let editor: Page
let reader: Page

const form = () => dialogOf(editor, '新增新闻')
const preview = () => dialogOf(editor, '预览')
const choose = (label: string, file: FilePayload) => chooseFile(form().getByText(label, { exact: true }), file)
const publish = () => dialogOf(editor, '发布').getByRole('button', { name: '发布', exact: true }).click()
const withdraw = () =>
  questionOf(editor, '撤回后')
    .getByRole('button', { name: /^确 ?定$/ })
    .click()

beforeAll(async () => {
  site = await openSite(async (platform) => {
    const admin = await platform.admin()
    await addColumn(admin, '政策解读', 2)
    const papers = await addColumn(admin, '技术资料', 3)
    const attachId = await uploadPdf(admin)
    for (const title of ['标准草案甲', '标准草案乙'])
      await admin.get(fileRelease.calls.save, { title, type: papers, attachId })
    await publishFile(admin, { title: '标准草案丙', type: papers, attachId })
  })
  editor = await openAs(site, '/news/press-release')
  reader = await site.visit('desk', '/projectList/policy')
})

describe.sequential('an article', () => {
  test('is written with a cover, a table and a column that accepts articles', async () => {
    await editor.getByRole('button', { name: '新增', exact: true }).first().click()
    await form().getByLabel('标题', { exact: true }).fill('年度申报安排')
    await form().getByLabel('所属栏目').click()
    const papers = editor.getByRole('option', { name: '技术资料' })
    await papers.waitFor({ state: 'attached' })
    await expect.poll(() => papers.getAttribute('aria-disabled')).toBe('true')
    await optionOf(editor, '政策解读').click()
    await choose('选择图片', { name: '封面.png', mimeType: 'image/png', buffer: pngOf([22, 93, 172]) })
    await form().getByRole('img', { name: '封面图片' }).waitFor()
    const warnings: string[] = []
    editor.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()))
    const text = form().getByRole('textbox', { name: '正文' })
    await text.click()
    await editor.keyboard.type('安排如下')
    await editor.keyboard.press('Enter')
    await form().getByRole('button', { name: '插入表格' }).click()
    await editor.keyboard.type('时间')
    await editor.keyboard.press('Tab')
    await editor.keyboard.type('事项')
    await editor.keyboard.press('Tab')
    await editor.keyboard.type('备注')
    await expect.poll(() => text.getByRole('columnheader').allInnerTexts()).toEqual(['时间', '事项', '备注'])
    await form().getByRole('button', { name: '下方加行' }).click()
    await expect.poll(() => text.getByRole('row').count()).toBe(4)
    expect(warnings).toEqual([])
  })

  test('looks in the preview as it will for visitors, on desktop and phone', async () => {
    await form().getByRole('button', { name: '预览' }).click()
    await preview().getByRole('heading', { level: 1, name: '年度申报安排' }).waitFor()
    await preview().getByRole('columnheader', { name: '时间' }).waitFor()
    await preview().getByRole('button', { name: '手机' }).click()
    expect((await preview().getByRole('article').boundingBox())?.width).toBeLessThanOrEqual(390)
    await expect.poll(() => faultsAt(editor, ['desk', 'phone'])).toEqual([])
    await preview().getByRole('button', { name: '关闭', exact: true }).last().click()
  })

  test('is a draft when saved, and visible to everybody when published', async () => {
    await form().getByRole('button', { name: '保存' }).click()
    await waitForMessage(editor, '新增成功')
    await rowOf(editor, '年度申报安排').getByText('草稿').waitFor()
    await reader.reload()
    await reader.getByText('暂无内容').first().waitFor()
    await clickAction(rowOf(editor, '年度申报安排'), /^发布/)
    await publish()
    await rowOf(editor, '年度申报安排').getByText('已发布').waitFor()
    await reader.reload()
    await reader.getByRole('link', { name: '年度申报安排' }).click()
    await reader.getByRole('heading', { level: 1, name: '年度申报安排' }).waitFor()
    await reader.getByRole('columnheader', { name: '事项' }).waitFor()
    await expect.poll(() => faultsAt(reader, ['desk', 'phone'])).toEqual([])
  })

  test('answers 404 with the first request after its withdrawal', async () => {
    const address = reader.url()
    expect((await reader.goto(address))?.status()).toBe(200)
    await clickAction(rowOf(editor, '年度申报安排'), /^撤回/)
    await withdraw()
    await rowOf(editor, '年度申报安排').getByText('已撤回').waitFor()
    expect((await reader.goto(address))?.status()).toBe(404)
    await reader.getByRole('heading', { level: 1, name: '内容不存在或已撤回' }).waitFor()
  })
})

describe.sequential('the attachments of an article', () => {
  const [guide, draft] = ['申报指南.pdf', '内部草稿.pdf'].map((name) => ({
    name,
    mimeType: 'application/pdf',
    buffer: pdfOf(name),
  })) as [FilePayload, FilePayload]
  const addresses = new Map<string, string>()
  const statusOf = async (name: string) => (await reader.request.get(addresses.get(name) ?? '')).status()

  test('are added one by one and can be removed again; visitors cannot download them before publication', async () => {
    await editor.getByRole('button', { name: '新增', exact: true }).first().click()
    await form().getByLabel('标题', { exact: true }).fill('申报指南汇编')
    await pick(form(), '所属栏目', '政策解读')
    await form().getByRole('textbox', { name: '正文' }).click()
    await editor.keyboard.type('指南见附件。')
    for (const file of [guide, draft]) {
      const upload = editor.waitForResponse(/put-file-attach/)
      await choose('选择文件', file)
      addresses.set(file.name, addressOf((await (await upload).json()).data.attachId))
      await form().getByRole('button', { name: file.name, exact: true }).waitFor()
    }
    await form()
      .getByRole('button', { name: `删除 ${draft.name}` })
      .click()
    await form().getByRole('button', { name: '保存' }).click()
    await waitForMessage(editor, '新增成功')
    expect([await statusOf(guide.name), await statusOf(draft.name)]).toEqual([404, 404])
  })

  test('can be downloaded by visitors after publication, byte for byte; the removed one cannot', async () => {
    await clickAction(rowOf(editor, '申报指南汇编'), /^发布/)
    await publish()
    await rowOf(editor, '申报指南汇编').getByText('已发布').waitFor()
    await reader.goto('/projectList/policy')
    await reader.getByRole('link', { name: '申报指南汇编' }).click()
    const heading = reader.getByRole('heading', { level: 2, name: '附件' })
    const files = reader.locator('section').filter({ has: heading }).last()
    await files.waitFor()
    await expect.poll(() => files.getByRole('link').allInnerTexts()).toEqual([expect.stringContaining(guide.name)])
    const downloadEvent = reader.waitForEvent('download')
    await files.getByRole('link').click()
    const download = await downloadEvent
    expect(download.suggestedFilename()).toBe(guide.name)
    expect(readFileSync(await download.path())).toEqual(guide.buffer)
    expect([await statusOf(guide.name), await statusOf(draft.name)]).toEqual([200, 404])
  })

  test('cannot be downloaded any more after the withdrawal', async () => {
    await clickAction(rowOf(editor, '申报指南汇编'), /^撤回/)
    await withdraw()
    await rowOf(editor, '申报指南汇编').getByText('已撤回').waitFor()
    expect([await statusOf(guide.name), await statusOf(draft.name)]).toEqual([404, 404])
  })
})

describe.sequential('a publication time in the future', () => {
  const row = () => rowOf(editor, '申报指南汇编')
  const press = () => clickAction(row(), /^发布/)
  const time = () => dialogOf(editor, '发布').getByLabel(/^发布时间（留空则立即发布/)

  test('schedules the publication', async () => {
    await press()
    await time().fill('2099-01-01 08:00')
    await publish()
    await row().getByText('定时发布', { exact: true }).waitFor()
    await row().getByText('2099-01-01 08:00').waitFor()
  })

  test('appears in the dialog when it is opened again; clearing it publishes at once', async () => {
    await press()
    await expect.poll(() => time().inputValue()).toMatch(/^2099-01-01 08:00/)
    await time().fill('')
    await publish()
    await row().getByText('已发布').waitFor()
  })
})

describe.sequential('several releases at once', () => {
  const titles = ['标准草案甲', '标准草案乙', '标准草案丙']
  const results = () => dialogOf(editor, '处理结果')
  const press = (name: string) => editor.getByRole('button', { name, exact: true }).first().click()
  const selectRows = async (names: readonly string[]) => {
    for (const name of names) await rowOf(editor, name).getByRole('checkbox').check()
  }
  const states = () =>
    Promise.all(titles.map(async (title) => /草稿|已发布|已撤回/.exec(await rowOf(editor, title).innerText())?.[0]))
  const visibleTitles = async () => {
    await reader.goto('/technologicalProgress/papers')
    await reader.getByRole('heading', { level: 1 }).waitFor()
    const pageText = await reader.getByRole('main').innerText()
    return titles.filter((title) => pageText.includes(title))
  }

  test('are published with a result for each, and visitors find all of them', async () => {
    await editor.goto('/news/file-release')
    await rowOf(editor, '标准草案甲').waitFor()
    expect([await states(), await visibleTitles()]).toEqual([['草稿', '草稿', '已发布'], ['标准草案丙']])
    await selectRows(titles)
    await press('发布')
    await publish()
    await results().getByText('成功 2 条，未成功 1 条').waitFor()
    await results().getByRole('row', { name: '标准草案丙 未完成 已经发布，无需再次发布' }).waitFor()
    for (const title of ['标准草案甲', '标准草案乙'])
      await results()
        .getByRole('row', { name: `${title} 已完成` })
        .waitFor()
    await expect.poll(() => faultsAt(editor, ['desk'])).toEqual([])
    await results().getByRole('button', { name: '关闭' }).last().click()
    await expect.poll(states).toEqual(['已发布', '已发布', '已发布'])
    expect(await visibleTitles()).toEqual(titles)
  })

  test('are withdrawn with a result for each, and visitors find none of them', async () => {
    await rowOf(editor, '标准草案丙').getByRole('checkbox').uncheck()
    await selectRows(['标准草案甲', '标准草案乙'])
    await press('撤回')
    await withdraw()
    await expect.poll(states).toEqual(['已撤回', '已撤回', '已发布'])
    expect(await visibleTitles()).toEqual(['标准草案丙'])
    await selectRows(titles)
    await press('撤回')
    await withdraw()
    await results().getByText('成功 1 条，未成功 2 条').waitFor()
    for (const title of ['标准草案甲', '标准草案乙'])
      await results()
        .getByRole('row', { name: `${title} 未完成 尚未发布，无需撤回` })
        .waitFor()
    await results().getByRole('button', { name: '关闭' }).last().click()
    await expect.poll(states).toEqual(['已撤回', '已撤回', '已撤回'])
    expect(await visibleTitles()).toEqual([])
  })
})

describe.sequential('a statement of the site', () => {
  test('is edited in the console, and its version rises only with a change of the meaning', async () => {
    const console = await openAs(site, '/news/statement')
    const statement = () => dialogOf(console, '网站纠错')
    const save = async (isMaterial: boolean) => {
      await clickAction(rowOf(console, '网站纠错'), /^编辑/)
      const text = statement().getByRole('textbox', { name: '中文正文' })
      await text.click()
      await console.keyboard.press('Control+End')
      await console.keyboard.type('谢谢。')
      if (isMaterial)
        await statement().getByRole('group', { name: '内容有实质变化，须重新征得同意' }).getByLabel('是').check()
      await statement().getByRole('button', { name: '保存' }).click()
      await waitForMessage(console, '更新成功')
      await statement().waitFor({ state: 'detached' })
    }
    await save(false)
    await reader.goto(`${site.url}/statement/correction`)
    await reader.getByText('第 1 版').waitFor()
    await reader.getByText('谢谢。').waitFor()
    await save(true)
    await reader.reload()
    await reader.getByText('第 2 版').waitFor()
    await reader.getByText('谢谢。谢谢。').waitFor()
    await expect.poll(() => faultsAt(reader, ['desk', 'phone'])).toEqual([])
  })
})

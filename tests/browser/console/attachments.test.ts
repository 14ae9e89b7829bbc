import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oss, storageKinds } from '#contract/storage/oss.ts'
import { pdfOf } from '#server/seed/demo/samples.ts'
import { faultsAt } from '../../support/page-faults.ts'
import { clickAction, dialogOf, goTo, openAs, questionOf, rowOf, waitForMessage } from '../../support/page-steps.ts'
import { openSite, type Site } from '../../support/site.ts'

/** The screens of attachments and of storages (specification 001, section 7, Resource). */

let site: Site<void>
let page: Page

const home = mkdtempSync(join(tmpdir(), 'attachments-'))
afterAll(() => rmSync(home, { recursive: true }))

/** A file by its path: 20 MB as a message to the browser take longer than a slow machine has time. */
const file = (name: string, content: Buffer) => {
  const path = join(home, name)
  writeFileSync(path, content)
  return path
}
const upload = () => dialogOf(page, '上传附件')
const lineOf = (name: string) => upload().getByRole('listitem').filter({ hasText: name })
const choose = (...files: string[]) => upload().getByLabel('选择文件').setInputFiles(files)

beforeAll(async () => {
  site = await openSite(async (platform) => {
    const admin = await platform.admin()
    await admin.get(oss.calls.submit, { category: storageKinds.local, ossCode: 'disk' })
  })
  page = await openAs(site, '/storage/attach')
})

describe.sequential('uploading attachments', () => {
  test('several files show a result each; a rejected one does not stop the others', async () => {
    await page.getByRole('button', { name: '上传附件' }).click()
    await choose(
      file('申报说明.pdf', pdfOf('one')),
      file('程序.exe', Buffer.from('MZ')),
      file('伪装.pdf', Buffer.from('text')),
      file('过大.txt', Buffer.alloc(20 * 1024 * 1024 + 1, 65)),
      file('会议记录.txt', Buffer.from('内容')),
    )
    await upload().getByText('共 5 个，已上传 2 个，未上传 3 个').waitFor()
    await expect.poll(() => lineOf('申报说明.pdf').innerText()).toContain('已上传')
    await expect.poll(() => lineOf('程序.exe').innerText()).toMatch(/未上传[\s\S]*不支持的文件类型/)
    await expect.poll(() => lineOf('伪装.pdf').innerText()).toContain('文件内容与扩展名 .pdf 不符，请检查文件')
    await expect
      .poll(() => lineOf('过大.txt').innerText())
      .toContain('文件超过 20 MB（现为 20.00 MB），请压缩或拆分后上传')
    await expect.poll(() => faultsAt(page, ['desk', 'phone'])).toEqual([])
  })

  test('dropped files are uploaded', async () => {
    const dataTransfer = await page.evaluateHandle(() => {
      const data = new DataTransfer()
      data.items.add(new File(['拖入的内容'], '拖入.txt', { type: 'text/plain' }))
      return data
    })
    await upload().getByText('将文件拖到此处').dispatchEvent('drop', { dataTransfer: dataTransfer })
    await upload().getByText('共 6 个，已上传 3 个').waitFor()
    await upload().getByRole('button', { name: '关闭' }).last().click()
    await rowOf(page, '拖入.txt').waitFor()
    await rowOf(page, '会议记录.txt').waitFor()
    await expect.poll(() => rowOf(page, '程序.exe').count()).toBe(0)
  })

  test('a running upload shows its progress, and closing asks before cancelling it', async () => {
    const cdpSession = await page.context().newCDPSession(page)
    await cdpSession.send('Network.enable')
    const limits = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 100_000 }
    await cdpSession.send('Network.emulateNetworkConditions', limits)
    await page.getByRole('button', { name: '上传附件' }).click()
    await choose(file('很慢.pdf', Buffer.concat([pdfOf('slow'), Buffer.alloc(15 * 1024 * 1024)])))
    await lineOf('很慢.pdf')
      .getByText(/上传中 [1-9]\d?%/)
      .waitFor()
    await expect
      .poll(async () => Number(await lineOf('很慢.pdf').getByRole('progressbar').getAttribute('value')))
      .toBeGreaterThan(0)
    await upload().getByRole('button', { name: '关闭' }).last().click()
    const question = questionOf(page, '仍有文件正在上传')
    await question.getByRole('button', { name: '继续上传' }).click()
    await upload().getByRole('button', { name: '关闭' }).last().click()
    await question.getByRole('button', { name: '关闭', exact: true }).click()
    await upload().waitFor({ state: 'hidden' })
    await cdpSession.send('Network.emulateNetworkConditions', { ...limits, uploadThroughput: -1 })
    await page.reload()
    await rowOf(page, '拖入.txt').waitFor()
    await expect.poll(() => rowOf(page, '很慢.pdf').count()).toBe(0)
  })
})

describe.sequential('an uploaded file', () => {
  test('is listed with its size and place, as in its drawer, and can be downloaded, renamed and removed', async () => {
    const row = rowOf(page, '会议记录.txt')
    await expect.poll(() => row.innerText()).toMatch(/\b6 B\b/)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      row.getByRole('button', { name: /^下载/ }).click(),
    ])
    expect(readFileSync(await download.path(), 'utf8')).toBe('内容')
    await row.getByText('txt', { exact: true }).click()
    const values = dialogOf(page, '会议记录.txt').getByRole('tabpanel')
    for (const [label, value] of [
      ['附件大小', '6 B'],
      ['存储位置', '本机磁盘'],
    ] as const)
      await values
        .locator('div')
        .filter({ has: page.getByText(label, { exact: true }) })
        .getByText(value, { exact: true })
        .waitFor()
    await row.getByRole('button', { name: /^编辑/ }).click()
    const form = dialogOf(page, '会议记录.txt')
    await form.getByLabel('附件原名').fill('第一次会议记录.txt')
    await form.getByRole('button', { name: '保存' }).click()
    await waitForMessage(page, '更新成功')
    await clickAction(rowOf(page, '第一次会议记录.txt'), /^删除/)
    await questionOf(page, '确定将选择数据删除?').getByRole('button', { name: '确定' }).click()
    await waitForMessage(page, '删除成功')
    await rowOf(page, '第一次会议记录.txt').waitFor({ state: 'detached' })
  })
})

describe.sequential('a storage', () => {
  test('can be tested with a file, step by step, before it is enabled', async () => {
    await goTo(page, '资源管理', '对象存储')
    await clickAction(rowOf(page, 'disk'), /^调试/)
    const dialog = dialogOf(page, '调试 · disk')
    await dialog.getByLabel('选择文件并调试').setInputFiles(file('try.txt', Buffer.from('try')))
    await dialog.getByText('调试成功，该存储可以使用').waitFor()
    await expect
      .poll(() => dialog.getByRole('listitem').allInnerTexts())
      .toEqual([
        ...[/上传文件\s*成功/, /读回文件\s*成功/, /核对摘要\s*成功/, /删除文件\s*成功/].map((pattern) =>
          expect.stringMatching(pattern),
        ),
      ])
    await expect.poll(() => faultsAt(page, ['desk', 'phone'])).toEqual([])
    await dialog.getByRole('button', { name: '关闭' }).last().click()
    await clickAction(rowOf(page, 'disk'), /^启用/)
    await questionOf(page, '启用后，新上传的文件将存放于此').getByRole('button', { name: '确定' }).click()
    await waitForMessage(page, '操作成功!')
    await rowOf(page, 'disk').getByText('已启用').waitFor()
  })

  test('shows only the fields of its kind', async () => {
    await page.getByRole('button', { name: '新增' }).first().click()
    const form = dialogOf(page, '新增对象存储')
    const labels = () => form.locator('label').allInnerTexts()
    await form.getByLabel('存储类型').waitFor()
    expect(await labels()).not.toContain('应用编号')
    await form.getByLabel('存储类型').selectOption({ label: '腾讯云' })
    await expect.poll(labels).toEqual(expect.arrayContaining(['应用编号', '地域', '访问密钥']))
    await form.getByLabel('存储类型').selectOption({ label: '本地存储' })
    await expect.poll(labels).toEqual(['存储类型', '资源编号', '备注（选填）'])
  })
})

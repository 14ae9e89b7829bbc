import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { advanceUntilSaved, chooseFile, pauses, waitUntilSaved } from '../../support/page-steps.ts'
import { createEnterprise, openWindow, password, submitDeclaration } from '../../support/scenario.ts'
import { openSite, type Site } from '../../support/site.ts'

/** The network fails, the server is killed, the page crashes, the session ends: no input is lost. */

const overviewLabel = '项目概况'
let site: Site<{ writer: string; declarationId: string }>
let page: Page
let declarationUrl: string

/** Waits until input that cannot be sent is saved in this browser. */
const waitForLocalSave = async (of: Page) => {
  await of.clock.fastForward(pauses.save)
  await of.getByRole('status').getByText('离线，已存本机').waitFor()
}

/** Opens a part of the declaration in this page. */
const openPart = async (part: string, target: Page = page): Promise<void> => {
  await target.goto(`${declarationUrl}&part=${part}`)
  await target.locator('[id^="f-"]').first().waitFor()
}

beforeAll(async () => {
  site = await openSite(async (platform) => {
    await openWindow(await platform.admin())
    const writer = (await createEnterprise(platform)).account
    return { writer, declarationId: await submitDeclaration(await createEnterprise(platform)) }
  })
  page = await site.visitAs(site.data.writer, password, '/addDeclare/project')
  await page.clock.install()
})

describe.sequential('filling in a declaration during failures (step 4)', () => {
  test('a double click on start creates one declaration', async () => {
    await page.getByRole('button', { name: '开始填报' }).dblclick()
    await page.getByRole('heading', { name: '填报清单' }).waitFor()
    declarationUrl = new URL(page.url()).pathname + new URL(page.url()).search
    await page.goto('/projectApplication/project')
    await page.getByRole('row').nth(1).waitFor()
    await expect.poll(() => page.getByRole('row').count()).toBe(2)
  })

  test('without network, input is saved in the browser with a notice, and sent when the network is back', async () => {
    await openPart('information')
    await page.context().setOffline(true)
    await page.getByLabel('项目名称').fill('断网时填写的名称')
    await waitForLocalSave(page)
    await page.context().setOffline(false)
    await waitUntilSaved(page)
    await page.reload()
    await page.getByLabel('项目名称').waitFor()
    await expect.poll(() => page.getByLabel('项目名称').inputValue()).toBe('断网时填写的名称')
  })

  test('text typed while the server is down is saved after the server restarts', async () => {
    await site.kill()
    await page.getByLabel(overviewLabel).fill('服务器中断时填写的概况')
    await waitForLocalSave(page)
    await site.start()
    await page.getByRole('button', { name: '重试' }).click()
    await waitUntilSaved(page)
  })

  test('text of a page that crashed before saving is restored', async () => {
    await site.kill()
    await page.getByLabel('创新点').fill('页面崩溃前填写的内容')
    await waitForLocalSave(page)
    const context = page.context()
    await page.close({ runBeforeUnload: false })
    await site.start()
    page = await context.newPage()
    await openPart('information')
    await expect.poll(() => page.getByLabel('创新点').inputValue()).toBe('页面崩溃前填写的内容')
    await advanceUntilSaved(page)
  })

  test('an expired session asks for the login once, returns to the same page and keeps the text', async () => {
    await page.getByLabel('详细地址').fill('会话结束前的地址')
    await advanceUntilSaved(page)
    await site.endSessions()
    await page.getByLabel('详细地址').fill('会话结束时填写的地址')
    await page.clock.fastForward(pauses.save)
    await page.getByText('用户令牌过期，请重新登录').waitFor()
    await site.login(page, site.data.writer)
    await page.waitForURL(`**${declarationUrl}&part=information`)
    await page.getByLabel('详细地址').waitFor()
    await expect.poll(() => page.getByLabel('详细地址').inputValue()).toBe('会话结束时填写的地址')
    await advanceUntilSaved(page)
  })

  test('two tabs in conflict keep both texts until the user chooses one', async () => {
    const other = await page.context().newPage()
    await openPart('contact')
    await openPart('contact', other)
    await other.getByLabel('项目负责人').fill('先保存的人')
    await advanceUntilSaved(other)
    await page.getByLabel('项目负责人').fill('后保存的人')
    await page.clock.fastForward(pauses.save)
    await page.getByText('本部分内容已在其他页面修改').waitFor()
    const table = page.getByRole('table')
    await table.getByText('先保存的人').waitFor()
    await table.getByText('后保存的人').waitFor()
    await page.getByRole('button', { name: '保留我填写的' }).click()
    await advanceUntilSaved(page)
    await other.reload()
    await other.getByLabel('项目负责人').waitFor()
    await expect.poll(() => other.getByLabel('项目负责人').inputValue()).toBe('后保存的人')
    await other.close()
  })

  test('a file over 20 MB and a file that does not match its extension are rejected with a message; no input is lost', async () => {
    await openPart('material')
    await page.getByRole('button', { name: /^添加/ }).click()
    await page.getByLabel(/材料名称/).fill('申报书扫描件')
    const give = (name: string, buffer: Buffer) =>
      chooseFile(page.getByText('选择文件'), { name, mimeType: 'application/pdf', buffer })
    // by its path: to hand over its bytes takes long on a busy machine
    const large = join(mkdtempSync(join(tmpdir(), 'storm-')), '大文件.pdf')
    writeFileSync(large, Buffer.alloc(20 * 1024 * 1024 + 1, '%PDF-1.7\n'))
    await chooseFile(page.getByText('选择文件'), large)
    await page.getByText(/文件超过 20 MB/).waitFor()
    await give('假文件.pdf', Buffer.from('<html>不是 PDF</html>'))
    await page.getByText('文件内容与扩展名 .pdf 不符，请检查文件').waitFor()
    await expect.poll(() => page.getByLabel(/材料名称/).inputValue()).toBe('申报书扫描件')
  })
})

describe.sequential('reviewing during failures (step 5)', () => {
  let reviewer: Page

  test('the text of a reviewer survives a killed server and a crashed page', async () => {
    reviewer = await site.visitAs(site.accounts.city, password, `/project/declaration/${site.data.declarationId}`)
    await reviewer.getByRole('button', { name: '受理', exact: true }).click()
    await reviewer.getByRole('button', { name: '退回修改', exact: true }).click()
    await reviewer.getByRole('button', { name: '要求修改：项目概况' }).click()
    await reviewer.getByRole('textbox', { name: '修改要求：项目概况' }).fill('请补充建设内容')
    await reviewer.getByLabel(/^反馈意见/).fill('请一次改好')
    await site.kill()
    await reviewer.getByRole('button', { name: '确认退回修改' }).click()
    await reviewer.getByText('网络连接失败，请检查网络后重试').waitFor()
    const context = reviewer.context()
    await reviewer.close({ runBeforeUnload: false })
    await site.start()
    reviewer = await context.newPage()
    await reviewer.goto(`/project/declaration/${site.data.declarationId}`)
    await reviewer.getByLabel(/^反馈意见/).waitFor()
    await expect.poll(() => reviewer.getByLabel(/^反馈意见/).inputValue()).toBe('请一次改好')
    await expect
      .poll(() => reviewer.getByRole('textbox', { name: '修改要求：项目概况' }).inputValue())
      .toBe('请补充建设内容')
  })

  test('a double click returns the declaration once', async () => {
    await reviewer.getByRole('button', { name: '确认退回修改' }).dblclick()
    await reviewer.getByText('退回修改').first().waitFor()
    await reviewer.getByText('当前环节没有需要您办理的事项。').waitFor()
    await expect.poll(() => reviewer.getByText('请一次改好').count()).toBe(1)
  })
})

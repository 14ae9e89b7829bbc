import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { advanceUntilSaved, chooseFile, pauses, waitUntilSaved } from '../../support/page-steps.ts'
import { createEnterprise, openWindow, password, submitDeclaration } from '../../support/scenario.ts'
import { openSite, type Site } from '../../support/site.ts'

/** The network is cut, the server is killed, the page crashes, the session ends: nothing typed is lost. */

const overview = '项目概况'
let site: Site<{ writer: string; waiting: string }>
let page: Page
let declared: string

/** What is typed cannot be sent: it is kept in this browser. */
const isKept = async (of: Page) => {
  await of.clock.fastForward(pauses.save)
  await of.getByRole('status').getByText('离线，已存本机').waitFor()
}

/** Opens the part in a page of its own; the same person, the same browser. */
const openPart = async (part: string, in_: Page = page): Promise<void> => {
  await in_.goto(`${declared}&part=${part}`)
  await in_.locator('[id^="f-"]').first().waitFor()
}

beforeAll(async () => {
  site = await openSite(async (platform) => {
    await openWindow(await platform.admin())
    const writer = (await createEnterprise(platform)).account
    return { writer, waiting: await submitDeclaration(await createEnterprise(platform)) }
  })
  page = await site.visitAs(site.data.writer, password, '/addDeclare/project')
  await page.clock.install()
})

describe.sequential('step 4 in a storm', () => {
  test('pressing twice to start makes one declaration', async () => {
    await page.getByRole('button', { name: '开始填报' }).dblclick()
    await page.getByRole('heading', { name: '填报清单' }).waitFor()
    declared = new URL(page.url()).pathname + new URL(page.url()).search
    await page.goto('/projectApplication/project')
    await page.getByRole('row').nth(1).waitFor()
    await expect.poll(() => page.getByRole('row').count()).toBe(2)
  })

  test('while the network is cut, what is typed is kept in the browser and says so; it is sent when the network is back', async () => {
    await openPart('information')
    await page.context().setOffline(true)
    await page.getByLabel('项目名称').fill('断网时填写的名称')
    await isKept(page)
    await page.context().setOffline(false)
    await waitUntilSaved(page)
    await page.reload()
    await page.getByLabel('项目名称').waitFor()
    await expect.poll(() => page.getByLabel('项目名称').inputValue()).toBe('断网时填写的名称')
  })

  test('when the server is killed under the typing hands, the text is there after it is back', async () => {
    await site.kill()
    await page.getByLabel(overview).fill('服务器中断时填写的概况')
    await isKept(page)
    await site.start()
    await page.getByRole('button', { name: '重试' }).click()
    await waitUntilSaved(page)
  })

  test('a page that crashes before it could save goes on where it stopped', async () => {
    await site.kill()
    await page.getByLabel('创新点').fill('页面崩溃前填写的内容')
    await isKept(page)
    const context = page.context()
    await page.close({ runBeforeUnload: false })
    await site.start()
    page = await context.newPage()
    await openPart('information')
    await expect.poll(() => page.getByLabel('创新点').inputValue()).toBe('页面崩溃前填写的内容')
    await advanceUntilSaved(page)
  })

  test('a session that has ended asks for the login once, returns to the same page, and has kept the text', async () => {
    await page.getByLabel('详细地址').fill('会话结束前的地址')
    await advanceUntilSaved(page)
    await site.endSessions()
    await page.getByLabel('详细地址').fill('会话结束时填写的地址')
    await page.clock.fastForward(pauses.save)
    await page.getByText('用户令牌过期，请重新登录').waitFor()
    await site.login(page, site.data.writer)
    await page.waitForURL(`**${declared}&part=information`)
    await page.getByLabel('详细地址').waitFor()
    await expect.poll(() => page.getByLabel('详细地址').inputValue()).toBe('会话结束时填写的地址')
    await advanceUntilSaved(page)
  })

  test('two tabs with a stale version keep both texts until the person chooses', async () => {
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

  test('a file over 20 MB, and one that is not what its name says, are refused with a sentence and lose nothing', async () => {
    await openPart('material')
    await page.getByRole('button', { name: /^添加/ }).click()
    await page.getByLabel(/材料名称/).fill('申报书扫描件')
    const give = (name: string, buffer: Buffer) =>
      chooseFile(page.getByText('选择文件'), { name, mimeType: 'application/pdf', buffer })
    await give('大文件.pdf', Buffer.alloc(20 * 1024 * 1024 + 1, '%PDF-1.7\n'))
    await page.getByText(/，超过 20 MB/).waitFor()
    await give('假文件.pdf', Buffer.from('<html>不是 PDF</html>'))
    await page.getByText('文件内容与扩展名 .pdf 不符，请检查文件').waitFor()
    await expect.poll(() => page.getByLabel(/材料名称/).inputValue()).toBe('申报书扫描件')
  })
})

describe.sequential('step 5 in a storm', () => {
  let reviewer: Page

  test('what a reviewer has written outlives a killed server and a crashed page', async () => {
    reviewer = await site.visitAs(site.accounts.city, password, `/project/declaration/${site.data.waiting}`)
    await reviewer.getByRole('button', { name: '受理', exact: true }).click()
    await reviewer.getByRole('button', { name: '确认受理' }).click()
    await reviewer.getByRole('button', { name: '退回修改', exact: true }).click()
    await reviewer.getByRole('button', { name: '要求修改：项目概况' }).click()
    await reviewer.getByRole('textbox', { name: '修改要求：项目概况' }).fill('请补充建设内容')
    await reviewer.getByLabel(/^对申报单位意见/).fill('请一次改好')
    await site.kill()
    await reviewer.getByRole('button', { name: '确认退回修改' }).click()
    await reviewer.getByText('网络连接失败，请检查网络后重试').waitFor()
    const context = reviewer.context()
    await reviewer.close({ runBeforeUnload: false })
    await site.start()
    reviewer = await context.newPage()
    await reviewer.goto(`/project/declaration/${site.data.waiting}`)
    await reviewer.getByLabel(/^对申报单位意见/).waitFor()
    await expect.poll(() => reviewer.getByLabel(/^对申报单位意见/).inputValue()).toBe('请一次改好')
    await expect
      .poll(() => reviewer.getByRole('textbox', { name: '修改要求：项目概况' }).inputValue())
      .toBe('请补充建设内容')
  })

  test('pressing twice returns it once', async () => {
    await reviewer.getByRole('button', { name: '确认退回修改' }).dblclick()
    await reviewer.getByText('退回修改').first().waitFor()
    await reviewer.getByText('当前环节没有需要您办理的事项。').waitFor()
    await expect.poll(() => reviewer.getByText('请一次改好').count()).toBe(1)
  })
})

import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { messages } from '#contract/inbox/message.ts'
import { violationsOn } from '../../support/axe.ts'
import type { Caller } from '../../support/platform.ts'
import {
  createEnterprise,
  createStaff,
  openWindow,
  password,
  saveDeclaration,
  submitAction,
  suzhou,
} from '../../support/scenario.ts'
import { openSite, type Site } from '../../support/site.ts'

/** The bell and the message centre, in the portal and in the console, and messages that arrive while a page is open. */

interface Data {
  readonly company: Caller & { readonly account: string }
  readonly city: Caller & { readonly account: string }
  readonly id: string
  readonly otherId: string
}

let site: Site<Data>
let portal: Page
let console: Page

beforeAll(async () => {
  site = await openSite(async (platform) => {
    await openWindow(await platform.admin(), { maxPerCompany: 9, allowRedeclare: 1 })
    const company = await createEnterprise(platform)
    const city = await createStaff(platform, 'city', suzhou)
    const id = await saveDeclaration(company)
    await submitAction(company, id, 'submit')
    const otherId = await saveDeclaration(company, undefined, { projectName: '第二个5G项目' })
    // the approval of the account
    await company.get(messages.read, {})
    return { company, city, id, otherId }
  })
  portal = await site.visitAs(site.data.company.account, password, '/wel/index')
  console = await site.visitAs(site.data.city.account, password, '/wel/index')
})

const bell = (page: Page, unread: number) => page.getByRole('button', { name: `消息，${unread} 条未读` })
const panel = (page: Page) => page.getByRole('region', { name: '消息', exact: true })

describe.sequential('the bell', () => {
  test('in the console counts the task, and opening it leads to the review', async () => {
    await bell(console, 1).click()
    await panel(console)
      .getByRole('link', { name: /待地市办理/ })
      .click()
    await console.waitForURL(`**/project/declaration/${site.data.id}*`)
    await bell(console, 0).waitFor()
  })

  test('in the portal reports a decision to an open page and to another window of the browser, by one connection', async () => {
    await bell(portal, 0).waitFor()
    const connections: string[] = []
    portal.context().on('request', (request) => {
      if (request.url().includes('/message/live')) connections.push(request.url())
    })
    const second = await portal.context().newPage()
    await second.goto('/wel/index')
    await bell(second, 0).waitFor()
    await submitAction(site.data.city, site.data.id, 'claim')
    const remarks = [{ at: 'information.projectOverview', text: '请补充投资依据' }]
    await submitAction(site.data.city, site.data.id, 'cityReturn', { remarks, comment: '投资依据不足' })
    await bell(portal, 2).waitFor({ timeout: 5000 })
    // the page under it follows the same signal
    await portal.getByText('退回修改', { exact: true }).first().waitFor({ timeout: 5000 })
    await bell(second, 2).waitFor({ timeout: 5000 })
    expect(connections).toEqual([])
    await second.close()
  })

  test('leads from the return to the field with the remark', async () => {
    await bell(portal, 2).click()
    await panel(portal).getByText('投资依据不足').waitFor()
    await panel(portal)
      .getByRole('link', { name: /被地市初审退回/ })
      .click()
    await portal.waitForURL(/part=information&at=projectOverview/)
    await portal.getByText('请补充投资依据').first().waitFor()
    await bell(portal, 1).waitFor()
  })

  test('marks all as read', async () => {
    await bell(portal, 1).click()
    await panel(portal).getByRole('button', { name: '全部已读' }).click()
    await bell(portal, 0).waitFor()
    await portal.keyboard.press('Escape')
    await panel(portal).waitFor({ state: 'detached' })
  })
})

describe.sequential('the message centre', () => {
  test('in the portal lists messages by kind and keyword, and marks one as read', async () => {
    await submitAction(site.data.company, site.data.otherId, 'submit')
    await submitAction(site.data.city, site.data.otherId, 'claim')
    await bell(portal, 1).click()
    await panel(portal).getByRole('link', { name: '全部消息' }).click()
    await portal.getByRole('heading', { level: 1, name: '消息中心' }).waitFor()
    await portal.getByRole('tab', { name: '全部（未读 1）', exact: true }).waitFor()
    await portal.getByRole('tab', { name: '待办' }).click()
    const rows = () => portal.getByRole('tabpanel').getByRole('listitem')
    await expect.poll(() => rows().count()).toBe(1)
    await portal.getByRole('tab', { name: /^结果/ }).click()
    await portal.getByLabel('搜索消息').fill('第二个')
    await portal.getByRole('button', { name: '搜索', exact: true }).click()
    await expect.poll(() => rows().count()).toBe(1)
    await portal.getByRole('button', { name: '标为已读' }).click()
    await bell(portal, 0).waitFor()
    await portal.getByLabel('只看未读').check()
    await portal.getByText('没有符合条件的消息').waitFor()
    await portal.reload()
    await portal.getByText('没有符合条件的消息').waitFor()
  })

  test('in the console shows what is done, and a failure to load with a way to try again', async () => {
    await console.route('**/message/list**', (route) =>
      route.fulfill({ status: 500, json: { code: 500, msg: '系统异常' } }),
    )
    await bell(console, 0).click()
    await panel(console).getByRole('link', { name: '全部消息' }).click()
    await console.waitForURL('**/inbox/messages')
    await console.getByText('系统异常').waitFor()
    await console.unroute('**/message/list**')
    await console.getByRole('button', { name: '重试' }).click()
    const row = console.getByRole('tabpanel').getByRole('listitem').filter({ hasText: '待地市办理' })
    await row.first().getByText('已办结').waitFor()
  })

  test.each([1440, 390])('breaks no rule of axe in either frame at a width of %i', async (width) => {
    for (const [page, path] of [
      [portal, '/messages'],
      [console, '/inbox/messages'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(path)
      await page.getByRole('tabpanel').getByRole('listitem').first().waitFor()
      expect(await violationsOn(page)).toEqual([])
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(overflow).toBeLessThanOrEqual(0)
      await page.getByRole('button', { name: /^消息，/ }).click()
      await panel(page).waitFor()
      expect(await violationsOn(page)).toEqual([])
      await page.keyboard.press('Escape')
    }
  })

  test('cuts no tab on a narrow phone in English', async () => {
    await console.setViewportSize({ width: 320, height: 900 })
    await console.goto('/inbox/messages?lang=en')
    const tabs = console.getByRole('tablist', { name: 'Kinds of messages' })
    await tabs.getByRole('tab', { name: /^Notices/ }).waitFor()
    expect(await tabs.evaluate((list) => list.scrollWidth - list.clientWidth)).toBeLessThanOrEqual(0)
  })
})

describe('the channels of messages', () => {
  test('are in the personal center, which names those that the law requires', async () => {
    await portal.setViewportSize({ width: 1440, height: 900 })
    await portal.goto('/personalCenter/account?tab=messages')
    await portal.getByText('依法必须送达').waitFor()
    await portal.getByText('平台未配置邮件服务').waitFor()
    expect(await portal.getByRole('switch', { name: '待办：用邮件接收' }).isDisabled()).toBe(true)
    expect(await violationsOn(portal)).toEqual([])
  })
})

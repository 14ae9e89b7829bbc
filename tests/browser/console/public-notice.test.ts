import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { column } from '#contract/news/column.ts'
import { clickAction, dialogOf, openAs, pick, questionOf, rowOf, waitForMessage } from '../../support/page-steps.ts'
import { openReview } from '../../support/review.ts'
import { openSite, type Site } from '../../support/site.ts'

/** A public notice from its draft to the portal, by two people with a mouse (docs/decisions/0163). */

let site: Site<{ author: string; second: string }>

beforeAll(async () => {
  site = await openSite(async (platform) => {
    const review = await openReview(platform)
    await (await platform.admin()).get(column.calls.save, { name: '公示', type: 2, sort: 1, isOpen: 1 })
    await platform.db.updateTable('template').set({ publishesNotice: 1, noticeDays: 5 }).execute()
    const passed = { templateId: review.windowId, declareStatus: 50 as const, furthestStage: 50 as const, year: '2026' }
    await platform.db
      .insertInto('declaration')
      .values(
        ['智能产线项目', '园区专网项目'].map((projectName) => ({
          ...{ ...passed, projectName, commpanyName: '苏州澄川测试有限公司' },
          ...{ province: '320000', city: '320500' },
        })),
      )
      .execute()
    return { author: review.person('office').account, second: review.person('office2').account }
  })
})

const list = '/project/public-notice'

describe.sequential('a public notice', () => {
  let page: Page

  test('is drafted for all that waits for it, and read before it is published', async () => {
    page = await openAs(site, list, site.data.author)
    await page.getByText('2 件，其中 0 件已拟稿').waitFor()
    await page.getByRole('button', { name: '新增' }).first().click()
    const form = dialogOf(page, '新增公示公告')
    await form.getByRole('textbox', { name: '公告标题' }).fill('关于2026年5G工厂拟入库项目的公示')
    await pick(form, '申报模板', '测试批次')
    await pick(form, '所属栏目', '公示')
    await form.getByRole('textbox', { name: '公示单位' }).fill('某工业和信息化厅')
    await form.getByRole('textbox', { name: '联系人' }).fill('某处')
    await form.getByRole('textbox', { name: '联系电话' }).fill('025-12345678')
    await form.getByRole('button', { name: '保存' }).click()
    await rowOf(page, '关于2026年5G工厂拟入库项目的公示').getByText('拟稿', { exact: true }).waitFor()
    await page.getByRole('link', { name: /^查看公告/ }).click()
    await page.getByText('公示期为公告发布次日起5个工作日。').waitFor()
    await page.getByText('公告须由拟稿人以外的另一人发布').waitFor()
    expect(await page.getByRole('button', { name: '发布公告' }).count()).toBe(0)
    expect(await page.locator('article').getByRole('cell', { name: '智能产线项目' }).count()).toBe(1)
  })

  test('is published by another person, from the page on which they have read it', async () => {
    page = await openAs(site, list, site.data.second)
    await page.getByRole('link', { name: /^查看公告/ }).click()
    await page.getByRole('button', { name: '发布公告' }).click()
    await questionOf(page, '公告立即对外公开').getByRole('button', { name: '发布公告' }).click()
    await waitForMessage(page, '公告已发布，公示期从次日起计算')
    await page.getByRole('link', { name: '公示公告', exact: true }).first().click()
    const row = rowOf(page, '关于2026年5G工厂拟入库项目的公示')
    await row.getByText('已发布', { exact: true }).waitFor()
    expect(await row.getByRole('button', { name: /^编辑/ }).count()).toBe(0)
    expect(await page.getByText('有申报待发布公示').count()).toBe(0)
  })

  test('is read in the portal, and says there that it was withdrawn once two people have agreed', async () => {
    await page.getByRole('link', { name: /^查看公告/ }).click()
    const address = await page.getByRole('link', { name: '在门户中查看' }).getAttribute('href')
    await page.getByRole('button', { name: '申请撤销公告' }).click()
    await page.getByRole('textbox', { name: '撤销原因（对外公布）' }).fill('单位名称有误。')
    await page.reload()
    await page.getByRole('button', { name: '申请撤销公告' }).click()
    expect(await page.getByRole('textbox', { name: '撤销原因（对外公布）' }).inputValue()).toBe('单位名称有误。')
    await page.getByRole('button', { name: '申请撤销公告' }).click()
    await waitForMessage(page, '已申请撤销，须由另一人同意')
    page = await openAs(site, list, site.data.author)
    const row = rowOf(page, '关于2026年5G工厂拟入库项目的公示')
    await row.getByText('已申请撤销', { exact: true }).waitFor()
    await page.getByRole('link', { name: /^查看公告/ }).click()
    await page.getByRole('button', { name: '同意撤销公告' }).click()
    await questionOf(page, '其中的项目须重新公示').getByRole('button', { name: '同意撤销公告' }).click()
    await waitForMessage(page, '公告已撤销，公示期终止')
    await page.goto(`${site.url}${address}`)
    await page.getByText('撤销，公示期终止。原因：单位名称有误。').waitFor()
    expect(await page.getByRole('cell', { name: '园区专网项目' }).count()).toBe(1)
  })
})

import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#server/base/database/db.ts'
import { sql } from '#server/base/database/sql.ts'
import { rowsOf } from '../../support/jobs.ts'
import { faultsAt } from '../../support/page-faults.ts'
import { clickAction, dialogOf, openAs, pick, rowOf, waitForMessage } from '../../support/page-steps.ts'
import { addLibraryRow, createStaff } from '../../support/scenario.ts'
import { openSite, type Site } from '../../support/site.ts'

/** From nothing to a file that comes by itself (design: reports, section 1). */

let site: Site<{ officer: string; db: Db }>
let page: Page

beforeAll(async () => {
  site = await openSite(async (platform) => {
    const admin = await platform.admin()
    await addLibraryRow(admin, { projectName: '甲', operator: 1, year: '2025', city: '320500' })
    await addLibraryRow(admin, { projectName: '乙', operator: 2, year: '2026', city: '330100' })
    return { officer: (await createStaff(platform, 'city', '320500')).account, db: platform.db }
  })
  page = await openAs(site, '/report/report')
})

describe.sequential('a report', () => {
  test('is built from nothing', async () => {
    await page.getByRole('button', { name: '新增' }).first().click()
    const form = dialogOf(page, '新增报表')
    await form.getByLabel('报表名称').fill('每周年份统计')
    await form.getByLabel('统计对象').selectOption({ label: '项目库' })
    await form.getByRole('button', { name: '添加行分组' }).click()
    await pick(form, '字段', '年份')
    await form.getByRole('button', { name: '添加统计指标' }).click()
    await form.getByLabel('计算方式').selectOption({ label: '计数' })
    await form.getByRole('button', { name: '保存' }).click()
    await waitForMessage(page, '新增成功')
  })

  test('is subscribed to', async () => {
    await page.getByRole('link', { name: '每周年份统计' }).click()
    await page.getByRole('button', { name: '订阅', exact: true }).click()
    const form = dialogOf(page, '订阅 · 每周年份统计')
    expect(await form.getByLabel('每月几日').count()).toBe(0)
    await form.getByLabel('发送周期').selectOption('每月')
    await form.getByLabel('每月几日').fill('15')
    await form.getByLabel('发送周期').selectOption('每周')
    await form.getByLabel('星期').selectOption('周五')
    await pick(form, '时间', '17:30')
    await form.getByRole('button', { name: '订阅' }).click()
    await waitForMessage(page, '订阅成功')
    await page.getByRole('button', { name: '修改订阅' }).waitFor()
    await page.getByRole('link', { name: '我的订阅' }).click()
    await page.getByRole('heading', { level: 1, name: '我的订阅' }).waitFor()
    await page.getByText('每周五 17:30，xlsx，下次').waitFor()
    await expect.poll(() => faultsAt(page, ['desk', 'phone'])).toEqual([])
  })

  test('is made when an administrator runs its job, and its file is received', async () => {
    await page.goto('/job/job-info')
    const name = '报表订阅：每周年份统计'
    await clickAction(rowOf(page, name), `运行 ${name}`)
    await page.getByRole('dialog').getByRole('button', { name: '运行', exact: true }).click()
    await waitForMessage(page, '运行成功! 已创建 1 次运行')
    await page.goto('/inbox/messages')
    await page.getByText('报表“每周年份统计”已生成').first().click()
    const arriving = page.waitForEvent('download')
    await page.getByRole('button', { name: /^下载/ }).first().click()
    const file = await arriving
    expect(file.suggestedFilename()).toMatch(/^每周年份统计-\d{8}-\d{4}\.xlsx$/)
    expect(await rowsOf(await readFile(await file.path()))).toEqual([
      { 年份: '2025', 入库项目数: 1 },
      { 年份: '2026', 入库项目数: 1 },
      { 年份: '合计', 入库项目数: 2 },
    ])
  })

  test('is paused and cancelled in the list of subscriptions', async () => {
    await page.goto('/report/my-subscriptions')
    await page.getByRole('button', { name: '暂停 每周年份统计' }).click()
    await page.getByText('已暂停').first().waitFor()
    await page.getByRole('button', { name: '恢复 每周年份统计' }).click()
    await page.getByText('已开启').first().waitFor()
    await page.getByRole('button', { name: '取消订阅 每周年份统计' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
    await page.getByText('尚未订阅报表').waitFor()
  })
})

test('an officer without the list of reports opens a published one, and subscribes to it', async () => {
  const officer = await openAs(site, '/report/published-reports', site.data.officer)
  await officer.getByRole('link', { name: '年度入库项目统计表' }).click()
  await officer.getByRole('row', { name: /^合计/ }).getByRole('link', { name: '1', exact: true }).first().waitFor()
  await officer.getByRole('button', { name: '订阅', exact: true }).waitFor()
})

test('a report that takes long goes on in the background, and its page shows the figures once they are there', async () => {
  const long = await openAs(site, '/report/published-reports')
  await site.data.db.transaction().execute(async (db) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(db)
    await sql`lock table library in access exclusive mode`.execute(db)
    await long.getByRole('link', { name: '年度入库项目统计表' }).click()
    await long.getByText('统计时间较长，已转入后台').waitFor()
    await long.getByText(/开始，最长 5 分钟。可以离开本页/).waitFor()
    await expect.poll(() => faultsAt(long, ['desk', 'phone'])).toEqual([])
  })
  await long.getByRole('row', { name: /^合计/ }).waitFor()
  await long.getByRole('heading', { level: 1, name: '年度入库项目统计表' }).waitFor()
})

test('a report stands on the desk and is computed when it is seen, for those who may read it', async () => {
  const admin = await openAs(site, '/report/report?keyword=年度入库')
  await clickAction(rowOf(admin, '年度入库项目统计表'), '编辑 年度入库项目统计表')
  const form = admin.getByRole('dialog')
  await form.getByLabel('展示位置（选填）').selectOption('工作台')
  await form.getByRole('button', { name: '保存' }).click()
  await waitForMessage(admin, '更新成功')
  const requests: string[] = []
  admin.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await admin.goto('/wel/index')
  const card = admin.getByRole('region', { name: '年度入库项目统计表' })
  await card.scrollIntoViewIfNeeded()
  await card.getByRole('row', { name: /^合计/ }).waitFor()
  expect(requests.filter((path) => path.endsWith('/rest/run'))).toHaveLength(1)
  // where the page begins, nothing lies half below the bar
  await admin.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded()
  await expect.poll(() => faultsAt(admin, ['desk', 'phone'])).toEqual([])
  await card.getByRole('link', { name: '年度入库项目统计表' }).click()
  await admin.getByRole('heading', { level: 1, name: '年度入库项目统计表' }).waitFor()
})

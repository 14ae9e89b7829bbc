import { buffer } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { declarationAfter, step } from '../../support/declaration-steps.ts'
import { faultsAt } from '../../support/page-faults.ts'
import { dialogOf, openAs, pick, waitForMessage } from '../../support/page-steps.ts'
import { readPdf } from '../../support/pdf.ts'
import { addLibraryRow } from '../../support/scenario.ts'
import { openSite, type Site } from '../../support/site.ts'

/** A report from nothing, by mouse and keyboard (design: reports, section 1). */

let site: Site<void>
let page: Page

beforeAll(async () => {
  site = await openSite(async (platform) => {
    const admin = await platform.admin()
    await addLibraryRow(admin, { projectName: '甲', operator: 1, year: '2025', investment: 1000 })
    await addLibraryRow(admin, { projectName: '乙', operator: 1, year: '2026', investment: 2000.5 })
    await addLibraryRow(admin, { projectName: '丙', operator: 2, year: '2026', investment: null })
    const remarks = JSON.stringify(['请盖章', '请补充'].map((text) => ({ at: 'material', text })))
    await declarationAfter(platform.db, [
      step('submit', 0, 10),
      step('claim', 10, 20),
      step('cityReturn', 20, 70, { remarks }),
    ])
  })
  page = await openAs(site, '/report/report')
})

const form = () => dialogOf(page, '新增报表')
const lines = () =>
  page
    .locator('[data-page="shown"] tr')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent).join(' | ')))

describe.sequential('a new report', () => {
  test('is chosen from the fields of its data, and shows its figures before it is saved', async () => {
    await page.getByRole('button', { name: '新增' }).first().click()
    await form().getByLabel('报表名称').fill('运营商投资')
    await form().getByLabel('统计对象').selectOption({ label: '项目库' })
    await form().getByRole('button', { name: '添加行分组' }).click()
    await pick(form(), '字段', '运营商')
    await form().getByRole('button', { name: '添加统计指标' }).click()
    await form().getByLabel('计算方式').selectOption({ label: '计数' })
    await form().getByLabel('统计图').selectOption({ label: '饼图' })
    await form().getByRole('button', { name: '预览' }).click()
    const preview = dialogOf(page, '预览')
    await preview.getByRole('columnheader', { name: '入库项目数' }).waitFor()
    await expect.poll(() => preview.getByRole('row', { name: /^合计/ }).innerText()).toContain('3')
    await preview.getByRole('button', { name: '关闭' }).last().click()
  })

  test('without a figure is refused at its place, and nothing typed is lost', async () => {
    await form().getByRole('button', { name: '删除' }).last().click()
    await form().getByRole('button', { name: '保存' }).click()
    await form().getByText('请至少选择一个指标').first().waitFor()
    expect(await form().getByLabel('报表名称').inputValue()).toBe('运营商投资')
    await form().getByRole('button', { name: '添加统计指标' }).click()
    await form().getByLabel('计算方式').selectOption({ label: '求和' })
    await form().getByLabel('字段', { exact: true }).nth(1).selectOption({ label: '总投资（万元）' })
    await form().getByLabel('统计图').selectOption({ label: '柱形图' })
    await form().getByRole('button', { name: '保存' }).click()
    await waitForMessage(page, '新增成功')
  })
})

describe.sequential('a figure', () => {
  test('opens the rows that it counts', async () => {
    await page.getByRole('link', { name: '运营商投资' }).click()
    await page.getByRole('heading', { level: 1, name: '运营商投资' }).waitFor()
    await page.getByRole('navigation', { name: '已打开的页面' }).getByText('运营商投资').waitFor()
    expect(await lines()).toEqual(['运营商 | 总投资（万元）', '中国移动 | 3,000.5', '中国电信 | ', '合计 | 3,000.5'])
    await expect.poll(() => faultsAt(page, ['desk', 'phone'])).toEqual([])
    await page
      .getByRole('row', { name: /^中国移动/ })
      .getByRole('link')
      .click()
    await page.getByRole('heading', { level: 1, name: '项目库' }).waitFor()
    await page.getByText('共 2 条').waitFor()
  })

  test('of rows without a value opens these rows', async () => {
    await page.goto('/project/library?investment_null=1')
    await page.getByText('共 1 条').waitFor()
    await page.getByText('总投资（万元）：未填写').waitFor()
  })

  test('of a chart is named for the keyboard, one stop of the tab key, and opens its rows', async () => {
    await page.goto('/report/published-reports')
    await page.getByRole('main').getByRole('link', { name: '年度入库项目统计表' }).click()
    await page.getByRole('link', { name: '2025：1', exact: true }).focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toBe('2026：2')
    const stops = page
      .locator('[data-point]')
      .evaluateAll((points) => points.map((point) => (point as HTMLElement).tabIndex))
    expect(await stops).toEqual([-1, 0])
    await page.getByLabel('图形指标').selectOption({ label: '总投资（万元）' })
    await page.getByRole('link', { name: '2026：2,000.5', exact: true }).press('Enter')
    await page.getByRole('heading', { level: 1, name: '项目库' }).waitFor()
    await page.getByText('共 2 条').waitFor()
  })

  test('of a shipped report is found among the published ones', async () => {
    await page.goto('/report/published-reports')
    await page.getByRole('link', { name: '各省（区、市）项目统计表' }).click()
    await expect.poll(lines).toEqual(['省份 | 2025 | 2026 | 合计', '江苏省 | 1 | 2 | 3', '合计 | 1 | 2 | 3'])
  })

  test('is in the PDF of its report', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: '导出 pdf' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('各省（区、市）项目统计表.pdf')
    const [paper] = await readPdf(await buffer(await download.createReadStream()))
    expect(paper?.text).toContain('省份 2025 2026 合计江苏省 1 2 3合计 1 2 3第 1 页，共 1 页')
  })

  test('of a province is on the map, with a name, and opens its rows', async () => {
    await page.goto('/report/published-reports')
    await page.getByRole('link', { name: '投资情况统计表' }).click()
    const map = page.getByRole('group', { name: /^投资情况统计表 · 入库项目数，/ })
    await map.getByRole('link').first().focus()
    await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toBe('江苏省：3')
    expect(await map.getByRole('link').count()).toBe(1)
    await page.getByLabel('图形指标').selectOption({ label: '总投资最大值（万元）' })
    const drawn = page.getByRole('group', { name: /^投资情况统计表 · 总投资最大值（万元），/ })
    await drawn.getByText('≥1,000', { exact: true }).waitFor()
    await expect.poll(() => faultsAt(page, ['desk', 'phone'])).toEqual([])
    await drawn.getByRole('link', { name: '江苏省：2,000.5' }).press('Enter')
    await page.getByRole('heading', { level: 1, name: '项目库' }).waitFor()
    await page.getByText('共 3 条').waitFor()
  })

  test('of returns opens the declarations that were returned so, and the list says by what it is filtered', async () => {
    await page.goto('/report/published-reports')
    await page.getByRole('link', { name: '退回原因统计表' }).click()
    await expect
      .poll(lines)
      .toEqual([
        '作出退回的环节 | 退回意见所在部分 | 申报数 | 退回意见数',
        '地市初审中 | 证明材料 | 1 | 2',
        '地市初审中 | 小计 | 1 | 2',
        '合计 | 1 | 2',
      ])
    await page
      .getByRole('row', { name: /证明材料/ })
      .getByRole('link')
      .first()
      .click()
    await page.getByText('共 1 条').waitFor()
    const chips = page.getByRole('list', { name: '已选条件' })
    await chips.getByText('作出退回的环节：地市初审中').waitFor()
    await chips.getByText('退回意见所在部分：证明材料').waitFor()
    await page.getByRole('button', { name: '取消条件 退回意见所在部分' }).click()
    await expect.poll(() => new URL(page.url()).searchParams.has('returnPart')).toBe(false)
    await page.getByText('共 1 条').waitFor()
  })

  test('of each group stand on a sheet of its own, one to a page', async () => {
    await page.goto('/report/published-reports')
    await page.getByRole('main').getByRole('link', { name: '年度入库项目统计表' }).click()
    await page.getByRole('button', { name: '打印单' }).click()
    const sheet = page.getByRole('region', { name: '年度入库项目统计表 · 2026' })
    await sheet.getByRole('heading', { level: 2, name: /2026$/ }).waitFor()
    await sheet.getByRole('columnheader', { name: '建设层级' }).waitFor()
    await sheet.getByRole('row', { name: /^合计/ }).getByRole('link').first().waitFor()
    await expect.poll(() => faultsAt(page, ['desk', 'phone'])).toEqual([])
    await page.getByRole('button', { name: '汇总表' }).click()
    await sheet.waitFor({ state: 'detached' })
  })
})

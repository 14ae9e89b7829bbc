import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { dashboard } from '#contract/portal/dashboard.ts'
import { wireTime } from '#server/base/process/clock.ts'
import { check } from '../../support/approve.ts'
import { faultsInBothLanguages } from '../../support/page-faults.ts'
import { clickAction, dialogOf, openAs, openConsole, pick, rowOf, waitForMessage } from '../../support/page-steps.ts'
import type { Platform } from '../../support/platform.ts'
import { createEnterprise, openWindow, register, setStage, submitDeclaration } from '../../support/scenario.ts'
import { openSite, type Site } from '../../support/site.ts'

const day = 86_400_000
const at = (days: number) => wireTime(new Date(Date.now() + days * day))
const lastYear = Number(wireTime().slice(0, 4)) - 1

/** Listed projects: province, operator, section of industry, time of listing. */
const projects = [
  ['320000', 1, 'C', at(0)],
  ['320000', 2, 'C', at(0)],
  ['330000', 1, 'B', at(0)],
  ['320000', 1, 'C', `${lastYear}-03-01 10:00:00`],
] as const

let site: Site<string[]>
let page: Page

/** Two submitted declarations of Suzhou, the first one with a passed deadline. */
const createData = async (platform: Platform): Promise<string[]> => {
  await platform.db
    .insertInto('library')
    .values(
      projects.map(([province, operator, section, listedAt], i) => ({
        projectName: `第${i}号项目`,
        commpanyName: '苏州澄川测试有限公司',
        organizationCode: `91320500TTT${i}`,
        categorize: section,
        nationalEconomy1: section,
        province,
        city: `${province.slice(0, 2)}0100`,
        operator,
        listedAt,
      })),
    )
    .execute()
  await register(platform)
  const admin = await platform.admin()
  await openWindow(admin, { maxPerCompany: 5 })
  const ids = [
    await submitDeclaration(await createEnterprise(platform)),
    await submitDeclaration(await createEnterprise(platform)),
  ]
  await platform.db
    .updateTable('declaration')
    .set({ stageUntil: at(2.5) })
    .where('id', '=', ids[0] as string)
    .execute()
  await setStage(platform, ids[1] as string, 20, { stageUntil: at(-1.5), furthestStage: 20 })
  return ids
}

beforeAll(async () => {
  site = await openSite(createData)
})

describe.sequential('the desk', () => {
  test('lists what waits, overdue first, with the days left in words', async () => {
    page = await openConsole(site, site.accounts.city)
    const rows = page.getByRole('region', { name: '待我办理' }).getByRole('listitem')
    await expect.poll(() => rows.count()).toBe(2)
    await rows.nth(0).getByText('已逾期 2 天').waitFor()
    await rows
      .nth(1)
      .getByText(/还剩 [123] 个工作日|不足 1 个工作日/)
      .waitFor()
    await rows.nth(0).getByText('地市初审中').waitFor()
  })

  test('opens a matter, and the rows of a count', async () => {
    await page.getByRole('region', { name: '申报进展' }).getByRole('link', { name: '已提交' }).click()
    await page.getByText('共 1 条').waitFor()
    await page.goBack()
    await page.getByRole('region', { name: '待我办理' }).getByRole('link').first().click()
    await page.waitForURL(`**/project/declaration/${site.data[1]}`)
  })

  test('declarations open at what waits, beside all of them', async () => {
    await page.goto('/project/declaration')
    await page.waitForURL('**/project/declaration?waiting=1')
    await page.getByText('共 2 条').waitFor()
    await page.getByRole('button', { name: '全部', exact: true }).click()
    await page.waitForURL('**/project/declaration?waiting=0')
    await page.getByRole('button', { name: '搜索', exact: true }).waitFor()
    await page.getByRole('button', { name: '待我办理' }).click()
    await page.waitForURL('**/project/declaration?waiting=1')
    await page.getByText('共 2 条').waitFor()
    await page.getByRole('row').getByRole('link', { name: /^办理/ }).first().click()
    await page.waitForURL(`**/project/declaration/${site.data[1]}`)
  })

  test('explains to an expert without declarations what will appear', async () => {
    const expertPage = await openConsole(site, site.accounts.expert1)
    await expertPage.getByText('目前没有等待您办理的事项。').waitFor()
    await expertPage.getByText('这里会列出：指派给您、待评分的申报、待您签收和办理的流程任务。').waitFor()
    await expertPage.getByRole('button', { name: /^消息，/ }).waitFor()
    await expertPage.getByText('加载中', { exact: true }).first().waitFor({ state: 'detached' })
    expect(await expertPage.getByText('平台运行').count()).toBe(0)
  })

  test('loses a registration that is approved elsewhere', async () => {
    const adminPage = await openConsole(site)
    const registrations = adminPage.getByText('个注册账号待审核')
    await registrations.click()
    await adminPage.waitForURL('**/system/user?status=0')
    await adminPage.getByRole('row').nth(1).getByRole('checkbox').click()
    await clickAction(adminPage, '审核通过')
    const approval = dialogOf(adminPage, '审核通过')
    await approval.getByLabel('核实记录').fill(check)
    await approval.getByRole('button', { name: '确定' }).click()
    await waitForMessage(adminPage, '操作成功!')
    await adminPage.getByRole('navigation', { name: '已打开的页面' }).getByRole('link', { name: '首页' }).click()
    await adminPage.getByText('目前没有等待您办理的事项。').or(adminPage.getByText('地市初审中').first()).waitFor()
    await expect.poll(() => registrations.count()).toBe(0)
  })

  test('shows administrators the state of the platform, linked to its lists', async () => {
    const adminPage = await openConsole(site)
    const health = adminPage.getByRole('region', { name: '平台运行' })
    await health.getByText('数据库归档').waitFor()
    // what arrives later pushes nothing that is there
    await adminPage.addInitScript(() => {
      const shifts: number[] = []
      Object.assign(window, { shifts })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await adminPage.reload()
    await health.getByText('数据库归档').waitFor()
    const shifts = await adminPage.evaluate(() => (window as Window & { shifts?: number[] }).shifts ?? [])
    expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThanOrEqual(0.02)
    await health.getByRole('link', { name: / K?B$/ }).click()
    await adminPage.waitForURL('**/storage/attach')
    expect(await faultsInBothLanguages(await openConsole(site), { phone: true, night: true })).toEqual([])
  })
})

describe.sequential('the dashboard', () => {
  test('opens the rows of a figure by a click, and counts them', async () => {
    page = await openAs(site, '/wel/dashboard')
    const total = page.locator('dl > div', { hasText: '在库项目' }).getByRole('link')
    expect(await total.innerText()).toBe('3')
    await total.click()
    await page.waitForURL('**/projects?listedFrom=*')
    await page.getByText('共 3 个项目').waitFor()
    expect(await page.getByRole('row').count()).toBe(4)
  })

  test('keeps the period and the province in the address, also after a reload', async () => {
    await page.goto('/wel/dashboard')
    await page.getByText('去年', { exact: true }).click()
    await page.waitForURL('**/wel/dashboard?period=lastYear')
    await pick(page, '省份', '江苏')
    await page.waitForURL('**/wel/dashboard?period=lastYear&province=320000')
    const total = page.locator('dl > div', { hasText: '在库项目' }).getByRole('link')
    await expect.poll(() => total.innerText()).toBe('1')
    await page.reload()
    await expect.poll(() => total.innerText()).toBe('1')
    expect(await page.getByRole('radio', { name: '去年' }).isChecked()).toBe(true)
    await page.getByRole('link', { name: `${lastYear}-03 入库项目 1 个` }).click()
    await page.getByText('共 1 个项目').waitFor()
    await page.getByText(`入库不早于：${lastYear}-03-01`).waitFor()
  })

  test('opens the declarations of a stage in the console', async () => {
    await page.goto('/wel/dashboard')
    const funnel = page.getByRole('region', { name: '申报流转' })
    await funnel.getByRole('link', { name: /地市初审中/ }).click()
    await page.waitForURL('**/project/declaration?furthestStage_ge=20*')
    await page.getByText('共 1 条').waitFor()
  })

  test('shows each chart as a table with the same figures', async () => {
    await page.goto('/wel/dashboard?period=all')
    const operators = page.getByRole('region', { name: '主要运营商' })
    await operators.getByRole('button', { name: '以表格显示' }).click()
    await rowOf(operators, '中国移动').getByRole('link', { name: '3', exact: true }).waitFor()
    const map = page.getByRole('region', { name: '各省（区、市）在库项目' })
    await map.getByRole('link', { name: '江苏：3 个项目' }).waitFor()
    await map.getByRole('button', { name: '以表格显示' }).click()
    await rowOf(map, '江苏').getByRole('link', { name: '3', exact: true }).click()
    await page.getByText('共 3 个项目').waitFor()
  })

  test('has no accessibility fault, as charts and as tables', async () => {
    const charts = await openAs(site, '/wel/dashboard?period=all')
    await charts.getByRole('link', { name: '江苏：3 个项目' }).waitFor()
    expect(await faultsInBothLanguages(charts, { phone: true, night: true })).toEqual([])
    const buttons = charts.getByRole('button', { name: '以表格显示' })
    const tables = await buttons.count()
    expect(tables).toBe(5)
    for (let i = 0; i < tables; i++) await buttons.first().click()
    expect(await charts.getByRole('table').count()).toBe(tables)
    expect(await faultsInBothLanguages(charts, { phone: true, night: true })).toEqual([])
  })

  test('does not print the figures of the choice before', async () => {
    const dashboardPage = await openAs(site, '/wel/dashboard?period=all')
    await dashboardPage.getByRole('link', { name: '江苏：3 个项目' }).waitFor()
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await dashboardPage.route(`**${dashboard.read.path}?*`, async (route) => {
      await released
      await route.continue()
    })
    await dashboardPage.getByText('去年', { exact: true }).click()
    const print = dashboardPage.getByRole('button', { name: '打印' })
    await expect.poll(() => print.isDisabled()).toBe(true)
    expect(await dashboardPage.locator('[aria-busy=true] dl').count()).toBe(1)
    release()
    await expect.poll(() => print.isEnabled()).toBe(true)
    expect(await dashboardPage.locator('[aria-busy=true]').count()).toBe(0)
  })

  test('prints on one page', async () => {
    const printed = await openAs(site, '/wel/dashboard?period=all')
    await printed.getByRole('link', { name: '江苏：3 个项目' }).waitFor()
    const pdf = (await printed.pdf({ preferCSSPageSize: true })).toString('latin1')
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  })
})

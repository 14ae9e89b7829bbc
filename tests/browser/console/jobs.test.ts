import { readFileSync } from 'node:fs'
import type { Download, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { rowsOf } from '../../support/jobs.ts'
import { barriersOn } from '../../support/page-faults.ts'
import { dialogOf, goTo, openAs, questionOf } from '../../support/page-steps.ts'
import { openSite, type Site } from '../../support/site.ts'
import { workbookWithHidden } from '../../support/workbooks.ts'

let site: Site
let page: Page

const bytesOf = async (download: Download) => readFileSync(await download.path())
const downloadFrom = async (press: () => Promise<unknown>): Promise<Download> => {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  return download
}
const trayButton = () => page.getByRole('button', { name: /^后台任务，/ })
const tray = () => page.getByRole('region', { name: '后台任务' })

beforeAll(async () => {
  site = await openSite()
  page = await openAs(site, '/system/param?paramKey=account')
})

describe.sequential('background jobs in the console', () => {
  test('an export can be started by keyboard, notifies when done and contains the filtered rows', async () => {
    await page.getByRole('button', { name: '导出' }).press('Enter')
    await page.getByRole('button', { name: /^Excel/ }).press('Enter')
    const alert = page.getByRole('alert').filter({ hasText: '导出 · 参数管理 已完成' })
    const download = await downloadFrom(() => alert.getByRole('button', { name: '下载' }).click())
    expect(download.suggestedFilename()).toMatch(/^参数管理-\d{8}-\d{4}\.xlsx$/)
    const rows = await rowsOf(await bytesOf(download))
    expect(rows.map((row) => row.参数键名)).toContain('account.failCount')
  })

  test('the tray lists the export, opens and closes by keyboard, and has no accessibility barrier', async () => {
    await trayButton().press('Enter')
    await tray().getByRole('listitem').filter({ hasText: '导出 · 参数管理' }).waitFor()
    expect(await barriersOn(page)).toEqual([])
    await downloadFrom(() => tray().getByRole('button', { name: '下载' }).press('Enter'))
    await page.keyboard.press('Escape')
    await tray().waitFor({ state: 'detached' })
    await expect.poll(() => trayButton().evaluate((button) => button === document.activeElement)).toBe(true)
  })

  test('the message about the export opens the tray', async () => {
    await page.getByRole('button', { name: /^消息，/ }).click()
    await page.getByRole('link', { name: '“参数管理”导出完成' }).click()
    await tray().getByRole('listitem').filter({ hasText: '导出 · 参数管理' }).waitFor()
    await expect.poll(() => new URL(page.url()).searchParams.has('job')).toBe(false)
    await page.keyboard.press('Escape')
    await tray().waitFor({ state: 'detached' })
  })

  test('an uploaded file is checked cell by cell, and an import can be limited to its valid rows', async () => {
    await goTo(page, '系统管理', '用户管理')
    await page.getByRole('button', { name: '导入', exact: true }).click()
    const dialog = dialogOf(page, '导入用户')
    await dialog.getByRole('button', { name: '下载模板' }).waitFor()
    expect(await barriersOn(page)).toEqual([])
    const template = await downloadFrom(() => dialog.getByRole('button', { name: '下载模板' }).click())
    expect(await rowsOf(await bytesOf(template))).toEqual([])
    const text = '登录账号,用户昵称,用户姓名,所属角色\nsheet.one,甲一,甲一,评审专家\nsheet.two,乙二,,没有的角色\n'
    await dialog.getByLabel('选择文件，或拖放到此处').setInputFiles({
      name: '用户.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(text),
    })
    await dialog.getByText('有问题 1 行，可导入 1 行').waitFor()
    await dialog.getByRole('row', { name: '3 用户姓名 请输入用户姓名' }).waitFor()
    expect(await barriersOn(page)).toEqual([])
    const annotatedFile = await downloadFrom(() => dialog.getByRole('button', { name: '下载标注文件' }).click())
    expect((await rowsOf(await bytesOf(annotatedFile)))[1]?.问题).toContain('所属角色中没有“没有的角色”')
    await dialog.getByRole('button', { name: '只导入正确的 1 行' }).click()
    await dialog.getByText('新增 1 行，更新 0 行').waitFor()
    await dialog.getByRole('button', { name: '领取初始密码' }).waitFor()
    await dialog.getByRole('button', { name: '关闭' }).last().click()
    const question = questionOf(page, '初始密码尚未领取')
    await question.getByRole('button', { name: '关闭' }).last().click()
    await dialog.waitFor({ state: 'detached' })
  })

  test('hidden rows of an uploaded file are a question, and the check goes on with the answer', async () => {
    await page.getByRole('button', { name: '导入', exact: true }).click()
    const dialog = dialogOf(page, '导入用户')
    const rows = [
      ['登录账号', '用户昵称', '用户姓名'],
      ...['one', 'two'].map((name) => [`filter.${name}`, '王某', '王某']),
    ]
    await dialog.getByLabel('选择文件，或拖放到此处').setInputFiles({
      name: '用户.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: await workbookWithHidden(rows, { rows: [3] }),
    })
    await dialog.getByText('文件中有 1 行被隐藏或筛选掉').waitFor()
    expect(await barriersOn(page)).toEqual([])
    await dialog.getByRole('button', { name: '不导入隐藏内容' }).click()
    await dialog.getByText('全部 1 行可以导入').waitFor()
    await dialog.getByRole('button', { name: '重新选择文件' }).click()
    await dialog.getByRole('button', { name: '取消' }).click()
    await dialog.waitFor({ state: 'detached' })
  })

  test('unclaimed initial passwords stay in the tray, and closing them asks first', async () => {
    await trayButton().click()
    await tray()
      .getByRole('button', { name: /^领取初始密码/ })
      .click()
    const dialog = dialogOf(page, '初始密码')
    await dialog.getByRole('button', { name: '领取初始密码' }).click()
    await dialog.getByRole('cell', { name: 'sheet.one' }).waitFor()
    await dialog.getByRole('button', { name: '关闭' }).first().click()
    await questionOf(page, '请确认已经保存').last().getByRole('button', { name: '返回' }).last().click()
    await dialog.getByRole('cell', { name: 'sheet.one' }).waitFor()
    await dialog.getByRole('button', { name: '关闭' }).first().click()
    await questionOf(page, '请确认已经保存').last().getByRole('button', { name: '关闭' }).last().click()
    await dialog.waitFor({ state: 'detached' })
    await trayButton().click()
    await expect
      .poll(() =>
        tray()
          .getByRole('button', { name: /^领取初始密码/ })
          .count(),
      )
      .toBe(0)
    await page.keyboard.press('Escape')
    await page.getByRole('cell', { name: 'sheet.one' }).waitFor()
  })
})

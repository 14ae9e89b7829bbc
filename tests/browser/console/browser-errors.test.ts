import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { dialogOf, goTo, openConsole, questionOf, rowOf, waitForMessage } from '../../support/page-steps.ts'
import { openSite, type Site } from '../../support/site.ts'

let site: Site
let page: Page

/** Throws an uncaught error in the page. */
const throwError = (message: string) =>
  page.evaluate((words) => {
    setTimeout(() => {
      throw new RangeError(words)
    })
  }, message)
const opener = (count: number) => page.getByRole('button', { name: `错误日志，${count} 条` })
const log = () => dialogOf(page, '错误日志')
const confirm = (words: string) => questionOf(page, words).last().getByRole('button', { name: '确定' }).click()

beforeAll(async () => {
  site = await openSite()
  page = await openConsole(site)
})

describe.sequential('the error log dialog (section 2)', () => {
  test('the badge counts uncaught errors; the table shows type, message and page, and the stack on request', async () => {
    await opener(0).waitFor()
    await throwError('too far')
    await opener(1).waitFor()
    await opener(1).click()
    const row = rowOf(log(), 'too far')
    await row.getByText('RangeError', { exact: true }).waitFor()
    await row.getByText('/wel/index').waitFor()
    await row.locator('summary').click()
    await log()
      .getByText(/RangeError: too far\s+at/)
      .waitFor()
  })

  test('uploaded errors disappear from the browser and appear on the screen of an administrator', async () => {
    await log().getByRole('button', { name: '上传服务器' }).click()
    await confirm('确定上传本地日志到服务器?')
    await waitForMessage(page, '发送成功!')
    await log().getByText('本机没有错误记录。').waitFor()
    await expect.poll(() => log().getByRole('button', { name: '上传服务器' }).isDisabled()).toBe(true)
    await log().getByRole('button', { name: '关闭' }).last().click()
    await goTo(page, '日志管理', '错误日志')
    await rowOf(page, 'too far').getByRole('cell', { name: 'RangeError', exact: true }).waitFor()
  })

  test('errors survive a reload and disappear when cleared', async () => {
    await throwError('once more')
    await opener(1).waitFor()
    await page.reload()
    await opener(1).click()
    await log().getByRole('button', { name: '清空日志' }).click()
    await confirm('确定清空本地日志记录?')
    await waitForMessage(page, '清空成功!')
    await log().getByText('本机没有错误记录。').waitFor()
  })
})

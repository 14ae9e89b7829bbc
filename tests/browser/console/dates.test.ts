import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { entities } from '#contract/index.ts'
import { addDays, shortcutsOn, todayInShanghai } from '#web/ui/date/shanghai-days.ts'
import { violationsOn } from '../../support/axe.ts'
import { calendarOf, dayIn } from '../../support/date-fields.ts'
import { hasFocus } from '../../support/keyboard.ts'
import { descriptionOf, dialogOf, openAs } from '../../support/page-steps.ts'
import { createRow } from '../../support/sample-rows.ts'
import { openSite, type Site } from '../../support/site.ts'

/** Dates in forms and ranges of days in the search of a list. */

let site: Site
let page: Page

const queryOf = (open: Page) => Object.fromEntries(new URL(open.url()).searchParams)
const chips = () => page.getByRole('list', { name: '已选条件' })

beforeAll(async () => {
  site = await openSite(async (platform) => void (await createRow(platform, await platform.admin(), entities.client)))
  page = await openAs(site, '/desk/notice')
})

describe.sequential('a date and time in a form', () => {
  const field = () => dialogOf(page, '新增通知').getByLabel('发布时间')

  test('is understood as it is typed, and shown in one form when the field is left', async () => {
    await page.getByRole('button', { name: '新增', exact: true }).first().click()
    await field().click()
    await calendarOf(field()).locator('[data-day]:not([data-outside-month])').first().waitFor()
    for (const [typed, text] of [
      ['2026/11/24 9:30', '2026-11-24 09:30'],
      ['20261125', '2026-11-25 00:00'],
      ['２０２６－１１－２６　１８：００', '2026-11-26 18:00'],
    ] as const) {
      await field().fill(typed)
      // the calendar follows what is typed
      await calendarOf(field())
        .locator(`[data-day="${text.slice(0, 10)}"][data-selected]`)
        .waitFor()
      await expect.poll(() => field().inputValue()).toBe(typed)
      await dialogOf(page, '新增通知').getByLabel('通知标题').click()
      await expect.poll(() => field().inputValue()).toBe(text)
      await field().click()
    }
  })

  test('stays as it was typed if it is wrong, with a sentence that says what is expected', async () => {
    await field().fill('2026-02-30 09:00')
    await page.keyboard.press('Tab')
    await expect.poll(() => field().inputValue()).toBe('2026-02-30 09:00')
    await expect.poll(() => descriptionOf(field())).toContain('请输入日期，例如 2026-11-24 09:30')
    await expect.poll(() => field().getAttribute('aria-invalid')).toBe('true')
    // refused by the form, it has one message still
    await dialogOf(page, '新增通知').getByRole('button', { name: '保存', exact: true }).click()
    await dialogOf(page, '新增通知').locator('[data-bad]').getByLabel('发布时间').waitFor()
    const messages = dialogOf(page, '新增通知')
      .locator('[data-bad]')
      .filter({ has: page.getByLabel('发布时间') })
      .locator('[id$="fault"]')
    expect(await messages.allInnerTexts()).toEqual(['发布时间的值不正确'])
    await expect.poll(() => descriptionOf(field())).toBe('发布时间的值不正确')
    await field().click()
  })

  test('is cleared by its button', async () => {
    await page.keyboard.press('Escape')
    await dialogOf(page, '新增通知').getByRole('button', { name: '清除', exact: true }).last().click()
    await expect.poll(() => field().inputValue()).toBe('')
  })
})

describe.sequential('a range of days in the search', () => {
  const from = () => page.getByRole('textbox', { name: '创建时间 开始日期' })
  const to = () => page.getByRole('textbox', { name: '创建时间 结束日期' })
  const calendar = () => calendarOf(from())
  const today = todayInShanghai()
  const month = shortcutsOn(today).month

  test('is chosen by two clicks and sent as the two keys of the family', async () => {
    await page.goto('/system/client')
    await from().click()
    await dayIn(calendar(), month.from).click()
    await dayIn(calendar(), addDays(month.from, 9)).click()
    await calendar().waitFor({ state: 'detached' })
    await expect.poll(() => to().inputValue()).toBe(addDays(month.from, 9))
    await page.getByRole('button', { name: '搜索', exact: true }).click()
    await page.waitForURL('**createTime_dategt=**')
    expect(queryOf(page)).toEqual({
      createTime_dategt: month.from,
      createTime_datelt: addDays(month.from, 9),
    })
    await chips()
      .getByText(`创建时间：${month.from} 至 ${addDays(month.from, 9)}`)
      .waitFor()
  })

  test('includes both of its days, such as today alone; its chip removes both keys', async () => {
    await page.getByRole('search').getByRole('button', { name: '选择日期' }).click()
    await calendar().getByRole('button', { name: '今天', exact: true }).click()
    await expect.poll(() => to().inputValue()).toBe(today)
    await to().press('Enter')
    await chips().getByText(`创建时间：${today}`, { exact: true }).waitFor()
    await page.locator('tbody tr').first().waitFor()
    await page.getByRole('button', { name: '取消条件 创建时间' }).click()
    await page.waitForURL((url) => url.search === '')
    await expect.poll(() => from().inputValue()).toBe('')
  })

  test('is typed or pasted at once; a wrong order is explained and not sent', async () => {
    await from().fill('2026/11/1 至 2026/11/24')
    await expect.poll(() => to().inputValue()).toBe('2026-11-24')
    await to().fill('20261031')
    await to().press('Enter')
    await page.getByText('结束日期不能早于开始日期').waitFor()
    await expect.poll(() => hasFocus(from())).toBe(true)
    expect(queryOf(page)).toEqual({})
  })

  test('can have one end, in a link too', async () => {
    await page.goto('/system/client?createTime_datelt=2020-01-01')
    await chips().getByText('创建时间：2020-01-01 止').waitFor()
    await page.getByRole('button', { name: '重置条件' }).waitFor()
    await expect.poll(() => to().inputValue()).toBe('2020-01-01')
    await expect.poll(() => from().inputValue()).toBe('')
  })
})

describe.sequential('an open calendar', () => {
  test.each([
    ['zh', '选择日期', '一'],
    ['en', 'Choose date', 'Mon'],
  ] as const)('is in the language of the page and accessible: %s', async (lang, name, weekday) => {
    await page.goto(`/system/client?lang=${lang}`)
    await page.getByRole('search').getByRole('button', { name }).click()
    const calendar = page.locator('[role=dialog][popover]')
    await expect.poll(() => calendar.locator('th').first().innerText()).toBe(weekday)
    await calendar.locator('[data-day]:focus').waitFor()
    expect(await violationsOn(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.goto(`/desk/notice?lang=${lang}`)
    await page
      .getByRole('button', { name: /^(新增|Add)$/ })
      .first()
      .click()
    await page.getByRole('dialog').getByRole('button', { name }).first().click()
    await calendar.getByRole('listbox').first().waitFor()
    expect(await violationsOn(page)).toEqual([])
    await page.keyboard.press('Escape')
  })

  test('is inside the window of a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/system/client?lang=zh')
    await page.getByRole('button', { name: '更多条件' }).click()
    await page.getByRole('search').getByRole('button', { name: '选择日期' }).click()
    const calendar = page.locator('[role=dialog][popover]')
    await calendar.locator('[data-day]:not([data-outside-month])').first().waitFor()
    const box = await calendar.boundingBox()
    expect(box?.x).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390)
  })
})

import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { wireTime } from '#server/base/process/clock.ts'
import { countStayWorkdays } from '#server/project/stays/count-workdays.ts'
import { faultsAt } from '../../support/page-faults.ts'
import { openReview, remarks } from '../../support/review.ts'
import { password } from '../../support/scenario.ts'
import { openSite, type Site } from '../../support/site.ts'

/** The figures of an officer's city, from the period to the declaration (design: the officer's day, section 6). */

let site: Site<{ readonly account: string; readonly project: string }>
let page: Page

beforeAll(async () => {
  site = await openSite(async (platform) => {
    const review = await openReview(platform)
    const act = review.performAction
    await review.beginDeclaration()
    await act('company', 'submit')
    await act('city', 'claim')
    await review.beginDeclaration()
    await act('company', 'submit')
    await act('city', 'claim')
    await act('city', 'return', remarks('contact.tel'))
    while (await countStayWorkdays(platform.app));
    return { account: review.person('city').account, project: review.projectName() }
  })
  page = await site.visitAs(site.data.account, password, '/project/stage-stay/figures')
})

const cellsOf = (name: string) =>
  page.getByRole('row', { name }).evaluate((row) => [...row.children].map((cell) => cell.textContent))

describe.sequential('the figures', () => {
  test('count by stage what was received, finished, returned and is open, and the days it took', async () => {
    await page.getByRole('heading', { level: 1, name: '办理统计' }).waitFor()
    await page
      .getByText(`${Number(wireTime().slice(0, 4))}年${Number(wireTime().slice(5, 7))}月`, { exact: true })
      .waitFor()
    await page.getByRole('row', { name: '地市初审中' }).waitFor()
    expect(await cellsOf('已提交')).toEqual(['已提交', '2', '2', '0', '0', '0', '0', '0', '0', '0'])
    expect(await cellsOf('地市初审中')).toEqual(['地市初审中', '2', '1', '1', '0', '1', '0', '0', '0', '0'])
    expect(await cellsOf('合计')).toEqual(['合计', '4', '3', '1', '0', '1', '0', '0', '0', '0'])
    await expect.poll(() => faultsAt(page, ['desk', 'phone'])).toEqual([])
  })

  test('open the stays that they count, which lead to their declaration', async () => {
    await page.getByRole('row', { name: '地市初审中' }).getByRole('link').nth(2).click()
    await page.getByText('共 1 条').waitFor()
    await page.getByRole('link', { name: site.data.project }).click()
    await page.waitForURL('**/project/declaration/*')
    await page.goBack()
    await page.getByText('共 1 条').waitFor()
    await page.getByRole('link', { name: '办理统计' }).last().click()
    await page.getByRole('row', { name: '地市初审中' }).waitFor()
  })

  test('follow the period and the group, which the address keeps', async () => {
    await page.getByText('年', { exact: true }).click()
    await page.getByLabel('分组').selectOption({ label: '经办人' })
    await page.getByText('按经办人统计时只显示本人的数据').waitFor()
    const year = wireTime().slice(0, 4)
    await page.getByText(`本期 ${year}-01-01`).waitFor()
    await page.getByRole('button', { name: '上一期' }).click()
    await page.getByText(`本期 ${Number(year) - 1}-01-01 – ${Number(year) - 1}-12-31`).waitFor()
    await page.reload()
    await page.getByText(`本期 ${Number(year) - 1}-01-01 – ${Number(year) - 1}-12-31`).waitFor()
    await page.getByRole('button', { name: '下一期' }).click()
    await expect.poll(() => page.getByRole('button', { name: '下一期' }).isDisabled()).toBe(true)
  })
})

describe('the desk', () => {
  test('shows those of this month, which open their rows', async () => {
    page = await site.visitAs(site.data.account, password, '/wel/index')
    const figures = page.getByRole('region', { name: '本月办理情况' })
    const tileOf = (name: string) => figures.locator('dl > div', { hasText: name }).getByRole('link')
    await expect.poll(() => tileOf('办结').first().innerText()).toBe('3')
    await tileOf('收件').click()
    await page.getByText('共 4 条').waitFor()
    await page.goBack()
    await figures.getByRole('link', { name: '办理统计' }).click()
    await page.waitForURL('**/project/stage-stay/figures')
  })
})

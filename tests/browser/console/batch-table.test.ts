import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { batch } from '#contract/project/batch.ts'
import { batchQuota } from '#contract/project/batch-quota.ts'
import { addBatch, insertMembers } from '../../support/batches.ts'
import { openAs, waitForMessage } from '../../support/page-steps.ts'
import { openReview } from '../../support/review.ts'
import { openSite, type Site } from '../../support/site.ts'

/** The pages of a batch: the order in which a city recommends its candidates, and the scores of all members (docs/decisions/0157). */

let site: Site<{ batchId: string; account: (name: 'city' | 'miit' | 'office') => string }>

beforeAll(async () => {
  site = await openSite(async (platform) => {
    const review = await openReview(platform)
    const office = review.person('office')
    const batchId = await addBatch(office, review.windowId, { batchName: '2026年第一批' })
    await office.get(batch.calls.open, { id: batchId })
    await office.get(batchQuota.calls.save, { batchId, region: '320500', places: 2 })
    for (let i = 0; i < 3; i++) {
      await review.beginDeclaration()
      await review.performAction('company', 'submit')
      for (const action of ['claim', 'approve']) await review.performAction('city', action)
    }
    const experts = ['expert1', 'expert2', 'expert3'].map((name) => review.person(name).id)
    const member = (projectName: string, ...scores: readonly (number | null)[]) => ({
      ...{ batchId, templateId: review.windowId, projectName },
      scores: scores.map((score, i) => [String(experts[i]), score] as const),
    })
    await insertMembers(platform.db, [
      member('乙项目', 80, 81, 82),
      member('丙项目', 81, 81, 81),
      member('甲项目', 90, 95, 70),
      member('丁项目', 60, 61, 62),
      member('戊项目', 99, 98, null),
    ])
    return { batchId, account: (name) => review.person(name).account }
  })
})

/** The list of batches stays behind the page. */
const tableOf = (page: Page) => page.getByRole('table', { name: '推荐顺序' })
const projectsIn = (page: Page) => tableOf(page).locator('tbody td[data-name]').allInnerTexts()

describe.sequential('the order of a city', () => {
  let page: Page

  test('is reached from the list of batches, and gives every candidate a place', async () => {
    page = await openAs(site, '/project/batch', site.data.account('city'))
    await page
      .getByRole('row', { name: /2026年第一批/ })
      .getByRole('link', { name: /推荐顺序/ })
      .click()
    await page.getByText('申报总数').waitFor()
    await page.getByRole('button', { name: '未排序的依次列入' }).click()
    expect(await page.getByText('名额外').count()).toBe(6)
    expect((await projectsIn(page)).slice(0, 3)).toEqual(['第101号项目', '第102号项目', '第103号项目'])
  })

  test('is changed by buttons that keep the focus, by a number and by the arrow keys', async () => {
    const up = page.getByRole('button', { name: '上移 第103号项目' })
    await up.focus()
    await page.keyboard.press('Enter')
    expect((await projectsIn(page)).slice(0, 3)).toEqual(['第101号项目', '第103号项目', '第102号项目'])
    expect(await up.evaluate((button) => button === document.activeElement)).toBe(true)
    const place = page.getByRole('textbox', { name: '推荐顺序 第102号项目' })
    await place.fill('1')
    await place.press('Enter')
    expect((await projectsIn(page)).slice(0, 3)).toEqual(['第102号项目', '第101号项目', '第103号项目'])
    await tableOf(page).locator('tbody tr').first().focus()
    await expect
      .poll(async () => {
        await page.keyboard.press('Alt+ArrowDown')
        return (await projectsIn(page))[0]
      })
      .toBe('第101号项目')
  })

  test('is changed by dragging a row', async () => {
    const before = await projectsIn(page)
    const rows = tableOf(page).locator('tbody tr')
    await rows.nth(2).hover()
    await page.getByRole('button', { name: /^拖动/ }).dragTo(rows.first(), { targetPosition: { x: 300, y: 2 } })
    expect((await projectsIn(page)).slice(0, 3)).toEqual([before[2], before[0], before[1]])
  })

  test('stays when it is saved, as its province reads beside each project', async () => {
    const saved = await projectsIn(page)
    await page.getByRole('button', { name: '保存' }).click()
    await waitForMessage(page, '推荐顺序已保存')
    await page.reload()
    await page.getByText('最近调整').waitFor()
    expect(await projectsIn(page)).toEqual(saved)
    const province = await openAs(site, `/project/batch/${site.data.batchId}/order`, site.data.account('miit'))
    const first = province.getByRole('row', { name: new RegExp(String(saved[0])) })
    expect(await first.locator('[data-column="cityPlace"]').innerText()).toBe('1')
  })
})

describe.sequential('the table of the scores', () => {
  let page: Page
  const table = () => page.getByRole('table', { name: '评审汇总' })
  const names = () => table().locator('tbody td[data-name]').allInnerTexts()

  test('is reached from the list of batches, and has the members by rank, with what is far from the others', async () => {
    page = await openAs(site, '/project/batch', site.data.account('office'))
    const row = page.getByRole('row', { name: /2026年第一批/ })
    await row
      .getByRole('link', { name: /评审汇总/ })
      .or(row.getByRole('button', { name: /更多/ }))
      .first()
      .click()
    await page.getByText('批次成员').waitFor()
    expect(await names()).toEqual(['甲项目', '乙项目', '丙项目', '丁项目', '戊项目'])
    expect(await table().getByText('偏离').count()).toBe(1)
    expect(await table().getByText('未评齐').count()).toBe(1)
  })

  test('says what a line does and what the next one changes, and keeps it when it is loaded again', async () => {
    await page.getByLabel('入选件数').fill('2')
    await page.getByLabel('入选件数').press('Enter')
    await page.getByText('线上3件（末位同分一并列入，多1件），线上最低81分；未评齐的1件不参加。').waitFor()
    await page.getByLabel('入选件数').fill('4')
    await page.getByRole('button', { name: '画线', exact: true }).click()
    await page.getByText('与上次画线相比：增加1件（丁项目）。').waitFor()
    await page.reload()
    await page.getByText('线上4件').waitFor()
    expect(await table().getByText('线上').count()).toBe(4)
  })

  test('is sorted by a column, the empty ones last', async () => {
    await table().getByRole('button', { name: '平均分' }).click()
    await expect.poll(names).toEqual(['丁项目', '乙项目', '丙项目', '甲项目', '戊项目'])
  })

  test('is saved as a sheet', async () => {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: '导出 xlsx' }).click()
    expect((await download).suggestedFilename()).toBe('评审汇总-2026年第一批.xlsx')
  })
})

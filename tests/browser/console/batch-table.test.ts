import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { batch } from '#contract/project/batch.ts'
import { batchQuota } from '#contract/project/batch-quota.ts'
import { pdfOf } from '#server/seed/demo/samples.ts'
import { addBatch, insertMembers } from '../../support/batches.ts'
import { chooseFile, dialogOf, openAs, questionOf, waitForMessage } from '../../support/page-steps.ts'
import { openReview } from '../../support/review.ts'
import { openWindow } from '../../support/scenario.ts'
import { openSite, type Site } from '../../support/site.ts'

/**
 * The pages of a batch: the order in which a city recommends its candidates, the scores of all members (docs/decisions/0157), decisions
 * from them (0160), and their papers (0164).
 */

let site: Site<{ batchId: string; reviewId: string; account: (name: 'city' | 'miit' | 'office' | 'office2') => string }>

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
    const inBatch =
      (ofBatch: { batchId: string; templateId: string }) =>
      (projectName: string, ...scores: readonly (number | null)[]) => ({
        ...{ ...ofBatch, projectName },
        scores: scores.map((score, i) => [String(experts[i]), score] as const),
      })
    const member = inBatch({ batchId, templateId: review.windowId })
    await insertMembers(platform.db, [
      member('乙项目', 80, 81, 82),
      member('丙项目', 81, 81, 81),
      member('甲项目', 90, 95, 70),
      member('丁项目', 60, 61, 62),
      member('戊项目', 99, 98, null),
    ])
    const templateId = await openWindow(await platform.admin(), { templateName: '两人窗口', decidedByTwo: 1 })
    const reviewId = await addBatch(office, templateId, { batchName: '2026年第二批' })
    await platform.db.updateTable('batch').set({ batchState: 4 }).where('id', '=', reviewId).execute()
    const reviewed = inBatch({ batchId: reviewId, templateId })
    await insertMembers(platform.db, [
      reviewed('高分项目', 90, 91, 92),
      reviewed('中分项目', 80, 80, 81),
      reviewed('低分项目', 70, 70, 70),
      reviewed('特色项目', 60, 61, 62),
      reviewed('待评项目', 99, 98, null),
    ])
    return { batchId, reviewId, account: (name) => review.person(name).account }
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

  test('stays when the page is loaded again, and when it is saved, as its province reads beside each project', async () => {
    const saved = await projectsIn(page)
    await page.reload()
    await page.getByText('有调整尚未保存').waitFor()
    expect(await projectsIn(page)).toEqual(saved)
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

describe.sequential('the list of recommendation of a city', () => {
  let page: Page
  const version = (number: number) => page.getByRole('listitem').filter({ hasText: `苏州市 第${number}号` })
  const makeButton = () => page.getByRole('button', { name: '生成推荐汇总表' })
  const makeList = async () => {
    await makeButton().click()
    await dialogOf(page, '生成推荐汇总表').getByRole('button', { name: '生成', exact: true }).click()
  }

  test('is made with the names of both offices, which its page asks for', async () => {
    page = await openAs(site, `/project/batch/${site.data.batchId}/order`, site.data.account('city'))
    await makeList()
    const dialog = dialogOf(page, '生成推荐汇总表')
    const office = dialog.getByRole('textbox', { name: '推荐单位（落款）' })
    await expect.poll(() => office.getAttribute('aria-invalid')).toBe('true')
    await office.fill('苏州市工业和信息化局')
    await dialog.getByRole('textbox', { name: '主送单位' }).fill('工业和信息化部')
    await dialog.getByRole('button', { name: '生成', exact: true }).click()
    await waitForMessage(page, '推荐汇总表已生成')
    await version(1).getByText('现行').waitFor()
  })

  test('is saved as a list, a letter and a sheet', async () => {
    for (const [button, name] of [
      ['推荐汇总表 PDF', '推荐汇总表-2026年第一批-苏州市-第1号.pdf'],
      ['推荐函 PDF', '推荐函-2026年第一批-苏州市-第1号.pdf'],
      ['推荐汇总表 xlsx', '推荐汇总表-2026年第一批-苏州市-第1号.xlsx'],
    ] as const) {
      const download = page.waitForEvent('download')
      await version(1).getByRole('button', { name: button }).click()
      expect((await download).suggestedFilename()).toBe(name)
    }
  })

  test('is not the present one once the order has changed, until the next one voids it', async () => {
    await page.getByRole('button', { name: /^下移/ }).first().click()
    await page.getByText('请先保存推荐顺序，再生成推荐汇总表。').waitFor()
    expect(await makeButton().isDisabled()).toBe(true)
    await page.getByRole('button', { name: '保存' }).click()
    await page.getByText('当前名单或推荐顺序与现行版本不一致，请勿签发旧版本').waitFor()
    await makeList()
    await version(2).getByText('现行').waitFor()
    expect(await page.getByText('请勿签发旧版本').count()).toBe(0)
    await page.getByText('已作废的版本（1）').click()
    await version(1).getByText('已作废').waitFor()
  })

  test('gets its signed copy, which the province reads too', async () => {
    await version(2).getByRole('button', { name: '上传签章扫描件' }).click()
    const dialog = dialogOf(page, /^上传签章扫描件/)
    const file = { name: '盖章推荐函.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdfOf('test')) }
    await chooseFile(dialog.getByText('选择文件'), file)
    await dialog.getByRole('button', { name: '盖章推荐函.pdf', exact: true }).waitFor()
    await dialog.getByRole('button', { name: '上传', exact: true }).click()
    await waitForMessage(page, '签章扫描件已上传')
    const province = await openAs(site, `/project/batch/${site.data.batchId}/order`, site.data.account('miit'))
    await province.getByText('其他地区的推荐汇总表（2）').click()
    const download = province.waitForEvent('download')
    await province.getByRole('button', { name: '盖章推荐函.pdf' }).click()
    expect((await download).suggestedFilename()).toBe('盖章推荐函.pdf')
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

describe.sequential('decisions from the table', () => {
  let page: Page
  let second: Page
  const address = () => `/project/batch/${site.data.reviewId}/scores`
  const row = (on: Page, name: string) =>
    on.getByRole('table', { name: '评审汇总' }).getByRole('row', { name: new RegExp(name) })

  test('are proposed by a line, with an exception and its reason', async () => {
    page = await openAs(site, `${address()}?by=count&at=2`, site.data.account('office'))
    await page.getByRole('button', { name: '按入选线提出提案' }).click()
    await page.getByText('1（未评齐1件）').waitFor()
    await page.getByRole('button', { name: '改为通过 特色项目' }).click()
    await page.getByRole('button', { name: '确定' }).click()
    const reason = page.getByRole('textbox', { name: '例外理由' })
    await expect.poll(() => reason.getAttribute('aria-invalid')).toBe('true')
    await reason.fill('填补行业空白')
    // what was typed is not dropped without a question
    await page.keyboard.press('Escape')
    await questionOf(page, '内容尚未保存').getByRole('button', { name: '继续填写' }).click()
    await page.getByRole('button', { name: '确定' }).click()
    await row(page, '特色项目').getByText('例外', { exact: true }).waitFor()
    await page.getByRole('button', { name: '提交提案' }).click()
    await page.getByText('请输入不予通过的理由').waitFor()
    await page.getByRole('textbox', { name: '不予通过的理由' }).fill('未达到本批次入选要求。')
  })

  test('are a draft that survives a reload, and that a page without its line offers', async () => {
    await page.goto(address())
    await page.getByRole('button', { name: '继续未提交的提案（前2件）' }).click()
    await row(page, '特色项目').getByText('例外', { exact: true }).waitFor()
    await page.reload()
    await row(page, '特色项目').getByText('例外', { exact: true }).waitFor()
    expect(await page.getByRole('textbox', { name: '不予通过的理由' }).inputValue()).toBe('未达到本批次入选要求。')
    await page.getByRole('button', { name: '提交提案' }).click()
    await waitForMessage(page, '提案已提交')
    await page.getByText('提案须由另一人确认，提出人可以撤回').waitFor()
    expect(await page.getByText('可确认的人：platform').count()).toBe(1)
    expect(await page.getByRole('button', { name: '确认提案' }).count()).toBe(0)
  })

  test('are confirmed by a second person on a phone, by two presses, and made', async () => {
    second = await openAs(site, address(), site.data.account('office2'))
    await second.setViewportSize({ width: 390, height: 844 })
    await second.getByText('填补行业空白').waitFor()
    await second.getByRole('button', { name: '确认提案' }).click()
    await second.getByRole('button', { name: '确认：通过3件，不予通过1件' }).click()
    await second.getByText('已办理 4 件，未办成 0 件').waitFor()
    await second.getByRole('dialog').getByRole('button', { name: '关闭' }).last().click()
    await second.getByText('历次提案（1）').click()
    await second.getByText('已确认').first().waitFor()
    expect(await second.getByText('已作出结论').count()).toBe(1)
    await row(second, '低分项目').getByText('不予通过').waitFor()
  })

  test('have minutes, with and without the names of experts', async () => {
    for (const [button, name] of [
      ['评审会纪要', '2026年第二批-评审会纪要.pdf'],
      ['评审会纪要（隐去专家姓名）', '2026年第二批-评审会纪要（隐名）.pdf'],
    ] as const) {
      const download = second.waitForEvent('download')
      await second.getByRole('button', { name: button, exact: true }).click()
      expect((await download).suggestedFilename()).toBe(name)
    }
  })

  test('are named on the page of a member, which leads to the table', async () => {
    await page.reload()
    await row(page, '待评项目').getByRole('link', { name: '待评项目' }).click()
    await page.getByText('不能单独办理').waitFor()
    await page.getByRole('link', { name: '评审汇总', exact: true }).click()
    await page.getByRole('heading', { name: '评审汇总', level: 1 }).waitFor()
    await page.goto(`${address()}?by=count&at=2`)
  })

  test('may leave nothing to propose, which the page of the proposer says', async () => {
    await page.reload()
    await page.getByRole('button', { name: '按入选线提出提案' }).click()
    await page.getByText('未列入').waitFor()
    await page.getByRole('button', { name: '提交提案' }).click()
    await page.getByText('没有评分完整且待作出评审结论的申报，不能提出提案').waitFor()
  })
})

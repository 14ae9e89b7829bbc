import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { declaration } from '#contract/project/declaration.ts'
import { faultsAt } from '../../support/page-faults.ts'
import { clickAction, dialogOf, openAs, waitForMessage } from '../../support/page-steps.ts'
import { openReview, type Review } from '../../support/review.ts'
import { bringTo } from '../../support/review-tasks.ts'
import { openSite, type Site } from '../../support/site.ts'

/** From the rubric of a template to the scores beside each other (docs/decisions/0148). */

let site: Site<
  { id: string; score: (name: string, first: number, reason?: string) => Promise<number> } & Pick<Review, 'person'>
>
let page: Page

const aside = () => page.getByRole('complementary').last()
const itemOf = (name: string) => aside().getByRole('group', { name: new RegExp(`^${name}`) })

beforeAll(async () => {
  site = await openSite(async (platform) => {
    const review = await openReview(platform)
    const { person } = review
    const id = await review.beginDeclaration()
    await bringTo(review, 40)
    const experts = ['expert1', 'expert2', 'expert3'].map((name) => person(name).id).join(',')
    await person('office').get(declaration.calls.submitStatus, { id, action: 'assign', experts })
    const score = (name: string, first: number, reason = '') =>
      review.performAction(name, 'score', {
        conflict: 0,
        items: [
          { itemName: '技术先进性', points: first, reason },
          { itemName: '应用成效', points: 80 },
        ],
      })
    return { id, score, person }
  })
})

describe.sequential('a rubric', () => {
  test('is written by an administrator in the form of the template; wrong weights are named there', async () => {
    page = await openAs(site, '/project/template')
    await clickAction(page, '编辑 测试批次')
    const form = dialogOf(page, '测试批次')
    const rows: [string, string, string, string][] = [
      ['技术先进性', '60', '20', '12'],
      ['应用成效', '30', '100', ''],
    ]
    for (const [i, [name, weight, max, below]] of rows.entries()) {
      await form.getByRole('button', { name: '添加评分标准' }).click()
      const row = form.getByRole('group', { name: `评分标准 ${i + 1}` })
      await row.getByLabel('评分项', { exact: true }).fill(name)
      await row.getByLabel('权重（%）').fill(weight)
      await row.getByLabel('满分').fill(max)
      if (below) await row.getByLabel(/^低于此分须说明理由/).fill(below)
    }
    await form.getByRole('button', { name: '保存' }).click()
    await form.getByText('各评分项的权重之和应为100，现为90').first().waitFor()
    await form.getByRole('group', { name: '评分标准 2' }).getByLabel('权重（%）').fill('40')
    await form.getByRole('button', { name: '保存' }).click()
    await waitForMessage(page, '更新成功')
  })

  test('is the sheet of an expert, who reads the total while typing; a draft survives a reload', async () => {
    const { person, id } = site.data
    page = await openAs(site, `/project/declaration/${id}`, person('expert1').account)
    await aside().getByRole('button', { name: '提交评分' }).click()
    await aside().getByLabel('否', { exact: true }).check()
    await itemOf('技术先进性').getByLabel('得分').fill('9')
    await aside().getByText('已评 1 / 2 项').waitFor()
    await page.reload()
    await itemOf('应用成效').getByLabel('得分').fill('88.5')
    await aside().getByText('合计 62.40 分').waitFor()
    await aside().getByRole('button', { name: '确认提交评分' }).click()
    const reason = itemOf('技术先进性').getByLabel('低于12分，请说明理由')
    await expect.poll(() => reason.getAttribute('aria-invalid')).toBe('true')
    await reason.fill('组网方案陈旧')
    await aside().getByRole('button', { name: '确认提交评分' }).click()
    await waitForMessage(page, '评分已提交')
    await aside().getByText('评分：62.40').waitFor()
    await aside().getByText('组网方案陈旧').waitFor()
  })

  test('is corrected by its expert, with a reason', async () => {
    await aside().getByRole('button', { name: '更正评分' }).click()
    expect(await itemOf('技术先进性').getByLabel('得分').inputValue()).toBe('9')
    await itemOf('技术先进性').getByLabel('得分').fill('10')
    await aside().getByText('合计 65.40 分').waitFor()
    await aside().getByLabel('更正理由').fill('漏看附件')
    await aside().getByRole('button', { name: '确认更正' }).click()
    await waitForMessage(page, '评分已更正')
    await aside().getByText('评分：65.40').waitFor()
    await aside().getByText('更正为 65.40：漏看附件').waitFor()
  })

  test('is what the decider reads beside each other, with mean, spread and the outlier', async () => {
    const { score, person, id } = site.data
    await score('expert2', 18)
    await score('expert3', 19)
    page = await openAs(site, `/project/declaration/${id}`, person('office').account)
    await aside().getByText('平均 80.13 分，最高与最低相差 23.60 分').waitFor()
    const table = aside().getByRole('table', { name: '各评分项得分' })
    const rows = (await table.getByRole('row').allInnerTexts()).map((row) => row.split(/\s+/).filter(Boolean))
    expect(rows.slice(1)).toEqual([
      ['技术先进性', '权重60%，满分20', '10', '18', '19', '15.67'],
      ['应用成效', '权重40%，满分100', '88.50', '80', '80', '82.83'],
      ['总分', '65.40', '86', '89', '80.13'],
    ])
    expect(await aside().getByText('偏离', { exact: true }).count()).toBe(1)
    await aside().getByText('组网方案陈旧').first().waitFor()
    expect(await aside().getByText('已更正', { exact: true }).count()).toBe(1)
    await aside().getByRole('button', { name: '收卷' }).click()
    await page.getByRole('dialog', { name: '确定收卷？' }).getByRole('button', { name: '确定' }).click()
    await aside().getByText('已收卷，评分不能再更正。').waitFor()
    await expect.poll(() => faultsAt(page, ['desk', 'phone'])).toEqual([])
  })
})

import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { addBatch } from '../../support/batches.ts'
import { clickAction, dialogOf, openAs, waitForMessage } from '../../support/page-steps.ts'
import { openReview } from '../../support/review.ts'
import { openSite, type Site } from '../../support/site.ts'

/** A batch from the form of the platform to the declarant who reads that it was deferred (docs/decisions/0153). */

let site: Site<{ id: string; account: (name: 'office' | 'miit' | 'company') => string }>
let office: Page

beforeAll(async () => {
  site = await openSite(async (platform) => {
    const review = await openReview(platform)
    await addBatch(review.person('office'), review.windowId, { batchName: '2026年第一批' })
    const id = await review.beginDeclaration()
    await review.performAction('company', 'submit')
    for (const action of ['claim', 'approve']) await review.performAction('city', action)
    const account = (name: 'office' | 'miit' | 'company') =>
      name === 'company' ? review.company.account : review.person(name).account
    return { id, account }
  })
})

describe.sequential('a batch', () => {
  test('is opened where it is listed, which offers the act of its state only', async () => {
    office = await openAs(site, '/project/batch', site.data.account('office'))
    const row = office.getByRole('row', { name: /2026年第一批/ })
    await row.getByText('准备').waitFor()
    await clickAction(office, '开放批次 2026年第一批')
    await office.getByRole('alertdialog').or(office.getByRole('dialog')).getByRole('button', { name: '确定' }).click()
    await waitForMessage(office, '批次已开放')
    await row.getByText('开放', { exact: true }).waitFor()
    expect(await row.getByRole('button', { name: /开放批次/ }).count()).toBe(0)
  })

  test('is added with a form that says which date is too early', async () => {
    await office.getByRole('button', { name: '新增' }).first().click()
    const form = dialogOf(office, '新增批次')
    await form.getByLabel('批次名称').fill('2026年第二批')
    await form.getByRole('combobox', { name: '申报模板' }).click()
    await office.getByRole('option', { name: '测试批次' }).click()
    await form.getByLabel('批次截止').fill('2027-03-01 18:00')
    await form.getByLabel('评审结论截止').fill('2027-02-01 18:00')
    await form.getByRole('button', { name: '保存' }).click()
    await form.getByText('评审结论截止不能早于批次截止').first().waitFor()
    await form.getByLabel('评审结论截止').fill('2027-04-01 18:00')
    await form.getByRole('button', { name: '保存' }).click()
    await office.getByRole('row', { name: /2026年第二批/ }).waitFor()
  })

  test('is left by a declaration that the province defers, as its declarant reads', async () => {
    const miit = await openAs(site, `/project/declaration/${site.data.id}`, site.data.account('miit'))
    await miit.getByText('申报批次：2026年第一批').waitFor()
    await miit.getByRole('button', { name: '顺延至下一批次' }).click()
    await miit.getByLabel('理由（申报单位可见）').fill('材料需进一步论证')
    await miit.getByRole('button', { name: '顺延至下一批次' }).click()
    await waitForMessage(miit, '已顺延至下一批次')
    const company = await openAs(site, `/projectDetails/${site.data.id}`, site.data.account('company'))
    await company.getByText('申报批次：2026年第二批').waitFor()
    await company.getByText('材料需进一步论证').waitFor()
  })
})

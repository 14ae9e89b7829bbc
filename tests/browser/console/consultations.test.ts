import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { declaration } from '#contract/project/declaration.ts'
import { openAs } from '../../support/page-steps.ts'
import { openReview } from '../../support/review.ts'
import { createStaff } from '../../support/scenario.ts'
import { openSite, type Site } from '../../support/site.ts'

/** An officer consults two colleagues with the mouse; one of them answers (docs/decisions/0156). */

interface SiteData {
  readonly id: string
  readonly city: string
  readonly colleague: string
  /** The states of the consultations, oldest first. */
  readonly states: () => Promise<string[]>
}

let site: Site<SiteData>
let officer: Page
let colleague: Page

beforeAll(async () => {
  site = await openSite(async (platform) => {
    const review = await openReview(platform)
    const id = await review.beginDeclaration()
    await review.performAction('company', 'submit')
    await review.performAction('city', 'claim')
    const one = await createStaff(platform, 'city', '320500', 'colleague.one')
    await createStaff(platform, 'city', '320500', 'colleague.two')
    return {
      id,
      city: review.person('city').account,
      colleague: one.account,
      states: async () =>
        (await review.person('office').get(declaration.calls.getStatus, { id })).consultations.map(
          ({ state }) => state,
        ),
    }
  })
  officer = await openAs(site, `/project/declaration/${site.data.id}`, site.data.city)
  colleague = await openAs(site, '/work/work-waiting', site.data.colleague)
})

describe.sequential('an officer', () => {
  test('chooses two colleagues, and asks them', async () => {
    await officer.getByRole('button', { name: '加签', exact: true }).click()
    const dialog = officer.getByRole('dialog')
    for (const name of [/colleague\.one/, /colleague\.two/]) {
      await dialog.getByRole('combobox', { name: /加签人员/ }).click()
      await officer.getByRole('option', { name }).click()
    }
    // the list of people stays open until something else is pressed
    await dialog.getByText(/^所选人员提出的意见/).click()
    await dialog.getByRole('textbox', { name: /加签说明/ }).fill('请核对投资数据')
    await dialog.getByRole('button', { name: '加签', exact: true }).click()
    await officer.getByText('已加签', { exact: true }).waitFor()
    expect(await site.data.states()).toEqual(['open', 'open'])
  })

  test('reads beside the decision what a colleague has answered from the list of what waits', async () => {
    await colleague.reload()
    await colleague
      .getByRole('link', { name: /^提意见/ })
      .first()
      .click()
    const advice = colleague.getByRole('region', { name: '加签意见' })
    const opinion = advice.getByRole('textbox', { name: /加签意见/ })
    // what is missing takes the focus
    await advice.getByRole('button', { name: '提交加签意见' }).press('Enter')
    await advice.getByText('请输入加签意见').waitFor()
    expect(await opinion.evaluate((field) => field === document.activeElement)).toBe(true)
    await opinion.fill('投资数据与附件一致')
    // what was typed stays
    await colleague.reload()
    await expect.poll(() => opinion.inputValue()).toBe('投资数据与附件一致')
    await advice.getByRole('button', { name: '提交加签意见' }).click()
    await colleague.getByText('加签意见已提交', { exact: true }).waitFor()
    await officer.reload()
    await officer.getByRole('region', { name: '加签意见' }).getByText('投资数据与附件一致').waitFor()
  })

  test('withdraws the other one', async () => {
    await officer.getByRole('button', { name: /^撤回加签/ }).click()
    await officer
      .getByRole('dialog')
      .getByRole('button', { name: /确\s*定/ })
      .click()
    await officer.getByText('已撤回加签', { exact: true }).waitFor()
    expect(await site.data.states()).toEqual(['answered', 'withdrawn'])
  })
})

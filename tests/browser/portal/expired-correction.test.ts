import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { momentOf } from '#server/base/process/clock.ts'
import { handleCorrections } from '#server/project/deadlines/correction-deadline.ts'
import { openAs } from '../../support/page-steps.ts'
import type { Platform } from '../../support/platform.ts'
import { openReview, type Review } from '../../support/review.ts'
import { openSite, type Site } from '../../support/site.ts'

/** A correction that expires, as the declarant and the officer meet it: the days pass by the moments at which the daily job runs. */

let site: Site<Review>
let platform: Platform
let page: Page

beforeAll(async () => {
  site = await openSite(async (opened) => {
    platform = opened
    const review = await openReview(platform)
    await review.beginDeclaration()
    await review.performAction('company', 'submit')
    await review.performAction('city', 'claim')
    await review.performAction('city', 'cityReturn', {
      remarks: [{ at: 'information.projectOverview', text: '请补充投资依据' }],
      comment: '投资依据不足',
    })
    // 25 December 2026 is a Friday
    await platform.db
      .updateTable('declaration')
      .set({ correctionUntil: '2026-12-25 23:59:59', stageSince: '2026-11-27 10:00:00' })
      .where('id', '=', review.id())
      .execute()
    return review
  })
})

/** What the daily job does at a moment. */
const runAt = (moment: string) => handleCorrections(platform.app, { now: momentOf(`${moment}:00`) })
const openMatters = async () => {
  page = await openAs(site, '/wel/index', site.data.company.account)
  await page.getByRole('heading', { level: 1, name: '我的办件' }).waitFor()
}
const nextStep = () => page.getByRole('region', { name: /^下一步/ })

test('a correction expires after a warning, an officer lifts the expiry, and the declarant finishes it', async () => {
  const { projectName, id, person } = site.data
  await runAt('2026-12-22 08:00')
  await openMatters()
  await page.getByRole('button', { name: /^消息，/ }).click()
  const warning = page.getByRole('region', { name: '消息', exact: true }).getByRole('link', {
    name: `“${projectName()}”的修改时限还剩 3 个工作日`,
  })
  await warning.waitFor()
  await warning.click()
  await page.waitForURL(`**/addDeclare/project?id=${id()}`)

  await runAt('2026-12-26 00:00')
  await page.goto('/wel/index')
  await nextStep().getByText('已逾期归档').first().waitFor()
  await nextStep()
    .getByText(/申请撤销逾期归档（仅限一次）/)
    .waitFor()

  const officer = await openAs(site, `/project/declaration/${id()}`, person('city').account)
  const aside = officer.getByRole('complementary').last()
  await aside.getByRole('button', { name: '撤销逾期归档', exact: true }).click()
  const confirm = aside.getByRole('button', { name: '确认撤销逾期归档' })
  await confirm.click()
  await aside
    .getByText(/请(输入|填写).*理由/)
    .first()
    .waitFor()
  await aside.getByLabel(/^撤销理由/).fill('因停电未能提交')
  await confirm.click()
  await officer.getByText('退回修改', { exact: true }).first().waitFor()

  await page.reload()
  await nextStep().getByText('修改被退回的申报并重新提交').waitFor()
  await nextStep().getByRole('link', { name: '查看修改要求' }).click()
  await page.getByText('请补充投资依据').first().waitFor()
  await page.goto(`/addDeclare/project?id=${id()}&part=information`)
  await page.locator('#f-projectOverview').fill('本项目建设5G工厂，投资依据见可行性研究报告，已按要求补充说明。')
  await page.getByRole('button', { name: /^保存并/ }).click()
  await page.getByRole('heading', { level: 1, name: '填报清单' }).waitFor()
  await page.goto(`/addDeclare/project?id=${id()}&step=check`)
  await page.getByRole('checkbox', { name: '本单位承诺' }).check()
  const setEnd = (correctionUntil: string) =>
    platform.db.updateTable('declaration').set({ correctionUntil }).where('id', '=', id()).execute()
  const { correctionUntil } = await platform.db
    .selectFrom('declaration')
    .select('correctionUntil')
    .where('id', '=', id())
    .executeTakeFirstOrThrow()
  await setEnd('2026-01-05 23:59:59')
  await page.getByRole('button', { name: '提交申报' }).click()
  // the button is far below the top of the page
  const refusal = page.getByRole('alert').getByText(/^修改期限已于 2026-01-05 24:00 届满，不能再提交/)
  await expect.poll(() => refusal.evaluate((one) => one.getBoundingClientRect().top > 0)).toBe(true)
  await setEnd(String(correctionUntil))
  await page.getByRole('button', { name: '提交申报' }).click()
  await page.getByRole('heading', { level: 1, name: '申报已提交' }).waitFor()
  expect((await site.data.status()).status).toBe(20)
})

import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { registration as registrationCalls } from '#contract/registration.ts'
import { user } from '#contract/system/user.ts'
import { pdfOf } from '#server/seed/demo/samples.ts'
import { check } from '../../support/approve.ts'
import { clickAction, dialogOf, openAs, pick, rowOf, summaryOf } from '../../support/page-steps.ts'
import { createEnterprise, register, registration, userIdOf } from '../../support/scenario.ts'
import { openSite, type Site } from '../../support/site.ts'

interface SiteData {
  /** Registered for an operator that its name does not tell. */
  readonly operator: string
  /** Has handed in a letter, and a clerk of the company objects. */
  readonly contested: string
  readonly clerk: string
  readonly refused: string
}

let site: Site<SiteData>
let admin: Page

beforeAll(async () => {
  site = await openSite(async (platform) => {
    const by = await platform.admin()
    const operator = await register(platform, { type: 2, unitName: '测试通信有限公司' })
    const refused = await register(platform)
    await by.get(user.calls.auditRefuse, { userIds: await userIdOf(by, refused.account), reason: '资料不全' })
    const clerk = await createEnterprise(platform)
    const input = registration(platform, { code: clerk.organizationCode })
    const { registrationKey = '' } = (await platform.visitor.get(auth.token, input)) as { registrationKey?: string }
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(pdfOf('letter'))]), '授权委托书.pdf')
    const headers = { 'registration-key': registrationKey }
    await platform.visitor.raw('POST', `${registrationCalls.proof.path}?kind=1`, { body: form, headers })
    const userId = await userIdOf(by, String(input.account))
    await clerk.get(registrationCalls.answer, { userId, agrees: 0, reason: '非本单位人员' })
    return {
      operator: operator.account,
      contested: String(input.account),
      clerk: clerk.account,
      refused: refused.account,
    }
  })
  admin = await openAs(site, '/system/user')
})

/** Opens the dialog for one account. */
const openDialog = async (account: string, action: '审核通过' | '启用账号') => {
  await admin.goto(`/system/user?account=${account}`)
  await admin.getByText('共 1 条').waitFor()
  await rowOf(admin, account).getByRole('checkbox').check()
  await clickAction(admin, action)
  const dialog = dialogOf(admin, action)
  await dialog.getByText('证明材料').first().waitFor()
  return dialog
}

describe.sequential('the approval of a registration (docs/decisions/0098)', () => {
  test('of an operator asks for the check, the region and the operator at once, and names what is missing', async () => {
    const dialog = await openDialog(site.data.operator, '审核通过')
    await dialog.getByText('总部请选择全国').waitFor()
    await dialog.getByRole('button', { name: '确定' }).click()
    await expect
      .poll(() => summaryOf(dialog))
      .toEqual([
        expect.stringContaining('核实记录'),
        expect.stringContaining('所辖地区'),
        expect.stringContaining('所属运营商'),
      ])
    await dialog.getByLabel('核实记录').fill(check)
    await pick(dialog, /所辖地区/, '江苏')
    await dialog.getByLabel('所属运营商').selectOption('3')
    await dialog.getByRole('button', { name: '确定' }).click()
    await rowOf(admin, site.data.operator).getByText('正常').waitFor()
  })

  test('shows the letter and the objection, keeps what was typed over a reload, and asks for a check', async () => {
    const dialog = await openDialog(site.data.contested, '审核通过')
    await dialog.getByText(`(${site.data.clerk}) 有异议`).waitFor()
    await dialog.getByText('非本单位人员').waitFor()
    const [download] = await Promise.all([
      admin.waitForEvent('download'),
      dialog.getByRole('button', { name: '授权委托书.pdf' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('授权委托书.pdf')
    await dialog.getByLabel('核实记录').fill('单位更正了')
    await admin.reload()
    const again = dialogOf(admin, '审核通过')
    await expect.poll(() => again.getByLabel('核实记录').inputValue()).toBe('单位更正了')
    await again.getByRole('button', { name: '确定' }).click()
    await rowOf(admin, site.data.contested).getByText('正常').waitFor()
    // it stays in the details of the account
    await rowOf(admin, site.data.contested).getByText(site.data.contested).first().click()
    const drawer = admin.getByRole('dialog').filter({ hasText: '变更记录' })
    await drawer.getByText('单位更正了').waitFor()
    await Promise.all([admin.waitForEvent('download'), drawer.getByRole('button', { name: '授权委托书.pdf' }).click()])
    await admin.keyboard.press('Escape')
  })

  test('also holds for a refused one that is enabled, at the width of a phone', async () => {
    await admin.setViewportSize({ width: 390, height: 844 })
    const dialog = await openDialog(site.data.refused, '启用账号')
    await dialog.getByText('本单位首个账号').waitFor()
    const { width, x } = (await dialog.boundingBox()) ?? { width: 0, x: -1 }
    expect([x >= 0, x + width <= 390]).toEqual([true, true])
    expect(await dialog.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true)
    await dialog.getByRole('button', { name: '确定' }).click()
    await expect.poll(() => summaryOf(dialog)).toEqual([expect.stringContaining('核实记录')])
    await dialog.getByLabel('核实记录').fill(check)
    await dialog.getByRole('button', { name: '确定' }).click()
    await dialog.waitFor({ state: 'detached' })
  })
})

import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { declaration } from '#contract/project/declaration.ts'
import { material } from '#contract/project/material.ts'
import { sql } from '#server/base/database/sql.ts'
import { openAs } from '../../support/page-steps.ts'
import { openReview } from '../../support/review.ts'
import { uploadPdf } from '../../support/scenario.ts'
import { openSite, type Site } from '../../support/site.ts'

/** More declarations than a request handles: their user sees how far it is, stops it and goes on (docs/decisions/0155). */

const count = 52

/** So many were submitted with a business licence: those that wait longest. */
const withLicence = 2

interface SiteData {
  readonly city: string
  /** The remarks of the last return of a declaration, from 0. */
  readonly remarksOf: (index: number) => Promise<readonly string[]>
  /** Holds a declaration, from 0, so that an act waits before it, until the function that it resolves to is called. */
  readonly hold: (index: number) => Promise<() => Promise<unknown>>
}

let site: Site<SiteData>
let page: Page

beforeAll(async () => {
  site = await openSite(async (platform) => {
    const review = await openReview(platform)
    const ids: string[] = []
    for (let i = 0; i < count; i += 1) {
      const pid = await review.beginDeclaration()
      ids.push(pid)
      if (i < withLicence) {
        const files = [
          { type: 4, attachId: await uploadPdf(review.company, '营业执照.pdf'), title: null, remark: null },
        ]
        await review.company.get(material.calls.save, { pid, files })
      }
      await review.performAction('company', 'submit')
    }
    const hold: SiteData['hold'] = (index) =>
      new Promise((isHeld) => {
        const held = platform.db.transaction().execute(async (db) => {
          await sql`select 1 from declaration where id = ${ids[index]} for update`.execute(db)
          await new Promise<void>((release) =>
            isHeld(async () => {
              release()
              await held
            }),
          )
        })
      })
    const remarksOf: SiteData['remarksOf'] = async (index) => {
      const { remarks } = await review.company.get(declaration.calls.getStatus, { id: ids[index] ?? '' })
      return remarks.map(({ text }) => text)
    }
    return { city: review.person('city').account, hold, remarksOf }
  })
})

const dialog = (move = '受理') => page.getByRole('dialog', { name: `批量办理：${move}` })
const progress = () => dialog().getByRole('status')

describe.sequential('many in the background', () => {
  test('are confirmed, and their user sees how far it is and stops it after the present one', async () => {
    page = await openAs(site, '/project/declaration?waiting=1', site.data.city)
    await page.getByRole('checkbox', { name: '选择本页' }).check()
    await page.getByRole('button', { name: `选择全部 ${count} 项` }).click()
    await page.getByText(`已选 ${count} 项`).waitFor()
    await page.getByRole('button', { name: '受理', exact: true }).click()
    await dialog().getByText(`可以办理 ${count} 件，不能办理 0 件`).waitFor()
    await dialog().getByText('数量较多，确认后在后台逐件办理，可随时停止；结果可下载。').waitFor()
    const release = await site.data.hold(10)
    await dialog()
      .getByRole('button', { name: `确认受理 ${count} 件` })
      .click()
    await progress()
      .getByText(/^正在办理 \d+ \/ 52$/)
      .waitFor()
    await dialog().getByRole('button', { name: '停止（办完当前一件）' }).click()
    await dialog()
      .getByText(/^已办理 \d+ 件，未办成 0 件，尚未轮到 \d+ 件$/)
      .waitFor()
    await dialog().getByText('已停止，其余各件可继续办理').waitFor()
    await release()
  })

  test('go on, and have the result as a sheet', async () => {
    await dialog().getByRole('button', { name: '继续办理' }).click()
    await dialog().getByText(`已办理 ${count} 件，未办成 0 件`, { exact: true }).waitFor({ timeout: 90_000 })
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      dialog().getByRole('button', { name: '下载结果表' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^受理结果-\d{8}-\d{4}\.xlsx$/)
    await dialog().getByRole('button', { name: '关闭', exact: true }).last().click()
    // the list is read again by itself
    await expect.poll(() => page.getByRole('row').filter({ hasText: '已提交' }).count()).toBe(0)
  })

  test('those of a page are returned by keys, with one remark on a paper; those without it stay', async () => {
    const returned = dialog('退回修改')
    await page.getByRole('checkbox', { name: '选择本页' }).check()
    await page.getByRole('button', { name: '退回修改', exact: true }).press('Enter')
    const found = returned.getByText(/^可以办理 \d+ 件，不能办理 0 件$/)
    const shown = Number(/\d+/.exec(await found.innerText())?.[0])
    const place = returned.getByRole('combobox', { name: /修改位置/ })
    // what is missing takes the focus
    await returned.getByRole('button', { name: `确认退回修改 ${shown} 件` }).press('Enter')
    await returned.getByText('请选择修改位置').waitFor()
    await returned.getByText('请输入修改要求').waitFor()
    await expect.poll(() => place.evaluate((field) => field === document.activeElement)).toBe(true)
    await page.keyboard.type('营业执照')
    await page.getByRole('option', { name: `证明材料：营业执照（${shown - withLicence} 件没有）` }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await returned.getByText(`可以办理 ${withLicence} 件，不能办理 ${shown - withLicence} 件`).waitFor()
    await returned.getByText('该申报没有所选的修改位置，不能一并退回').first().waitFor()
    const remark = returned.getByRole('textbox', { name: /修改要求/ })
    await remark.focus()
    await page.keyboard.type('营业执照不清晰，请重新上传')
    // a reload loses the selection, but not what was typed
    await page.reload()
    await page.getByRole('checkbox', { name: '选择本页' }).check()
    await page.getByRole('button', { name: '退回修改', exact: true }).press('Enter')
    await returned.getByText('已恢复上次未保存的内容').waitFor()
    await returned.getByText(`可以办理 ${withLicence} 件，不能办理 ${shown - withLicence} 件`).waitFor()
    await remark.focus()
    await page.keyboard.press('Control+Enter')
    await page.getByText(`退回修改：已办 ${withLicence} 件`).waitFor()
    for (let i = 0; i < withLicence; i += 1)
      expect(await site.data.remarksOf(i)).toEqual(['营业执照不清晰，请重新上传'])
    await page.getByText(`共 ${count - withLicence} 条`).waitFor()
  })
})

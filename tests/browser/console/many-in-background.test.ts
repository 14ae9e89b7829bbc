import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#server/base/database/sql.ts'
import { openAs } from '../../support/page-steps.ts'
import { openReview } from '../../support/review.ts'
import { openSite, type Site } from '../../support/site.ts'

/** More declarations than a request handles: their user sees how far it is, stops it and goes on (docs/decisions/0155). */

const count = 52

interface SiteData {
  readonly city: string
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
      ids.push(await review.beginDeclaration())
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
    return { city: review.person('city').account, hold }
  })
})

const dialog = () => page.getByRole('dialog', { name: '批量办理：受理' })
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
    await dialog().getByText('任务已取消').waitFor()
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
})

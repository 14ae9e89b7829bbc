import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { post } from '#contract/system/post.ts'
import { violationsOn } from '../../support/axe.ts'
import { openAs, rowOf, waitForMessage } from '../../support/page-steps.ts'
import type { Platform } from '../../support/platform.ts'
import { openSite } from '../../support/site.ts'

/** Simple values of a list are changed in their cells (docs/decisions/0130). */

let page: Page
let admin: Awaited<ReturnType<Platform['admin']>>

const cell = (row: string, name: string) => rowOf(page, row).locator(`td[data-column="${name}"]`)
const input = (name: string) => page.getByRole('textbox', { name, exact: true })
const edit = async (row: string, name: string) => {
  await cell(row, name).hover()
  await page.getByRole('button', { name: new RegExp(`^修改.* ${row}$`) }).click()
}
const textOf = async (row: string, name: string) => (await cell(row, name).innerText()).trim()

beforeAll(async () => {
  const site = await openSite(async (platform) => {
    await platform.db.deleteFrom('post').execute()
    admin = await platform.admin()
    for (let n = 1; n <= 3; n++)
      await admin.get(post.calls.submit, { category: 1, postCode: `C${n}`, postName: `岗位${n}`, sort: n })
  })
  page = await openAs(site, '/system/post')
})

describe.sequential('a cell of a list', () => {
  test('is changed by its pencil, and Enter saves it', async () => {
    await edit('岗位1', 'sort')
    await input('岗位排序 岗位1').fill('7')
    expect(await violationsOn(page)).toEqual([])
    await page.keyboard.press('Enter')
    await waitForMessage(page, '更新成功')
    await expect.poll(() => textOf('岗位1', 'sort')).toBe('7')
    // the drawer of the row stays closed
    expect(await page.locator('dialog:visible').count()).toBe(0)
  })

  test('keeps a value that is refused, with the reason', async () => {
    await edit('岗位1', 'postCode')
    await input('岗位编号 岗位1').fill('C2')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').filter({ hasText: '已存在' }).waitFor()
    expect(await input('岗位编号 岗位1').inputValue()).toBe('C2')
    await input('岗位编号 岗位1').fill('')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').filter({ hasText: '岗位编号' }).waitFor()
    await page.keyboard.press('Escape')
    await input('岗位编号 岗位1').waitFor({ state: 'detached' })
    expect(await textOf('岗位1', 'postCode')).toBe('C1')
  })

  test('opens by F2, is saved when it is left, and Escape returns to the cell', async () => {
    await cell('岗位2', 'sort').evaluate((element) => {
      element.tabIndex = -1
      element.focus()
    })
    await page.keyboard.press('F2')
    await input('岗位排序 岗位2').fill('9')
    await page.getByRole('heading', { name: '岗位管理' }).click()
    await expect.poll(() => textOf('岗位2', 'sort')).toBe('9')
    await edit('岗位2', 'sort')
    await input('岗位排序 岗位2').fill('10')
    await page.keyboard.press('Escape')
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TD')
    expect(await textOf('岗位2', 'sort')).toBe('9')
  })

  test('tells who changed the row meanwhile, and does not overwrite the value', async () => {
    await edit('岗位3', 'sort')
    await input('岗位排序 岗位3').fill('11')
    const [row] = (await admin.get(post.calls.list, { postCode: 'C3' })).records
    await admin.get(post.calls.submit, { id: row?.id ?? '', sort: 12 })
    await page.keyboard.press('Enter')
    await page.getByRole('alert').filter({ hasText: '修改' }).waitFor()
    expect(await input('岗位排序 岗位3').inputValue()).toBe('11')
    await page.keyboard.press('Escape')
  })
})

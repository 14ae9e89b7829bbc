import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { post } from '#contract/system/post.ts'
import { user } from '#contract/system/user.ts'
import { delayRequests } from '../../support/delay-requests.ts'
import { barriersOn } from '../../support/page-faults.ts'
import { clickAction, dialogOf, goTo, openAs, queryOf, rowOf, waitForMessage } from '../../support/page-steps.ts'
import { openSite, type Site } from '../../support/site.ts'

/** Finding rows by a keyword, copying them, importing them, and following their numbers to the members. */

let site: Site<void>
let page: Page

beforeAll(async () => {
  site = await openSite(async (platform) => {
    const admin = await platform.admin()
    const row = { category: 1, sort: 1, postCode: 'ROWS', postName: '检索岗位' }
    const { id: postId } = await admin.get(post.calls.submit, row)
    await admin.get(user.calls.submit, { account: 'rows.member', name: '成员', realName: '成员甲', postId })
  })
  page = await openAs(site, '/system/post')
})

const searchFor = async (words: string) => {
  await page.getByRole('searchbox', { name: '关键词' }).fill(words)
  await page.getByRole('button', { name: '搜索', exact: true }).click()
}
/** Chooses a sheet of posts with these lines in the dialog of the import. */
const chooseSheet = (dialog: Locator, ...lines: readonly string[]) =>
  dialog.getByLabel('选择文件，或拖放到此处').setInputFiles({
    name: '岗位.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['岗位类型,岗位编号,岗位名称,岗位排序', ...lines, ''].join('\n')),
  })
const press = (row: string, name: string) => clickAction(page, `${name} ${row}`)

describe.sequential('the rows of a list', () => {
  test('are found by one keyword in several columns, which is a chip and part of the address', async () => {
    await rowOf(page, '检索岗位').waitFor()
    const keyword = page.getByRole('searchbox', { name: '关键词' })
    expect(await keyword.getAttribute('placeholder')).toBe('搜索岗位编号、岗位名称')
    await page.keyboard.press('/')
    await expect.poll(() => keyword.evaluate((input) => input === document.activeElement)).toBe(true)
    await keyword.fill('rows')
    await page.getByRole('button', { name: '搜索', exact: true }).click()
    await expect.poll(() => page.getByRole('row').count()).toBe(2)
    expect(queryOf(page)).toEqual({ keyword: 'rows' })
    await page.reload()
    await rowOf(page, '检索岗位').waitFor()
    expect(await keyword.inputValue()).toBe('rows')
    await page.getByRole('button', { name: '取消条件 关键词' }).click()
    await expect.poll(() => queryOf(page)).toEqual({})
    await expect.poll(() => keyword.inputValue()).toBe('')
    expect(await barriersOn(page)).toEqual([])
  })

  test('open their members in the list of users', async () => {
    await page.getByRole('link', { name: '1 查看检索岗位的成员' }).click()
    await rowOf(page, 'rows.member').waitFor()
    await page.getByText('所属岗位：检索岗位').waitFor()
    expect(Object.keys(queryOf(page))).toEqual(['postId'])
  })

  test('of a department include those below, unless the switch is off', async () => {
    await goTo(page, '系统管理', '机构管理')
    await page.getByRole('link', { name: /查看平台运营的成员$/ }).click()
    await rowOf(page, 'admin').first().waitFor()
    const below = page.getByRole('switch', { name: '含下级机构' })
    expect(await below.isChecked()).toBe(true)
    await page.getByText('含下级机构').click()
    await expect.poll(() => Object.keys(queryOf(page))).toEqual(['deptId_equal'])
    await expect.poll(() => below.isChecked()).toBe(false)
    expect(await barriersOn(page)).toEqual([])
  })

  test('of a sheet are checked and imported, for a list without an import of its own', async () => {
    await goTo(page, '系统管理', '岗位管理')
    await page.getByRole('button', { name: '导入', exact: true }).click()
    const dialog = dialogOf(page, '导入岗位')
    await dialog.getByText('按岗位编号识别已有数据。').waitFor()
    await chooseSheet(dialog, '高层,SHEET,表格岗位,1', '高层,ROWS,重复岗位,1')
    await dialog.getByText('有问题 1 行，可导入 1 行').waitFor()
    await dialog.getByRole('row', { name: /^3 岗位编号 ROWS 岗位编号已存在/ }).waitFor()
    await dialog.getByRole('button', { name: '只导入正确的 1 行' }).click()
    // the check announces the same numbers, in a longer text
    await dialog.getByText('新增 1 行，更新 0 行', { exact: true }).waitFor()
    await dialog.getByRole('button', { name: '关闭' }).last().click()
    await searchFor('表格')
    await rowOf(page, '表格岗位').waitFor()
  })

  test('appear by themselves when an import ends after its dialog was closed', async () => {
    await searchFor('后台')
    await page.getByText('没有符合条件的数据').waitFor()
    await page.getByRole('button', { name: '导入', exact: true }).click()
    const dialog = dialogOf(page, '导入岗位')
    await chooseSheet(dialog, '高层,LATER,后台岗位,1')
    const release = await delayRequests(/confirm-import/, page)
    await dialog.getByRole('button', { name: '导入 1 行' }).click()
    await dialog.getByRole('button', { name: '关闭' }).last().click()
    await dialog.waitFor({ state: 'detached' })
    release()
    await rowOf(page, '后台岗位').waitFor()
  })
})

describe.sequential('a copy', () => {
  test('of a role starts with a name and an alias, and reports a taken alias at its field', async () => {
    await goTo(page, '系统管理', '角色管理')
    await press('评审专家', '复制')
    const dialog = dialogOf(page, '复制')
    const alias = dialog.getByLabel('角色别名')
    expect(await dialog.getByLabel('角色名称').inputValue()).toBe('评审专家 副本')
    const initialAlias = await alias.inputValue()
    await alias.fill(initialAlias.replace('_copy', ''))
    await dialog.getByRole('button', { name: '复制' }).click()
    await expect.poll(() => alias.getAttribute('aria-invalid')).toBe('true')
    await alias.fill(initialAlias)
    await dialog.getByRole('button', { name: '复制' }).click()
    await waitForMessage(page, '操作成功')
    await rowOf(page, '评审专家 副本').waitFor()
  })

  test('of a dictionary opens with its entries', async () => {
    await goTo(page, '系统管理', '系统字典')
    await searchFor('性别')
    await press('性别', '复制')
    const dialog = dialogOf(page, '复制')
    expect(await dialog.getByLabel('字典编号').inputValue()).toBe('sex_copy')
    await dialog.getByRole('button', { name: '复制' }).click()
    await rowOf(page, '性别 副本').getByRole('button', { name: '性别 副本', exact: true }).click()
    await page
      .getByRole('region', { name: /性别 副本/ })
      .getByText('男')
      .first()
      .waitFor()
  })

  test('of a menu asks how much of it is copied', async () => {
    await goTo(page, '系统管理', '菜单管理')
    await searchFor('岗位管理')
    await press('岗位管理', '复制')
    const dialog = dialogOf(page, '复制')
    expect(await dialog.getByLabel('菜单编号').inputValue()).toBe('post_copy')
    expect(await dialog.getByLabel('复制范围').inputValue()).toBe('buttons')
    expect(await barriersOn(page)).toEqual([])
    await dialog.getByRole('button', { name: '复制' }).click()
    await rowOf(page, '岗位管理 副本').waitFor()
  })
})

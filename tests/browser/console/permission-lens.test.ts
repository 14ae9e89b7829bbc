import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  clickAction,
  descriptionOf,
  dialogOf,
  goTo,
  openAs,
  pick,
  queryOf,
  questionOf,
  rowOf,
  summaryOf,
  waitForMessage,
} from '../../support/page-steps.ts'
import { addLibraryRow } from '../../support/scenario.ts'
import { openSite, type Site } from '../../support/site.ts'

/** Why a user may see something, and a preview of what a grant would change (docs/decisions/0025). */

let site: Site<void>
let page: Page

beforeAll(async () => {
  site = await openSite(async (platform) => {
    const admin = await platform.admin()
    await addLibraryRow(admin, { city: '320500', projectName: '苏州在库项目' })
    await addLibraryRow(admin, { city: '320100', projectName: '南京在库项目' })
  })
  page = await openAs(site, '/system/permission-lens')
})

/** Whether an element is in the viewport and not covered. */
const isUncovered = (element: Element) => {
  const { left, top, height } = element.getBoundingClientRect()
  return document.elementFromPoint(left + 2, top + height / 2) === element
}
const runQuery = () => page.getByRole('button', { name: '查看', exact: true }).click()
const verdict = () => page.locator('section[aria-live] > p').first()
const steps = () => page.locator('section[aria-live] ol > li')

describe.sequential('the permission lens', () => {
  test('requires a user and a screen', async () => {
    await runQuery()
    await expect.poll(() => summaryOf(page)).toEqual(['请选择用户', '请选择页面'])
    await expect.poll(() => descriptionOf(page.getByLabel('页面', { exact: true }))).toContain('请选择页面')
  })

  test('opens from the row of an account with that user chosen', async () => {
    await goTo(page, '系统管理', '用户管理')
    await clickAction(rowOf(page, site.accounts.city), /^权限透视/)
    await page.waitForURL('**/system/permission-lens?userId=**')
    await pick(page, '页面', '系统管理 / 参数管理', '参数管理')
    await runQuery()
    await verdict().waitFor()
    await expect.poll(() => verdict().getAttribute('data-open')).toBeNull()
    await steps().filter({ hasText: '未通过' }).first().waitFor()
  })

  test('shows for an accessible screen that every rule passes and its endpoints are accessible', async () => {
    await pick(page, '页面', '项目管理 / 项目库', '项目库')
    await runQuery()
    await expect.poll(() => verdict().getAttribute('data-open')).not.toBeNull()
    await expect.poll(() => steps().filter({ hasText: '未通过' }).count()).toBe(0)
    await page.getByRole('table', { name: '相关接口' }).getByText('可以访问').first().waitFor()
    expect(queryOf(page)).toMatchObject({ kind: 'menu', page: 'library' })
  })

  test('can explain a single button and keeps the query in the address', async () => {
    await page.getByLabel('按钮（选填）').selectOption({ label: '删除' })
    await runQuery()
    await expect.poll(() => verdict().getAttribute('data-open')).toBeNull()
    await expect.poll(() => queryOf(page)).toMatchObject({ button: 'library_delete' })
    await page.reload()
    await verdict().waitFor()
    expect(queryOf(page)).toMatchObject({ button: 'library_delete' })
    await expect.poll(() => verdict().getAttribute('data-open')).toBeNull()
  })

  test('shows that a row in the region of the user is visible, another is not, and which rule decides', async () => {
    await page.getByLabel('查看内容').selectOption({ label: '一条数据' })
    await pick(page, '数据类型', '项目库')
    for (const [name, isOpen] of [
      ['苏州在库项目', true],
      ['南京在库项目', false],
    ] as const) {
      await pick(page, '数据', name, name)
      await runQuery()
      await expect.poll(async () => (await verdict().getAttribute('data-open')) !== null).toBe(isOpen)
    }
    await steps().filter({ hasText: '未通过' }).first().waitFor()
  })
})

describe.sequential('the preview of a grant', () => {
  test('shows who is affected and changes nothing before saving', async () => {
    await goTo(page, '系统管理', '用户管理')
    await rowOf(page, site.accounts.expert1).getByRole('checkbox').check()
    await clickAction(page, '角色设置')
    const form = dialogOf(page, '角色设置')
    await pick(form, '角色', '地市工信审核员')
    await form.getByRole('button', { name: '预览影响' }).click()
    await form.getByText('保存后的影响：涉及 1 人').waitFor()
    await form.getByRole('button', { name: '取消' }).click()
    await questionOf(page, '内容尚未保存，确定关闭?').getByRole('button', { name: '关闭' }).click()
    await rowOf(page, site.accounts.expert1).getByText('评审专家', { exact: true }).waitFor()
  })

  test('shows the new pages in the permissions of a role', async () => {
    await goTo(page, '系统管理', '角色管理')
    await clickAction(rowOf(page, '评审专家'), /^权限设置/)
    const form = dialogOf(page, '权限设置 · 评审专家')
    await form.getByRole('checkbox', { name: '岗位管理' }).check()
    await form.getByRole('button', { name: '预览影响' }).click()
    await form.getByText(/新增页面：.*岗位管理/).waitFor()
    await expect.poll(() => form.getByText(/^保存后的影响/).evaluate(isUncovered)).toBe(true)
    await form.getByRole('button', { name: '保存' }).click()
    await waitForMessage(page, '操作成功!')
  })
})

import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import {
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

/** Why somebody sees something, and what a grant would change before it is made (docs/decisions/0025). */

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

/** Whether it stands where it is looked at, and nothing covers it. */
const isSeen = (element: Element) => {
  const { left, top, height } = element.getBoundingClientRect()
  return document.elementFromPoint(left + 2, top + height / 2) === element
}
const look = () => page.getByRole('button', { name: '查看', exact: true }).click()
const verdict = () => page.locator('section[aria-live] > p').first()
const steps = () => page.locator('section[aria-live] ol > li')

describe.sequential('the permission lens', () => {
  test('asks for a person and a screen first', async () => {
    await look()
    await expect.poll(() => summaryOf(page)).toEqual(['请选择用户', '请选择页面'])
    await expect.poll(() => descriptionOf(page.getByLabel('页面', { exact: true }))).toContain('请选择页面')
  })

  test('from a row of the accounts, the person is chosen already', async () => {
    await goTo(page, '系统管理', '用户管理')
    await rowOf(page, site.accounts.city)
      .getByRole('link', { name: /^权限透视/ })
      .click()
    await page.waitForURL('**/system/permission-lens?userId=**')
    await page.getByLabel('页面', { exact: true }).selectOption({ label: '系统管理 / 参数管理' })
    await look()
    await verdict().waitFor()
    await expect.poll(() => verdict().getAttribute('data-open')).toBeNull()
    await steps().filter({ hasText: '未通过' }).first().waitFor()
  })

  test('a screen one has is open, each rule on the way is passed, and its addresses say what they answer', async () => {
    await page.getByLabel('页面', { exact: true }).selectOption({ label: '项目管理 / 项目库' })
    await look()
    await expect.poll(() => verdict().getAttribute('data-open')).not.toBeNull()
    await expect.poll(() => steps().filter({ hasText: '未通过' }).count()).toBe(0)
    await page.getByRole('table', { name: '相关接口' }).getByText('可以访问').first().waitFor()
    expect(queryOf(page)).toMatchObject({ kind: 'menu', page: 'library' })
  })

  test('a button of a screen is asked about alone, and the address keeps the question', async () => {
    await page.getByLabel('按钮（选填）').selectOption({ label: '删除' })
    await look()
    await expect.poll(() => verdict().getAttribute('data-open')).toBeNull()
    await expect.poll(() => queryOf(page)).toMatchObject({ button: 'library_delete' })
    await page.reload()
    await verdict().waitFor()
    expect(queryOf(page)).toMatchObject({ button: 'library_delete' })
    await expect.poll(() => verdict().getAttribute('data-open')).toBeNull()
  })

  test('of two rows the one within his region is seen and the other is not, and the rule says why', async () => {
    await page.getByLabel('查看内容').selectOption({ label: '一条数据' })
    await page.getByLabel('数据类型').selectOption({ label: '项目库' })
    for (const [name, isOpen] of [
      ['苏州在库项目', true],
      ['南京在库项目', false],
    ] as const) {
      await pick(page, '数据', name, name)
      await look()
      await expect.poll(async () => (await verdict().getAttribute('data-open')) !== null).toBe(isOpen)
    }
    await steps().filter({ hasText: '未通过' }).first().waitFor()
  })
})

describe.sequential('a grant before it is made', () => {
  test('says who gains and loses what; nothing changes until it is saved', async () => {
    await goTo(page, '系统管理', '用户管理')
    await rowOf(page, site.accounts.expert1).getByRole('checkbox').check()
    await page.getByRole('button', { name: '角色设置', exact: true }).click()
    const form = dialogOf(page, '角色设置')
    await pick(form, '角色', '地市工信审核员')
    await form.getByRole('heading', { name: '角色设置' }).click()
    await form.getByRole('button', { name: '预览影响' }).click()
    await form.getByText('保存后的影响：涉及 1 人').waitFor()
    await form.getByRole('button', { name: '取消' }).click()
    await questionOf(page, '内容尚未保存，确定关闭?').getByRole('button', { name: '关闭' }).click()
    await rowOf(page, site.accounts.expert1).getByText('评审专家', { exact: true }).waitFor()
  })

  test('of a role is told in its grant too', async () => {
    await goTo(page, '系统管理', '角色管理')
    await rowOf(page, '评审专家')
      .getByRole('button', { name: /^权限设置/ })
      .click()
    const form = dialogOf(page, '权限设置 · 评审专家')
    await form.getByRole('checkbox', { name: '岗位管理' }).check()
    await form.getByRole('button', { name: '预览影响' }).click()
    await form.getByText(/新增页面：.*岗位管理/).waitFor()
    await expect.poll(() => form.getByText(/^保存后的影响/).evaluate(isSeen)).toBe(true)
    await form.getByRole('button', { name: '保存' }).click()
    await waitForMessage(page, '操作成功!')
  })
})

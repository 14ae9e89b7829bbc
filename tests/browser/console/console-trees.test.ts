import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  clickAction,
  dialogOf,
  goTo,
  openAs,
  openConsole,
  queryOf,
  rowOf,
  summaryOf,
  waitForMessage,
} from '../../support/page-steps.ts'
import { createUserWithoutRights } from '../../support/scenario.ts'
import { openSite, type Site } from '../../support/site.ts'

/** Screens with hierarchical rows (specification 001, sections 2, 6 and 9). */

let site: Site<string>
let page: Page

beforeAll(async () => {
  site = await openSite(async (platform) => (await createUserWithoutRights(platform)).account)
  page = await openAs(site, '/system/dict')
})

describe.sequential('the list of dictionaries and the entries of the chosen one', () => {
  const heads = () => page.getByRole('region', { name: '字典列表' })
  const entries = () => page.getByRole('region', { name: '岗位类型' })
  /** Checks whether the form of a new post offers this entry besides the existing one. */
  const expectOffered = async (name: string, isOffered: boolean) => {
    await goTo(page, '系统管理', '岗位管理')
    await page.getByRole('button', { name: '新增', exact: true }).first().click()
    const form = dialogOf(page, '新增岗位')
    const options = async () => {
      const names = await form.getByLabel('岗位类型').getByRole('option').allInnerTexts()
      return [names.includes('高层'), names.includes(name)]
    }
    await expect.poll(options).toEqual([true, isOffered])
    await form.getByRole('button', { name: '取消' }).click()
  }

  test('a hint is shown before a dictionary is chosen', async () => {
    await page.getByText('请选择一个字典').waitFor()
  })

  test('the entries appear next to the list; a reload keeps both', async () => {
    await page.goto('/system/dict?code=post_category')
    await heads().getByRole('button', { name: '岗位类型', exact: true }).click()
    await rowOf(entries(), '高层').waitFor()
    expect(queryOf(page)).toMatchObject({ code: 'post_category', head: expect.stringMatching(/^\d+$/) })
    await page.reload()
    await rowOf(entries(), '高层').waitFor()
    const selectedDict = heads().getByRole('button', { name: '岗位类型', exact: true })
    await expect.poll(() => selectedDict.getAttribute('aria-pressed')).toBe('true')
    await expect.poll(() => heads().getByRole('row').count()).toBe(2)
  })

  test('a new entry is offered in forms', async () => {
    await entries().getByRole('button', { name: '新增', exact: true }).click()
    const form = dialogOf(page, /^新增/)
    await form.getByRole('button', { name: '保存' }).click()
    await expect.poll(() => summaryOf(form)).toEqual(['请输入字典名称'])
    await form.getByLabel('字典键值').fill('99')
    await form.getByLabel('字典名称').fill('见习')
    await form.getByRole('button', { name: '保存' }).click()
    await waitForMessage(page, '新增成功')
    await rowOf(entries(), '见习').waitFor()
    await expectOffered('见习', true)
  })

  test('a sealed entry is no longer offered in forms', async () => {
    await page.getByRole('navigation', { name: '已打开的页面' }).getByRole('link', { name: '系统字典' }).click()
    await entries().getByRole('button', { name: '编辑 见习' }).click()
    const form = dialogOf(page, '见习')
    await form.getByRole('group', { name: '封存' }).getByLabel('是').check()
    await form.getByRole('button', { name: '保存' }).click()
    await form.waitFor({ state: 'detached' })
    await waitForMessage(page, '更新成功')
    await expectOffered('见习', false)
  })

  test('a new dictionary has no entries', async () => {
    await goTo(page, '系统管理', '系统字典')
    await heads().getByRole('button', { name: '新增', exact: true }).click()
    const form = dialogOf(page, /^新增/)
    await form.getByLabel('字典编号').fill('shift')
    await form.getByLabel('字典名称').fill('班次')
    await form.getByRole('button', { name: '保存' }).click()
    await form.waitFor({ state: 'detached' })
    await waitForMessage(page, '新增成功')
    await page.goto('/system/dict?code=shift')
    await heads().getByRole('button', { name: '班次', exact: true }).click()
    await page.getByRole('region', { name: '班次' }).getByText('暂无数据').waitFor()
  })
})

describe.sequential('the permissions of a role', () => {
  const sheet = () => dialogOf(page, '权限设置 · 无权限')
  const openSheet = async () => {
    await clickAction(page, '权限设置 无权限')
    await sheet().getByLabel('搜索权限').first().fill('岗位管理')
  }

  test('granting a menu grants its parents and is saved', async () => {
    await goTo(page, '系统管理', '角色管理')
    await openSheet()
    await sheet().getByRole('checkbox', { name: '岗位管理' }).check()
    await expect.poll(() => sheet().getByRole('checkbox', { name: '系统管理' }).isChecked()).toBe(true)
    await sheet().getByRole('button', { name: '保存' }).click()
    await waitForMessage(page, '操作成功!')
    await sheet().waitFor({ state: 'detached' })
    await openSheet()
    await expect.poll(() => sheet().getByRole('checkbox', { name: '岗位管理' }).isChecked()).toBe(true)
    await sheet().getByRole('button', { name: '取消' }).click()
  })

  test('a user with the role gets the granted menu and no other', async () => {
    const userPage = await openConsole(site, site.data)
    await goTo(userPage, '系统管理', '岗位管理')
    await rowOf(userPage, 'ceo').waitFor()
    await userPage.goto('/system/param')
    await userPage.getByText('没有访问权限').waitFor()
  })
})

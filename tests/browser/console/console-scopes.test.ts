import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { topMenu } from '#contract/system/top-menu.ts'
import {
  clickAction,
  descriptionOf,
  dialogOf,
  goTo,
  openAs,
  pick,
  questionOf,
  rowOf,
  summaryOf,
  waitForMessage,
} from '../../support/page-steps.ts'
import { openSite, type Site } from '../../support/site.ts'

/** Settings that belong to menus: data scopes, API scopes, top menus. */

let site: Site<void>
let page: Page

beforeAll(async () => {
  site = await openSite(async (platform) => {
    const admin = await platform.admin()
    for (const name of ['日常', '运维'])
      await admin.get(topMenu.calls.submit, { name, code: name === '日常' ? 'daily' : 'run', source: 'desk', sort: 1 })
  })
  page = await openAs(site, '/system/data-scope')
})

const press = (name: string) => clickAction(page, name)
const form = () => dialogOf(page, /^(新增|项目库\[)/)
const save = () => form().getByRole('button', { name: '保存' }).click()

describe.sequential('data scopes', () => {
  const sheet = () => dialogOf(page, '数据权限 · 项目库')

  test('are listed by menu in a tree that loads level by level and shows a count for each menu', async () => {
    await press('展开 项目管理')
    await rowOf(page, '/project/library').getByText('4', { exact: true }).waitFor()
    await press('权限设置 项目库')
    await rowOf(sheet(), '本单位项目').getByText('统一社会信用代码为本单位').waitFor()
    await expect.poll(() => sheet().getByRole('row').count()).toBe(5)
  })

  test('get column and name from the kind of rule, with a description of the visible rows', async () => {
    await sheet().getByRole('button', { name: '新增', exact: true }).click()
    await form().getByLabel('规则类型').selectOption('所在机构可见')
    await expect.poll(() => form().getByLabel('权限名称').inputValue()).toBe('项目库[所在机构可见]')
    await expect.poll(() => form().getByRole('checkbox', { name: '创建部门' }).isChecked()).toBe(true)
    await form().getByText('可见数据：创建部门为本人所在机构').waitFor()
    await form().getByLabel('规则类型').selectOption('全部可见')
    await form().getByRole('group', { name: '权限字段' }).waitFor({ state: 'detached' })
  })

  test('of the custom kind compare columns and take conditions; an incomplete one is rejected', async () => {
    await form().getByLabel('规则类型').selectOption('自定义')
    await form().getByText('请选择比较字段，或添加条件。').waitFor()
    await form().getByRole('group', { name: '权限字段' }).getByRole('checkbox', { name: '城市' }).check()
    await form().getByRole('button', { name: '添加条件' }).click()
    await pick(form(), '条件字段', '项目名称')
    await save()
    await expect.poll(async () => (await summaryOf(form()))[0]).toContain('projectName_equal=')
    await form().getByLabel('项目名称的值').fill('5G')
    await form().getByText('可见数据：城市在本人所辖地区内，且项目名称等于“5G”').waitFor()
    await save()
    await waitForMessage(page, '新增成功')
    await rowOf(sheet(), '项目库[自定义]').getByText('城市在本人所辖地区内，且项目名称等于“5G”').waitFor()
  })

  test('can be changed and removed; the tree updates its count', async () => {
    await press('编辑 项目库[自定义]')
    await expect.poll(() => form().getByLabel('项目名称的值').inputValue()).toBe('5G')
    await form().getByLabel('规则类型').selectOption('本人可见')
    await save()
    await waitForMessage(page, '更新成功')
    await rowOf(sheet(), '项目库[本人可见]').getByText('创建人为本人').waitFor()
    await press('删除 项目库[本人可见]')
    await questionOf(page, '确定将选择数据删除?').getByRole('button', { name: '确定' }).click()
    await rowOf(sheet(), '项目库[本人可见]').waitFor({ state: 'detached' })
    await sheet().getByRole('button', { name: '关闭' }).last().click()
    await rowOf(page, '/project/library').getByText('4', { exact: true }).waitFor()
  })

  test('are also shown in one list', async () => {
    await page.getByRole('button', { name: /^全部权限/ }).click()
    await page.getByRole('search').getByLabel('权限名称').fill('本单位项目')
    await page.getByRole('search').getByRole('button', { name: '搜索' }).click()
    await rowOf(page, '本单位项目').getByText('项目库', { exact: true }).waitFor()
    await expect.poll(() => page.getByRole('button', { name: '新增', exact: true }).count()).toBe(1)
  })
})

describe.sequential('API scopes', () => {
  test('offer the addresses of the server and show which roles would lose access', async () => {
    await goTo(page, '系统管理', '接口权限')
    await press('展开 系统管理')
    await press('权限设置 岗位管理')
    await dialogOf(page, '接口权限 · 岗位管理').getByRole('button', { name: '新增', exact: true }).first().click()
    await form().getByLabel('权限名称').fill('删除岗位')
    await expect.poll(() => form().getByLabel('资源编号').inputValue()).toBe('post')
    await pick(form(), '接口地址', 'post/remove POST', 'post/remove')
    await form().getByText('未获此权限的角色将不能再调用：平台管理员').waitFor()
    await save()
    await waitForMessage(page, '新增成功')
    await page.getByRole('button', { name: '编辑 删除岗位', exact: true }).waitFor()
  })
})

describe.sequential('top menus', () => {
  const grant = () => dialogOf(page, '菜单设置 · 日常')
  const box = (name: string) => rowOf(page, name).getByRole('checkbox')

  test('the menu setting needs exactly one row: none or two cause a warning', async () => {
    await goTo(page, '系统管理', '顶部菜单')
    await rowOf(page, 'daily').waitFor()
    await press('菜单设置')
    await waitForMessage(page, '请选择至少一条数据')
    await box('daily').check()
    await box('run').check()
    await press('菜单设置')
    await waitForMessage(page, '只能选择一条数据!')
    await expect.poll(() => grant().count()).toBe(0)
  })

  test('selected menus are saved; a menu selects its parents', async () => {
    await box('run').uncheck()
    await press('菜单设置')
    await grant().getByRole('checkbox', { name: '岗位管理' }).check()
    await expect.poll(() => grant().getByRole('checkbox', { name: '系统管理' }).isChecked()).toBe(true)
    await grant().getByRole('button', { name: '保存' }).click()
    await waitForMessage(page, '操作成功!')
    await grant().waitFor({ state: 'detached' })
    await press('菜单设置')
    await expect.poll(() => grant().getByRole('checkbox', { name: '岗位管理' }).isChecked()).toBe(true)
    await expect.poll(() => grant().getByRole('checkbox', { name: '用户管理' }).isChecked()).toBe(false)
    await grant().getByRole('button', { name: '取消' }).click()
    await grant().waitFor({ state: 'detached' })
  })

  test('the icon is required and picked like that of a menu', async () => {
    await press('取消选择')
    await press('新增')
    await save()
    await expect
      .poll(() => descriptionOf(form().getByRole('combobox', { name: '菜单图标' })))
      .toContain('请选择菜单图标')
    await form().getByRole('combobox', { name: '菜单图标' }).click()
    await form().getByRole('option', { name: '首页' }).click()
    await expect.poll(() => form().getByRole('combobox', { name: '菜单图标' }).innerText()).toBe('首页')
  })
})

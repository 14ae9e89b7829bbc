import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { declaration } from '#contract/project/declaration.ts'
import { tenant } from '#contract/system/tenant.ts'
import { topMenu } from '#contract/system/top-menu.ts'
import {
  clickAction,
  dialogOf,
  goTo,
  openAs,
  openConsole,
  pick,
  questionOf,
  rowOf,
  waitForMessage,
} from '../../support/page-steps.ts'
import { createEnterprise, openWindow, submitDeclaration } from '../../support/scenario.ts'
import { openSite, type Site } from '../../support/site.ts'

/** Unsaved input survives a reload in every kind of form (docs/decisions/0031). */

let site: Site<string>
let page: Page

beforeAll(async () => {
  site = await openSite(async (platform) => {
    const admin = await platform.admin()
    await admin.get(topMenu.calls.submit, { name: '日常', code: 'daily', source: 'desk', sort: 1 })
    await admin.get(tenant.calls.submit, { tenantName: '示范园区', linkman: '李负责' })
    await openWindow(admin)
    const id = await submitDeclaration(await createEnterprise(platform))
    return (await admin.get(declaration.calls.detail, { id })).id
  })
  page = await openConsole(site)
})

const press = (name: string) => clickAction(page, name)
const find = async (field: string, words: string) => {
  await page.getByRole('search').getByLabel(field, { exact: true }).fill(words)
  await press('搜索')
}
const choose = (words: string) => rowOf(page, words).getByRole('checkbox').check()

interface FormCase {
  /** The group of the menu and its entry. */
  readonly menu: readonly [group: string, name: string]
  readonly open: () => Promise<unknown>
  readonly form: () => Locator
  readonly fill: (form: Locator) => Promise<unknown>
  /** Reads the input back from the form. */
  readonly readValue: (form: Locator) => Promise<unknown>
  readonly expected: unknown
  /** The message after saving; empty for none. */
  readonly message: string
  /** The dialog below the form, which stays open. */
  readonly parentDialog?: () => Locator
}

const checkboxOf = (form: Locator, name: string) => form.getByRole('checkbox', { name, exact: true })

type FormCases = Readonly<Record<string, FormCase>>

const separateForms: FormCases = {
  'a notice with its text': {
    menu: ['工作台', '通知公告'],
    open: () => page.getByRole('button', { name: '新增', exact: true }).first().click(),
    form: () => dialogOf(page, '新增通知'),
    fill: async (form) => {
      await form.getByLabel('通知标题').fill('维护通知')
      await form.getByLabel('通知类型').selectOption({ index: 1 })
      await form.getByLabel('发布时间').fill('2026-01-02 03:04')
      const text = form.getByRole('textbox', { name: '通知内容' })
      await text.click()
      await form.getByRole('button', { name: '加粗' }).click()
      // the editor takes the focus back in the next frame
      await expect.poll(() => text.evaluate((editor) => editor === document.activeElement)).toBe(true)
      await page.keyboard.type('今晚维护')
    },
    readValue: async (form) => [
      await form.getByLabel('通知标题').inputValue(),
      await form.getByRole('textbox', { name: '通知内容' }).innerHTML(),
    ],
    expected: ['维护通知', '<p><strong>今晚维护</strong></p>'],
    message: '新增成功',
  },
  'a data scope in the dialog of its menu': {
    menu: ['系统管理', '数据权限'],
    open: async () => {
      await press('展开 项目管理')
      await press('权限设置 项目库')
      await dialogOf(page, '数据权限 · 项目库').getByRole('button', { name: '新增', exact: true }).click()
    },
    form: () => dialogOf(page, /^新增/),
    fill: async (form) => {
      await form.getByLabel('规则类型').selectOption('所在机构可见')
      await form.getByLabel('权限名称').fill('尚未保存的范围')
    },
    readValue: async (form) => [
      await form.getByLabel('权限名称').inputValue(),
      await form.getByRole('checkbox', { name: '创建部门' }).isChecked(),
    ],
    expected: ['尚未保存的范围', true],
    message: '新增成功',
    parentDialog: () => dialogOf(page, '数据权限 · 项目库'),
  },
  'a parameter without a value': {
    menu: ['系统管理', '参数管理'],
    open: async () => {
      await page.getByText(/^尚未设置的平台参数/).click()
      await press('设置 ICP备案号')
    },
    form: () => dialogOf(page, '设置 · ICP备案号'),
    fill: (form) => form.getByLabel('参数键值').fill('京ICP备12345678号-1'),
    readValue: (form) => form.getByLabel('参数键值').inputValue(),
    expected: '京ICP备12345678号-1',
    message: '新增成功',
  },
  'the platform settings of an account': {
    menu: ['系统管理', '用户管理'],
    open: async () => {
      await find('登录账号', site.accounts.city)
      await choose(site.accounts.city)
      await press('平台设置')
    },
    form: () => dialogOf(page, /^平台设置/),
    fill: (form) => form.getByLabel('平台扩展信息').fill('{"desk":"3"}'),
    readValue: (form) => form.getByLabel('平台扩展信息').inputValue(),
    expected: '{"desk":"3"}',
    message: '更新成功',
  },
  'the permissions of a role': {
    menu: ['系统管理', '角色管理'],
    open: () => press('权限设置 评审专家'),
    form: () => dialogOf(page, '权限设置 · 评审专家'),
    fill: (form) => checkboxOf(form, '岗位管理').check(),
    readValue: (form) => checkboxOf(form, '岗位管理').isChecked(),
    expected: true,
    message: '操作成功!',
  },
  'the menus of a top menu': {
    menu: ['系统管理', '顶部菜单'],
    open: async () => {
      await choose('daily')
      await press('菜单设置')
    },
    form: () => dialogOf(page, '菜单设置 · 日常'),
    fill: (form) => checkboxOf(form, '岗位管理').check(),
    readValue: (form) => checkboxOf(form, '岗位管理').isChecked(),
    expected: true,
    message: '操作成功!',
  },
  'the limits of a tenant': {
    menu: ['系统管理', '租户管理'],
    open: () => press('租户设置 示范园区'),
    form: () => dialogOf(page, '租户设置 · 示范园区'),
    fill: (form) => form.getByLabel(/^账号额度/).fill('5'),
    readValue: (form) => form.getByLabel(/^账号额度/).inputValue(),
    expected: '5',
    message: '',
  },
}

/** Further forms on pages used above; a page has one open form at a time. */
const furtherForms: FormCases = {
  'an existing parameter': {
    menu: ['系统管理', '参数管理'],
    open: async () => {
      await find('参数键名', 'site.icp')
      await press('编辑 ICP备案号')
    },
    form: () => dialogOf(page, 'ICP备案号'),
    fill: (form) => form.getByLabel('参数键值').fill('京ICP备87654321号-2'),
    readValue: (form) => form.getByLabel('参数键值').inputValue(),
    expected: '京ICP备87654321号-2',
    message: '更新成功',
  },
  'the roles of accounts': {
    menu: ['系统管理', '用户管理'],
    open: async () => {
      await find('登录账号', site.accounts.expert1)
      await choose(site.accounts.expert1)
      await press('角色设置')
    },
    form: () => dialogOf(page, '角色设置'),
    fill: async (form) => {
      await pick(form, '角色', '安全审计员')
    },
    readValue: (form) => form.getByText('安全审计员', { exact: true }).first().isVisible(),
    expected: true,
    message: '操作成功!',
  },
}

const restoreNotice = (form: Locator) => form.getByText('已恢复上次未保存的内容')

describe.sequential.each([
  ['unsaved input of forms on separate pages', separateForms],
  ['unsaved input of further forms on these pages', furtherForms],
])('%s', (_, cases) => {
  const entries = Object.entries(cases)

  describe.sequential('is in the form', () => {
    test.each(entries)('%s', async (_, { menu, open, form, fill, readValue, expected }) => {
      await goTo(page, ...menu)
      await open()
      await fill(form())
      await expect.poll(() => readValue(form())).toEqual(expected)
    })
  })

  describe.sequential('is restored after a reload; closing the form asks first; saving works', () => {
    beforeAll(() => page.reload())

    test.each(entries)('%s', async (_, { menu, form, readValue, expected, message, parentDialog }) => {
      await goTo(page, ...menu)
      await restoreNotice(form()).waitFor()
      await expect.poll(() => readValue(form())).toEqual(expected)
      await form().getByRole('button', { name: '取消' }).click()
      const question = questionOf(page, '内容尚未保存，确定关闭?').last()
      await question.getByRole('button', { name: '继续填写' }).click()
      await question.waitFor({ state: 'hidden' })
      await form().getByRole('button', { name: '保存' }).click()
      if (message) await waitForMessage(page, message)
      await form().waitFor({ state: 'detached' })
      await parentDialog?.().waitFor()
    })
  })

  describe.sequential('is not restored after saving', () => {
    beforeAll(() => page.reload())

    test.each(entries)('%s', async (_, { menu }) => {
      await goTo(page, ...menu)
      await page.getByRole('row').nth(1).waitFor()
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    })
  })
})

describe.sequential('discarded input', () => {
  test('is not restored', async () => {
    await goTo(page, '系统管理', '角色管理')
    await press('权限设置 评审专家')
    const form = dialogOf(page, '权限设置 · 评审专家')
    await checkboxOf(form, '参数管理').check()
    await form.getByRole('button', { name: '取消' }).click()
    await questionOf(page, '内容尚未保存，确定关闭?').last().getByRole('button', { name: '关闭' }).click()
    await form.waitFor({ state: 'detached' })
    await page.reload()
    await press('权限设置 评审专家')
    await checkboxOf(form, '岗位管理').waitFor()
    await expect
      .poll(async () => [await checkboxOf(form, '参数管理').isChecked(), await restoreNotice(form).count()])
      .toEqual([false, 0])
    await form.getByRole('button', { name: '取消' }).click()
  })
})

describe.sequential('input outside forms', () => {
  test('the remarks of a review survive a reload', async () => {
    const officer = await openAs(site, `/project/declaration/${site.data}`, site.accounts.city)
    await officer.getByRole('button', { name: '受理', exact: true }).click()
    await officer.getByRole('button', { name: '退回修改', exact: true }).click()
    await officer.getByRole('button', { name: '要求修改：项目概况' }).click()
    const remark = officer.getByRole('textbox', { name: '修改要求：项目概况' })
    await remark.fill('请补充投资依据')
    await officer.reload()
    await expect.poll(() => remark.inputValue()).toBe('请补充投资依据')
  })

  test('the check of an uploaded file survives a reload and can be reopened', async () => {
    await goTo(page, '系统管理', '用户管理')
    await press('导入')
    const dialog = dialogOf(page, '导入用户')
    const text = '登录账号,用户昵称,用户姓名,所属角色\nsheet.one,甲一,甲一,评审专家\n'
    await dialog.getByLabel('选择文件，或拖放到此处').setInputFiles({
      name: '用户.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(text),
    })
    await dialog.getByText('全部 1 行可以导入').waitFor()
    await page.reload()
    await press('导入')
    await dialog.getByRole('button', { name: /^查看最近一次预检/ }).click()
    await dialog.getByText('全部 1 行可以导入').waitFor()
  })
})

import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { declaration } from '#contract/project/declaration.ts'
import { tenant } from '#contract/system/tenant.ts'
import { topMenu } from '#contract/system/top-menu.ts'
import { openBrowser } from '../support/browser.ts'
import { openSite, type Site } from '../support/site.ts'
import { arrive, dialogOf, questionOf, rowOf, told } from '../support/steps.ts'
import { enterprise, openWindow, submitted } from '../support/story.ts'

/** Whatever is filled in and not sent is there again when the page was loaded anew, in every kind of form (experience.md B.5). */

let site: Site<string>
let page: Page

beforeAll(async () => {
  site = await openSite(await openBrowser(), async (platform) => {
    const admin = await platform.admin()
    await admin.get(topMenu.calls.submit, { name: '日常', code: 'daily', source: 'desk', sort: 1 })
    await admin.get(tenant.calls.submit, { tenantName: '示范园区', linkman: '李负责' })
    await openWindow(admin)
    const id = await submitted(await enterprise(platform))
    return (await admin.get(declaration.calls.detail, { id })).id
  })
  page = await arrive(site)
}, 120_000)

const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const choose = (words: string) => rowOf(page, words).getByRole('checkbox').check()

interface Walk {
  readonly at: () => string
  readonly open: () => Promise<unknown>
  readonly form: () => Locator
  readonly fill: (form: Locator) => Promise<unknown>
  /** What stands in the form then. */
  readonly stands: (form: Locator) => Promise<unknown>
  readonly wanted: unknown
  readonly done: string
  /** Over what it stands; that is closed by hand. */
  readonly over?: () => Locator
}

const ticked = (form: Locator, name: string) => form.getByRole('checkbox', { name, exact: true })

const walks: Readonly<Record<string, Walk>> = {
  'a notice with its text': {
    at: () => '/desk/notice',
    open: () => page.getByRole('button', { name: '新增', exact: true }).first().click(),
    form: () => dialogOf(page, '新增 · 通知公告'),
    fill: async (form) => {
      await form.getByLabel('通知标题').fill('维护通知')
      await form.getByLabel('通知类型').selectOption({ index: 1 })
      await form.getByLabel('发布时间').fill('2026-01-02T03:04')
      await form.getByRole('textbox', { name: '通知内容' }).focus()
      await page.keyboard.press('Control+b')
      await page.keyboard.type('今晚维护')
    },
    stands: async (form) => [
      await form.getByLabel('通知标题').inputValue(),
      await form.getByRole('textbox', { name: '通知内容' }).innerHTML(),
    ],
    wanted: ['维护通知', '<p><strong>今晚维护</strong></p>'],
    done: '新增成功',
  },
  'a data scope in the sheet of its menu': {
    at: () => '/system/data-scope',
    open: async () => {
      await press('展开 项目管理')
      await press('权限配置 项目库')
      await dialogOf(page, '数据权限 · 项目库').getByRole('button', { name: '新增', exact: true }).click()
    },
    form: () => dialogOf(page, /^新增/),
    fill: async (form) => {
      await form.getByLabel('规则类型').selectOption('所在机构可见')
      await form.getByLabel('权限名称').fill('尚未保存的范围')
    },
    stands: async (form) => [
      await form.getByLabel('权限名称').inputValue(),
      await form.getByRole('checkbox', { name: '创建部门' }).isChecked(),
    ],
    wanted: ['尚未保存的范围', true],
    done: '新增成功',
    over: () => dialogOf(page, '数据权限 · 项目库'),
  },
  'a parameter nobody has set': {
    at: () => '/system/param',
    open: async () => {
      await page.getByText(/^尚未设置的平台参数/).click()
      await press('设置 ICP备案号')
    },
    form: () => dialogOf(page, '设置 · ICP备案号'),
    fill: (form) => form.getByLabel('参数键值').fill('京ICP备12345678号-1'),
    stands: (form) => form.getByLabel('参数键值').inputValue(),
    wanted: '京ICP备12345678号-1',
    done: '新增成功',
  },
  'a parameter that is there': {
    at: () => '/system/param?paramKey=site.icp',
    open: () => press('编辑 ICP备案号'),
    form: () => dialogOf(page, '编辑 · ICP备案号'),
    fill: (form) => form.getByLabel('参数键值').fill('京ICP备87654321号-2'),
    stands: (form) => form.getByLabel('参数键值').inputValue(),
    wanted: '京ICP备87654321号-2',
    done: '更新成功',
  },
  'the platform of an account': {
    at: () => `/system/user?account_equal=${site.accounts.city}`,
    open: async () => {
      await choose(site.accounts.city)
      await press('平台配置')
    },
    form: () => dialogOf(page, /^平台配置/),
    fill: (form) => form.getByLabel('平台扩展信息').fill('{"desk":"3"}'),
    stands: (form) => form.getByLabel('平台扩展信息').inputValue(),
    wanted: '{"desk":"3"}',
    done: '更新成功',
  },
  'the roles of accounts': {
    at: () => `/system/user?account_equal=${site.accounts.expert1}`,
    open: async () => {
      await choose(site.accounts.expert1)
      await press('角色配置')
    },
    form: () => dialogOf(page, '角色配置'),
    fill: async (form) => {
      await form.getByLabel('角色').fill('安全审计员')
      await form.getByRole('option', { name: '安全审计员' }).waitFor({ state: 'attached' })
      await page.keyboard.press('Enter')
      await page.keyboard.press('Escape')
    },
    stands: (form) => form.getByText('安全审计员', { exact: true }).first().isVisible(),
    wanted: true,
    done: '操作成功!',
  },
  'what a role may do': {
    at: () => '/system/role',
    open: () => press('权限设置 评审专家'),
    form: () => dialogOf(page, '权限设置 · 评审专家'),
    fill: (form) => ticked(form, '岗位管理').check(),
    stands: (form) => ticked(form, '岗位管理').isChecked(),
    wanted: true,
    done: '操作成功!',
  },
  'the menus of a top menu': {
    at: () => '/system/top-menu',
    open: async () => {
      await choose('daily')
      await press('菜单配置')
    },
    form: () => dialogOf(page, '菜单配置 · 日常'),
    fill: (form) => ticked(form, '岗位管理').check(),
    stands: (form) => ticked(form, '岗位管理').isChecked(),
    wanted: true,
    done: '操作成功!',
  },
  'the bounds of a tenant': {
    at: () => '/system/tenant',
    open: () => press('租户配置 示范园区'),
    form: () => dialogOf(page, '租户配置 · 示范园区'),
    fill: (form) => form.getByLabel(/^账号额度/).fill('5'),
    stands: (form) => form.getByLabel(/^账号额度/).inputValue(),
    wanted: '5',
    done: '',
  },
}

const restored = (form: Locator) => form.getByText('已恢复上次未保存的内容')

describe.sequential.each(Object.entries(walks))('%s', (_, { at, open, form, fill, stands, wanted, done, over }) => {
  test('is open again with what was filled in', async () => {
    await page.goto(at())
    await open()
    await fill(form())
    expect(await stands(form())).toEqual(wanted)
    await page.reload()
    await restored(form()).waitFor()
    await expect.poll(() => stands(form())).toEqual(wanted)
  })

  test('asks before it is thrown away, and saved is kept no longer', async () => {
    await form().getByRole('button', { name: '取消' }).click()
    const question = questionOf(page, '内容尚未保存，确定关闭?').last()
    await question.getByRole('button', { name: '继续填写' }).click()
    await question.waitFor({ state: 'hidden' })
    await form().getByRole('button', { name: '保存' }).click()
    if (done) await told(page, done)
    await form().waitFor({ state: 'detached' })
    await over?.().waitFor()
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByRole('row').nth(1).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
  })
})

describe.sequential('thrown away', () => {
  test('after the question, it is gone for good', async () => {
    await page.goto('/system/role')
    await press('权限设置 评审专家')
    const form = dialogOf(page, '权限设置 · 评审专家')
    await ticked(form, '参数管理').check()
    await page.keyboard.press('Escape')
    await questionOf(page, '内容尚未保存，确定关闭?').last().getByRole('button', { name: '关闭' }).click()
    await form.waitFor({ state: 'detached' })
    await page.reload()
    await press('权限设置 评审专家')
    await ticked(form, '岗位管理').waitFor()
    expect([await ticked(form, '参数管理').isChecked(), await restored(form).count()]).toEqual([false, 0])
    await page.keyboard.press('Escape')
  })
})

describe.sequential('what is no dialog, or sent already', () => {
  test('the remarks of a review are there', async () => {
    const officer = await arrive(site, site.accounts.city)
    await officer.goto(`/project/declaration/${site.made}`)
    await officer.getByRole('button', { name: '受理', exact: true }).click()
    await officer.getByRole('button', { name: '确认受理' }).click()
    await officer.getByRole('button', { name: '退回修改', exact: true }).click()
    await officer.getByRole('button', { name: '要求修改：项目概况' }).click()
    const remark = officer.getByRole('textbox', { name: '修改要求：项目概况' })
    await remark.fill('请补充投资依据')
    await officer.reload()
    await expect.poll(() => remark.inputValue()).toBe('请补充投资依据')
  })

  test('the check of an uploaded file goes on, and the dialog leads back to it', async () => {
    await page.goto('/system/user')
    await press('导入')
    const dialog = dialogOf(page, '导入 · 用户管理')
    const text = '登录账号,用户昵称,用户姓名,所属角色\nsheet.one,甲一,甲一,评审专家\n'
    await dialog.getByLabel('选择文件，或拖放到此处').setInputFiles({
      ...{ name: '用户.csv', mimeType: 'text/csv', buffer: Buffer.from(text) },
    })
    await dialog.getByText('全部 1 行可以导入').waitFor()
    await page.reload()
    await press('导入')
    await dialog.getByRole('button', { name: /^查看最近一次预检/ }).click()
    await dialog.getByText('全部 1 行可以导入').waitFor()
  })
})

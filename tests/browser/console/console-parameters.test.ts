import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { user } from '#contract/system/user.ts'
import {
  clickAction,
  descriptionOf,
  dialogOf,
  goTo,
  openAs,
  questionOf,
  rowOf,
  waitForMessage,
} from '../../support/page-steps.ts'
import {
  createEnterprise,
  createStaff,
  type Enterprise,
  openWindow,
  register,
  saveDeclaration,
} from '../../support/scenario.ts'
import { openSite, type Site } from '../../support/site.ts'

/** Parameters, applications and platforms of accounts. */

let site: Site<Enterprise>
let page: Page

beforeAll(async () => {
  site = await openSite(async (platform) => {
    const admin = await platform.admin()
    await openWindow(admin)
    const company = await createEnterprise(platform)
    await saveDeclaration(company)
    // an account that waits for approval
    await register(platform)
    const { id } = await createStaff(platform, 'expert')
    await admin.get(user.calls.disable, { userIds: id, reason: '已离职' })
    return company
  })
  page = await openAs(site, '/system/param?size=50')
})

const press = (name: string) => clickAction(page, name)
const save = () => page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
const unsetGroup = () => page.getByRole('group').filter({ hasText: '尚未设置的平台参数' })
const siteInfo = async () => (await (await fetch(`${site.url}/api/caict-porject/Home/site`)).json()).data

describe.sequential('parameters (specification 001, section 3)', () => {
  test('the list explains what a parameter of the platform does', async () => {
    await rowOf(page, 'log.keepDays').getByText('按规定不得少于180天').waitFor()
    await rowOf(page, 'account.registerUser').getByText('开启').waitFor()
  })

  test('unset ones are listed and can be set there; visitors see the value', async () => {
    await page.getByText('尚未设置的平台参数（8）').click()
    await press('设置 ICP备案号')
    const form = dialogOf(page, '设置 · ICP备案号')
    await form.getByText('形如“京ICP备12345678号-1”的备案号').waitFor()
    await form.getByLabel('参数键值').fill('123')
    await save()
    const fault = '参数“ICP备案号”的值应为形如“京ICP备12345678号-1”的备案号'
    await form.getByRole('alert').getByText(fault).waitFor()
    await expect.poll(() => descriptionOf(form.getByLabel('参数键值'))).toContain(fault)
    await form.getByLabel('参数键值').fill('京ICP备12345678号-1')
    await save()
    await waitForMessage(page, '新增成功')
    await rowOf(page, 'site.icp').getByText('京ICP备12345678号-1').waitFor()
    await page.getByText('尚未设置的平台参数（7）').waitFor()
    await expect.poll(() => unsetGroup().getByText('ICP备案号').count()).toBe(0)
    await expect.poll(async () => (await siteInfo()).icp).toBe('京ICP备12345678号-1')
  })

  test('a removed one counts as unset; visitors do not see it any more', async () => {
    await press('删除 ICP备案号')
    await questionOf(page, '确定将选择数据删除?').getByRole('button', { name: '确定' }).click()
    await page.getByText('尚未设置的平台参数（8）').waitFor()
    await expect.poll(async () => (await siteInfo()).icp).toBeNull()
  })

  test('a number outside its bounds is rejected', async () => {
    await press('编辑 登录失败锁定次数')
    const form = dialogOf(page, '登录失败锁定次数')
    await expect.poll(() => form.getByLabel('参数键值').inputValue()).toBe('5')
    await expect.poll(() => form.getByLabel('参数键名').count()).toBe(0)
    await form.getByLabel('参数键值').fill('99')
    await save()
    await form.getByRole('alert').first().waitFor()
    await expect.poll(() => descriptionOf(form.getByLabel('参数键值'))).toContain('20')
    await form.getByLabel('参数键值').fill('7')
    await save()
    await waitForMessage(page, '更新成功')
    await rowOf(page, 'account.failCount').getByRole('cell', { name: '7', exact: true }).waitFor()
  })

  test('a switch is set by choosing its label', async () => {
    await press('编辑 注册开关')
    const form = dialogOf(page, '注册开关')
    await form.getByLabel('参数键值').selectOption('关闭')
    await save()
    await rowOf(page, 'account.registerUser').getByText('关闭', { exact: true }).waitFor()
  })

  test('a custom parameter has a plain form of name, key and value', async () => {
    await press('新增')
    const form = dialogOf(page, /^新增/)
    await form.getByLabel('参数名称').fill('')
    await form.getByLabel('参数键名').fill('own.note')
    // required on leaving the field (specification 001, section 5)
    await expect.poll(() => descriptionOf(form.getByLabel('参数名称'))).toContain('请输入参数名称')
    await form.getByLabel('参数名称').fill('备用')
    await expect.poll(() => descriptionOf(form.getByLabel('参数名称'))).not.toContain('请输入参数名称')
    await form.getByLabel('参数键名').fill('own.note')
    await form.getByLabel('参数键值').fill('任意文字')
    await save()
    await rowOf(page, 'own.note').getByText('任意文字').waitFor()
    await press('编辑 备用')
    await expect.poll(() => dialogOf(page, '备用').getByLabel('参数键名').inputValue()).toBe('own.note')
    await dialogOf(page, '备用').getByRole('button', { name: '取消' }).click()
  })
})

describe.sequential('applications', () => {
  test('no form has a field for the secret', async () => {
    await goTo(page, '系统管理', '应用管理')
    for (const name of ['新增', '编辑 平台网页']) {
      await press(name)
      const form = page.getByRole('dialog')
      await form.getByLabel('客户端 ID').waitFor()
      await expect.poll(() => form.getByLabel('应用密钥').count()).toBe(0)
      await form.getByRole('button', { name: '取消' }).click()
      await form.waitFor({ state: 'detached' })
    }
  })
})

describe.sequential('accounts', () => {
  test('each view offers the actions that fit its accounts', async () => {
    const bar = page.locator('[data-selected]')
    const actionCounts = async () => {
      const menu = bar.getByRole('button', { name: '更多', exact: true })
      if (await menu.isVisible()) await menu.click()
      const counts = await Promise.all(
        ['审核通过', '停用账号', '启用账号'].map((name) => bar.getByRole('button', { name, exact: true }).count()),
      )
      await page.keyboard.press('Escape')
      return counts
    }
    await goTo(page, '系统管理', '用户管理')
    for (const [view, status, state, expected] of [
      [/^待审核/, '0', '待审核', [1, 0, 0]],
      [/^正常/, '1', '正常', [0, 1, 0]],
      [/^已停用/, '-1', '已停用', [0, 0, 1]],
      // those that fit the selected account, which is disabled
      [/^全部/, null, '已停用', [0, 0, 1]],
    ] as const) {
      await page.getByRole('button', { name: view }).click()
      await expect.poll(() => new URL(page.url()).searchParams.get('status')).toBe(status)
      // rows of the view before stay until those of this one arrive, and what is selected among them stays selected
      await rowOf(page, state).first().getByRole('checkbox').check()
      // the bar and its menu follow the selection
      await expect.poll(actionCounts).toEqual(expected)
      await page.getByRole('button', { name: '取消选择' }).click()
    }
  })

  test('the platform settings of an account can be opened and saved', async () => {
    await page.goto(`/system/user?account_equal=${site.accounts.city}`)
    await rowOf(page, site.accounts.city).getByRole('checkbox').check()
    await press('平台设置')
    const form = dialogOf(page, /^平台设置/)
    await expect.poll(() => form.getByLabel('用户平台').isDisabled()).toBe(true)
    await form.getByLabel('平台扩展信息').fill('{"desk":"3"}')
    await save()
    await waitForMessage(page, '更新成功')
    await form.waitFor({ state: 'detached' })
    await press('平台设置')
    await expect.poll(() => form.getByLabel('平台扩展信息').inputValue()).toBe('{"desk":"3"}')
    await form.getByRole('button', { name: '取消' }).click()
  })
})

describe.sequential('navigation in the console', () => {
  test('the two other dictionary pages mark the dictionary menu as current', async () => {
    for (const path of ['/dict-horizontal/index', '/dict-vertical/index']) {
      await page.goto(path)
      const menu = page.getByRole('navigation', { name: '菜单' })
      await menu.locator('[aria-current=page]').filter({ hasText: '系统字典' }).waitFor()
      await page.getByRole('link', { name: '系统字典' }).first().waitFor()
    }
  })

  test('Enter on a declaration opens its review', async () => {
    await goTo(page, '项目管理', '项目申报')
    await page.getByRole('row').nth(1).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/project\/declaration\/\d+$/)
  })
})

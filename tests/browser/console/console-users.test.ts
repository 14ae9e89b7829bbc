import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { check } from '../../support/approve.ts'
import {
  clickAction,
  descriptionOf,
  dialogOf,
  openAs,
  openConsole,
  pick,
  questionOf,
  rowOf,
  summaryOf,
  visit,
  waitForMessage,
} from '../../support/page-steps.ts'
import { password, type RegisteredAccount, register } from '../../support/scenario.ts'
import { openSite, type Site } from '../../support/site.ts'

interface SiteData {
  readonly firstApplicant: RegisteredAccount
  readonly secondApplicant: RegisteredAccount
  /** The message of a failed login by API. */
  readonly loginErrorOf: (account: string, plainPassword: string) => Promise<string>
  readonly dropRegionOf: (account: string) => Promise<unknown>
}

let site: Site<SiteData>
let admin: Page

/** Searches this account and selects its row. */
const choose = async (account: string) => {
  await admin.getByRole('search').getByLabel('登录账号', { exact: true }).fill(account)
  await press('搜索')
  await admin.waitForURL(`**account=${account}`)
  await admin.getByText('共 1 条').waitFor()
  await rowOf(admin, account).getByRole('checkbox').check()
}
const press = (name: string) => clickAction(admin, name)
/** Waits until the action is done, which clears the selection. */
const waitForCompletion = async () => {
  await waitForMessage(admin, '操作成功!')
  await admin.getByText(/^已选 \d+ 项/).waitFor({ state: 'detached' })
}
const confirm = async (words: string) => {
  await questionOf(admin, words).getByRole('button', { name: '确定' }).click()
  await waitForCompletion()
}
/** The message of a failed login on the page. */
const loginErrorOf = async (page: Page, account: string, plainPassword = password) => {
  await site.login(page, account, plainPassword)
  return page.getByRole('dialog', { name: '登录' }).getByRole('alert').innerText()
}

beforeAll(async () => {
  site = await openSite(async (platform) => ({
    firstApplicant: await register(platform),
    secondApplicant: await register(platform),
    loginErrorOf: (account, plainPassword) =>
      platform.tokensFor(account, plainPassword).then(String, ({ message }) => message),
    dropRegionOf: (account) =>
      platform.db.updateTable('user').set({ region: null }).where('account', '=', account).execute(),
  }))
  admin = await openAs(site, '/system/user')
})

describe.sequential('registrations (specification 001, section 5)', () => {
  test('the list opens at the waiting accounts, with their number, and the first view has all', async () => {
    const waitingFilter = admin.getByRole('button', { name: /^待审核/ })
    await waitingFilter.filter({ hasText: '2' }).waitFor()
    await admin.waitForURL('**/system/user?status=0')
    await rowOf(admin, site.data.firstApplicant.account).waitFor()
    await rowOf(admin, 'admin').waitFor({ state: 'detached' })
    const rows = admin.getByRole('row').filter({ has: admin.getByRole('cell') })
    await expect.poll(() => rows.count()).toBe(2)
    await expect.poll(() => waitingFilter.getAttribute('aria-pressed')).toBe('true')
    await admin.getByRole('button', { name: /^全部/ }).click()
    await rowOf(admin, 'admin').first().waitFor()
  })

  test('an approved user can log in', async () => {
    const page = await visit(site)
    expect(await loginErrorOf(page, site.data.firstApplicant.account)).toContain(
      '账号正在等待管理员审核，审核通过后即可登录',
    )
    await choose(site.data.firstApplicant.account)
    await press('审核通过')
    const approval = dialogOf(admin, '审核通过')
    await approval.getByText('未提交').waitFor()
    await approval.getByText('本单位首个账号').waitFor()
    await approval.getByRole('button', { name: '确定' }).click()
    await approval.getByRole('alert').getByText('核实记录').first().waitFor()
    await approval.getByLabel('核实记录').fill(check)
    await dialogOf(admin, '审核通过').getByRole('button', { name: '确定' }).click()
    await rowOf(admin, site.data.firstApplicant.account).getByText('正常').waitFor()
    await site.login(page, site.data.firstApplicant.account)
    await page.waitForURL('**/wel/index')
  })

  test('a rejection needs a reason, which the applicant sees at the login', async () => {
    const { account } = site.data.secondApplicant
    await choose(account)
    await press('审核拒绝')
    const form = dialogOf(admin, '审核拒绝')
    await form.getByText(`共 1 条`).waitFor()
    await form.getByRole('button', { name: '审核拒绝' }).click()
    await expect.poll(() => summaryOf(form)).toEqual(['请输入拒绝原因'])
    await expect.poll(() => descriptionOf(form.getByLabel('拒绝原因'))).toContain('请输入拒绝原因')
    await form.getByLabel('拒绝原因').fill('单位名称与营业执照不符')
    await form.getByRole('button', { name: '审核拒绝' }).click()
    await waitForCompletion()
    await rowOf(admin, account).getByText('已停用').waitFor()
    expect(await loginErrorOf(await visit(site), account)).toContain('账号未通过审核或已停用：单位名称与营业执照不符')
  })
})

describe.sequential('resetting a password (specification 001, section 5)', () => {
  const newPassword = 'Nw-kvmtr-846Zq'
  let userPage: Page
  let initial: string

  test('the initial password is shown once, from the menu of the row; Escape asks before it is lost', async () => {
    await choose(site.accounts.ca)
    await clickAction(rowOf(admin, site.accounts.ca), /^重置密码/)
    await questionOf(admin, '将为所选账号生成新的初始密码').getByRole('button', { name: '确定' }).click()
    const passwordDialog = dialogOf(admin, '初始密码')
    await passwordDialog.getByText('仅显示这一次').waitFor()
    initial = await rowOf(passwordDialog, site.accounts.ca).locator('code').innerText()
    await admin.keyboard.press('Escape')
    await questionOf(admin, '关闭后不再显示').last().getByRole('button', { name: '返回' }).click()
    await expect.poll(() => rowOf(passwordDialog, site.accounts.ca).locator('code').innerText()).toBe(initial)
    await passwordDialog.getByRole('button', { name: '我已保存，关闭' }).click()
    await passwordDialog.waitFor({ state: 'hidden' })
    await admin.reload()
    await rowOf(admin, site.accounts.ca).waitFor()
    await expect.poll(() => admin.getByText(initial).count()).toBe(0)
  })

  test('the initial password only gives access to the page that changes it', async () => {
    userPage = await visit(site)
    await site.login(userPage, site.accounts.ca, initial)
    await userPage.waitForURL('**/forcedModification')
    await userPage.goto('/project/declaration')
    await userPage.waitForURL('**/forcedModification')
    await userPage.getByRole('heading', { name: '修改初始密码' }).waitFor()
  })

  test('a weak password and a different confirmation are named at their fields', async () => {
    const [first, confirmation] = [userPage.getByLabel('新密码'), userPage.getByLabel('确认密码')]
    const change = () => userPage.getByRole('button', { name: '确认修改' }).click()
    await change()
    await expect.poll(() => summaryOf(userPage)).toEqual(['请输入新密码', '请输入确认密码'])
    await first.fill('abcdefgh')
    await confirmation.fill('abcdefgi')
    await change()
    await expect.poll(() => summaryOf(userPage)).toEqual(['密码至少包含一个大写字母', '两次密码输入不一致'])
    await expect.poll(() => descriptionOf(first)).toContain('密码至少包含一个大写字母')
    await expect.poll(() => descriptionOf(confirmation)).toContain('两次密码输入不一致')
    await first.fill('Passw0rd-')
    await confirmation.fill('Passw0rd-')
    await change()
    await userPage.getByRole('alert').getByText('密码过于常见').waitFor()
    await expect.poll(() => descriptionOf(first)).toContain('密码过于常见，请更换')
    await expect.poll(() => first.inputValue()).toBe('Passw0rd-')
  })

  test('after the change the login shows a message and accepts the new password', async () => {
    await userPage.getByLabel('新密码').fill(newPassword)
    await userPage.getByLabel('确认密码').fill(newPassword)
    await userPage.getByRole('button', { name: '确认修改' }).click()
    await userPage.getByRole('dialog', { name: '登录' }).getByText('密码修改成功').waitFor()
    await site.login(userPage, site.accounts.ca, newPassword)
    await userPage.waitForURL('**/wel/index')
  })
})

describe.sequential('managing accounts', () => {
  test('five failed logins lock an account even for the right password; an administrator unlocks it', async () => {
    const page = await visit(site)
    const wrongPasswordMessage = await loginErrorOf(page, site.accounts.miit, 'Wrong-pass-519x')
    for (let i = 2; i <= 4; i++)
      expect(await site.data.loginErrorOf(site.accounts.miit, `Wrong-pass-51${i}x`)).toContain(wrongPasswordMessage)
    expect(await loginErrorOf(page, site.accounts.miit, 'Wrong-pass-515x')).toBe(wrongPasswordMessage)
    expect(await loginErrorOf(page, site.accounts.miit)).toContain('登录失败次数过多')
    await choose(site.accounts.miit)
    await press('账号解锁')
    await confirm('确定解锁所选账号？')
    await waitForMessage(admin, '操作成功! 已解锁 1 个账号')
    await site.login(page, site.accounts.miit)
    await page.waitForURL('**/wel/index')
  })

  test('the recycle bin offers only restoring', async () => {
    await admin.getByRole('link', { name: '回收站' }).click()
    await admin.getByRole('heading', { name: '已删除的用户' }).waitFor()
    await admin.getByRole('button', { name: '恢复', exact: true }).waitFor()
    for (const name of ['审核通过', '停用账号', '启用账号', '角色设置', '重置密码', '账号解锁', '导入', '导出'])
      await expect.poll(() => admin.getByRole('main').getByRole('button', { name, exact: true }).count()).toBe(0)
    await admin.getByRole('link', { name: '返回列表' }).first().click()
    await admin.getByRole('heading', { name: '用户管理' }).waitFor()
  })

  test('a new role opens its menus', async () => {
    const expert = await openConsole(site, site.accounts.expert1)
    const menu = expert.getByRole('navigation', { name: '菜单' })
    await menu.getByText('项目管理').click()
    await menu.getByText('项目申报').waitFor()
    await expect.poll(() => menu.getByText('用户管理').count()).toBe(0)
    await choose(site.accounts.expert1)
    await press('角色设置')
    const form = dialogOf(admin, '角色设置')
    await pick(form, '角色', '平台管理员')
    await form.getByRole('button', { name: '保存' }).click()
    await waitForMessage(admin, '操作成功!')
    await rowOf(admin, site.accounts.expert1).getByText('平台管理员').waitFor()
    await expert.reload()
    await menu.getByText('用户管理').waitFor({ state: 'attached' })
  })

  test('an open account offers what one does to it, and the bar only what applies to its state', async () => {
    await choose(site.accounts.expert1)
    const bar = admin.locator('[data-selected]')
    await bar.getByRole('button', { name: '停用账号', exact: true }).waitFor()
    await expect.poll(() => bar.getByRole('button', { name: '启用账号', exact: true }).count()).toBe(0)
    await admin.getByRole('button', { name: '取消选择' }).click()
    await rowOf(admin, site.accounts.expert1).getByText(site.accounts.expert1).first().click()
    const drawer = admin.getByRole('dialog').filter({ hasText: '变更记录' })
    for (const name of ['停用账号', '角色设置', '重置密码', '账号解锁'])
      await drawer.getByRole('button', { name, exact: true }).waitFor()
    await expect.poll(() => drawer.getByRole('button', { name: '启用账号', exact: true }).count()).toBe(0)
    await drawer.getByRole('button', { name: '停用账号', exact: true }).click()
    const form = dialogOf(admin, /^停用账号/)
    await form.getByRole('button', { name: '取消' }).click()
    await form.waitFor({ state: 'detached' })
  })

  test('an open account of an enterprise shows to which statements it has agreed, in which version and when', async () => {
    const { account } = site.data.firstApplicant
    await admin.goto(`/system/user?account=${account}`)
    await rowOf(admin, account).getByText(account).first().click()
    const drawer = admin.getByRole('dialog').filter({ hasText: '变更记录' })
    const consents = drawer.getByRole('list').filter({ hasText: '隐私政策' }).getByRole('listitem')
    const line = (title: string) => expect.stringMatching(new RegExp(`^${title}\\s+第 1 版\\s+20\\d\\d-\\d\\d-\\d\\d `))
    await expect.poll(() => consents.allInnerTexts()).toEqual([line('用户协议'), line('隐私政策')])
  })

  test('accounts without a region that their role compares are in a view of their own', async () => {
    await admin.goto('/system/user')
    const view = admin.getByRole('button', { name: /^缺少数据范围/ })
    await site.data.dropRegionOf(site.accounts.city)
    await admin.reload()
    await view.click()
    await admin.waitForURL('**withoutScope=1**')
    await rowOf(admin, site.accounts.city).waitFor()
    await expect.poll(() => view.getAttribute('aria-pressed')).toBe('true')
    await expect.poll(() => admin.getByRole('button', { name: /^全部/ }).getAttribute('aria-pressed')).toBe('false')
    await admin.getByRole('button', { name: /^全部/ }).click()
    await rowOf(admin, 'admin').first().waitFor()
  })

  test('a disabled user is logged out within seconds and sees the reason', async () => {
    const expert = await openConsole(site, site.accounts.expert2)
    await choose(site.accounts.expert2)
    // what applies to accounts that wait is not offered
    await expect.poll(() => admin.getByRole('button', { name: '审核拒绝', exact: true }).count()).toBe(0)
    await press('停用账号')
    const form = dialogOf(admin, '停用账号')
    await form.getByLabel('停用原因').fill('已离岗')
    await form.getByRole('button', { name: '停用账号' }).click()
    await waitForCompletion()
    await expert.getByRole('dialog', { name: '登录' }).getByText('用户令牌过期，请重新登录').waitFor()
    expect(await loginErrorOf(expert, site.accounts.expert2)).toContain('已离岗')
  })

  test('users cannot disable themselves', async () => {
    await choose('admin')
    await press('停用账号')
    const form = dialogOf(admin, '停用账号')
    await form.getByLabel('停用原因').fill('误操作')
    await form.getByRole('button', { name: '停用账号' }).click()
    await form.getByText('不能停用当前登录的账号').waitFor()
    await expect.poll(() => form.getByLabel('停用原因').inputValue()).toBe('误操作')
  })
})

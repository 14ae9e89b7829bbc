import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import {
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
import { password, type Registered, register } from '../../support/scenario.ts'
import { openSite, type Site } from '../../support/site.ts'

interface Made {
  readonly fit: Registered
  readonly unfit: Registered
  /** What a login by a call is told that does not succeed. */
  readonly refusalOf: (account: string, plain: string) => Promise<string>
}

let site: Site<Made>
let admin: Page

/** The list of accounts with only this one in it, chosen. */
const choose = async (account: string) => {
  await admin.getByRole('search').getByLabel('登录账号', { exact: true }).fill(account)
  await press('搜索')
  await admin.waitForURL(`**account=${account}`)
  await admin.getByText('共 1 条').waitFor()
  await rowOf(admin, account).getByRole('checkbox').check()
}
const press = (name: string) => admin.getByRole('button', { name, exact: true }).click()
/** Done with, the rows are chosen no longer. */
const done = async () => {
  await waitForMessage(admin, '操作成功!')
  await admin.getByText(/^已选 \d+ 项/).waitFor({ state: 'detached' })
}
const agree = async (words: string) => {
  await questionOf(admin, words).getByRole('button', { name: '确定' }).click()
  await done()
}
/** What a login is told that does not succeed. */
const refusalOf = async (page: Page, account: string, plain = password) => {
  await site.login(page, account, plain)
  return page.getByRole('dialog', { name: '登录' }).getByRole('alert').innerText()
}

beforeAll(async () => {
  site = await openSite(async (platform) => ({
    fit: await register(platform),
    unfit: await register(platform),
    refusalOf: (account, plain) => platform.tokensFor(account, plain).then(String, ({ message }) => message),
  }))
  admin = await openAs(site, '/system/user')
})

describe.sequential('registrations (specification 001, section 5)', () => {
  test('the view of those who wait shows how many they are, and only them', async () => {
    const waiting = admin.getByRole('button', { name: /^待审核/ })
    await waiting.filter({ hasText: '2' }).waitFor()
    await waiting.click()
    await rowOf(admin, site.data.fit.account).waitFor()
    await rowOf(admin, 'admin').waitFor({ state: 'detached' })
    const rows = admin.getByRole('row').filter({ has: admin.getByRole('cell') })
    await expect.poll(() => rows.count()).toBe(2)
    await expect.poll(() => waiting.getAttribute('aria-pressed')).toBe('true')
    await admin.getByRole('button', { name: /^全部/ }).click()
    await rowOf(admin, 'admin').first().waitFor()
  })

  test('who is passed can log in', async () => {
    const page = await visit(site)
    expect(await refusalOf(page, site.data.fit.account)).toBe('账号正在等待管理员审核，审核通过后即可登录')
    await choose(site.data.fit.account)
    await press('审核通过')
    await agree('确定通过所选账号的注册申请？')
    await rowOf(admin, site.data.fit.account).getByText('正常').waitFor()
    await site.login(page, site.data.fit.account)
    await page.waitForURL('**/wel/index')
  })

  test('a refusal needs a reason, and the applicant reads it at the login', async () => {
    const { account } = site.data.unfit
    await choose(account)
    await press('审核拒绝')
    const form = dialogOf(admin, '审核拒绝')
    await form.getByText(`共 1 条`).waitFor()
    await form.getByRole('button', { name: '审核拒绝' }).click()
    await expect.poll(() => summaryOf(form)).toEqual(['请输入拒绝原因'])
    await expect.poll(() => descriptionOf(form.getByLabel('拒绝原因'))).toContain('请输入拒绝原因')
    await form.getByLabel('拒绝原因').fill('单位名称与营业执照不符')
    await form.getByRole('button', { name: '审核拒绝' }).click()
    await done()
    await rowOf(admin, account).getByText('已停用').waitFor()
    expect(await refusalOf(await visit(site), account)).toBe('账号未通过审核或已停用：单位名称与营业执照不符')
  })
})

describe.sequential('a password is reset (specification 001, section 5)', () => {
  const own = 'Nw-kvmtr-846Zq'
  let person: Page
  let initial: string

  test('the initial password is shown once', async () => {
    await choose(site.accounts.ca)
    await press('重置密码')
    await questionOf(admin, '将为所选账号生成新的初始密码').getByRole('button', { name: '确定' }).click()
    const shown = dialogOf(admin, '初始密码')
    await shown.getByText('仅显示这一次').waitFor()
    initial = await rowOf(shown, site.accounts.ca).locator('code').innerText()
    await shown.getByRole('button', { name: '我已保存，关闭' }).click()
    await shown.waitFor({ state: 'hidden' })
    await admin.reload()
    await rowOf(admin, site.accounts.ca).waitFor()
    await expect.poll(() => admin.getByText(initial).count()).toBe(0)
  })

  test('it opens nothing but the page to change it, wherever one wants to go', async () => {
    person = await visit(site)
    await site.login(person, site.accounts.ca, initial)
    await person.waitForURL('**/forcedModification')
    await person.goto('/project/declaration')
    await person.waitForURL('**/forcedModification')
    await person.getByRole('heading', { name: '修改初始密码' }).waitFor()
  })

  test('a weak password and one typed differently are named at their fields', async () => {
    const [first, again] = [person.getByLabel('新密码'), person.getByLabel('确认密码')]
    const change = () => person.getByRole('button', { name: '确认修改' }).click()
    await change()
    await expect.poll(() => summaryOf(person)).toEqual(['请输入新密码', '请输入确认密码'])
    await first.fill('abcdefgh')
    await again.fill('abcdefgi')
    await change()
    await expect.poll(() => summaryOf(person)).toEqual(['密码至少包含一个大写字母', '两次密码输入不一致'])
    await expect.poll(() => descriptionOf(first)).toContain('密码至少包含一个大写字母')
    await expect.poll(() => descriptionOf(again)).toContain('两次密码输入不一致')
    await first.fill('Passw0rd-')
    await again.fill('Passw0rd-')
    await change()
    await person.getByRole('alert').getByText('密码过于常见').waitFor()
    await expect.poll(() => descriptionOf(first)).toContain('密码过于常见或包含账号，请更换')
    await expect.poll(() => first.inputValue()).toBe('Passw0rd-')
  })

  test('after the change the login says so, and takes the new password', async () => {
    await person.getByLabel('新密码').fill(own)
    await person.getByLabel('确认密码').fill(own)
    await person.getByRole('button', { name: '确认修改' }).click()
    await person.getByRole('dialog', { name: '登录' }).getByText('密码修改成功').waitFor()
    await site.login(person, site.accounts.ca, own)
    await person.waitForURL('**/wel/index')
  })
})

describe.sequential('an account in hand', () => {
  test('five failures lock it even for the right password; an administrator unlocks it', async () => {
    const page = await visit(site)
    const wrong = await refusalOf(page, site.accounts.miit, 'Wrong-pass-519x')
    for (let i = 2; i <= 4; i++)
      expect(await site.data.refusalOf(site.accounts.miit, `Wrong-pass-51${i}x`)).toContain(wrong)
    expect(await refusalOf(page, site.accounts.miit, 'Wrong-pass-515x')).toBe(wrong)
    expect(await refusalOf(page, site.accounts.miit)).toContain('登录失败次数过多')
    await choose(site.accounts.miit)
    await press('账号解锁')
    await agree('确定解锁所选账号？')
    await waitForMessage(admin, '操作成功! 已解锁 1 个账号')
    await site.login(page, site.accounts.miit)
    await page.waitForURL('**/wel/index')
  })

  test('in the recycle bin accounts are restored, and nothing else is done with them', async () => {
    await admin.getByRole('link', { name: '回收站' }).click()
    await admin.getByRole('heading', { name: '已删除的用户' }).waitFor()
    await admin.getByRole('button', { name: '恢复', exact: true }).waitFor()
    for (const name of ['审核通过', '停用账号', '启用账号', '角色设置', '重置密码', '账号解锁', '导入', '导出'])
      await expect.poll(() => admin.getByRole('main').getByRole('button', { name, exact: true }).count()).toBe(0)
    await admin.getByRole('link', { name: '返回列表' }).first().click()
    await admin.getByRole('heading', { name: '用户管理' }).waitFor()
  })

  test('a role that is given opens its menus', async () => {
    const expert = await openConsole(site, site.accounts.expert1)
    const menu = expert.getByRole('navigation', { name: '菜单' })
    await menu.getByText('项目申报').waitFor()
    await expect.poll(() => menu.getByText('用户管理').count()).toBe(0)
    await choose(site.accounts.expert1)
    await press('角色设置')
    const form = dialogOf(admin, '角色设置')
    await pick(form, '角色', '平台管理员')
    await form.getByRole('heading', { name: '角色设置' }).click()
    await form.getByRole('button', { name: '保存' }).click()
    await waitForMessage(admin, '操作成功!')
    await rowOf(admin, site.accounts.expert1).getByText('平台管理员').waitFor()
    await expert.reload()
    await menu.getByText('用户管理').waitFor({ state: 'attached' })
  })

  test('who is disabled is out at the next thing he does, and reads why', async () => {
    const expert = await openConsole(site, site.accounts.expert2)
    await choose(site.accounts.expert2)
    await press('审核拒绝')
    const form = dialogOf(admin, '审核拒绝')
    await form.getByLabel('拒绝原因').fill('已离岗')
    await form.getByRole('button', { name: '审核拒绝' }).click()
    await done()
    await expert.getByRole('navigation', { name: '菜单' }).getByText('项目申报').click()
    await expert.getByRole('dialog', { name: '登录' }).getByText('用户令牌过期，请重新登录').waitFor()
    expect(await refusalOf(expert, site.accounts.expert2)).toContain('已离岗')
  })

  test('one cannot put oneself out', async () => {
    await choose('admin')
    await press('审核拒绝')
    const form = dialogOf(admin, '审核拒绝')
    await form.getByLabel('拒绝原因').fill('误操作')
    await form.getByRole('button', { name: '审核拒绝' }).click()
    await form.getByText('不能停用当前登录的账号').waitFor()
    await expect.poll(() => form.getByLabel('拒绝原因').inputValue()).toBe('误操作')
  })
})

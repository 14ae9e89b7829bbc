import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from '../support/browser.ts'
import { openSite, type Site } from '../support/site.ts'
import { arrive, dialogOf, questionOf, rowOf, saidAt, summaryOf, told, visit } from '../support/steps.ts'
import { password, type Registered, register } from '../support/story.ts'

interface Made {
  readonly fit: Registered
  readonly unfit: Registered
}

let site: Site<Made>
let admin: Page

/** The list of accounts with only this one in it, chosen. */
const choose = async (account: string) => {
  await admin.goto(`/system/user?account_equal=${account}`)
  await rowOf(admin, account).getByRole('checkbox').check()
}
const press = (name: string) => admin.getByRole('button', { name, exact: true }).click()
const agree = async (words: string) => {
  await questionOf(admin, words).getByRole('button', { name: '确定' }).click()
  await told(admin, '操作成功!')
}
/** What a login is told that does not succeed. */
const refusalOf = async (page: Page, account: string, plain = password) => {
  await site.login(page, account, plain)
  return page.getByRole('dialog', { name: '登录' }).getByRole('alert').innerText()
}

beforeAll(async () => {
  site = await openSite(await openBrowser(), async (platform) => ({
    fit: await register(platform),
    unfit: await register(platform),
  }))
  admin = await arrive(site)
}, 120_000)

describe.sequential('registrations (specification 001, section 5)', () => {
  test('the view of those who wait shows how many they are, and only them', async () => {
    await admin.goto('/system/user')
    const waiting = admin.getByRole('button', { name: /^待审核/ })
    await waiting.filter({ hasText: '2' }).waitFor()
    await waiting.click()
    await rowOf(admin, site.made.fit.account).waitFor()
    await rowOf(admin, 'admin').waitFor({ state: 'detached' })
    expect(
      await admin
        .getByRole('row')
        .filter({ has: admin.getByRole('cell') })
        .count(),
    ).toBe(2)
    expect(await waiting.getAttribute('aria-pressed')).toBe('true')
  })

  test('who is passed can log in', async () => {
    const page = await visit(site)
    expect(await refusalOf(page, site.made.fit.account)).toBe('账号正在等待管理员审核，审核通过后即可登录')
    await choose(site.made.fit.account)
    await press('审核通过')
    await agree('确定通过所选账号的注册申请？')
    await rowOf(admin, site.made.fit.account).getByText('正常').waitFor()
    await site.login(page, site.made.fit.account)
    await page.waitForURL('**/wel/index')
  })

  test('a refusal needs a reason, and the applicant reads it at the login', async () => {
    const { account } = site.made.unfit
    await choose(account)
    await press('审核拒绝')
    const form = dialogOf(admin, '审核拒绝')
    await form.getByText(`共 1 条`).waitFor()
    await form.getByRole('button', { name: '审核拒绝' }).click()
    expect(await summaryOf(form)).toEqual(['请输入拒绝原因'])
    expect(await saidAt(form.getByLabel('拒绝原因'))).toContain('请输入拒绝原因')
    await form.getByLabel('拒绝原因').fill('单位名称与营业执照不符')
    await form.getByRole('button', { name: '审核拒绝' }).click()
    await told(admin, '操作成功!')
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
    await shown.getByRole('button', { name: '已妥善记录，关闭' }).click()
    await shown.waitFor({ state: 'hidden' })
    await admin.reload()
    await rowOf(admin, site.accounts.ca).waitFor()
    expect(await admin.getByText(initial).count()).toBe(0)
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
    expect(await summaryOf(person)).toEqual(['请输入新密码', '请输入确认密码'])
    await first.fill('abcdefgh')
    await again.fill('abcdefgi')
    await change()
    expect(await summaryOf(person)).toEqual(['密码至少包含一个大写字母', '两次密码输入不一致'])
    expect(await saidAt(first)).toContain('密码至少包含一个大写字母')
    expect(await saidAt(again)).toContain('两次密码输入不一致')
    await first.fill('Passw0rd-')
    await again.fill('Passw0rd-')
    await change()
    await person.getByRole('alert').getByText('密码过于常见').waitFor()
    expect(await saidAt(first)).toContain('密码过于常见或包含账号，请更换')
    expect(await first.inputValue()).toBe('Passw0rd-')
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
    for (let i = 2; i <= 5; i++) expect(await refusalOf(page, site.accounts.miit, `Wrong-pass-51${i}x`)).toBe(wrong)
    expect(await refusalOf(page, site.accounts.miit)).toContain('登录失败次数过多')
    await choose(site.accounts.miit)
    await press('账号解锁')
    await agree('确定解锁所选账号？')
    await site.login(page, site.accounts.miit)
    await page.waitForURL('**/wel/index')
  })

  test('a role that is given opens its menus', async () => {
    const expert = await arrive(site, site.accounts.expert1)
    const menu = expert.getByRole('navigation', { name: '菜单' })
    await menu.getByText('项目申报').waitFor()
    expect(await menu.getByText('用户管理').count()).toBe(0)
    await choose(site.accounts.expert1)
    await press('角色配置')
    const form = dialogOf(admin, '角色配置')
    await form.getByLabel('角色').fill('平台管理员')
    await form.getByRole('option', { name: '平台管理员' }).waitFor({ state: 'attached' })
    await admin.keyboard.press('Enter')
    await admin.keyboard.press('Escape')
    await form.getByRole('button', { name: '保存' }).click()
    await told(admin, '操作成功!')
    await rowOf(admin, site.accounts.expert1).getByText('平台管理员').waitFor()
    await expert.reload()
    await menu.getByText('用户管理').waitFor({ state: 'attached' })
  })

  test('who is disabled is out at the next thing he does, and reads why', async () => {
    const expert = await arrive(site, site.accounts.expert2)
    await choose(site.accounts.expert2)
    await press('审核拒绝')
    const form = dialogOf(admin, '审核拒绝')
    await form.getByLabel('拒绝原因').fill('已离岗')
    await form.getByRole('button', { name: '审核拒绝' }).click()
    await told(admin, '操作成功!')
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
    expect(await form.getByLabel('拒绝原因').inputValue()).toBe('误操作')
  })
})

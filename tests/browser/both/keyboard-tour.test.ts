import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { wireTime } from '#server/base/process/clock.ts'
import { check } from '../../support/approve.ts'
import { hasFocus, keysOn, waitForHydration } from '../../support/keyboard.ts'
import {
  choose,
  chooseByTyping,
  moveToRow,
  openPageByMenu,
  pickNextDay,
  replaceText,
} from '../../support/keyboard-steps.ts'
import { dialogOf, questionOf, rowOf, summaryOf, waitForMessage, waitUntilSaved } from '../../support/page-steps.ts'
import type { Platform } from '../../support/platform.ts'
import {
  addLibraryRow,
  createEnterprise,
  creditCode,
  documents,
  endProcess,
  openWindow,
  password,
  saveDeclaration,
  submitAction,
} from '../../support/scenario.ts'
import { openSite, type Site } from '../../support/site.ts'

/** The tour of the README, steps 1 to 7, by keyboard alone: after a page has opened, these tests only press keys. */

const company = { account: 'jianpan', unitName: '苏州澄川键盘制造有限公司', organizationCode: creditCode(4712) }
const [forReview, forLibrary] = ['键盘初审项目', '键盘公示项目']

let site: Site<void>
let enterprise: Page
let platform: Page

const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const headingNamed = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
/** The number of projects on the home page. */
const totalOn = (page: Page) =>
  page.getByText('项目总数', { exact: true }).locator('xpath=ancestor::dl/div[1]/dd[1]').innerText()

/** Logs in by the dialog; the caller waits for what follows. */
const logIn = async (page: Page) => {
  const keys = keysOn(page)
  await keys.backTo(page.getByRole('banner').getByRole('button', { name: '登录' }))
  const dialog = dialogOf(page, '登录')
  await keys.press('Enter', () => dialog.waitFor())
  await keys.to(dialog.getByLabel('用户名'))
  await keys.type(company.account)
  await keys.to(dialog.getByLabel('密码', { exact: true }))
  await keys.type(password)
  await keys.to(dialog.getByTitle('看不清，换一张'))
  const answer = await site.readCaptcha(page, () => page.keyboard.press('Enter'))
  await keys.backTo(dialog.getByLabel('验证码', { exact: true }))
  await keys.type(answer)
  await page.keyboard.press('Enter')
}

/** Opens the first part of the declaration with a button or link of the open page. */
const openFirstPart = async (page: Page, opener: Locator) => {
  const keys = keysOn(page)
  await opener.waitFor()
  await keys.to(opener)
  const part = page.getByRole('main').getByRole('link', { name: '项目信息' })
  await keys.press('Enter', () => part.waitFor())
  await keys.to(part)
  await keys.press('Enter', () => page.getByLabel('项目名称').waitFor())
}

/** Makes a transition that needs no input. */
const decide = async (page: Page, action: string) => {
  const keys = keysOn(page)
  await keys.to(button(page, action))
  const confirm = button(page, `确认${action}`)
  await keys.press('Enter', () => confirm.waitFor())
  await keys.to(confirm)
  await keys.press('Enter', () => confirm.waitFor({ state: 'detached' }))
}

/** Presses a button for the selected rows and confirms; `until` waits for the result. */
const confirmAction = async (action: string, words: string, until: () => Promise<unknown>) => {
  const keys = keysOn(platform)
  await keys.backTo(button(platform, action))
  const question = questionOf(platform, words)
  await keys.press('Enter', () => question.waitFor())
  await keys.to(question.getByRole('button', { name: '确定' }))
  await keys.press('Enter', until)
}

/** Approves the selected registration, with a recorded check. */
const approveByKeys = async (until: () => Promise<unknown>) => {
  const keys = keysOn(platform)
  await keys.backTo(button(platform, '审核通过'))
  const approval = dialogOf(platform, '审核通过')
  const field = approval.getByLabel('核实记录')
  await keys.press('Enter', () => field.waitFor())
  await keys.to(field)
  await platform.keyboard.type(check)
  await keys.to(approval.getByRole('button', { name: '确定' }))
  await keys.press('Enter', until)
}

/** Skips the review: the declaration is in public notice. */
const placeInNotice = async ({ db }: Platform, pid: string) => {
  await endProcess(db, pid)
  await db.updateTable('declaration').set({ declareStatus: 50, stageSince: wireTime() }).where('id', '=', pid).execute()
  const move = { pid, move: 'decideApprove', fromStage: 40, toStage: 50, loop: 0, remarks: '[]' }
  await db.insertInto('declarationMove').values(move).execute()
}

beforeAll(async () => {
  site = await openSite(async (access) => {
    const admin = await access.admin()
    await addLibraryRow(admin)
    await openWindow(admin, { templateName: '键盘批次', maxPerCompany: 5, noticeDays: 5 })
    const declarant = await createEnterprise(access)
    const submit = async (projectName: string) => {
      const partValues = documents(declarant)
      const id = await saveDeclaration(declarant, partValues, { projectName })
      await submitAction(declarant, id, 'submit')
      return id
    }
    await submit(forReview)
    await placeInNotice(access, await submit(forLibrary))
  })
})

describe.sequential('the tour of the README by keyboard', () => {
  test('1: a province is selected in the ranking, and the map becomes a table', async () => {
    enterprise = await site.visit()
    await enterprise.waitForURL('**/Home')
    await waitForHydration(enterprise)
    await expect.poll(() => totalOn(enterprise)).toMatch(/^1\b/)
    const keys = keysOn(enterprise)
    await keys.to(enterprise.getByRole('option', { name: '第1名，江苏' }))
    await keys.press('Enter', () => link(enterprise, '查看江苏的全部项目').waitFor())
    await keys.backTo(button(enterprise, '以表格显示').first())
    await keys.press('Enter', () =>
      enterprise.getByRole('table', { name: '各省（区、市）项目数、投资额与发展指数' }).waitFor(),
    )
  })

  test('2: an enterprise registers; the list of errors leads to the wrong field', async () => {
    const page = enterprise
    const keys = keysOn(page)
    await keys.backTo(page.getByRole('banner').getByRole('link', { name: '注册' }))
    await keys.press('Enter', () => headingNamed(page, '用户注册').waitFor())
    await keys.to(page.getByLabel('单位名称'))
    await keys.type(company.unitName)
    await keys.to(page.getByLabel('统一社会信用代码'))
    await keys.type(`${company.organizationCode.slice(0, 17)}0`)
    const message = '统一社会信用代码校验位不正确，请核对营业执照'
    await keys.press('Enter', () => summaryOf(page))
    await keys.to(page.getByRole('alert').getByText(message))
    await keys.press('Enter', () => expect.poll(() => hasFocus(page.getByLabel('统一社会信用代码'))).toBe(true))
    await replaceText(page, company.organizationCode)
    const type = page.getByLabel('账号类型')
    await keys.press('Enter', () => expect.poll(() => type.count().then(() => hasFocus(type))).toBe(true))
    await page.keyboard.press('ArrowDown')
    for (const [label, text] of [
      ['用户姓名', '王明'],
      ['用户账号', company.account],
      ['手机', '19900001234'],
      ['邮箱', 'wang@example.com'],
      ['密码', password],
      ['确认密码', password],
    ] as const) {
      await keys.to(page.getByLabel(label, { exact: true }))
      await keys.type(text)
    }
    await keys.to(page.getByRole('checkbox', { name: '我已阅读并同意' }))
    await page.keyboard.press('Space')
    await keys.press('Enter', () => page.getByText('注册申请已提交,请耐心等待管理员通过!').waitFor())
    await logIn(page)
    await page.getByText('账号正在等待管理员审核').waitFor()
    await keys.press('Escape', () => dialogOf(page, '登录').waitFor({ state: 'detached' }))
  })

  test('3: the platform opens the waiting account in the drawer and approves it', async () => {
    platform = await site.visitAs(site.accounts.platform, password, '/wel/index')
    const keys = keysOn(platform)
    await openPageByMenu(platform, '系统管理', '用户管理')
    const row = rowOf(platform, company.account)
    await moveToRow(platform, row)
    const drawer = platform.getByRole('dialog').filter({ hasText: company.unitName })
    await keys.press('Enter', () => drawer.waitFor())
    await keys.press('Escape', () => drawer.waitFor({ state: 'detached' }))
    await expect.poll(() => hasFocus(row)).toBe(true)
    await keys.press('Space', () => platform.getByText('已选 1 项').waitFor())
    await approveByKeys(() => row.waitFor({ state: 'detached' }))
    await waitForMessage(platform, '操作成功!')
  })

  test('4: the enterprise fills in a part, closes the window, and finds everything again', async () => {
    await logIn(enterprise)
    await enterprise.getByRole('banner').getByRole('button', { name: '登录' }).waitFor({ state: 'detached' })
    const keys = keysOn(enterprise)
    await keys.backTo(enterprise.getByRole('banner').getByRole('link', { name: '项目申报' }))
    const start = button(enterprise, '开始填报')
    await keys.press('Enter', () => start.waitFor())
    await openFirstPart(enterprise, start)
    const overview = '建设覆盖全厂的5G专网。'
    await keys.to(enterprise.getByLabel('项目名称'))
    await keys.type('键盘填报项目')
    await chooseByTyping(enterprise, enterprise.getByLabel('省份'), '浙江')
    await choose(enterprise, enterprise.getByLabel('建设层级'))
    await pickNextDay(enterprise, enterprise.getByLabel('开工日期'), '2026-03-09', '2026-03-10')
    await keys.to(enterprise.getByRole('checkbox', { name: '中国移动' }))
    await enterprise.keyboard.press('Space')
    await keys.to(enterprise.getByLabel('项目概况'))
    await keys.type(overview)
    await waitUntilSaved(enterprise)
    const context = enterprise.context()
    await enterprise.close()
    enterprise = await context.newPage()
    await enterprise.goto(site.url)
    await openFirstPart(enterprise, enterprise.getByRole('main').getByRole('link', { name: /^继续填写/ }))
    await expect.poll(() => enterprise.getByLabel('项目概况').inputValue()).toBe(overview)
    await expect.poll(() => enterprise.getByLabel('开工日期').inputValue()).toBe('2026-03-10')
    await expect.poll(() => enterprise.getByRole('checkbox', { name: '中国移动' }).isChecked()).toBe(true)
  })

  test('5: the city returns a declaration with a remark on one field', async () => {
    const city = await site.visitAs(site.accounts.city, password, '/wel/index')
    const keys = keysOn(city)
    await openPageByMenu(city, '项目管理', '项目申报')
    await moveToRow(city, rowOf(city, forReview))
    await keys.press('Enter', () => headingNamed(city, forReview).waitFor())
    await keys.to(button(city, '受理'))
    await keys.press('Enter', () => button(city, '退回修改').waitFor())
    await keys.to(link(city, '跳到正文'))
    await keys.press('Enter', () => expect.poll(() => hasFocus(city.getByRole('main'))).toBe(true))
    const index = city.getByRole('navigation', { name: '各部分' })
    await keys.to(index.getByRole('link', { name: '项目信息' }))
    await keys.press('Enter', () => city.waitForURL('**#part-*-information'))
    // the buttons of a part are one tab stop; End leads to the last of them, the arrows to each
    await keys.to(button(city, '要求修改：项目信息'))
    await keys.press('End', () => expect.poll(() => hasFocus(button(city, '要求修改：创新点'))).toBe(true))
    await keys.press('ArrowUp', () => expect.poll(() => hasFocus(button(city, '要求修改：需求与痛点'))).toBe(true))
    await keys.press('ArrowUp', () => expect.poll(() => hasFocus(button(city, '要求修改：项目概况'))).toBe(true))
    const remark = city.getByRole('textbox', { name: '修改要求：项目概况' })
    await keys.press('Enter', () => expect.poll(() => remark.count().then(() => hasFocus(remark))).toBe(true))
    await keys.type('请补充投资依据')
    await keys.backTo(index.getByRole('link', { name: '办理' }))
    await keys.press('Enter', () => city.waitForURL('**#decision-*'))
    await decide(city, '退回修改')
    await city.getByText('当前环节没有需要您办理的事项。').waitFor()
  })

  test('6: the platform sets the days of public notice to 0 and closes the window', async () => {
    const keys = keysOn(platform)
    await openPageByMenu(platform, '项目管理', '申报模板')
    const row = rowOf(platform, '键盘批次')
    await moveToRow(platform, row)
    const form = dialogOf(platform, '键盘批次')
    await keys.press('e', () => form.waitFor())
    await keys.to(form.getByLabel('公示天数'))
    await replaceText(platform, '0')
    await keys.to(button(platform, '保存'))
    await keys.press('Enter', () => form.waitFor({ state: 'detached' }))
    await moveToRow(platform, row)
    await keys.press('Space', () => platform.getByText('已选 1 项').waitFor())
    const selected = platform.getByText('已选 1 项')
    await confirmAction('关闭窗口', '确定关闭所选申报窗口？', () => selected.waitFor({ state: 'detached' }))
    await expect.poll(() => hasFocus(row)).toBe(true)
    await waitForMessage(platform, '已关闭 1 个申报窗口')
  })

  test('7: the public notice ends; the project is in the library and the figure rises', async () => {
    const keys = keysOn(platform)
    await openPageByMenu(platform, '项目管理', '项目申报')
    await moveToRow(platform, rowOf(platform, forLibrary))
    await keys.press('Enter', () => headingNamed(platform, forLibrary).waitFor())
    await decide(platform, '公示结束，入库')
    await openPageByMenu(platform, '项目管理', '项目库')
    await rowOf(platform, forLibrary).waitFor()
    const visitor = await site.visit()
    await expect.poll(() => totalOn(visitor)).toMatch(/^2\b/)
  })
})

import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { user } from '#contract/system/user.ts'
import { pdfOf } from '#server/seed/demo/samples.ts'
import { pickValue } from '../../support/fill-form.ts'
import { advanceUntilSaved, chooseFile, descriptionOf, dialogOf, pauses, summaryOf } from '../../support/page-steps.ts'
import {
  createEnterprise,
  createStaff,
  creditCode,
  openWindow,
  password,
  register,
  saveDeclaration,
  submitAction,
  submitDeclaration,
  suzhou,
  userIdOf,
} from '../../support/scenario.ts'
import { openSite, type Site } from '../../support/site.ts'

interface SiteData {
  readonly writer: string
  /** A complete draft of `other`. */
  readonly draftId: string
  readonly returnedId: string
  readonly submittedId: string
  readonly other: string
  readonly operator: string
  /** An applicant whose registration was refused. */
  readonly refused: string
  /** An applicant whose registration waits. */
  readonly waiting: string
  /** An applicant in the name of the company of `other`. */
  readonly colleague: string
}

let site: Site<SiteData>
let page: Page

const addressOf = (id: string, part: string) => `/addDeclare/project?id=${id}&part=${part}`
const open = async (id: string, part: string) => {
  await page.goto(addressOf(id, part))
  await page.locator('[id^="f-"]').first().waitFor()
}
const chooseLanguage = async (on: Page, name: '中文' | 'English') => {
  await on.getByTitle('中文 / English').click()
  await on.getByRole('button', { name }).last().click()
}
const finish = () => page.getByRole('button', { name: /^保存并/ }).click()

beforeAll(async () => {
  site = await openSite(async (platform) => {
    await openWindow(await platform.admin(), { maxPerCompany: 10, accountTypes: '1' })
    const writer = await createEnterprise(platform)
    const city = await createStaff(platform, 'city', suzhou)
    const returnedId = await submitDeclaration(writer)
    await submitAction(city, returnedId, 'claim')
    const remark = { at: 'information.projectOverview', text: '请补充投资依据' }
    await submitAction(city, returnedId, 'cityReturn', {
      remarks: [remark, { at: 'facilities.terminals', text: '请补充终端型号' }],
    })
    const other = await createEnterprise(platform)
    const operator = await createEnterprise(platform, { type: 2 })
    const submittedId = await submitDeclaration(other)
    const draftId = await saveDeclaration(other)
    const { account: refused } = await register(platform)
    const { account: waiting } = await register(platform)
    const { account: colleague } = await register(platform, { code: other.organizationCode })
    const admin = await platform.admin()
    const userIds = await userIdOf(admin, refused)
    await admin.get(user.calls.auditRefuse, { userIds, reason: '信用代码与单位名称不符' })
    return {
      writer: writer.account,
      returnedId,
      submittedId,
      draftId,
      refused,
      waiting,
      colleague,
      operator: operator.account,
      other: other.account,
    }
  })
})

describe('registration in English (specification 000, section 5)', () => {
  test('all text is English, wrong values are named at their fields, and input survives going back', async () => {
    const visitor = await site.visit('desk', '/registerView/register?lang=en')
    const next = () => visitor.getByRole('button', { name: 'Next' }).click()
    await next()
    await expect
      .poll(() => summaryOf(visitor))
      .toEqual(['Organisation is required', 'Unified social credit code is required'])
    await visitor.getByLabel('Organisation').fill('Chengchuan Precision')
    await visitor.getByLabel('Unified social credit code').fill('91320500')
    await next()
    await expect
      .poll(() => descriptionOf(visitor.getByLabel('Unified social credit code')))
      .toContain('must have 18 digits or capital letters')
    await visitor.getByLabel('Unified social credit code').fill(creditCode(88_001))
    await next()
    await visitor.getByLabel('Real name').fill('Wang Ming')
    await visitor.getByLabel('Account', { exact: true }).fill('chengchuan')
    await visitor.getByLabel('Phone').fill('1990000')
    await visitor.getByLabel('E-mail').fill('wang@example')
    await visitor.getByLabel('Password', { exact: true }).fill(password)
    await visitor.getByLabel('Confirm password').fill(`${password}x`)
    await visitor.getByRole('button', { name: 'Submit' }).click()
    await expect
      .poll(() => summaryOf(visitor))
      .toEqual([
        'Account type is required',
        'phone number length is not 11',
        'The e-mail address is not valid',
        'The two passwords differ',
        'Please agree to the terms of use and the privacy policy',
      ])
    await chooseLanguage(visitor, '中文')
    await visitor.getByRole('alert').getByText('手机号码长度不是11位').waitFor()
    await chooseLanguage(visitor, 'English')
    await visitor.goBack()
    await expect.poll(() => visitor.getByLabel('Organisation').inputValue()).toBe('Chengchuan Precision')
    await visitor.goForward()
    await visitor.reload()
    await expect.poll(() => visitor.getByLabel('Real name').inputValue()).toBe('Wang Ming')
    for (const name of ['Password', 'Confirm password'])
      expect(await visitor.getByLabel(name, { exact: true }).inputValue()).toBe('')
    expect(await visitor.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))).not.toContain(
      password,
    )
    await visitor.getByLabel('Password', { exact: true }).fill(password)
    await visitor.getByLabel('Confirm password').fill(`${password}x`)
    await visitor.getByRole('button', { name: 'Back' }).click()
    await expect.poll(() => visitor.getByLabel('Organisation').inputValue()).toBe('Chengchuan Precision')
    await next()
    await expect.poll(() => visitor.getByLabel('Real name').inputValue()).toBe('Wang Ming')
    await visitor.getByLabel('Phone').fill('19900001234')
    await visitor.getByLabel('E-mail').fill('wang@example.com')
    await visitor.getByLabel('Account type').selectOption('Enterprise')
    const terms = visitor.getByRole('main').getByRole('link', { name: 'Terms of use (opens a new window)' })
    expect(await terms.getAttribute('href')).toBe('/statement/terms')
    await visitor.getByRole('checkbox', { name: 'I have read and agree to the Terms of use' }).check()
    await visitor.getByRole('button', { name: 'Submit' }).click()
    await expect.poll(() => summaryOf(visitor)).toEqual(['The two passwords differ'])
    await visitor.getByLabel('Confirm password').fill(password)
    const confirmation = visitor.getByLabel('Confirm password')
    await visitor.getByRole('button', { name: 'Show' }).last().click()
    await expect.poll(() => confirmation.getAttribute('type')).toBe('text')
    await expect
      .poll(() => descriptionOf(visitor.getByLabel('Password', { exact: true })))
      .toContain('8 to 64 characters')
    expect(await visitor.locator('main').innerText()).not.toMatch(/\p{Script=Han}/u)
    await visitor.getByRole('button', { name: 'Submit' }).click()
    await visitor.getByText('Your registration has been submitted').waitFor()
    await visitor.getByText('Within 1 to 3 working days').waitFor()
    const letter = { name: 'letter.pdf', mimeType: 'application/pdf', buffer: pdfOf('letter') }
    await chooseFile(visitor.getByText('Upload: Letter of authorisation'), letter)
    await visitor.getByText('Submitted', { exact: true }).waitFor()
    await visitor.getByText('letter.pdf').waitFor()
  })

  test('an existing account is named at its field by the server, in the language of the page', async () => {
    const visitor = await site.visit('desk', '/registerView/register')
    await visitor.getByLabel('单位名称').fill('苏州另一家有限公司')
    await visitor.getByLabel('统一社会信用代码').fill(creditCode(88_002))
    await visitor.getByRole('button', { name: '下一步' }).click()
    await visitor.locator('#f-type:focus').waitFor()
    const boxes = await Promise.all(
      ['密码', '确认密码'].map((label) => visitor.getByLabel(label, { exact: true }).boundingBox()),
    )
    expect(boxes[0]?.y).toBe(boxes[1]?.y)
    await visitor.getByLabel('账号类型').selectOption('企业')
    await visitor.getByLabel('用户姓名').fill('王明')
    await visitor.getByLabel('用户账号').fill(site.data.writer)
    await visitor.getByLabel('手机').fill('19900001234')
    await visitor.getByLabel('邮箱').fill('wang@example.com')
    await visitor.getByLabel('密码', { exact: true }).fill(password)
    await visitor.getByLabel('确认密码').fill(password)
    await visitor.getByRole('checkbox', { name: '我已阅读并同意' }).check()
    await visitor.getByRole('button', { name: '提交注册' }).click()
    const [only] = await summaryOf(visitor)
    await expect.poll(() => descriptionOf(visitor.getByLabel('用户账号'))).toContain(only)
    await chooseLanguage(visitor, 'English')
    await visitor.getByRole('alert').getByText('Account already exists').waitFor()
    await chooseLanguage(visitor, '中文')
    await expect.poll(() => visitor.getByLabel('用户姓名').inputValue()).toBe('王明')
  })
})

test('a refused applicant corrects the registration and submits it again, without the password', async () => {
  const visitor = await site.visit('desk', '/Home')
  await site.login(visitor, site.data.refused, password)
  const dialog = dialogOf(visitor, '登录')
  await dialog.getByRole('alert').getByText('信用代码与单位名称不符').waitFor()
  await dialog.getByRole('link', { name: '修改并重新提交' }).click()
  await visitor.getByText('您的注册申请未通过审核，请修改后重新提交').waitFor()
  await visitor.getByText('审核状态').locator('..').getByText('未通过审核', { exact: true }).waitFor()
  await visitor.getByLabel('单位名称').fill('苏州更正有限公司')
  await visitor.reload()
  await expect.poll(() => visitor.getByLabel('单位名称').inputValue()).toBe('苏州更正有限公司')
  await visitor.getByRole('button', { name: '下一步' }).click()
  await expect.poll(() => visitor.getByLabel('用户账号').inputValue()).toBe(site.data.refused)
  expect(await visitor.locator('input[type=password]').count()).toBe(0)
  await visitor.getByRole('button', { name: '重新提交' }).click()
  await visitor.getByText('注册申请已提交,请耐心等待管理员通过!').waitFor()
})

test('a waiting applicant hands in a proof after a login; a file of another format is refused', async () => {
  const visitor = await site.visit('desk', '/Home')
  await site.login(visitor, site.data.waiting, password)
  await dialogOf(visitor, '登录').getByRole('link', { name: '补交证明材料或修改申请' }).click()
  await visitor.getByRole('heading', { name: '证明材料' }).waitFor()
  await visitor.getByText('审核状态').locator('..').getByText('待审核', { exact: true }).waitFor()
  await visitor
    .getByText('提交时间')
    .locator('..')
    .getByText(/^\d{4}-\d\d-\d\d /)
    .waitFor()
  await visitor.getByLabel('单位名称').fill('苏州补交有限公司')
  const upload = visitor.getByText('上传营业执照')
  await chooseFile(upload, { name: 'licence.docx', mimeType: 'application/msword', buffer: pdfOf('licence') })
  await visitor.getByRole('alert').getByText('证明材料只支持 pdf、jpg、png 格式').waitFor()
  await chooseFile(upload, { name: 'licence.pdf', mimeType: 'application/pdf', buffer: pdfOf('licence') })
  await visitor.getByText('已提交', { exact: true }).waitFor()
  await visitor.getByText('licence.pdf').waitFor()
  await visitor.getByText('新文件将替换已提交的文件').waitFor()
  // what was typed stays, and the new key sends it
  await expect.poll(() => visitor.getByLabel('单位名称').inputValue()).toBe('苏州补交有限公司')
  await visitor.getByRole('button', { name: '下一步' }).click()
  await visitor.getByRole('button', { name: '重新提交' }).click()
  await visitor.getByText('注册申请已提交,请耐心等待管理员通过!').waitFor()
  await visitor.getByText('licence.pdf').waitFor()
})

test('a clerk confirms a later account of the same company in the personal center', async () => {
  const clerk = await site.visitAs(site.data.other, password, '/personalCenter/account?tab=colleagues')
  await clerk.getByText('以下人员申请以本单位名义注册账号').waitFor()
  await clerk.getByText('王明', { exact: true }).last().waitFor()
  await clerk.getByRole('definition').filter({ hasText: site.data.colleague }).waitFor()
  await clerk.getByRole('button', { name: '异议' }).click()
  await clerk.getByRole('button', { name: '提交异议' }).click()
  await clerk.getByText('请输入异议理由').first().waitFor()
  await clerk.reload()
  await clerk.getByRole('button', { name: '确认' }).click()
  await clerk.getByRole('status').getByText('您已确认。').waitFor()
})

test('a blank letter of authorisation can be printed, without its button', async () => {
  const visitor = await site.visit('desk', '/authorisationLetter')
  await visitor.getByRole('heading', { name: '授权委托书' }).waitFor()
  await visitor.getByText('统一社会信用代码：').waitFor()
  await visitor.getByText('且不含涉密信息').waitFor()
  await visitor.emulateMedia({ media: 'print' })
  await expect.poll(() => visitor.getByRole('button', { name: '打印' }).isVisible()).toBe(false)
})

test('a user who may not declare sees the reason and cannot start', async () => {
  const operator = await site.visitAs(site.data.operator, password, '/addDeclare/project')
  await operator.getByText('目前不能申报').waitFor()
  await operator.getByText('本批次未向您的账号类型开放').waitFor()
  await operator.getByRole('main').getByText('严禁填报、上传涉密信息').waitFor()
  await expect.poll(() => operator.getByRole('button', { name: '开始填报' }).isDisabled()).toBe(true)
})

describe.sequential('filling in a part', () => {
  beforeAll(async () => {
    page = await site.visitAs(site.data.other, password, addressOf(site.data.draftId, 'information'))
    await page.clock.install()
  })

  test('an invalid number stays as typed and is named when the part is finished; a valid one is normalized', async () => {
    await page.getByLabel(/^项目总投资/).fill('三千万')
    await advanceUntilSaved(page)
    await page.reload()
    await expect.poll(() => page.getByLabel(/^项目总投资/).inputValue()).toBe('三千万')
    await finish()
    await expect.poll(() => summaryOf(page)).toEqual(['项目总投资（万元）应为数字'])
    expect(await page.title()).toMatch(/^错误：项目信息/)
    await expect.poll(() => descriptionOf(page.getByLabel(/^项目总投资/))).toContain('项目总投资（万元）应为数字')
    await page.getByLabel(/^项目总投资/).fill('3000.50')
    await page.getByLabel('项目概况').click()
    await expect.poll(() => page.getByLabel(/^项目总投资/).inputValue()).toBe('3000.5')
    await page.getByLabel(/^项目总投资/).fill('１,２００')
    await page.getByLabel('项目概况').click()
    await expect.poll(() => page.getByLabel(/^项目总投资/).inputValue()).toBe('1200')
  })

  test('changing the province clears city and district', async () => {
    const [province, city, district] = ['省份', '城市', /^区县/].map((name) =>
      page.getByRole('combobox', { name }),
    ) as [Locator, Locator, Locator]
    await pickValue(province, '320000')
    await pickValue(city, '320500')
    await pickValue(district, '320583')
    await pickValue(province, '330000')
    await expect.poll(async () => [await city.inputValue(), await district.inputValue()]).toEqual(['', ''])
    // scrolls before the click: an open list closes when the page scrolls
    await city.hover()
    await city.click()
    await page.locator('[role=option]:visible').filter({ hasText: '杭州市' }).waitFor()
    await expect.poll(() => page.locator('[role=option]:visible').filter({ hasText: '苏州市' }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await expect.poll(() => district.getByRole('option').allInnerTexts()).toEqual(['请先选择上一级'])
    await advanceUntilSaved(page)
  })

  test('text over the limit is counted and named, never truncated', async () => {
    const overview = page.getByLabel('项目概况')
    const long = `${'字'.repeat(1501)}👩‍🔧`
    await overview.fill(long.slice(0, 10))
    await page.getByText('还可输入 1490 字').waitFor()
    await overview.fill(long)
    await page.getByText('已超出 2 字').waitFor()
    await expect.poll(() => overview.inputValue()).toBe(long)
    await finish()
    await expect.poll(() => summaryOf(page)).toContain('项目概况不能超过1500个字')
    await expect.poll(() => overview.inputValue()).toBe(long)
  })

  test('rows can be added and removed; the others keep their values', async () => {
    await open(site.data.draftId, 'facilities')
    const list = page.locator('section[aria-labelledby="f-terminals-h"]')
    const before = await list.getByRole('group', { name: /^5G终端 \d+$/ }).count()
    await list.getByRole('button', { name: /^添加/ }).click()
    await list.getByRole('button', { name: /^添加/ }).click()
    await list
      .getByLabel(/^型号/)
      .nth(before + 1)
      .fill('留下的型号')
    const middleOf = async (one: Locator) => {
      const box = await one.boundingBox()
      return box ? box.y + box.height / 2 : 0
    }
    const remove = list.getByRole('button', { name: `删除5G终端 ${before + 1}` })
    const name = list.getByText(`5G终端 ${before + 1}`, { exact: true })
    expect(Math.abs((await middleOf(remove)) - (await middleOf(name)))).toBeLessThan(3)
    await remove.click()
    await advanceUntilSaved(page)
    await page.reload()
    await list.getByLabel(/^型号/).first().waitFor()
    await expect.poll(() => list.getByRole('group', { name: /^5G终端 \d+$/ }).count()).toBe(before + 1)
    await expect.poll(() => list.getByLabel(/^型号/).nth(before).inputValue()).toBe('留下的型号')
  })

  test('a removed row can be restored with its values, and a row can be copied', async () => {
    const list = page.locator('section[aria-labelledby="f-terminals-h"]')
    const models = () =>
      list.getByLabel(/^型号/).evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))
    const before = await models()
    await list.getByRole('button', { name: '删除5G终端 1' }).click()
    await list.getByText('已删除“5G终端 1”').waitFor()
    expect(await models()).toEqual(before.slice(1))
    await list.getByRole('button', { name: '撤销删除' }).click()
    await list.getByText('已删除').waitFor({ state: 'detached' })
    expect(await models()).toEqual(before)
    await list.getByRole('button', { name: '复制5G终端 1' }).click()
    await list.getByRole('group', { name: `5G终端 ${before.length + 1}` }).waitFor()
    expect(await models()).toEqual([before[0], ...before])
    await advanceUntilSaved(page)
  })

  test('more than five equal faults are one line that goes through them, also in folded rows', async () => {
    await open(site.data.draftId, 'facilities')
    const list = page.locator('section[aria-labelledby="f-terminals-h"]')
    const rows = list.getByRole('group', { name: /^5G终端 \d+$/ })
    const before = await rows.count()
    for (let n = 1; n <= 6; n++) await list.getByRole('button', { name: '添加5G终端' }).click()
    await advanceUntilSaved(page)
    await page.reload()
    await rows.first().waitFor()
    // a long list opens folded
    await expect.poll(() => list.getByLabel(/^型号/).first().isVisible()).toBe(false)
    await finish()
    const summary = page.locator('[role=alert]').filter({ hasText: '处尚未填写或需要修改' })
    await summary.getByRole('button', { name: /^5G终端：请选择终端类型（\d+ 处，逐处修改）/ }).click()
    const steps = page.getByRole('region', { name: '逐处修改' })
    /** The type in the row that a step names, when it has the focus. */
    const typeAt = async (step: number) => {
      const words = await steps
        .getByText(new RegExp(`^第 ${step} 处，共 \\d+ 处 · 5G终端第\\d+条：请选择终端类型`))
        .innerText()
      const type = rows.nth(Number(/终端第(\d+)条/.exec(words)?.[1]) - 1).getByLabel(/^终端类型/)
      await expect.poll(() => type.evaluate((one) => one === document.activeElement)).toBe(true)
      return type
    }
    await typeAt(1)
    await steps.getByRole('button', { name: '下一处' }).click()
    await typeAt(2)
    await page.keyboard.press('F8')
    const type = await typeAt(3)
    await steps.getByRole('button', { name: '关闭' }).click()
    await expect.poll(() => steps.count()).toBe(0)
    await expect
      .poll(() =>
        rows
          .nth(before + 3)
          .getByText('2 处需要修改')
          .isVisible(),
      )
      .toBe(true)
    await list.getByRole('button', { name: '收起或展开全部' }).click()
    await expect.poll(() => type.isVisible()).toBe(false)
  })

  test('rows can be edited as a table', async () => {
    const list = page.locator('section[aria-labelledby="f-terminals-h"]')
    await list.getByRole('button', { name: '以表格显示' }).click()
    const table = list.getByRole('table')
    await table.getByRole('columnheader', { name: '终端类型' }).waitFor()
    const last = table.getByRole('row').last()
    await last.getByLabel(/^型号/).fill('表格中填写')
    await pickValue(last.getByLabel(/^终端类型/), '1')
    await list.getByRole('button', { name: '以表格显示' }).click()
    await list
      .getByRole('group', { name: /^5G终端 \d+$/ })
      .last()
      .getByText('表格中填写')
      .waitFor()
    for (let n = 1; n <= 6; n++)
      await list
        .getByRole('button', { name: /^删除5G终端/ })
        .last()
        .click()
    await advanceUntilSaved(page)
  })

  test('cells of a spreadsheet become rows; what is no value of its field is named and left empty', async () => {
    const list = page.locator('section[aria-labelledby="f-terminals-h"]')
    const rows = list.getByRole('group', { name: /^5G终端 \d+$/ })
    const before = await rows.count()
    await list.getByRole('button', { name: '从表格粘贴' }).click()
    const dialog = dialogOf(page, '粘贴到“5G终端”')
    await dialog.getByLabel('从表格软件复制的单元格').fill('型号\t终端类型\t数量\nP-1\t工业CPE\t12\nP-2\t卫星电话\t3')
    await dialog.getByText('识别到 2 条').waitFor()
    await dialog.getByText('第2条“终端类型”没有“卫星电话”这一项，留空').waitFor()
    await dialog.getByRole('button', { name: '添加 2 条' }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => rows.count()).toBe(before + 2)
    await expect.poll(() => rows.nth(before).getByLabel(/^型号/).inputValue()).toBe('P-1')
    await expect.poll(() => rows.nth(before).getByLabel(/^数量/).inputValue()).toBe('12')
    await expect
      .poll(() =>
        rows
          .nth(before)
          .getByLabel(/^终端类型/)
          .inputValue(),
      )
      .not.toBe('')
    await expect
      .poll(() =>
        rows
          .nth(before + 1)
          .getByLabel(/^终端类型/)
          .inputValue(),
      )
      .toBe('')
    // the text that is no value stays at its field until that is filled in, also after a reload
    await advanceUntilSaved(page)
    await page.reload()
    await rows
      .nth(before + 1)
      .getByText('1 处粘贴的内容待处理')
      .click()
    const note = rows.nth(before + 1).getByText('粘贴的内容：卫星电话')
    await note.waitFor()
    await pickValue(rows.nth(before + 1).getByLabel(/^终端类型/), '1')
    await expect.poll(() => note.count()).toBe(0)
    await expect.poll(() => list.getByText('粘贴的内容待处理').count()).toBe(0)
    for (let n = 1; n <= 2; n++)
      await list
        .getByRole('button', { name: /^删除5G终端/ })
        .last()
        .click()
    await advanceUntilSaved(page)
  })

  test('a phone number with spaces and country code is accepted and normalized', async () => {
    await open(site.data.draftId, 'contact')
    await page.getByLabel('联系人手机').fill('+86 199 0000 5678')
    await page.getByLabel('所在部门').click()
    await expect.poll(() => page.getByLabel('联系人手机').inputValue()).toBe('19900005678')
    await advanceUntilSaved(page)
  })

  test('only industries that may declare are offered', async () => {
    await open(site.data.draftId, 'information')
    const section = page.getByLabel('国民经济门类')
    await section.getByRole('option', { name: 'C 制造业' }).waitFor({ state: 'attached' })
    const options = await section
      .getByRole('option')
      .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value))
    expect(options).toEqual(['', 'B', 'C', 'D', 'G'])
  })

  test('an improbable value gets a hint at its field and on the check page', async () => {
    await open(site.data.draftId, 'innovation')
    const list = page.locator('section[aria-labelledby="f-results-h"]')
    const after = list.getByLabel('应用后').first()
    await list.getByLabel('应用前').first().fill('120')
    await after.fill('100')
    const hint = '应用后（100）比应用前（120）差，请核实是否填反'
    // a hint above an open list would move the page, which closes the list: it waits until something is chosen
    const indicator = list.getByRole('combobox', { name: '指标' }).last()
    await indicator.evaluate((element) => element.scrollIntoView({ block: 'start' }))
    await indicator.hover()
    await indicator.click()
    const option = page.getByRole('option', { name: '交付周期' })
    await option.waitFor()
    await page.clock.fastForward(pauses.save)
    // what is outside of an open list has no role
    await page.getByText(/^已保存/).waitFor()
    await page.clock.fastForward(pauses.save)
    expect([await list.getByText(hint).count(), await option.isVisible()]).toEqual([0, true])
    await option.click()
    await advanceUntilSaved(page)
    await list.getByText(hint).waitFor()
    await expect.poll(() => descriptionOf(after)).toContain(`提示：${hint}`)
    await page.goto(`/addDeclare/project?id=${site.data.draftId}&step=check`)
    await expect.poll(() => page.title()).toMatch(/^错误：核对填报内容/)
    const hintItem = page.getByRole('listitem').filter({ hasText: hint })
    await hintItem.getByRole('link', { name: '创新应用 › 应用成效 › 1 › 应用后' }).click()
    await page.locator('input:focus').waitFor()
    await expect.poll(() => descriptionOf(after)).toContain(hint)
  })

  test('a declaration under review is read-only', async () => {
    await open(site.data.submittedId, 'facilities')
    await page.getByText('已提交，等待受理，内容不能修改；受理前可以撤回。').waitFor()
    const controls = page.getByRole('main').locator('input, select, textarea')
    await expect.poll(() => controls.count()).toBeGreaterThan(20)
    await expect
      .poll(() => controls.evaluateAll((all) => all.filter((one) => !(one as HTMLInputElement).disabled).length))
      .toBe(0)
    await expect.poll(() => page.getByRole('button', { name: /^添加|^删除|^保存并/ }).count()).toBe(0)
  })
})

describe.sequential('a returned declaration', () => {
  test('shows a remark at its field or list; only these can be changed', async () => {
    page = await site.visitAs(site.data.writer, password, addressOf(site.data.returnedId, 'information'))
    await expect.poll(() => descriptionOf(page.getByLabel('项目概况'))).toContain('修改要求：请补充投资依据')
    await expect.poll(() => page.getByLabel('项目概况').isEnabled()).toBe(true)
    await expect.poll(() => page.getByLabel('项目名称').isDisabled()).toBe(true)
    await open(site.data.returnedId, 'facilities')
    await page.locator('section[aria-labelledby="f-terminals-h"]').getByText('请补充终端型号').waitFor()
    await expect.poll(() => page.getByRole('button', { name: /^添加5G终端/ }).count()).toBe(1)
    await expect.poll(() => page.getByRole('button', { name: /^添加边缘计算/ }).count()).toBe(0)
    await expect.poll(() => page.getByLabel('主要运营商').isDisabled()).toBe(true)
  })

  test('lists the requested corrections', async () => {
    await page.goto(`/addDeclare/project?id=${site.data.returnedId}`)
    await page.getByText('申报已退回修改').waitFor()
    await page.getByText('审核单位提出 2 条修改要求').waitFor()
    const remark = page.getByRole('listitem').filter({ hasText: '请补充投资依据' })
    await expect
      .poll(async () => (await remark.innerText()).replaceAll(/\s+/g, ' '))
      .toBe('项目信息 › 项目概况 请补充投资依据')
    await remark.getByRole('link').click()
    await page.locator('#f-projectOverview:focus').waitFor()
    await page.goBack()
    await page.getByRole('listitem').filter({ hasText: '项目信息' }).getByText('需修改').waitFor()
    await page.getByRole('listitem').filter({ hasText: '保障措施' }).getByText('只读').waitFor()
  })
})

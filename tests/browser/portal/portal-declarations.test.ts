import type { Locator, Page, Route } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { declaration } from '#contract/project/declaration.ts'
import { template } from '#contract/project/template.ts'
import { pdfOf } from '#server/seed/demo/samples.ts'
import { advanceUntilSaved, descriptionOf, dialogOf, rowOf } from '../../support/page-steps.ts'
import {
  createEnterprise,
  createStaff,
  documents,
  openWindow,
  password,
  saveDeclaration,
  submitAction,
  submitDeclaration,
  suzhou,
} from '../../support/scenario.ts'
import { openSite, type Site } from '../../support/site.ts'

interface SiteData {
  readonly company: string
  readonly unit: string
  readonly project: string
  readonly operator: string
  readonly late: string
  readonly draftId: string
  readonly submittedId: string
  readonly approvedId: string
}

const closeTime = '2026-01-31 17:00:00'
let site: Site<SiteData>
let company: Page
let late: Page
let operator: Page

/** Performs an action on the open page and confirms it. */
const performAction = async (page: Page, name: string) => {
  await page.getByRole('button', { name, exact: true }).click()
  await dialogOf(page, name).getByRole('button', { name: '确定' }).click()
  await dialogOf(page, name).waitFor({ state: 'detached' })
}
const factOf = (page: Page, label: string, value: string) =>
  page
    .getByRole('main')
    .locator('dl > div')
    .filter({ hasText: `${label}${value}` })
const openPart = async (page: Page, code: string) => {
  await page.goto(`/addDeclare/project?id=${site.data.draftId}&part=${code}`)
  await page.locator('[id^="f-"]').first().waitFor()
}

beforeAll(async () => {
  site = await openSite(async (platform) => {
    const admin = await platform.admin()
    const templateId = await openWindow(admin, { maxPerCompany: 20 })
    const enterprise = await createEnterprise(platform)
    const city = await createStaff(platform, 'city', suzhou)
    const approvedId = await submitDeclaration(enterprise)
    await submitAction(city, approvedId, 'claim')
    await submitAction(city, approvedId, 'cityApprove', { comment: '材料齐全，同意上报' })
    const documentValues = documents(enterprise)
    const withName = (projectName: string, more = {}) => ({
      ...documentValues,
      information: { ...documentValues.information, projectName, ...more },
    })
    const submittedId = await saveDeclaration(enterprise, withName('二期项目'))
    await submitAction(enterprise, submittedId, 'submit')
    for (let n = 1; n <= 9; n++) await enterprise.get(declaration.calls.save, { projectName: `草稿${n}` })
    const draftId = await saveDeclaration(enterprise, withName('三期项目', { operators: '1' }))
    const late = (await createEnterprise(platform)).account
    const phoneCompany = (await createEnterprise(platform, { type: 2 })).account
    await admin.get(template.calls.update, { id: templateId, openAt: '2026-01-01 09:00:00', closeAt: closeTime })
    const names = { unit: enterprise.unitName, project: String(documentValues.information?.projectName) }
    return { ...names, company: enterprise.account, operator: phoneCompany, late, draftId, submittedId, approvedId }
  })
  company = await site.visitAs(site.data.company, password, '/projectApplication/project')
  late = await site.visitAs(site.data.late, password, '/addDeclare/project')
})

test('after the closing time, the start page shows the date and cannot start a declaration', async () => {
  await late.getByText('目前不能申报').waitFor()
  await late.getByText(`申报已于 ${closeTime.slice(0, 10)}`).waitFor()
  await expect.poll(() => late.getByRole('button', { name: '开始填报' }).isDisabled()).toBe(true)
  await late.goto('/projectApplication/project')
  await late.getByText('还没有申报。').waitFor()
})

describe.sequential('my declarations (specification 000, section 4)', () => {
  test('ten are on a page, the newest first, with number and stage', async () => {
    await company.getByRole('table', { name: '共 12 项' }).waitFor()
    await expect.poll(() => company.getByRole('row').count()).toBe(11)
    await company.getByText('1 / 2').waitFor()
    await company.getByRole('link', { name: '下一页' }).click()
    await company.waitForURL('**?current=2')
    const row = rowOf(company, '省级审核中')
    await expect.poll(() => row.innerText()).toMatch(/5G-2026-320500-\d{5}/)
    await expect.poll(() => rowOf(company, '已提交').count()).toBe(1)
    const colourOf = (one: Locator) => one.evaluate((element) => getComputedStyle(element).color)
    const [stage, name] = [row.getByText('省级审核中', { exact: true }), row.getByText(site.data.unit)]
    expect(await colourOf(stage)).not.toBe(await colourOf(name))
    await company.goBack()
    await rowOf(company, '草稿9').getByText('草稿', { exact: true }).waitFor()
    await expect.poll(() => company.locator('[class~="undefined"]').count()).toBe(0)
  })

  test('editable ones open as a form, the others as details', async () => {
    const target = (stage: Page | ReturnType<typeof rowOf>) => stage.getByRole('link').first().getAttribute('href')
    expect(await target(rowOf(company, '草稿9'))).toMatch(/^\/addDeclare\/project\?id=\d+$/)
    await company.goto('/projectApplication/project?current=2')
    expect(await target(rowOf(company, '省级审核中'))).toBe(`/projectDetails/${site.data.approvedId}`)
  })
})

describe.sequential('the details of a declaration', () => {
  test('the timeline lists each step with office and comment', async () => {
    await company.goto(`/projectDetails/${site.data.approvedId}`)
    await company.getByText('由省工信部门与省通信管理局办理').waitFor()
    await company.getByText(site.data.project, { exact: true }).first().waitFor()
    const section = company.locator('section').filter({ has: company.getByRole('heading', { name: '办理过程' }) })
    const steps = (await section.getByRole('listitem').allInnerTexts()).map((step) => step.replaceAll(/\s+/g, ' '))
    expect(steps).toHaveLength(3)
    for (const words of ['提交申报', '受理', '初审通过'])
      expect(steps.filter((one) => one.includes(words))).toHaveLength(1)
    await section.getByText('材料齐全，同意上报').waitFor()
    await expect.poll(() => company.getByRole('button', { name: '撤回' }).count()).toBe(0)
  })

  test('each part can be opened and read', async () => {
    await company.locator('summary').filter({ hasText: '5G设施与边缘计算' }).click()
    await company.getByRole('heading', { name: '5G网络' }).waitFor()
    await expect.poll(() => company.getByRole('main').getByRole('textbox').count()).toBe(0)
  })

  test('it is downloaded as a PDF under the name of its project', async () => {
    const [download] = await Promise.all([
      company.waitForEvent('download'),
      company.getByRole('button', { name: '下载申报书（PDF）' }).click(),
    ])
    expect(download.suggestedFilename()).toBe(`${site.data.project}-申报书.pdf`)
  })

  test('a declaration not yet accepted can be withdrawn after a confirmation and edited again', async () => {
    await company.goto(`/projectDetails/${site.data.submittedId}`)
    await company.getByRole('button', { name: '撤回' }).click()
    const question = dialogOf(company, '撤回')
    await question.getByText('撤回后申报回到填报状态').waitFor()
    await question.getByRole('button', { name: '取消' }).click()
    await question.waitFor({ state: 'detached' })
    await company.getByText('已提交').first().waitFor()
    await performAction(company, '撤回')
    await company.getByText('已撤回').first().waitFor()
    await company.getByRole('link', { name: '前往填报' }).click()
    await company.getByRole('heading', { name: '填报清单' }).waitFor()
    await factOf(company, '项目名称', '二期项目').waitFor()
    await factOf(company, '单位名称', site.data.unit).waitFor()
  })

  test('details of another enterprise are not visible', async () => {
    await late.goto(`/projectDetails/${site.data.approvedId}`)
    await late.getByRole('main').getByRole('alert').waitFor()
    await expect.poll(() => late.getByText('办理过程').count()).toBe(0)
  })
})

test('leaving a part while it saves loses nothing and causes no conflict', async () => {
  await openPart(company, 'contact')
  await company.getByLabel(/^所在部门/).fill('设备管理部')
  await company.goto('/projectApplication/project')
  await rowOf(company, '草稿9').waitFor()
  await openPart(company, 'contact')
  await expect.poll(() => company.getByLabel(/^所在部门/).inputValue()).toBe('设备管理部')
  await company.getByRole('status').getByText('已保存').waitFor()
  await expect.poll(() => company.getByText('本部分内容已在其他页面修改').count()).toBe(0)
})

test('leaving a part before it saves by itself saves it, and then removes its copy in the browser', async () => {
  const copies = () =>
    company.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('saber-draft-')).length)
  await openPart(company, 'contact')
  // the save waits until the copy was seen
  const waiting: Route[] = []
  let isSeen = false
  await company.route(/ProjectContact\/save/, (route) => (isSeen ? route.continue() : void waiting.push(route)))
  await company.getByLabel(/^所在部门/).fill('工艺技术部')
  await expect.poll(copies).toBe(1)
  const saved = company.waitForResponse(/ProjectContact\/save/)
  await company.getByRole('navigation', { name: '当前位置' }).getByRole('link', { name: '填报清单' }).click()
  await company.getByRole('heading', { name: '填报清单' }).waitFor()
  isSeen = true
  for (const route of waiting) await route.continue()
  expect((await saved).ok()).toBe(true)
  await expect.poll(copies).toBe(0)
  await company.unroute(/ProjectContact\/save/)
})

test('a file goes on after its part was left, also after a cut, and is then in the declaration', async () => {
  await openPart(company, 'innovation')
  const evidence = company.locator('[id$="-evidence"]').first()
  const input = evidence.locator('input[type=file]')
  expect(await descriptionOf(input)).toContain('严禁填报、上传涉密信息')
  await input.setInputFiles({ name: '程序.exe', mimeType: 'application/pdf', buffer: pdfOf('no') })
  await expect.poll(() => descriptionOf(input)).toContain('不支持的文件类型')
  expect(await input.getAttribute('aria-invalid')).toBe('true')
  await company.route(/put-file-attach/, (route) => route.abort())
  await input.setInputFiles({ name: '佐证.pdf', mimeType: 'application/pdf', buffer: pdfOf('proof') })
  await evidence.getByText('网络中断').waitFor()
  await company.getByRole('navigation', { name: '当前位置' }).getByRole('link', { name: '填报清单' }).click()
  await company.getByText('1 个文件正在上传').waitFor()
  await company.getByRole('link', { name: '核对并提交' }).click()
  await company.getByText('以下文件尚未上传完成，上传完成后才能提交').waitFor()
  expect(await company.getByRole('button', { name: '提交申报' }).isDisabled()).toBe(true)
  await company.getByRole('link', { name: '返回清单' }).click()
  await company.unroute(/put-file-attach/)
  await expect.poll(() => company.getByText('个文件正在上传').count(), { timeout: 20_000 }).toBe(0)
  await openPart(company, 'innovation')
  await evidence.getByRole('button', { name: '佐证.pdf', exact: true }).waitFor()
})

test('an upload can be cancelled, and leaves the field as it was', async () => {
  await openPart(company, 'innovation')
  const evidence = company.locator('[id$="-evidence"]').first()
  await company.route(/put-file-attach/, (route) => route.abort())
  await evidence.locator('input[type=file]').setInputFiles({
    name: '另一份.pdf',
    mimeType: 'application/pdf',
    buffer: pdfOf('other'),
  })
  await evidence.getByRole('button', { name: '取消上传 另一份.pdf' }).click()
  await expect.poll(() => evidence.getByText('另一份.pdf').count()).toBe(0)
  await evidence.getByRole('button', { name: '佐证.pdf', exact: true }).waitFor()
  await company.unroute(/put-file-attach/)
})

test('a file that the server refuses is named in its field, in the list and before submission, and can be sent again', async () => {
  await openPart(company, 'innovation')
  const evidence = company.locator('[id$="-evidence"]').first()
  const input = evidence.locator('input[type=file]')
  await input.setInputFiles({ name: '损坏.pdf', mimeType: 'application/pdf', buffer: Buffer.from('no pdf') })
  await evidence.getByText('未能上传 损坏.pdf').waitFor()
  await evidence.getByRole('alert').filter({ hasText: '文件内容' }).waitFor()
  const again = company.waitForResponse(/put-file-attach/)
  await evidence.getByRole('button', { name: '重试 损坏.pdf' }).click()
  expect((await again).ok()).toBe(false)
  await company.getByRole('navigation', { name: '当前位置' }).getByRole('link', { name: '填报清单' }).click()
  await company.getByRole('listitem').filter({ hasText: '创新应用' }).getByText('1 个文件未能上传').waitFor()
  await company.getByRole('link', { name: '核对并提交' }).click()
  await company.getByText('以下文件未能上传，不在提交的内容中').waitFor()
  await company.getByRole('listitem').filter({ hasText: '创新应用：1 个文件未能上传' }).getByRole('link').click()
  await evidence.getByRole('button', { name: '取消上传 损坏.pdf' }).click()
  await expect.poll(() => evidence.getByText('损坏.pdf').count()).toBe(0)
  await evidence.getByRole('button', { name: '佐证.pdf', exact: true }).waitFor()
})

describe.sequential('the operator fills in the network', () => {
  test('after the invitation the enterprise cannot change the network, but everything else', async () => {
    await company.goto(`/addDeclare/project?id=${site.data.draftId}`)
    await performAction(company, '邀请运营商填写')
    await company.getByText('待运营商确认').first().waitFor()
    await company.getByRole('listitem').filter({ hasText: '5G设施' }).getByText('他方填写中').waitFor()
    await openPart(company, 'facilities')
    await expect.poll(() => company.getByLabel('组网方式').isDisabled()).toBe(true)
    await expect.poll(() => company.getByRole('button', { name: /^添加5G终端/ }).isEnabled()).toBe(true)
    await openPart(company, 'contact')
    await expect.poll(() => company.getByLabel('联系人', { exact: true }).isEnabled()).toBe(true)
  })

  test('the operator sees the declaration in its list and may change only the network', async () => {
    operator = await site.visitAs(site.data.operator, password, '/projectApplication/project')
    const listNamed = (name: string) =>
      operator.locator('section').filter({ has: operator.getByRole('heading', { level: 2, name, exact: true }) })
    await operator.getByRole('heading', { level: 1, name: '我参与的项目' }).waitFor()
    await listNamed('我参与的项目').waitFor()
    // the navigation calls the page what its heading says
    const current = operator.getByRole('banner').locator('[aria-current=page]')
    await expect.poll(() => current.allInnerTexts()).toEqual(['我参与的项目'])
    await listNamed('待我填写').getByRole('link', { name: '三期项目' }).click()
    await operator.getByRole('heading', { name: '填报清单' }).waitFor()
    await operator.getByRole('listitem').filter({ hasText: '项目信息' }).getByText('只读').waitFor()
    await operator.getByRole('listitem').filter({ hasText: '5G设施' }).getByText('待您填写').waitFor()
    await operator.getByText('共 3 个部分，其中 1 个可以修改，其余只读。').waitFor()
    await factOf(operator, '项目名称', '三期项目').waitFor()
    await factOf(operator, '单位名称', site.data.unit).waitFor()
    const backgroundOf = (one: Locator) => one.evaluate((element) => getComputedStyle(element).backgroundColor)
    const [handBack, view] = [
      operator.getByRole('button', { name: '确认并交回企业' }),
      operator.getByRole('link', { name: '查看申报状态' }),
    ]
    expect(await backgroundOf(view)).toBe('rgb(255, 255, 255)')
    expect(await backgroundOf(handBack)).not.toBe('rgb(255, 255, 255)')
    // the receipt leads to the same list, under its name
    await operator.goto(`/addDeclare/project?id=${site.data.draftId}&step=done`)
    await operator.getByRole('main').getByRole('link', { name: '我参与的项目' }).waitFor()
    await openPart(operator, 'information')
    await operator.getByText('由申报单位填写，您不能修改。').waitFor()
    await expect
      .poll(() => operator.getByRole('main').locator('input:enabled, textarea:enabled, select:enabled').count())
      .toBe(0)
    await openPart(operator, 'facilities')
    await expect.poll(() => operator.getByLabel('组网方式').isEnabled()).toBe(true)
    await expect.poll(() => operator.getByRole('button', { name: /^添加/ }).count()).toBe(0)
  })

  test('after the confirmation the enterprise gets it back with the input of the operator', async () => {
    await operator.clock.install()
    await operator.getByLabel(/^宏站数/).fill('37')
    await operator.getByLabel(/^合同编号/).fill('HT-2026-0037')
    const mode = operator.getByLabel('组网方式')
    const chosen = await mode.inputValue()
    await mode.selectOption('')
    await advanceUntilSaved(operator)
    await operator.getByRole('button', { name: '返回清单' }).click()
    // what is missing is named, with a way to it
    const confirm = '确认并交回企业'
    await operator.getByRole('button', { name: confirm, exact: true }).click()
    await dialogOf(operator, confirm).getByRole('button', { name: '确定' }).click()
    await dialogOf(operator, confirm).getByRole('button', { name: '5G设施与边缘计算 › 5G网络：请选择组网方式' }).click()
    await expect.poll(() => mode.evaluate((element) => element === document.activeElement)).toBe(true)
    await mode.selectOption(chosen)
    await advanceUntilSaved(operator)
    await operator.getByRole('button', { name: '返回清单' }).click()
    await performAction(operator, confirm)
    await operator.waitForURL('**/projectApplication/project')
    await operator.getByText('目前没有企业邀请您填写。').waitFor()
    await expect.poll(() => rowOf(operator, '三期项目').count()).toBe(0)
    await openPart(company, 'facilities')
    await expect.poll(() => company.getByLabel(/^宏站数/).inputValue()).toBe('37')
    await expect.poll(() => company.getByLabel('组网方式').isEnabled()).toBe(true)
  })
})

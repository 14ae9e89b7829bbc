import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { sizes } from '../../support/browser.ts'
import { descriptionOf } from '../../support/page-steps.ts'
import {
  createEnterprise,
  createStaff,
  documents,
  endProcess,
  openWindow,
  password,
  saveDeclaration,
  submitAction,
  suzhou,
} from '../../support/scenario.ts'
import { openSite, type Site } from '../../support/site.ts'

let site: Site<{ writer: string; operator: string; returnedId: string; listedId: string }>
let page: Page

const openStep = async (query: string) => {
  await page.goto(`/addDeclare/project?id=${site.data.returnedId}${query}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
}
const firstResult = { id: 'r1', indicator: 3, unit: '', before: 2, after: 3 }
const secondResult = { id: 'r2', indicator: 4, unit: '', before: 500, after: 600 }

beforeAll(async () => {
  site = await openSite(async (platform) => {
    await openWindow(await platform.admin(), { maxPerCompany: 2, allowRedeclare: 1 })
    const writer = await createEnterprise(platform)
    const city = await createStaff(platform, 'city', suzhou)
    const documentValues = documents(writer)
    const network = { ...(documentValues.facilities?.network as object), operator: 1 }
    const returnedId = await saveDeclaration(writer, {
      ...documentValues,
      information: { ...documentValues.information, operators: '1' },
      facilities: { ...documentValues.facilities, network },
      innovation: { ...documentValues.innovation, results: [firstResult, secondResult] },
    })
    await submitAction(writer, returnedId, 'submit')
    await submitAction(city, returnedId, 'claim')
    await submitAction(city, returnedId, 'cityReturn', {
      remarks: [
        { at: 'information.projectOverview', text: '请补充投资依据' },
        { at: 'innovation.results.r1.after', text: '请核实并注明单位' },
      ],
    })
    const listedId = await saveDeclaration(writer, {
      ...documentValues,
      information: { ...documentValues.information, projectName: '另一个项目' },
    })
    await submitAction(writer, listedId, 'submit')
    await endProcess(platform.db, listedId)
    await platform.db.updateTable('declaration').set({ declareStatus: 60 }).where('id', '=', listedId).execute()
    await platform.db
      .insertInto('declarationMove')
      .values({ pid: listedId, move: 'publish', fromStage: 50, toStage: 60, loop: 0, remarks: '[]' })
      .execute()
    await submitAction(await createStaff(platform, 'platform', null), listedId, 'unlist', { comment: '单位已注销' })
    const operator = (await createEnterprise(platform, { type: 2 })).account
    return { writer: writer.account, operator, returnedId, listedId }
  })
  page = await site.visitAs(site.data.writer, password, `/addDeclare/project?id=${site.data.returnedId}`)
})

test('the list of a returned declaration shows how many parts can be changed', async () => {
  await page.getByText('共 8 个部分，其中 2 个可以修改，其余只读。').waitFor()
})

test('the operator can read a returned declaration but not correct or submit it', async () => {
  const address = `/addDeclare/project?id=${site.data.returnedId}`
  const operator = await site.visitAs(site.data.operator, password, address)
  await operator.getByText('申报已退回，由申报单位修改').waitFor()
  // what concerns it: the project, the contacts, the facilities (docs/decisions/0128)
  await operator.getByText('共 3 个部分，均为只读。').waitFor()
  await operator.goto(`${address}&step=check`)
  await operator.getByRole('heading', { level: 2, name: '5G设施与边缘计算' }).waitFor()
  await expect.poll(() => operator.getByRole('button', { name: '提交申报' }).count()).toBe(0)
})

test('a remark on a cell unlocks its row; hints appear only in editable rows', async () => {
  await openStep('&part=innovation')
  const rows = page.locator('section[aria-labelledby="f-results-h"] > fieldset')
  const [open, locked] = [rows.nth(0), rows.nth(1)]
  await open.getByText('未填写单位，数值无法核对，建议补充').waitFor()
  await expect.poll(() => open.getByLabel(/^单位/).isEnabled()).toBe(true)
  await expect.poll(() => descriptionOf(open.getByLabel('应用后'))).toContain('修改要求：请核实并注明单位')
  await expect.poll(() => locked.getByLabel(/^单位/).isDisabled()).toBe(true)
  await expect.poll(() => locked.getByText('提示：').count()).toBe(0)
  await locked.getByText('未填写', { exact: true }).waitFor()
})

test('a part without remarks has no save button, and saving leads to the next editable part', async () => {
  const lockedReason = page.getByText('申报已退回修改，仅清单所列内容可以修改，本部分不能修改。')
  await openStep('&part=contact')
  await page.getByLabel('联系人', { exact: true }).waitFor()
  await lockedReason.waitFor()
  await expect.poll(() => page.getByRole('button', { name: /^保存并/ }).count()).toBe(0)
  await expect.poll(() => page.locator('[class~="undefined"]').count()).toBe(0)
  await openStep('&part=information')
  const next = page.getByRole('button', { name: '保存并填写下一部分' })
  await next.waitFor()
  expect(await lockedReason.count()).toBe(0)
  await next.click()
  await page.getByRole('heading', { level: 1, name: '创新应用' }).waitFor()
  await page.getByRole('button', { name: '保存并完成本部分' }).click()
  await page.getByRole('heading', { level: 1, name: '填报清单' }).waitFor()
})

test('the check page of a returned declaration lists the remarks and links only to editable parts', async () => {
  await openStep('&step=check')
  const remark = page.getByRole('listitem').filter({ hasText: '请补充投资依据' })
  await page.getByText('以下 2 条修改要求所指内容尚未修改').waitFor()
  await expect.poll(() => page.getByRole('link', { name: /^修改/ }).allInnerTexts()).toHaveLength(2)
  await expect.poll(() => page.getByRole('listitem').filter({ hasText: '应用成效 › 2' }).count()).toBe(0)
  await remark.getByRole('link', { name: '项目信息 › 项目概况' }).click()
  await page.locator('#f-projectOverview:focus').waitFor()
})

test('a returned declaration can be submitted on a phone; its number fits one line, and the timeline names the row of a remark', async () => {
  await page.setViewportSize(sizes.phone)
  await openStep('&step=check')
  const submit = page.getByRole('button', { name: '提交申报' })
  await submit.click()
  await page.getByText('有修改要求所指内容未修改，请说明原因').waitFor()
  await page.getByText('请勾选真实性承诺').waitFor()
  const note = page.locator('#f-comment:focus')
  await note.fill('长'.repeat(1001))
  await submit.click()
  await page.getByText('不能超过1000').waitFor()
  await note.fill('投资依据已在附件中')
  // what is typed survives a reload
  await page.reload()
  await expect.poll(() => page.getByLabel('给审核单位的说明').inputValue()).toBe('投资依据已在附件中')
  // the commitment is made again with each submission
  await submit.click()
  await page.locator('#f-confirmTruth:focus').waitFor()
  await page.getByRole('checkbox', { name: '本单位承诺' }).check()
  await expect.poll(() => page.getByText('请勾选真实性承诺').count()).toBe(0)
  await submit.click()
  await page.getByRole('heading', { level: 1, name: '申报已提交' }).waitFor()
  const number = page.getByText(/^5G-\d{4}-320500-\d{5}$/)
  const lines = await number.evaluate(
    (element) => element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight),
  )
  expect(Math.round(lines)).toBe(1)
  await page.getByRole('link', { name: '查看申报状态' }).click()
  await page.getByText('创新应用 › 应用成效 › 1 › 应用后').waitFor()
})

test('a removal that awaits a second approval is shown as requested', async () => {
  await page.goto(`/projectDetails/${site.data.listedId}`)
  await page.getByText('申请移出项目库').waitFor()
  await page.getByText('已入库').first().waitFor()
})

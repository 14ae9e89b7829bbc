import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { sizes } from '../../support/browser.ts'
import { descriptionOf } from '../../support/page-steps.ts'
import {
  createEnterprise,
  createStaff,
  documents,
  openWindow,
  password,
  saveDeclaration,
  submitAction,
  suzhou,
} from '../../support/scenario.ts'
import { openSite, type Site } from '../../support/site.ts'

let site: Site<{ writer: string; operator: string; returned: string; listed: string }>
let page: Page

const go = async (query: string) => {
  await page.goto(`/addDeclare/project?id=${site.data.returned}${query}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
}
const pointer = { id: 'r1', indicator: 3, unit: '', before: 2, after: 3 }
const second = { id: 'r2', indicator: 4, unit: '', before: 500, after: 600 }

beforeAll(async () => {
  site = await openSite(async (platform) => {
    await openWindow(await platform.admin(), { maxPerCompany: 2, allowRedeclare: 1 })
    const writer = await createEnterprise(platform)
    const city = await createStaff(platform, 'city', suzhou)
    const filled = documents(writer)
    const network = { ...(filled.facilities?.network as object), operator: 1 }
    const returned = await saveDeclaration(writer, {
      ...filled,
      information: { ...filled.information, operators: '1' },
      facilities: { ...filled.facilities, network },
      innovation: { ...filled.innovation, results: [pointer, second] },
    })
    await submitAction(writer, returned, 'submit')
    await submitAction(city, returned, 'claim')
    await submitAction(city, returned, 'cityReturn', {
      remarks: [
        { at: 'information.projectOverview', text: '请补充投资依据' },
        { at: 'innovation.results.r1.after', text: '请核实并注明单位' },
      ],
    })
    const listed = await saveDeclaration(writer, {
      ...filled,
      information: { ...filled.information, projectName: '另一个项目' },
    })
    await submitAction(writer, listed, 'submit')
    await platform.db.updateTable('declaration').set({ declareStatus: 60 }).where('id', '=', listed).execute()
    await platform.db
      .insertInto('declarationMove')
      .values({ pid: listed, move: 'publish', fromStage: 50, toStage: 60, loop: 0, remarks: '[]' })
      .execute()
    await submitAction(await createStaff(platform, 'platform', null), listed, 'unlist', { comment: '单位已注销' })
    const operator = (await createEnterprise(platform, { type: 2 })).account
    return { writer: writer.account, operator, returned, listed }
  })
  page = await site.visitAs(site.data.writer, password, `/addDeclare/project?id=${site.data.returned}`)
})

test('the list of a returned declaration says how many parts can be changed', async () => {
  await page.getByText('共 8 个部分，其中 2 个可以修改，其余只读。').waitFor()
})

test('its operator reads along, and is not asked to correct or to submit it', async () => {
  const address = `/addDeclare/project?id=${site.data.returned}`
  const operator = await site.visitAs(site.data.operator, password, address)
  await operator.getByText('申报已退回，由申报单位修改').waitFor()
  await operator.getByText('共 8 个部分，均为只读。').waitFor()
  await operator.goto(`${address}&step=check`)
  await operator.getByRole('heading', { level: 2, name: '证明材料' }).waitFor()
  await expect.poll(() => operator.getByRole('button', { name: '提交申报' }).count()).toBe(0)
})

test('a remark on a cell opens its row; hints stand only where something can be changed', async () => {
  await go('&part=innovation')
  const rows = page.locator('section[aria-labelledby="f-results-h"] > fieldset')
  const [open, locked] = [rows.nth(0), rows.nth(1)]
  await open.getByText('未填写单位，数值无法核对，建议补充').waitFor()
  await expect.poll(() => open.getByLabel(/^单位/).isEnabled()).toBe(true)
  await expect.poll(() => descriptionOf(open.getByLabel('应用后'))).toContain('修改要求：请核实并注明单位')
  await expect.poll(() => locked.getByLabel(/^单位/).isDisabled()).toBe(true)
  await expect.poll(() => locked.getByText('提示：').count()).toBe(0)
  await locked.getByText('未填写', { exact: true }).waitFor()
})

test('a part without remarks offers nothing to save, and saving leads from one open part to the next', async () => {
  await go('&part=contact')
  await page.getByLabel('联系人', { exact: true }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: /^保存并/ }).count()).toBe(0)
  await expect.poll(() => page.locator('[class~="undefined"]').count()).toBe(0)
  await go('&part=information')
  await page.getByRole('button', { name: '保存并填写下一部分' }).click()
  await page.getByRole('heading', { level: 1, name: '创新应用' }).waitFor()
  await page.getByRole('button', { name: '保存并完成本部分' }).click()
  await page.getByRole('heading', { level: 1, name: '填报清单' }).waitFor()
})

test('before it goes back, the check page lists the remarks and leads only to what can be changed', async () => {
  await go('&step=check')
  const asked = page.getByRole('listitem').filter({ hasText: '请补充投资依据' })
  await page.getByText('请逐条核对 2 条修改要求是否已落实').waitFor()
  await expect.poll(() => page.getByRole('link', { name: /^修改/ }).allInnerTexts()).toHaveLength(2)
  await expect.poll(() => page.getByRole('listitem').filter({ hasText: '应用成效 › 2' }).count()).toBe(0)
  await asked.getByRole('link', { name: '项目信息 › 项目概况' }).click()
  await page.locator('#f-projectOverview:focus').waitFor()
})

test('on a telephone it goes back, the number stands on one line, and the steps name the row of a remark', async () => {
  await page.setViewportSize(sizes.phone)
  await go('&step=check')
  await page.getByRole('button', { name: '提交申报' }).click()
  await page.getByRole('heading', { level: 1, name: '申报已提交' }).waitFor()
  const number = page.getByText(/^5G-\d{4}-320500-\d{5}$/)
  const lines = await number.evaluate((one) => one.clientHeight / Number.parseFloat(getComputedStyle(one).lineHeight))
  expect(Math.round(lines)).toBe(1)
  await page.getByRole('link', { name: '查看申报状态' }).click()
  await page.getByText('创新应用 › 应用成效 › 1 › 应用后').waitFor()
})

test('a removal that waits for a second person reads as asked for', async () => {
  await page.goto(`/projectDetails/${site.data.listed}`)
  await page.getByText('申请移出项目库').waitFor()
  await page.getByText('已入库').first().waitFor()
})

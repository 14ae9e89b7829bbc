import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { workClaim } from '#contract/work/work-claim.ts'
import { workTodo } from '#contract/work/work-todo.ts'
import { questionOf, summaryOf, visit } from '../../support/page-steps.ts'
import { createStaff, suzhou } from '../../support/scenario.ts'
import { openSite, type Site } from '../../support/site.ts'

/** An operator recommends a project, and corrects it after its return, in the frame of the portal (docs/decisions/0120). */

const project = '港口岸桥远程操控'
const opinion = '请补充改造前后的能耗数据'

let site: Site<{
  readonly operator: Awaited<ReturnType<typeof createStaff>>
  readonly city: Awaited<ReturnType<typeof createStaff>>
}>
let page: Page

beforeAll(async () => {
  site = await openSite(async (platform) => ({
    operator: await createStaff(platform, 'operator', suzhou),
    city: await createStaff(platform, 'city', suzhou),
  }))
  page = await visit(site, 'phone')
  await site.login(page, site.data.operator.account)
})

const isInPortal = () => page.getByRole('navigation', { name: '主导航' }).or(page.getByRole('button', { name: '菜单' }))

test('an operator opens its recommendations from 我的办件, and what is missing is said', async () => {
  await page.goto('/wel/index')
  await page.getByRole('main').getByRole('link', { name: '项目推荐' }).click()
  await page.getByRole('heading', { level: 1, name: '项目推荐' }).waitFor()
  await page.getByText('还没有项目推荐').waitFor()
  await page.getByRole('link', { name: '推荐项目' }).click()
  await page.getByLabel('项目名称', { exact: true }).fill(project)
  await page.getByRole('button', { name: '提交审核' }).click()
  expect(await summaryOf(page)).toHaveLength(4)
})

test('what is typed survives a reload, and a draft may be incomplete', async () => {
  await page.reload()
  await page.getByText('已恢复上次未保存的内容').waitFor()
  await expect.poll(() => page.getByLabel('项目名称', { exact: true }).inputValue()).toBe(project)
  await page.getByRole('button', { name: '保存草稿' }).click()
  await page.waitForURL('**/project/recommend')
  await page.getByRole('row', { name: project }).getByText('草稿').waitFor()
})

test('a complete draft is sent after a question', async () => {
  await page.getByRole('link', { name: project }).click()
  for (const [label, value] of [
    ['项目地址', '江苏省苏州市太仓市'],
    ['项目负责人', '项目组'],
    ['联系电话', '19900001111'],
    ['项目概述', '岸桥远程操控'],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(value)
  await page.getByRole('button', { name: '提交审核' }).click()
  await questionOf(page, '审核期间不能修改').getByRole('button', { name: '确定' }).click()
  await page.getByRole('row', { name: project }).getByText('审核中').waitFor()
})

test('a returned one is a task of 我的办件, which leads to its opinion and its form in the portal', async () => {
  const { city } = site.data
  const [task] = (await city.get(workClaim.calls.list, {})).records
  if (!task) throw new Error('The recommendation does not wait for the city.')
  const { taskId, processInstanceId } = task
  await city.get(workClaim.calls.claimTask, { taskId })
  await city.get(workTodo.calls.completeTask, { taskId, processInstanceId, flag: 'no', comment: opinion } as never)
  await page.goto('/wel/index')
  await page.getByRole('main').getByRole('link', { name: project }).click()
  await page.getByText(opinion).waitFor()
  expect(await isInPortal().first().isVisible()).toBe(true)
  await page.getByLabel('需求概述').fill('能耗下降百分之十')
  await page.getByRole('button', { name: '重新提交' }).click()
  await questionOf(page, '审核期间不能修改').getByRole('button', { name: '确定' }).click()
  await page.getByText('已提交审核').waitFor()
  await page.getByRole('row', { name: project }).getByText('审核中').waitFor()
  await page.getByRole('link', { name: project }).click()
  await page.getByText('能耗下降百分之十').waitFor()
})

test('an officer has the list at the same address in the console', async () => {
  const officer = await visit(site)
  await site.login(officer, site.accounts.platform)
  await officer.goto('/project/recommend')
  await officer.getByRole('heading', { level: 1, name: '项目推荐' }).waitFor()
  await officer.getByRole('navigation', { name: '已打开的页面' }).waitFor()
})

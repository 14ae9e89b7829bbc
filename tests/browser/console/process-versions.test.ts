import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { leave } from '#contract/desk/leave.ts'
import { workStart } from '#contract/work/work-start.ts'
import { run } from '#server/base/database/db.ts'
import { sql } from '#server/base/database/sql.ts'
import { withChanges } from '../../support/definitions.ts'
import { drawingOf, marksIn } from '../../support/diagrams.ts'
import { faultsAt, faultsInBothLanguages } from '../../support/page-faults.ts'
import { switchLanguage } from '../../support/page-look.ts'
import { chooseFile, clickAction, dialogOf, openAs, pick, questionOf, rowOf } from '../../support/page-steps.ts'
import type { Platform } from '../../support/platform.ts'
import { expression, readLeave, readProcess } from '../../support/process-files.ts'
import { createStaff } from '../../support/scenario.ts'
import { openSite, type Site } from '../../support/site.ts'

/** A new version of a process: rehearsed, compared, deployed, and given to the instances that run. */

const fileName = 'leave.bpmn20.xml'
const newVersion = () =>
  withChanges(
    readLeave(),
    ['days > 3', 'days > 5'],
    ['days <= 3', 'days <= 5'],
    ['name="上级审批"', 'name="分管领导审批"'],
  )

let site: Site<{ upgrade: () => Promise<unknown> }>
let page: Page

const startLeave = async (platform: Platform) => {
  const applicant = await createStaff(platform, 'city')
  const approver = await createStaff(platform, 'province_miit')
  const { records } = await applicant.get(workStart.calls.list, { mode: 1 })
  await applicant.get(leave.calls.startProcess, {
    processDefinitionId: records.find(({ key }) => key === 'leave')?.id ?? '',
    ...{ taskUser: approver.id, startTime: '2026-11-02 09:00:00', endTime: '2026-11-06 18:00:00', reason: '探亲' },
  })
  // as if another drawing had been shipped before
  const upgrade = () => run(platform.db, sql`update flow_definition set xml = xml || ' ' where key = 'leave'`)
  return { upgrade }
}

const rehearsal = () => dialogOf(page, /^试运行/)
const complete = async (task: string, decision: string) => {
  await rehearsal().getByLabel(`“${task}”的办理结果`).selectOption(decision)
  await rehearsal()
    .getByRole('button', { name: `完成 ${task}` })
    .click()
}
const closeDialog = async (dialog: Locator) => {
  await dialog.getByRole('button', { name: '关闭' }).last().click()
  await dialog.waitFor({ state: 'detached' })
}

beforeAll(async () => {
  site = await openSite(startLeave)
  page = await openAs(site, '/flow/flow-deploy')
})

describe.sequential('a new version', () => {
  test('needs the fields of the page first, and a message names those that are empty', async () => {
    await page.getByRole('button', { name: '选择文件' }).click()
    await page.locator('[data-toast]').getByText('请先选择流程类型', { exact: true }).waitFor()
    await page.getByLabel('流程模式').selectOption({ label: '定制流程' })
    await page.getByRole('button', { name: '选择文件' }).click()
    await page.locator('[data-toast]').getByText('请先选择流程类型、定制租户', { exact: true }).waitFor()
    await page.getByLabel('流程模式').selectOption({ label: '通用流程' })
  })

  test('is rehearsed from its file, on the diagram, with the reason of each branch', async () => {
    await page.getByLabel('流程类型').selectOption({ index: 1 })
    const buffer = Buffer.from(newVersion())
    await chooseFile(page.getByText('选择文件'), { name: fileName, mimeType: 'application/xml', buffer })
    await page.getByRole('button', { name: `试运行 ${fileName}` }).click()
    await rehearsal()
      .getByLabel(/^请假天数（days/)
      .fill('5')
    await pick(rehearsal(), '审批人（taskUser）', '管理员')
    await pick(rehearsal(), '发起人（createUser）', '管理员')
    await rehearsal().getByRole('button', { name: '开始试运行' }).click()
    await rehearsal().getByText('办理人：管理员').waitFor()
    const drawing = await drawingOf(rehearsal())
    expect(await marksIn(drawing)).toEqual({ 'node-success': 1, 'node-primary': 1, 'line-warning': 1 })
    await complete('部门审批', '同意')
    await rehearsal().getByText('流程结束：审批通过').waitFor()
    // the keyboard goes on in the dialog, not at the top of the page
    await expect.poll(() => rehearsal().evaluate((box) => box.contains(document.activeElement))).toBe(true)
    await rehearsal().getByText('不成立（pass = true，days = 5）').waitFor()
    await expect.poll(async () => (await marksIn(await drawingOf(rehearsal())))['node-success']).toBe(4)
    expect(await faultsInBothLanguages(page, { night: true, phone: true, allowsChinese: true })).toEqual([])
    await switchLanguage(page, 'en')
    await page.locator('svg').getByText('Approval by').first().waitFor()
    await switchLanguage(page, 'zh')
  })

  test('can be rehearsed from one step before, and leaves a report', async () => {
    await rehearsal().getByRole('button', { name: '退回一步' }).click()
    await rehearsal()
      .getByLabel(/^请假天数（days/)
      .fill('9')
    await complete('部门审批', '同意')
    await rehearsal()
      .getByText(/^候选：.*\(boss\)：/)
      .waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      rehearsal().getByRole('button', { name: '下载记录' }).click(),
    ])
    const report = await readFile(await download.path(), 'utf8')
    expect([download.suggestedFilename(), report]).toEqual(['leave-2.txt', expect.stringContaining('[x] 分管领导审批')])
    await complete('分管领导审批', '不同意')
    await rehearsal().getByRole('button', { name: '完成 申请人修改' }).waitFor()
    await closeDialog(rehearsal())
  })

  test('with a timer can be rehearsed as if nobody acted in time', async () => {
    const file = { name: 'timers.bpmn20.xml', mimeType: 'application/xml', buffer: Buffer.from(readProcess('timers')) }
    await chooseFile(page.getByText('选择文件'), file)
    await page.getByRole('button', { name: '试运行 timers.bpmn20.xml' }).click()
    await pick(rehearsal(), '发起人（createUser）', '管理员')
    await rehearsal().getByRole('button', { name: '开始试运行' }).click()
    await rehearsal().getByRole('button', { name: '定时器到期 超时' }).click()
    await rehearsal().getByRole('button', { name: '完成 上级接办' }).waitFor()
    await rehearsal().getByText('定时器“超时”到期').waitFor()
    await closeDialog(rehearsal())
    await page.getByRole('button', { name: '删除 timers.bpmn20.xml' }).click()
  })

  test('with faults is refused, and each fault of a drawn element leads to it', async () => {
    const xml = withChanges(
      newVersion(),
      [` flowable:assignee="${expression('taskUser')}"`, ''],
      ['<definitions ', '<definitions id="file" flowable:skipExpression="x" '],
    )
    const file = { name: 'wrong.bpmn20.xml', mimeType: 'application/xml', buffer: Buffer.from(xml) }
    await chooseFile(page.getByText('选择文件'), file)
    const faults = page.getByRole('alert').filter({ hasText: '流程文件不能部署' })
    await faults.waitFor()
    expect(await page.getByRole('button', { name: '部署 1 个文件' }).isVisible()).toBe(true)
    // the file as a whole is not in the drawing
    expect(await faults.getByRole('listitem').count()).toBe(2)
    expect(await faults.getByRole('button').count()).toBe(1)
    await faults.getByRole('button', { name: /“部门审批”（deptApproval）没有指定办理人/ }).click()
    const dialog = dialogOf(page, '有问题的元素')
    await (await drawingOf(dialog)).locator('.element-shown[data-element-id="deptApproval"]').waitFor()
    await dialog.getByText('没有指定办理人或候选人').waitFor()
    await closeDialog(dialog)
    await page.getByRole('button', { name: '删除 wrong.bpmn20.xml' }).click()
  })

  test('written for another engine is converted where it was refused', async () => {
    const foreign = withChanges(newVersion().replaceAll('flowable:', 'camunda:'), [
      'xmlns:flowable="http://flowable.org/bpmn"',
      'xmlns:camunda="http://camunda.org/schema/1.0/bpmn"',
    ])
    const file = { name: 'foreign.bpmn20.xml', mimeType: 'application/xml', buffer: Buffer.from(foreign) }
    await chooseFile(page.getByText('选择文件'), file)
    const row = page.getByRole('listitem').filter({ hasText: 'foreign.bpmn20.xml' })
    await row.getByText('不能部署', { exact: true }).waitFor()
    await row.getByText(/“camunda”的 \d+ 处设置改为“flowable”的写法/).waitFor()
    await row.getByRole('button', { name: '转换' }).click()
    await row.getByText('待部署').waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    await page.getByRole('button', { name: '删除 foreign.bpmn20.xml' }).click()
  })

  test('shows what it changes and who stays, before it is deployed', async () => {
    await page.getByRole('button', { name: '部署 1 个文件' }).click()
    const question = questionOf(page, '确认部署')
    await question.getByText('修改').first().waitFor()
    await question.getByText('1 个在办实例按原版本办完（V1: 1）').waitFor()
    expect(await question.locator('ins').allInnerTexts()).toContain('分管领导审批')
    expect(await faultsAt(page, ['desk', 'tablet', 'phone'])).toEqual([])
    await question.getByRole('button', { name: '取消' }).click()
    await page.getByText('待部署').waitFor()
    await page.getByRole('button', { name: '部署 1 个文件' }).click()
    await questionOf(page, '确认部署').getByRole('button', { name: '确认部署' }).click()
    await page.getByText('部署成功').first().waitFor()
  })

  test('takes over the running instances with a reason', async () => {
    await page.goto('/flow/flow-manager')
    await clickAction(rowOf(page, '请假流程'), /^迁移在办实例/)
    const moving = dialogOf(page, /^迁移在办实例/)
    await moving.getByText('可迁移 1 个，保留 0 个').waitFor()
    await moving.getByRole('button', { name: '迁移 1 个' }).click()
    await moving.getByText('请输入原因').waitFor()
    expect(await faultsAt(page, ['desk', 'tablet', 'phone'])).toEqual([])
    await moving.getByLabel('原因').fill('审批权限调整')
    await moving.getByRole('button', { name: '迁移 1 个' }).click()
    await moving.getByText('已迁移 1 个，保留 0 个').waitFor()
    await closeDialog(moving)
  })

  test('is compared with the older one afterwards', async () => {
    await clickAction(rowOf(page, '请假流程'), /^版本/)
    const versions = dialogOf(page, /^版本/)
    await versions.getByText('在办 1').waitFor()
    await versions.getByText('分管领导审批').first().waitFor()
    await closeDialog(versions)
  })

  test('that an upgrade brings is announced above the list, and deployed after a comparison', async () => {
    await site.data.upgrade()
    await page.reload()
    await page.getByText('平台升级带来了“请假流程”的新版本，尚未部署。').waitFor()
    await page.getByRole('button', { name: '查看变更并部署' }).click()
    const question = questionOf(page, '确认部署')
    await expect.poll(() => question.locator('del').allInnerTexts()).toContain('分管领导审批')
    await question.getByRole('button', { name: '确认部署' }).click()
    await page.getByText('部署成功').first().waitFor()
    await page.getByText('尚未部署').waitFor({ state: 'detached' })
  })
})

test('a rehearsal can be used on a phone: everything is below each other', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await clickAction(rowOf(page, '请假流程'), /^试运行/)
  const start = rehearsal().getByRole('button', { name: '开始试运行' })
  await start.waitFor()
  const width = await rehearsal().evaluate((box) => box.scrollWidth - box.clientWidth)
  expect(width).toBeLessThanOrEqual(0)
  await start.scrollIntoViewIfNeeded()
  await start.focus()
  await page.keyboard.press('Enter')
  await rehearsal().getByText('示例数据有误，请修改下方标出的项').waitFor()
  const approver = rehearsal().getByLabel(/^审批人（taskUser/)
  await expect.poll(() => approver.getAttribute('aria-invalid')).toBe('true')
  // a fault that only the server finds is shown at the field too
  await rehearsal()
    .getByLabel(/^请假天数（days/)
    .fill('三天')
  await pick(rehearsal(), '审批人（taskUser）', '管理员')
  await pick(rehearsal(), '发起人（createUser）', '管理员')
  await start.click()
  await complete('部门审批', '同意')
  await rehearsal()
    .getByText(/不是数字/)
    .waitFor()
})

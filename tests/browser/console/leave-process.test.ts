import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { calendarOf, dayIn } from '../../support/date-fields.ts'
import { drawingOf, isLogoVisible, marksIn } from '../../support/diagrams.ts'
import { clickAction, openAs, pick, rowOf, waitForMessage } from '../../support/page-steps.ts'
import { openSite, type Site } from '../../support/site.ts'

/** A request for leave from its form to its end, by two people. */

const reason = '回老家探亲'

let site: Site
let applicant: Page
let approver: Page

const chooseMoment = async (control: Locator, day: string, hour: string) => {
  await control.click()
  const calendar = calendarOf(control)
  await dayIn(calendar, day).click()
  await calendar.getByRole('listbox').first().getByRole('option', { name: hour, exact: true }).click()
  await calendar.getByRole('listbox').last().getByRole('option', { name: '00', exact: true }).click()
  await calendar.getByRole('button', { name: '确定', exact: true }).click()
}

/** A working day of the visible month: the Tuesday after its second Sunday. */
const tuesdayIn = async (control: Locator): Promise<string> => {
  await control.click()
  const cells = calendarOf(control).locator('td [data-day]:not([data-outside-month])')
  // the calendar is loaded when it is first opened
  await cells.first().waitFor()
  const days = await cells.evaluateAll((all) => all.map((one) => one.getAttribute('data-day') ?? ''))
  await control.press('Escape')
  return days.filter((day) => new Date(`${day}T00:00:00Z`).getUTCDay() === 2)[1] ?? ''
}

const send = () => applicant.getByRole('button', { name: '提交申请' })

beforeAll(async () => {
  site = await openSite()
  applicant = await openAs(site, '/work/work-start', site.accounts.city)
})

describe.sequential('the applicant', () => {
  test('starts the process from the list and is asked for what is missing', async () => {
    await applicant.getByRole('link', { name: '发起 请假流程' }).click()
    await applicant.getByRole('heading', { name: '请假：发起', level: 1 }).waitFor()
    await send().click()
    for (const fault of ['请选择开始时间', '请选择结束时间', '请选择审批人', '请输入请假事由'])
      await applicant.getByRole('button', { name: fault }).waitFor()
  })

  test('sees the working days of the period and keeps the input after a reload', async () => {
    const from = applicant.getByLabel('开始时间')
    const day = await tuesdayIn(from)
    await chooseMoment(from, day, '09')
    await chooseMoment(applicant.getByLabel('结束时间'), day, '18')
    await applicant.getByText(/^共 1 个工作日/).waitFor()
    // the answer about a period stands at its end
    const to = applicant.getByLabel('结束时间')
    const typed = await to.inputValue()
    await to.fill(`${day} 08:00`)
    await to.press('Tab')
    await expect.poll(() => to.getAttribute('aria-describedby')).toContain('fault')
    await applicant.getByText('结束时间须晚于开始时间').waitFor()
    await to.fill(typed)
    await to.press('Tab')
    await applicant.getByText(/^共 1 个工作日/).waitFor()
    await applicant.getByLabel('请假事由').fill('探亲')
    await applicant.reload()
    await applicant.getByText('已恢复上次未保存的内容').waitFor()
    await expect.poll(() => applicant.getByLabel('请假事由').inputValue()).toBe('探亲')
  })

  test('chooses an approver and finds the request among the started processes', async () => {
    await pick(applicant, '审批人', 'platform')
    await send().click()
    await applicant.waitForURL('**/work/work-send')
    await rowOf(applicant, '探亲').getByText('部门审批').waitFor()
  })
})

describe.sequential('a returned request', () => {
  const firstReason = '探亲'

  test('is refused with an opinion', async () => {
    approver = await openAs(site, '/work/work-todo', site.accounts.platform)
    await clickAction(rowOf(approver, firstReason), `办理 ${firstReason}`)
    await approver.getByLabel('审批意见').fill('请写明去向')
    await approver.getByRole('button', { name: '退回修改' }).click()
    await waitForMessage(approver, '已退回申请人修改')
  })

  test('says so in the list of requests, which leads to it', async () => {
    await applicant.goto('/desk/leave')
    await rowOf(applicant, firstReason).getByText('退回修改').waitFor()
    await applicant.getByRole('link', { name: '发起请假' }).waitFor()
    await clickAction(rowOf(applicant, firstReason), `办理情况 ${firstReason}`)
    await applicant.getByText('请写明去向').first().waitFor()
  })

  test('is corrected by its applicant, with the days of the period, and sent again', async () => {
    await applicant.goto('/work/work-todo')
    await clickAction(rowOf(applicant, firstReason), `办理 ${firstReason}`)
    await applicant.getByText('请写明去向').first().waitFor()
    await applicant.setViewportSize({ width: 390, height: 844 })
    await applicant.reload()
    await drawingOf(applicant)
    // the reason of the return and what to do are what a phone shows first
    const reasonOnPage = await applicant.getByText('请写明去向').first().boundingBox()
    const action = await applicant.getByRole('link', { name: '前往办理' }).boundingBox()
    for (const { y } of [reasonOnPage, action].map((box) => box ?? { y: -1 })) {
      expect(y).toBeGreaterThan(0)
      expect(y).toBeLessThan(600)
    }
    await applicant.setViewportSize({ width: 1440, height: 900 })
    await expect.poll(() => applicant.getByLabel('请假事由').inputValue()).toBe(firstReason)
    await applicant.getByText(/^共 1 个工作日/).waitFor()
    await applicant.getByLabel('请假事由').fill(reason)
    await applicant.getByRole('button', { name: '重新提交' }).click()
    await waitForMessage(applicant, '已重新提交')
    await applicant.goto('/work/work-send')
    await rowOf(applicant, reason).getByText('部门审批').waitFor()
  })
})

describe.sequential('the approver', () => {
  test('opens the task and sees where the process is', async () => {
    await approver.goto('/work/work-todo')
    await rowOf(approver, reason)
      .getByRole('link', { name: `办理 ${reason}` })
      .click()
    const drawing = await drawingOf(approver)
    // start, correction and two gateways, and the flows of the way back
    expect(await marksIn(drawing)).toEqual({ 'node-success': 4, 'node-primary': 1, 'line-warning': 5 })
    expect(await isLogoVisible(drawing)).toBe(true)
    await approver.getByRole('tab', { name: '列表' }).click()
    const list = approver.getByRole('tabpanel')
    await approver.getByRole('heading', { name: '修改前的申请' }).waitFor()
    await list.getByRole('heading', { name: '可能的下一步' }).waitFor()
    // the history stands beside it
    expect(await list.getByRole('heading', { name: '流转记录' }).count()).toBe(0)
    await expect.poll(() => list.getByText('上级审批').count()).toBe(1)
  })

  test('has to give an opinion, and with it the request is approved', async () => {
    const agree = approver.getByRole('button', { name: '同意', exact: true })
    await agree.click()
    await approver.getByText('请输入审批意见').waitFor()
    await approver.getByLabel('审批意见').fill('同意，注意交接')
    await agree.click()
    await waitForMessage(approver, '已同意')
    // the page closes itself, without a question about the opinion that was just sent
    await approver.getByRole('heading', { name: '待办事务', level: 1 }).waitFor()
    expect(await approver.locator('dialog:visible').count()).toBe(0)
    await expect.poll(() => rowOf(approver, reason).count()).toBe(0)
  })

  test('leaves a trace that the applicant can read', async () => {
    await applicant.reload()
    await rowOf(applicant, reason)
      .getByRole('link', { name: `详情 ${reason}` })
      .click()
    await applicant.getByText('已批准', { exact: true }).waitFor()
    await applicant.getByText('同意，注意交接').first().waitFor()
    const drawing = await drawingOf(applicant)
    // also approval and end
    expect(await marksIn(drawing)).toEqual({ 'node-success': 6, 'node-primary': 0, 'line-warning': 6 })
    await applicant.getByText('已结束：审批通过').waitFor()
    await applicant.getByRole('tab', { name: '列表' }).click()
    await applicant.getByRole('tabpanel').getByRole('heading', { name: '已结束' }).waitFor()
    expect(await applicant.getByRole('heading', { name: '当前办理' }).count()).toBe(0)
  })
})
